import { runnerWorkspaceRoute, runnerWorkspacesRoute } from "@webhand/contracts/tools/runner";
import { requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { WorkspaceDeps } from "./engine.ts";
import { findWorkspace, listAllWorkspaces, listWorkspaces } from "./engine.ts";

/** Workspaces of this host: members look at those of their tenant, operators at all. */
export function addWorkspaceRoutes(app: FastifyInstance, deps: WorkspaceDeps): void {
	addRoute(app, runnerWorkspacesRoute, async ({ query, identity }) => {
		requireTools(deps);
		const { all, ...rest } = query;
		if (all === "false") return { workspaces: await listWorkspaces(deps, identity.tenantId), nextCursor: null };
		requireRole(identity, "operator");
		return await listAllWorkspaces(deps, rest);
	});

	addRoute(app, runnerWorkspaceRoute, async ({ params, identity }) => {
		requireTools(deps);
		return { workspace: await findWorkspace(deps, identity.tenantId, params.id) };
	});
}

function requireTools({ isEnabled }: WorkspaceDeps): void {
	if (!isEnabled) throw new AppError("AGENT_TOOLS_DISABLED", "Server tools are switched off", { retryAfterSeconds: 60 });
}
