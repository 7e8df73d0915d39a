import { realpath, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Removes the data folder of a stack that has stopped, and its workspaces: those of a stack of root lie elsewhere, behind a link. */
export async function removeDataFolder(data: string): Promise<void> {
	const workspaces = await realpath(join(data, "workspaces")).catch(() => undefined);
	if (workspaces?.startsWith("/var/lib/webhand/")) await rm(dirname(workspaces), { recursive: true, force: true });
	await rm(data, { recursive: true, force: true });
}
