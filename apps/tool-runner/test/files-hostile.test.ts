import { lstat, mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ErrorBody } from "@webhand/contracts/errors";
import { expect } from "vitest";
import { isRoot, plantHostileTree, runProgram } from "./hostile-tree.ts";
import type { Reply, TestWorkspace } from "./runner.ts";
import { test as base } from "./runner.ts";

const query = (path: string) => encodeURIComponent(path).replaceAll("%2F", "/");
const operations = {
	list: (space: TestWorkspace, path: string) => space.call("GET", `/fs/list?path=${query(path)}`),
	read: (space: TestWorkspace, path: string) => space.call("GET", `/fs/read?path=${query(path)}`),
	write: (space: TestWorkspace, path: string) => space.change("fs.write", "/fs/write", { path, content: "planted" }),
	dryRun: (space: TestWorkspace, path: string) => space.call("POST", "/fs/write", { body: { path, content: "planted", dryRun: true } }),
	mkdir: (space: TestWorkspace, path: string) => space.change("fs.mkdir", "/fs/mkdir", { path }),
	delete: (space: TestWorkspace, path: string) => space.change("fs.delete", "/fs/delete", { path, recursive: true }),
};
type Operation = keyof typeof operations;
const tools = { list: "fs.list", read: "fs.read", write: "fs.write", dryRun: "fs.write", mkdir: "fs.mkdir", delete: "fs.delete" } as const;
const all = Object.keys(operations) as Operation[];
const changes: Operation[] = ["write", "dryRun", "mkdir", "delete"];

const test = base
	.extend("space", async ({ runner }) => await runner.workspace())
	.extend("tree", async ({ space }, { onCleanup }) => {
		const tree = await plantHostileTree(space);
		onCleanup(tree.close);
		return tree;
	});

const refusalOf = ({ status, body }: Reply): string => {
	if (status < 300) return "ok";
	const { code, details } = ErrorBody.parse(body).error;
	const reason = details?.["reason"];
	return typeof reason === "string" ? `${code} ${reason}` : code;
};

type Row = { readonly trap: string; readonly path: string; readonly tried: readonly Operation[]; readonly refusal: string };

/** Each trap with what is tried on it, and the code and reason that answer. */
const refused: readonly Row[] = [
	{ trap: "a way up", path: "../x", tried: all, refusal: "PATH_NOT_ALLOWED parent" },
	{ trap: "a way up that comes back", path: "src/../src/a.txt", tried: all, refusal: "PATH_NOT_ALLOWED parent" },
	{ trap: "a way up behind a link", path: "link-folder/../x", tried: all, refusal: "PATH_NOT_ALLOWED parent" },
	{ trap: "an absolute path", path: "/etc/passwd", tried: all, refusal: "PATH_NOT_ALLOWED absolute" },
	{ trap: "NUL", path: "src/a.txt\0.png", tried: all, refusal: "PATH_INVALID nul" },
	{ trap: "a name of 256 bytes", path: "a".repeat(256), tried: all, refusal: "PATH_INVALID part_too_long" },
	{ trap: "65 parts", path: "a/".repeat(65), tried: all, refusal: "PATH_INVALID too_deep" },
	{ trap: "4,097 bytes", path: `${"a".repeat(200)}/`.repeat(21), tried: all, refusal: "PATH_INVALID too_long" },
	{
		trap: "a link to a file outside",
		path: "link-leaf",
		tried: ["read", "list", "write", "dryRun", "mkdir"],
		refusal: "PATH_NOT_ALLOWED outside",
	},
	{ trap: "a link to a folder outside", path: "link-folder/secret.txt", tried: all, refusal: "PATH_NOT_ALLOWED outside" },
	{ trap: "an absolute link", path: "link-absolute/secret.txt", tried: all, refusal: "PATH_NOT_ALLOWED outside" },
	{ trap: "an absolute link to a file", path: "link-absolute-leaf", tried: ["read", "write"], refusal: "PATH_NOT_ALLOWED outside" },
	{ trap: "a chain of links", path: "link-chain", tried: ["read", "write", "mkdir"], refusal: "PATH_NOT_ALLOWED outside" },
	{ trap: "a link out of a folder", path: "src/link-up", tried: ["read", "write", "mkdir"], refusal: "PATH_NOT_ALLOWED outside" },
	{
		trap: "a dangling link that leads out",
		path: "link-dangling-out",
		tried: ["read", "write", "mkdir"],
		refusal: "PATH_NOT_ALLOWED outside",
	},
	{ trap: "a link above the root", path: "link-root", tried: ["list", "read", "mkdir"], refusal: "PATH_NOT_ALLOWED outside" },
	{ trap: "a link into /proc", path: "link-proc/etc/passwd", tried: all, refusal: "PATH_NOT_ALLOWED outside" },
	{ trap: "a loop of links", path: "link-loop", tried: ["list", "read", "write", "mkdir"], refusal: "LINK_LOOP" },
	{ trap: "a loop on the way", path: "link-loop/x", tried: all, refusal: "LINK_LOOP" },
	{ trap: "a pipe", path: "pipe", tried: ["read", "write"], refusal: "NOT_A_FILE" },
	{ trap: "a pipe as a folder", path: "pipe", tried: ["list"], refusal: "NOT_A_DIRECTORY" },
	{ trap: "a socket", path: "socket", tried: ["read", "write", "dryRun"], refusal: "NOT_A_FILE" },
	{ trap: "a file as a folder", path: "src/a.txt/x", tried: all, refusal: "NOT_A_DIRECTORY" },
	{ trap: "a folder as a file", path: "src", tried: ["read", "write"], refusal: "NOT_A_FILE" },
	{ trap: "100 MB", path: "large.bin", tried: ["read", "write", "dryRun"], refusal: "FILE_TOO_LARGE" },
	{ trap: "the root", path: ".", tried: ["delete"], refusal: "PATH_NOT_ALLOWED root" },
	{ trap: "a folder with a repository in it", path: "nested", tried: ["delete"], refusal: "PATH_NOT_ALLOWED protected" },
	{ trap: ".git", path: ".git", tried: ["list", ...changes], refusal: "PATH_NOT_ALLOWED protected" },
	{ trap: "a hook", path: ".git/hooks/pre-commit", tried: changes, refusal: "PATH_NOT_ALLOWED protected" },
	{ trap: "a hook in capitals", path: ".GIT/hooks/pre-commit", tried: changes, refusal: "PATH_NOT_ALLOWED protected" },
	{ trap: "a short name of .git", path: "src/git~1/config", tried: changes, refusal: "PATH_NOT_ALLOWED protected" },
	{ trap: ".git with a dot behind", path: ".git./config", tried: changes, refusal: "PATH_NOT_ALLOWED protected" },
	{ trap: ".git with an invisible character", path: ".g\u200bit/config", tried: changes, refusal: "PATH_NOT_ALLOWED protected" },
	{ trap: "wide letters of .git", path: "．git/config", tried: changes, refusal: "PATH_NOT_ALLOWED protected" },
	{ trap: "a link to .git", path: "link-git/config", tried: changes, refusal: "PATH_NOT_ALLOWED protected" },
	{ trap: "a link to a hook", path: "link-hook", tried: ["write", "dryRun", "mkdir"], refusal: "PATH_NOT_ALLOWED protected" },
	{
		trap: "a name that turns the direction",
		path: "a\u202etxt.exe",
		tried: ["write", "dryRun", "mkdir"],
		refusal: "PATH_INVALID invisible_character",
	},
	{
		trap: "a new folder with a control character",
		path: "a\nb/c",
		tried: ["write", "dryRun", "mkdir"],
		refusal: "PATH_INVALID control_character",
	},
	...(isRoot
		? ([
				{
					trap: "a hard link to a file of another owner",
					path: "hard-link",
					tried: ["read", "write", "dryRun"],
					refusal: "PATH_NOT_ALLOWED hard_link",
				},
				{ trap: "a device", path: "device", tried: ["read", "write"], refusal: "NOT_A_FILE" },
			] as const)
		: []),
];

test.for(refused)(
	"$trap is refused with $refusal: nothing leaks, nothing changes, and the audit has it",
	async ({ path, tried, refusal }, { runner, space, tree }) => {
		const before = await tree.digest();
		const names = (await readdir(space.path)).sort();
		for (const operation of tried) {
			const reply = await operations[operation](space, path);
			expect.soft([operation, refusalOf(reply)]).toEqual([operation, refusal]);
			expect.soft(JSON.stringify(reply.body)).not.toContain(tree.canary);
			expect.soft(JSON.stringify(reply.body)).not.toContain(runner.folder);
			const [row] = await runner.audit.find({ chain: space.id }).sort({ seq: -1 }).limit(1).toArray();
			expect.soft(row).toMatchObject({
				action: tools[operation],
				target: path.slice(0, 4_096),
				outcome: expect.stringContaining(refusal.split(" ")[0] ?? ""),
			});
		}
		expect(await tree.digest()).toBe(before);
		expect((await readdir(space.path)).sort()).toEqual(names);
		expect((await operations.read(space, "src/a.txt")).body).toMatchObject({ content: "text of a\n" });
	},
);

test.for([
	["link-leaf", "link"],
	["link-absolute", "link"],
	["link-loop", "link"],
	["pipe", "other"],
	["socket", "other"],
	...(isRoot
		? ([
				["hard-link", "file"],
				["device", "other"],
			] as const)
		: []),
] as const)("%s itself is deleted, as %s, and what it leads to stays", async ([path, type], { space, tree }) => {
	const before = await tree.digest();
	expect((await operations.delete(space, path)).body).toMatchObject({ type, entriesDeleted: 1 });
	expect(await lstat(join(space.path, path)).catch(() => null)).toBeNull();
	expect(await tree.digest()).toBe(before);
});

test("a folder of links goes without what they lead to", async ({ space, tree }) => {
	const before = await tree.digest();
	expect((await operations.delete(space, "src")).body).toMatchObject({ type: "dir", entriesDeleted: 4 });
	expect(await tree.digest()).toBe(before);
});

test.for(["‥/x", "．．/x", "%2e%2e/x", "..%2fx", "..\\x", "C:\\x", "~/x", "$HOME/x", "...", "-rf", "a&b;c$(d).txt", ".github/x", "..foo"])(
	"%j is an ordinary name",
	async (path, { space, tree }) => {
		const before = await tree.digest();
		expect((await operations.write(space, path)).status).toBe(201);
		expect((await operations.read(space, path)).body).toMatchObject({ path, content: "planted" });
		expect((await lstat(join(space.path, path))).isFile()).toBe(true);
		expect(await tree.digest()).toBe(before);
	},
);

test("a list shows traps for what they are and follows none", async ({ space, tree }) => {
	const reply = await space.call("GET", "/fs/list?depth=5");
	const types = Object.fromEntries(
		(reply.body as { entries: { path: string; type: string }[] }).entries.map(({ path, type }) => [path, type]),
	);
	expect(types).toMatchObject({
		".git": "dir",
		nested: "dir",
		"nested/.git": "dir",
		"link-folder": "link",
		"link-loop": "link",
		pipe: "other",
		socket: "other",
	});
	expect(Object.keys(types).filter((path) => /^(link-|\.git|nested\/\.git)[^/]*\//.test(path))).toEqual([]);
	expect(JSON.stringify(reply.body)).not.toContain(tree.canary);
});

test("a root that moved is refused, and so is what took its place", async ({ space, tree }) => {
	const before = await tree.digest();
	await rename(space.path, `${space.path}-moved`);
	for (const operation of all) expect(refusalOf(await operations[operation](space, "src/a.txt"))).toBe("WORKSPACE_MOVED missing");
	await mkdir(space.path);
	await writeFile(join(space.path, "a.txt"), tree.canary);
	for (const operation of all) expect(refusalOf(await operations[operation](space, "a.txt"))).toBe("WORKSPACE_MOVED replaced");
	await rename(space.path, `${space.path}-other`);
	await rename(`${space.path}-moved`, space.path);
	expect((await operations.read(space, "src/a.txt")).status).toBe(200);
	expect(await tree.digest()).toBe(before);
});

if (isRoot) {
	test("what is mounted into a workspace is neither entered nor deleted", async ({ space, onTestFinished }) => {
		const mounted = join(space.path, "outer", "mounted");
		await mkdir(mounted, { recursive: true });
		runProgram("mount", "-t", "tmpfs", "none", mounted);
		onTestFinished(() => {
			runProgram("umount", mounted);
		});
		await writeFile(join(mounted, "inner.txt"), "mounted");
		for (const operation of all) {
			expect
				.soft([operation, refusalOf(await operations[operation](space, "outer/mounted/inner.txt"))])
				.toEqual([operation, "PATH_NOT_ALLOWED mount"]);
		}
		expect(refusalOf(await operations.delete(space, "outer"))).toBe("PATH_NOT_ALLOWED mount");
		expect((await lstat(join(mounted, "inner.txt"))).isFile()).toBe(true);
	});
}
