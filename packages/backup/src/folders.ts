import { spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Written } from "./files.ts";
import { readPacked, writePacked } from "./files.ts";
import { BackupError } from "./manifest.ts";

/** A folder that belongs to a backup, under the name that it has there. */
export type Folder = { readonly name: string; readonly path: string };

/**
 * Programs that each tool-runner copies for itself at each start, in `DATA_DIR` or, of several, in a folder of each. Only its own archive leaves
 * them out, and `*` stands for one folder: a workspace may have a folder of that name anywhere.
 */
const leftOut: Readonly<Record<string, readonly string[]>> = {
	"tool-runner": ["./toolchains", "./*/toolchains"],
};
/** An ext4 volume has this folder of its own, which only root may read. */
const ofVolume = "lost+found";
/** GNU tar ends with 1 for these: a folder in use is saved as tar met it. */
const passing = /file changed as we read it|file removed before we read it|socket ignored/;

/** Packs a folder as a tar archive with its rights, owners and links. @throws BackupError when tar is missing or fails */
export async function saveFolder(to: string, { name, path }: Folder): Promise<Written> {
	const tar = startTar(
		[
			["--create", "--format=pax", "--file=-", "--anchored", "--no-wildcards-match-slash", `--exclude=./${ofVolume}`],
			(leftOut[name] ?? []).map((pattern) => `--exclude=${pattern}`),
			[`--directory=${realpathSync(path)}`, "."],
		].flat(),
		["ignore", "pipe", "pipe"],
	);
	let bytes = 0;
	const counted = async function* () {
		for await (const chunk of tar.output) {
			bytes += chunk.length;
			yield chunk;
		}
	};
	const [written, { code, errors }] = await Promise.all([writePacked(to, `${name}.tar.gz`, counted()), tar.ended]);
	const isPassing = code === 1 && errors.every((line) => passing.test(line));
	if (code !== 0 && !isPassing) throw new BackupError(`tar could not read ${path}: ${errors.slice(-3).join(" ")}`);
	// The smallest archive is two blocks of zeros.
	if (bytes < 1_024) throw new BackupError(`tar gave nothing of ${path}`);
	return written;
}

/** Unpacks a folder over what an earlier try left of the same. @throws BackupError when tar is missing or fails */
export async function restoreFolder(from: string, file: string, path: string): Promise<void> {
	await mkdir(path, { recursive: true });
	const tar = startTar(
		["--extract", "--preserve-permissions", "--file=-", `--directory=${realpathSync(path)}`],
		["pipe", "ignore", "pipe"],
	);
	const { stdin } = tar.process;
	if (stdin === null) throw new BackupError("tar has no input");
	// What tar says of a broken pipe is the better message.
	const [, { code, errors }] = await Promise.all([pipeline(readPacked(from, file), stdin).catch(() => undefined), tar.ended]);
	if (code !== 0) throw new BackupError(`tar could not write ${path}: ${errors.slice(-3).join(" ")}`);
}

/** Names in a folder that is there and not empty, but what its volume put there. */
export async function namesIn(path: string): Promise<readonly string[]> {
	return existsSync(path) ? (await readdir(path)).filter((name) => name !== ofVolume) : [];
}

/** Where a path lies after its folder was restored elsewhere; `undefined` for one outside of it. @throws never */
export function movedPath(path: string, { from, to }: { readonly from: string; readonly to: string }): string | undefined {
	if (path === from) return to;
	return path.startsWith(`${from}/`) ? join(to, path.slice(from.length + 1)) : undefined;
}

function startTar(args: readonly string[], stdio: ("ignore" | "pipe")[]) {
	const process = spawn("tar", ["--numeric-owner", ...args], { stdio });
	const ended = new Promise<{ readonly code: number; readonly errors: readonly string[] }>((resolve, reject) => {
		let said = "";
		process.stderr?.setEncoding("utf8").on("data", (text: string) => {
			said = (said + text).slice(-10_000);
		});
		process.on("error", (cause) =>
			reject(new BackupError("tar could not be run. Install it: folders are saved as its archives.", { cause })),
		);
		process.on("close", (code) => resolve({ code: code ?? 2, errors: said.trim().split("\n") }));
	});
	// Both are awaited together later; a program that is missing must not end the process before.
	ended.catch(() => undefined);
	// Taken at once: Node drops what a program printed and nobody read before its end.
	const output: AsyncIterable<Buffer> = process.stdout?.pipe(new PassThrough()) ?? new PassThrough().end();
	return { process, ended, output };
}
