import { deletionRoute } from "@webhand/contracts/tools/files";
import {
	runnerAddWorkspaceRoute,
	runnerChangeWorkspaceRoute,
	runnerDeletionRoute,
	runnerRemoveWorkspaceRoute,
	runnerWorkspacesRoute,
} from "@webhand/contracts/tools/runner";
import { hasMade, workspaceEndpoints, workspaceToolAt } from "@webhand/contracts/tools/server-tools";
import type { Target } from "@webhand/contracts/tools/target";
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
import type { HostDeps } from "../client.ts";
import { addOperatorRoute, callAsOperator, readUnlogged, requestOf, runInWorkspace, wholeArguments } from "../client.ts";
import { changeWorkspace, listWorkspaces } from "./engine.ts";

/** `/api/v1/agent/workspaces` and `/operator/workspaces`: folders of the server host. */
export function addWorkspaces(app: FastifyInstance, deps: HostDeps): void {
	addRoute(app, workspacesRoute, (call) => listWorkspaces(deps, requestOf(call)));
	addRoute(app, changeWorkspaceRoute, ({ params: { id }, body, ...call }) =>
		changeWorkspace(deps, { request: requestOf(call), id, change: body }),
	);
	addRoute(app, operatorWorkspacesRoute, ({ query, ...call }) =>
		callAsOperator(deps, requestOf(call), (ask) => ask(runnerWorkspacesRoute, { query: { ...query, all: "true" } })),
	);
	addOperatorRoute(app, deps, [addWorkspaceRoute, runnerAddWorkspaceRoute]);
	addOperatorRoute(app, deps, [operateWorkspaceRoute, runnerChangeWorkspaceRoute]);
	addOperatorRoute(app, deps, [removeWorkspaceRoute, runnerRemoveWorkspaceRoute]);
	addRoute(app, trustGitRoute, ({ params, ...call }) =>
		callAsOperator(deps, requestOf(call), (ask) => ask(runnerChangeWorkspaceRoute, { params, body: { trustGit: true } })),
	);
}

/** `/api/v1/agent/{fs,git}`: tools in a workspace, each at the endpoint that it declares. */
export function addTools(app: FastifyInstance, deps: HostDeps): void {
	for (const there of workspaceEndpoints) {
		addRoute(app, there[0].route, async ({ query, body, reply, ...received }) => {
			const { workspaceId, sessionId, ...given } = (body ?? query ?? {}) as Target & Readonly<Record<string, unknown>>;
			const request = requestOf(received);
			const tool = workspaceToolAt(there, given);
			const args = await wholeArguments(deps, request, { tool, given });
			const answer = await runInWorkspace(deps, tool, { request, target: { workspaceId, sessionId }, args });
			if (hasMade(answer, args)) reply.code(201);
			return answer as undefined;
		});
	}
	addRoute(app, deletionRoute, ({ params: { deletionId }, query: target, ...received }) =>
		readUnlogged(deps, { request: requestOf(received), target }, (ask, id) => ask(runnerDeletionRoute, { params: { id, deletionId } })),
	);
}
