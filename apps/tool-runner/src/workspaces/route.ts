import {
	runnerAddWorkspaceRoute,
	runnerChangeWorkspaceRoute,
	runnerRemoveWorkspaceRoute,
	runnerWorkspaceRoute,
	runnerWorkspacesRoute,
} from "@webhand/contracts/tools/runner";
import { requireRole } from "@webhand/service-kit/access";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { actorOf, requireTools } from "../calls/request.ts";
import type { WorkspaceDeps } from "./engine.ts";
import { addWorkspace, changeWorkspace, removeWorkspace } from "./engine.ts";
import { findWorkspace, listAllWorkspaces, listWorkspaces } from "./list.ts";

/** Workspaces of this host: members look at those of their tenant, admins narrow them, operators do everything with all. */
export function addWorkspaceRoutes(app: FastifyInstance, deps: WorkspaceDeps): void {
	const { store } = deps;

	addRoute(app, runnerWorkspacesRoute, async ({ query, identity }) => {
		requireTools(deps);
		const { all, ...rest } = query;
		if (all === "false") return { workspaces: await listWorkspaces(store, identity.tenantId), nextCursor: null };
		requireRole(identity, "operator");
		return await listAllWorkspaces(store, rest);
	});

	addRoute(app, runnerWorkspaceRoute, async ({ params, identity }) => {
		requireTools(deps);
		return { workspace: await findWorkspace(store, { tenantId: identity.tenantId, id: params.id }) };
	});

	addRoute(app, runnerAddWorkspaceRoute, async (call) => ({ workspace: await addWorkspace(deps, call.body, actorOf(call, deps)) }));

	addRoute(app, runnerChangeWorkspaceRoute, async (call) => ({
		workspace: await changeWorkspace(deps, { id: call.params.id, change: call.body }, actorOf(call, deps)),
	}));

	addRoute(app, runnerRemoveWorkspaceRoute, async (call) => {
		await removeWorkspace(deps, call.params.id, actorOf(call, deps));
		return undefined;
	});
}
