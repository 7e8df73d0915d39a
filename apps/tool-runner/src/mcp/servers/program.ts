import { open, realpath, stat } from "node:fs/promises";
import type { AppError } from "@webhand/service-kit/errors";
import { invalid } from "@webhand/service-kit/http/replies";
import { isForbiddenRoot, rootsOverlap } from "../../workspaces/policy.ts";
import type { StoredReach } from "./store.ts";
import { folderOf, hasNodeEnding } from "./view.ts";

/** What a program of a server must keep apart from. */
export type ProgramFacts = {
	readonly workspaceRoots: () => Promise<readonly string[]>;
	readonly ownFolders: readonly string[];
	/** Work in the sandbox is done as another user than this process. */
	readonly isRoot: boolean;
};

type Wanted = { readonly program: string; readonly folder?: string | undefined; readonly args: readonly string[] };

/**
 * Looks at a program that an operator registers. It and its folder lie outside of every workspace, so nobody who works in one can change it.
 *
 * @throws AppError VALIDATION_ERROR naming the field
 */
export async function checkProgram(
	facts: ProgramFacts,
	{ program, folder, args }: Wanted,
): Promise<Extract<StoredReach, { transport: "stdio" }>> {
	const path = await realpath(program).catch(() => {
		throw wrong("program", "is not there. Name a program of the server host");
	});
	if (!(await stat(path)).isFile()) throw wrong("program", "is no file");
	const shown = folder === undefined ? folderOf(path) : await realpath(folder).catch(() => null);
	if (folder !== undefined && shown === null) throw wrong("folder", "is not there. Name a folder of the server host");
	if (shown !== null) {
		if (isForbiddenRoot(shown, facts.ownFolders))
			throw wrong("folder", "belongs to the system or to Webhand itself. Put the server into a folder of its own");
		if (!path.startsWith("/usr/") && !path.startsWith(`${shown}/`)) throw wrong("folder", "does not hold the program");
	}
	if (overlapsAny(await facts.workspaceRoots(), { program: path, folder: shown }))
		throw wrong("program", "lies in a workspace, where it could be changed. Put it elsewhere");
	if (facts.isRoot) await requirePassable(shown ?? path);
	const isNodeScript = hasNodeEnding(path) || namesNode.test(await firstLine(path));
	return { transport: "stdio", program: path, folder: shown, args: [...args], isNodeScript };
}

const namesNode = /^#!.*\bnode\b/;

/** The first 200 bytes of a file up to its first line end; "" where it cannot be read. */
async function firstLine(path: string): Promise<string> {
	const file = await open(path).catch(() => null);
	if (file === null) return "";
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0);
		return buffer.toString("latin1", 0, bytesRead).split("\n", 1)[0] ?? "";
	} finally {
		await file.close();
	}
}

type Placed = Pick<Extract<StoredReach, { transport: "stdio" }>, "program" | "folder">;

/**
 * True for a program that is not started: a workspace that was opened after its registration holds it, or its path leads elsewhere by now.
 * Looked at before each start.
 */
export async function isExposed(workspaceRoots: () => Promise<readonly string[]>, { program, folder }: Placed): Promise<boolean> {
	const stays = async (path: string) => (await realpath(path).catch(() => null)) === path;
	if (!(await stays(program)) || (folder !== null && !(await stays(folder)))) return true;
	return overlapsAny(await workspaceRoots(), { program, folder });
}

function overlapsAny(roots: readonly string[], { program, folder }: Placed): boolean {
	return roots.some((root) => rootsOverlap(root, program) || (folder !== null && rootsOverlap(root, folder)));
}

/** Owners of workspaces run the program, so each folder above it lets everybody pass. */
async function requirePassable(path: string): Promise<void> {
	const parts = path.split("/").slice(1);
	for (let depth = 1; depth <= parts.length; depth += 1) {
		const part = `/${parts.slice(0, depth).join("/")}`;
		if (((await stat(part)).mode & 1) === 0 && depth < parts.length)
			throw wrong("program", `cannot be reached by users of workspaces. Allow it with chmod o+x ${part}`);
	}
}

function wrong(field: string, message: string): AppError {
	return invalid(`The ${field} ${message}`, [{ field: `reach.${field}`, message }]);
}
