import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { link, lstat, mkdir, open, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { TestWorkspace } from "./runner.ts";

/** True where devices, mounts and files of another owner can be made. */
export const isRoot = process.getuid?.() === 0;

/** Runs a program of the system and waits for it. */
export const runProgram = (program: string, ...args: readonly string[]) => execFileSync(program, args);

/** A workspace full of traps, and what lies outside of it. */
export type HostileTree = {
	/** Stands in every file outside; no reply may hold it. */
	readonly canary: string;
	/** The folder outside that the traps lead to, absolute. */
	readonly outside: string;
	/** A digest of all names, contents and modes outside. */
	readonly digest: () => Promise<string>;
	readonly close: () => Promise<void>;
};

/** Plants links, pipes, sockets, devices and large files in a workspace, with `outside` beside its root. */
export async function plantHostileTree({ path: root }: TestWorkspace): Promise<HostileTree> {
	const canary = `canary-${randomUUID()}`;
	const outside = `${root}-evil`;
	const inside = (...parts: string[]) => join(root, ...parts);
	await mkdir(join(outside, "folder"), { recursive: true });
	await writeFile(join(outside, "secret.txt"), canary);
	await writeFile(join(outside, "folder", "secret.txt"), canary);
	const name = outside.slice(outside.lastIndexOf("/") + 1);

	await mkdir(inside("src", "deep"), { recursive: true });
	await writeFile(inside("src", "a.txt"), "text of a\n");
	for (const folder of ["hooks", "refs"]) await mkdir(inside(".git", folder), { recursive: true });
	await mkdir(inside("nested", ".git"), { recursive: true });
	await writeFile(inside("nested", "kept.txt"), "kept");
	const links = {
		"link-leaf": `../${name}/secret.txt`,
		"link-folder": `../${name}`,
		"link-absolute": outside,
		"link-absolute-leaf": join(outside, "secret.txt"),
		"link-chain": "link-leaf",
		"link-loop": "link-loop-back",
		"link-loop-back": "link-loop",
		"link-dangling-out": `../${name}/new.txt`,
		"link-root": "..",
		"link-proc": "/proc/self/root",
		"link-git": ".git",
		"link-hook": ".git/hooks/pre-commit",
	};
	for (const [at, target] of Object.entries(links)) await symlink(target, inside(at));
	await symlink(`../../${name}/secret.txt`, inside("src", "link-up"));
	runProgram("mkfifo", inside("pipe"));
	// The name of a socket may be long only relative to the folder it is made in.
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(inside("socket"), resolve));
	if (isRoot) runProgram("mknod", inside("device"), "c", "1", "3");
	// As root the file outside has another owner than the workspace.
	if (isRoot) await link(join(outside, "secret.txt"), inside("hard-link"));
	const large = await open(inside("large.bin"), "w");
	await large.truncate(100 * 1_048_576);
	await large.close();

	return {
		canary,
		outside,
		digest: () => digestOf(outside),
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

/** A digest of what lies in a folder. */
export async function digestOf(folder: string): Promise<string> {
	const digest = createHash("sha256");
	for (const name of (await readdir(folder, { recursive: true })).sort()) {
		const path = join(folder, name);
		const facts = await lstat(path);
		const content = facts.isFile() ? await readFile(path) : facts.isSymbolicLink() ? await readlink(path) : "";
		digest.update(`${name}\0${facts.mode}\0${facts.uid}\0${content.toString()}\0`);
	}
	return digest.digest("hex");
}
