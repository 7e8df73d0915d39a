import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);
const directories = ["/usr/bin", "/usr/local/bin", "/bin"];

/** A program of this host: where it is and which version it says it is. */
export type Program = { readonly path: string; readonly version: string };

/**
 * The first of the given and the usual places where a program starts and tells its version within 2 s.
 *
 * @param places absolute paths to try first
 * @returns null when there is none
 * @throws never
 */
export async function findProgram(name: string, places: readonly (string | undefined)[]): Promise<Program | null> {
	const candidates = [...places, ...directories.map((directory) => `${directory}/${name}`)];
	for (const path of candidates) {
		const version = path === undefined ? null : await versionOf(path);
		if (path !== undefined && version !== null) return { path, version };
	}
	return null;
}

/** Where npm put ripgrep for this machine; undefined when it has none for it. */
export async function installedRipgrep(): Promise<string | undefined> {
	try {
		return (await import("@vscode/ripgrep")).rgPath;
	} catch {
		return undefined;
	}
}

async function versionOf(path: string): Promise<string | null> {
	try {
		await access(path, constants.X_OK);
		const { stdout } = await execute(path, ["--version"], { timeout: 2_000, env: { PATH: "/usr/bin:/bin" } });
		return /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? "unknown";
	} catch {
		return null;
	}
}
