import type { WorkspaceId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import { runnerChangeWorkspaceRoute, runnerWorkspacesRoute } from "@webhand/contracts/tools/runner";
import type { changeWorkspaceRoute, OperatorWorkspace, Workspace, workspacesRoute } from "@webhand/contracts/tools/workspaces";
import { serverBanner } from "@webhand/contracts/tools/workspaces";
import { requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import type { HostDeps, Request } from "../client.ts";
import { askAs } from "../client.ts";
import { requireHost, requireTools } from "../level.ts";
import type { Ask } from "../upstream.ts";
import { workspaceOf } from "./policy.ts";

/** The workspaces of the tenant with the caller's own selection. @throws AppError AGENT_TOOLS_DISABLED, TOOL_RUNNER_UNAVAILABLE */
export async function listWorkspaces(deps: HostDeps, request: Request): Promise<ReplyOf<typeof workspacesRoute>> {
	requireTools(deps.level);
	await requireHost(deps, request.identity);
	const [all, { selectedWorkspaceId, used }] = await Promise.all([
		workspacesOfTenant(askAs(deps, request)),
		deps.sessions.usedBy(request.identity),
	]);
	const workspaces = all.map((workspace) => workspaceOf(workspace, used.get(workspace.id)));
	// A workspace that was closed meanwhile is no longer selected.
	const isThere = workspaces.some(({ id }) => id === selectedWorkspaceId);
	return { workspaces, selectedWorkspaceId: isThere ? selectedWorkspaceId : null, banner: serverBanner };
}

/** What an admin changes of a workspace. */
export type WorkspaceChange = z.output<typeof changeWorkspaceRoute.body>;

/** Changes a workspace of the caller's tenant, for its admin. @throws AppError FORBIDDEN, WORKSPACE_NOT_FOUND and what the runner refuses with */
export async function changeWorkspace(
	deps: HostDeps,
	{ request, id, change }: { readonly request: Request; readonly id: WorkspaceId; readonly change: WorkspaceChange },
): Promise<{ workspace: Workspace }> {
	requireRole(request.identity, "admin");
	requireTools(deps.level);
	const ask = askAs(deps, request);
	// To the runner an admin who is an operator too may change those of every tenant.
	const all = await workspacesOfTenant(ask);
	if (!all.some((workspace) => workspace.id === id)) throw new AppError("WORKSPACE_NOT_FOUND", "There is no such workspace");
	const { workspace } = await ask(runnerChangeWorkspaceRoute, { params: { id }, body: change });
	const { used } = await deps.sessions.usedBy(request.identity);
	return { workspace: workspaceOf(workspace, used.get(id)) };
}

/** The workspaces of the caller's tenant, by name. @throws AppError TOOL_RUNNER_UNAVAILABLE */
async function workspacesOfTenant(ask: Ask): Promise<readonly OperatorWorkspace[]> {
	return (await ask(runnerWorkspacesRoute, { query: { all: "false" } })).workspaces;
}
