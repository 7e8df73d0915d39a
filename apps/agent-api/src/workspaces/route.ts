import { listFilesRoute, readFileRoute } from "@webhand/contracts/tools/files";
import {
	runnerAddWorkspaceRoute,
	runnerChangeWorkspaceRoute,
	runnerListRoute,
	runnerReadRoute,
	runnerRemoveWorkspaceRoute,
	runnerWorkspacesRoute,
} from "@webhand/contracts/tools/runner";
import {
	addWorkspaceRoute,
	operateWorkspaceRoute,
	operatorWorkspacesRoute,
	removeWorkspaceRoute,
	trustGitRoute,
	workspacesRoute,
} from "@webhand/contracts/tools/workspaces";
import { requireRole } from "@webhand/service-kit/access";
import type { Identity } from "@webhand/service-kit/guard";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Request, WorkspaceDeps } from "./engine.ts";
import { forward, listWorkspaces, look } from "./engine.ts";

/** `/api/v1/agent/{workspaces,fs,git,operator/workspaces}`: the front door of the server host. */
export function addWorkspaces(app: FastifyInstance, deps: WorkspaceDeps): void {
	addRoute(app, workspacesRoute, (call) => listWorkspaces(deps, requestOf(call)));

	addRoute(app, listFilesRoute, ({ query: { workspaceId, sessionId, ...query }, ...call }) =>
		look(deps, { request: requestOf(call), tool: "fs.list", target: { workspaceId, sessionId } }, (ask, id) =>
			ask(runnerListRoute, { params: { id }, query }),
		),
	);
	addRoute(app, readFileRoute, ({ query: { workspaceId, sessionId, ...query }, ...call }) =>
		look(deps, { request: requestOf(call), tool: "fs.read", target: { workspaceId, sessionId } }, (ask, id) =>
			ask(runnerReadRoute, { params: { id }, query }),
		),
	);

	addRoute(app, operatorWorkspacesRoute, ({ query, ...call }) => {
		requireRole(call.identity, "operator");
		return forward(deps, requestOf(call), (ask) => ask(runnerWorkspacesRoute, { query: { ...query, all: "true" } }));
	});
	addRoute(app, addWorkspaceRoute, ({ body, ...call }) => {
		requireRole(call.identity, "operator");
		return forward(deps, requestOf(call), (ask) => ask(runnerAddWorkspaceRoute, { body }));
	});
	addRoute(app, operateWorkspaceRoute, ({ params, body, ...call }) => {
		requireRole(call.identity, "operator");
		return forward(deps, requestOf(call), (ask) => ask(runnerChangeWorkspaceRoute, { params, body }));
	});
	addRoute(app, removeWorkspaceRoute, ({ params, ...call }) => {
		requireRole(call.identity, "operator");
		return forward(deps, requestOf(call), (ask) => ask(runnerRemoveWorkspaceRoute, { params }));
	});
	addRoute(app, trustGitRoute, ({ params, ...call }) => {
		requireRole(call.identity, "operator");
		return forward(deps, requestOf(call), (ask) => ask(runnerChangeWorkspaceRoute, { params, body: { trustGit: true } }));
	});
}

type Received = {
	readonly identity: Identity;
	readonly requestId: string;
	readonly signal: AbortSignal;
	readonly request: FastifyRequest;
};

function requestOf({ identity, requestId, signal, request }: Received): Request {
	return { identity, requestId, ip: request.ip, signal };
}
