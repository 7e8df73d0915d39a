import {
	runnerAddWorkspaceRoute,
	runnerChangeWorkspaceRoute,
	runnerRemoveWorkspaceRoute,
	runnerWorkspaceRoute,
	runnerWorkspacesRoute,
} from "@webhand/contracts/tools/runner";
import { requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WorkspaceDeps } from "./engine.ts";
import { addWorkspace, changeWorkspace, removeWorkspace } from "./engine.ts";
import { findWorkspace, listAllWorkspaces, listWorkspaces } from "./list.ts";
import type { Actor } from "./record.ts";

/** Workspaces of this host: members look at those of their tenant, admins narrow them, operators do everything with all. */
export function addWorkspaceRoutes(app: FastifyInstance, deps: WorkspaceDeps): void {
	const { store, isEnabled } = deps;

	addRoute(app, runnerWorkspacesRoute, async ({ query, identity }) => {
		requireTools(isEnabled);
		const { all, ...rest } = query;
		if (all === "false") return { workspaces: await listWorkspaces(store, identity.tenantId), nextCursor: null };
		requireRole(identity, "operator");
		return await listAllWorkspaces(store, rest);
	});

	addRoute(app, runnerWorkspaceRoute, async ({ params, identity }) => {
		requireTools(isEnabled);
		return { workspace: await findWorkspace(store, { tenantId: identity.tenantId, id: params.id }) };
	});

	addRoute(app, runnerAddWorkspaceRoute, async (call) => {
		requireTools(isEnabled);
		return { workspace: await addWorkspace(deps, call.body, actorOf(call)) };
	});

	addRoute(app, runnerChangeWorkspaceRoute, async (call) => {
		requireTools(isEnabled);
		return { workspace: await changeWorkspace(deps, { id: call.params.id, change: call.body }, actorOf(call)) };
	});

	addRoute(app, runnerRemoveWorkspaceRoute, async (call) => {
		requireTools(isEnabled);
		await removeWorkspace(deps, call.params.id, actorOf(call));
		return undefined;
	});
}

type FromCall = { readonly identity: Identity; readonly requestId: string; readonly request: FastifyRequest };

const actorOf = ({ identity, requestId, request }: FromCall): Actor => ({ identity, requestId, ip: request.ip });

function requireTools(isEnabled: boolean): void {
	if (!isEnabled) throw new AppError("AGENT_TOOLS_DISABLED", "Server tools are switched off", { retryAfterSeconds: 60 });
}
