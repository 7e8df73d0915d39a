import { accessSync, constants, mkdtempSync, statfsSync, symlinkSync, writeFileSync } from "node:fs";
import { realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { guardFolder } from "./guard.ts";

const memory = "/dev/shm";
const leastBytes = 2 * 1024 ** 3;

/**
 * Makes a folder for a database of tests: in memory where there is room and it may be written, since on a disk each new index waits for it. There a killed
 * process loses nothing either. The folder goes with the test run at the latest.
 */
export function makeDatabaseFolder(): string {
	const path = mkdtempSync(join(hasRoom() ? memory : tmpdir(), "webhand-db-"));
	guardFolder(path);
	return path;
}

function hasRoom(): boolean {
	try {
		// A container may have it read-only.
		accessSync(memory, constants.W_OK | constants.X_OK);
		const { bavail, bsize } = statfsSync(memory);
		return bavail * bsize >= leastBytes;
	} catch {
		// Only Linux has it.
		return false;
	}
}

/** Makes the data folder of a stack, whose databases lie in a folder as above. `removeDataFolder` removes both. */
export function makeDataFolder(prefix: string): string {
	const data = mkdtempSync(join(tmpdir(), prefix));
	if (!hasRoom()) return data;
	symlinkSync(makeDatabaseFolder(), join(data, "mongo"));
	// A stack takes a folder with other things only if it has this file.
	writeFileSync(join(data, "secrets.json"), "{}");
	return data;
}

/**
 * Removes the data folder of a stack that has stopped, with what lies elsewhere, behind links: its databases, and the workspaces of a
 * stack of root.
 */
export async function removeDataFolder(data: string): Promise<void> {
	const behind = (name: string) => realpath(join(data, name)).catch(() => "");
	const [mongo, workspaces] = await Promise.all([behind("mongo"), behind("workspaces")]);
	if (mongo.startsWith(memory)) await rm(mongo, { recursive: true, force: true });
	if (workspaces.startsWith("/var/lib/webhand/")) await rm(dirname(workspaces), { recursive: true, force: true });
	await rm(data, { recursive: true, force: true });
}
