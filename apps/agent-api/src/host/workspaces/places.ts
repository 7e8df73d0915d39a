import type { SessionId, WorkspaceId } from "@webhand/contracts/ids";
import { listFiles } from "@webhand/contracts/tools/files";
import { currentPlace, listPlaces } from "@webhand/contracts/tools/places";
import { PlaceTool } from "@webhand/contracts/tools/server-tools";
import type { HostDeps, Request } from "../client.ts";
import { readUnlogged } from "../client.ts";
import { listWorkspaces } from "./engine.ts";

/** Whose call, in which session and workspace. */
export type PlaceCall = { readonly request: Request; readonly sessionId: SessionId; readonly workspaceId: WorkspaceId };

/** Runs a tool of places. @param path what the folder is set to @throws AppError of the path and the runner */
export async function runPlaceTool(
	deps: HostDeps,
	{ request, sessionId, workspaceId }: PlaceCall,
	{ tool, path: wanted }: { readonly tool: PlaceTool; readonly path: string },
): Promise<unknown> {
	const { workspaces } = await listWorkspaces(deps, request);
	if (tool === listPlaces.name) {
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
	if (tool === currentPlace.name) return { workspace, path: await deps.sessions.folders.get(request.identity, place) };
	const query = { path: wanted, depth: 1, hidden: true, limit: 1 };
	const { path } = await readUnlogged(deps, { request, target: place }, (ask, id) => ask(listFiles.runnerRoute, { params: { id }, query }));
	await deps.sessions.folders.set(request.identity, { ...place, path });
	return { workspace, path };
}

/** @throws never */
export const isPlaceTool = (tool: string): tool is PlaceTool => PlaceTool.safeParse(tool).success;
