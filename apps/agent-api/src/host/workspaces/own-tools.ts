import type { SessionId } from "@webhand/contracts/ids";
import { runnerListRoute } from "@webhand/contracts/tools/runner";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import type { Request, WorkspaceDeps } from "./engine.ts";
import { listWorkspaces, peek } from "./engine.ts";

/** Tools that are no call into a workspace: which there are, and the folder that commands run in. */
export const placeTools = ["workspace.list", "workspace.pwd", "workspace.chdir"] as const;
export type PlaceTool = (typeof placeTools)[number];

/** Whose call, in which session and workspace. */
export type PlaceCall = { readonly request: Request; readonly sessionId: SessionId; readonly workspaceId: WorkspaceId };

/** Runs a tool of places. @param path what `workspace.chdir` chooses @throws AppError of the path and the runner */
export async function runPlaceTool(
	deps: WorkspaceDeps,
	{ request, sessionId, workspaceId }: PlaceCall,
	{ tool, path: wanted }: { readonly tool: PlaceTool; readonly path: string },
): Promise<unknown> {
	const { workspaces } = await listWorkspaces(deps, request);
	if (tool === "workspace.list") {
		return {
			workspaces: workspaces.map(({ id, name, read_only, is_git, available }) => ({
				name,
				read_only,
				is_git,
				available,
				isCurrent: id === workspaceId,
			})),
		};
	}
	const workspace = workspaces.find(({ id }) => id === workspaceId)?.name ?? "";
	const place = { sessionId, workspaceId };
	if (tool === "workspace.pwd") return { workspace, path: await deps.sessions.folders.get(request.identity, place) };
	const query = { path: wanted, depth: 1, hidden: true, limit: 1 };
	const { path } = await peek(deps, { request, target: place }, (ask, id) => ask(runnerListRoute, { params: { id }, query }));
	await deps.sessions.folders.set(request.identity, { ...place, path });
	return { workspace, path };
}

/** @throws never */
export const isPlaceTool = (tool: string): tool is PlaceTool => (placeTools as readonly string[]).includes(tool);
