import {
	runnerAddWorkspaceRoute,
	runnerChangeWorkspaceRoute,
	runnerRemoveWorkspaceRoute,
	runnerWorkspacesRoute,
} from "@webhand/contracts/tools/runner";
import {
	addWorkspaceRoute,
	changeWorkspaceRoute,
	operateWorkspaceRoute,
	operatorWorkspacesRoute,
	removeWorkspaceRoute,
	trustGitRoute,
	workspacesRoute,
} from "@webhand/contracts/tools/workspaces";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { WorkspaceDeps } from "./engine.ts";
import { changeWorkspace, listWorkspaces, operate } from "./engine.ts";
import { requestOf } from "./request.ts";

/** `/api/v1/agent/workspaces` and `/operator/workspaces`: folders of the server host. */
export function addWorkspaces(app: FastifyInstance, deps: WorkspaceDeps): void {
	addRoute(app, workspacesRoute, (call) => listWorkspaces(deps, requestOf(call)));
	addRoute(app, changeWorkspaceRoute, ({ params: { id }, body, ...call }) =>
		changeWorkspace(deps, { request: requestOf(call), id, change: body }),
	);
	addRoute(app, operatorWorkspacesRoute, ({ query, ...call }) =>
		operate(deps, requestOf(call), (ask) => ask(runnerWorkspacesRoute, { query: { ...query, all: "true" } })),
	);
	addRoute(app, addWorkspaceRoute, ({ body, ...call }) => operate(deps, requestOf(call), (ask) => ask(runnerAddWorkspaceRoute, { body })));
	addRoute(app, operateWorkspaceRoute, ({ params, body, ...call }) =>
		operate(deps, requestOf(call), (ask) => ask(runnerChangeWorkspaceRoute, { params, body })),
	);
	addRoute(app, removeWorkspaceRoute, ({ params, ...call }) =>
		operate(deps, requestOf(call), (ask) => ask(runnerRemoveWorkspaceRoute, { params })),
	);
	addRoute(app, trustGitRoute, ({ params, ...call }) =>
		operate(deps, requestOf(call), (ask) => ask(runnerChangeWorkspaceRoute, { params, body: { trustGit: true } })),
	);
}
