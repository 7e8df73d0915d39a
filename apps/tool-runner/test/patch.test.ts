import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { armFailpoints } from "@webhand/service-kit/failpoints";
import { poll } from "@webhand/testing/poll";
import { freePort, startProcess } from "@webhand/testing/processes";
import { expect } from "vitest";
import type { TestWorkspace } from "./runner.ts";
import { test } from "./runner.ts";

type Files = Readonly<Record<string, string>>;

const hashOf = (content: string) => `sha256:${createHash("sha256").update(content).digest("hex")}`;
const patchOf = (...parts: readonly string[]) => parts.join("");
const change = (name: string, from: string, to: string) => `--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;
const addition = (name: string, line: string) => `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+${line}\n`;
const removal = (name: string, line: string) => `--- a/${name}\n+++ /dev/null\n@@ -1 +0,0 @@\n-${line}\n`;

async function fill({ path }: TestWorkspace, files: Files): Promise<void> {
	for (const [name, content] of Object.entries(files)) {
		await mkdir(dirname(join(path, name)), { recursive: true });
		await writeFile(join(path, name), content, "latin1");
	}
}

/** All files below a folder, by their paths. */
async function contents(folder: string): Promise<Files> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return Object.fromEntries(await Promise.all(files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, "latin1")])));
}

test("a patch changes, makes and removes files, and says how", async ({ runner }) => {
	const workspace = await runner.workspace();
	const before = { "a.txt": "one\ntwo\n", "old.txt": "old\n", "run.sh": "#!/bin/sh\n" };
	await fill(workspace, before);
	const patch = patchOf(
		"--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
		addition("new/deep/b.txt", "b"),
		removal("old.txt", "old"),
		"diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n",
	);
	const shown = await workspace.call("POST", "/fs/patch", { body: { patch, dryRun: true } });
	expect(shown).toMatchObject({ status: 200, body: { applied: false, dryRun: true } });
	expect(await contents(workspace.path)).toEqual(before);

	const reply = await workspace.change("fs.apply_patch", "/fs/patch", { patch, expectedHashes: { "a.txt": hashOf("one\ntwo\n") } });
	expect(reply).toMatchObject({
		status: 200,
		body: {
			applied: true,
			files: [
				{
					path: "a.txt",
					type: "modify",
					linesAdded: 1,
					linesRemoved: 1,
					previousHash: hashOf("one\ntwo\n"),
					hash: hashOf("one\n2\n"),
					fuzz: null,
				},
				{ path: "new/deep/b.txt", type: "create", linesAdded: 1, previousHash: null, hash: hashOf("b\n") },
				{ path: "old.txt", type: "delete", linesRemoved: 1, previousHash: hashOf("old\n"), hash: null },
				{ path: "run.sh", type: "modify", linesAdded: 0, linesRemoved: 0 },
			],
		},
	});
	expect((shown.body as { files: unknown }).files).toEqual((reply.body as { files: unknown }).files);
	expect(await contents(workspace.path)).toEqual({ "a.txt": "one\n2\n", "new/deep/b.txt": "b\n", "run.sh": "#!/bin/sh\n" });
	expect((await stat(join(workspace.path, "run.sh"))).mode & 0o777).toBe(0o755);
	const owner = await stat(workspace.path);
	expect(await stat(join(workspace.path, "new/deep/b.txt"))).toMatchObject({ uid: owner.uid, gid: owner.gid });
	expect(await runner.audit.countDocuments({ chain: workspace.id, kind: "outcome", outcome: "ok", target: "a.txt" })).toBe(1);
	expect(JSON.stringify(await runner.audit.find({ chain: workspace.id }).toArray())).not.toContain("+2");
});

test("edits replace texts, and bytes that are no UTF-8 stay as they are", async ({ runner }) => {
	const workspace = await runner.workspace();
	await fill(workspace, { "latin.txt": "caf\xe9\r\nname = old\r\n", "b.txt": "x x\n" });
	const edits = [
		{ path: "latin.txt", search: "name = old", replace: "name = new\nmore = ä" },
		{ path: "./b.txt", search: "x", replace: "y", all: true },
	];
	const reply = await workspace.change("fs.apply_patch", "/fs/patch", { edits });
	expect(reply).toMatchObject({
		status: 200,
		body: {
			files: [
				{ path: "latin.txt", isBinary: true },
				{ path: "b.txt", linesAdded: 1 },
			],
		},
	});
	expect(await contents(workspace.path)).toEqual({
		"latin.txt": "caf\xe9\r\nname = new\r\nmore = \xc3\xa4\r\n",
		"b.txt": "y y\n",
	});
});

const start: Files = { "a.txt": "a\n", "b.txt": "b\n", ".git/config": "[core]\n", "twice.txt": "x\ny\nx\n" };

type Refused = {
	readonly name: string;
	readonly patch: string;
	readonly expectedHashes?: Readonly<Record<string, string>>;
	readonly status: number;
	readonly code: string;
	readonly details: Readonly<Record<string, unknown>>;
};

test.for<Refused>([
	{
		name: "a second file that does not fit",
		patch: patchOf(change("a.txt", "a", "A"), change("b.txt", "z", "Z")),
		status: 409,
		code: "PATCH_CONFLICT",
		details: { file: "b.txt", hunk: 1, reason: "not_found" },
	},
	{
		name: "a second file that is missing",
		patch: patchOf(change("a.txt", "a", "A"), change("none.txt", "z", "Z")),
		status: 404,
		code: "FILE_NOT_FOUND",
		details: { file: "none.txt" },
	},
	{
		name: "two places",
		patch: "--- a/twice.txt\n+++ b/twice.txt\n@@ -2 +2 @@\n-x\n+z\n",
		status: 409,
		code: "PATCH_CONFLICT",
		details: { file: "twice.txt", hunk: 1, reason: "ambiguous" },
	},
	{
		name: "another base",
		patch: change("a.txt", "a", "A"),
		expectedHashes: { "a.txt": hashOf("other") },
		status: 409,
		code: "HASH_MISMATCH",
		details: { file: "a.txt", currentHash: hashOf("a\n") },
	},
	{
		name: "a hash of a file that it leaves alone",
		patch: change("a.txt", "a", "A"),
		expectedHashes: { "b.txt": hashOf("b\n") },
		status: 400,
		code: "PATCH_INVALID",
		details: { file: "b.txt" },
	},
	{
		name: "a new file that is there",
		patch: patchOf(change("a.txt", "a", "A"), addition("b.txt", "B")),
		status: 409,
		code: "ALREADY_EXISTS",
		details: { file: "b.txt" },
	},
	{
		name: "a new link that is there",
		patch: addition("dangling", "B"),
		status: 409,
		code: "ALREADY_EXISTS",
		details: { file: "dangling" },
	},
	{
		name: "one file twice",
		patch: patchOf(change("a.txt", "a", "A"), change("./a.txt", "a", "B")),
		status: 400,
		code: "PATCH_INVALID",
		details: { file: "a.txt" },
	},
	{
		name: "one file twice by a link",
		patch: patchOf(change("a.txt", "a", "A"), change("link", "a", "B")),
		status: 400,
		code: "PATCH_INVALID",
		details: { file: "link" },
	},
	{
		name: "a parent folder in octal",
		patch: '--- "a/\\056\\056/x"\n+++ "b/\\056\\056/x"\n@@ -1 +1 @@\n-a\n+b\n',
		status: 403,
		code: "PATH_NOT_ALLOWED",
		details: { reason: "parent" },
	},
	{
		name: "NUL in a name",
		patch: '--- "a/x\\000"\n+++ "b/x\\000"\n@@ -1 +1 @@\n-a\n+b\n',
		status: 400,
		code: "PATH_INVALID",
		details: { reason: "nul" },
	},
	{
		name: "an absolute path",
		patch: change("/etc/passwd", "a", "A"),
		status: 403,
		code: "PATH_NOT_ALLOWED",
		details: { reason: "absolute" },
	},
	{
		name: "a link that leads out",
		patch: change("out/secret.txt", "s", "S"),
		status: 403,
		code: "PATH_NOT_ALLOWED",
		details: { reason: "outside" },
	},
	{
		name: "a new file behind such a link",
		patch: addition("out/x", "S"),
		status: 403,
		code: "PATH_NOT_ALLOWED",
		details: { reason: "outside" },
	},
	{
		name: "a link and a write through it",
		status: 400,
		code: "PATCH_INVALID",
		details: { line: 2 },
		patch: patchOf("diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n", addition("l/x", "x")),
	},
	{
		name: "the config of git",
		patch: change(".git/config", "[core]", "[x]"),
		status: 403,
		code: "PATH_NOT_ALLOWED",
		details: { reason: "protected" },
	},
	{
		name: "the config of git by a link",
		patch: change("git-link/config", "[core]", "[x]"),
		status: 403,
		code: "PATH_NOT_ALLOWED",
		details: { reason: "protected" },
	},
	{
		name: "a hook in other letters",
		patch: addition(".GIT/hooks/pre-commit", "x"),
		status: 403,
		code: "PATH_NOT_ALLOWED",
		details: { reason: "protected" },
	},
	{
		name: "an invisible character",
		patch: addition("a\u200b.txt", "x"),
		status: 400,
		code: "PATH_INVALID",
		details: { reason: "invisible_character" },
	},
	{ name: "a folder", patch: change("folder", "a", "A"), status: 400, code: "NOT_A_FILE", details: { file: "folder" } },
	{ name: "the removal of a link", patch: removal("link", "a"), status: 400, code: "NOT_A_FILE", details: { file: "link" } },
	{ name: "a file as a folder", patch: addition("a.txt/x", "x"), status: 400, code: "NOT_A_DIRECTORY", details: { file: "a.txt/x" } },
	{ name: "a set-uid mode", patch: "diff --git a/s b/s\nnew file mode 104755\n", status: 400, code: "PATCH_INVALID", details: { line: 2 } },
	{ name: "another format", patch: "*** Begin Patch\n*** End Patch\n", status: 400, code: "PATCH_INVALID", details: { line: 1 } },
	{
		name: "a file that is too large",
		patch: change("huge.txt", "a", "A"),
		status: 400,
		code: "PATCH_INVALID",
		details: { file: "huge.txt" },
	},
])("a patch with $name is refused and changes nothing", async ({ patch, expectedHashes, status, code, details }, { runner }) => {
	const workspace = await runner.workspace();
	await fill(workspace, { ...start, "folder/x": "x\n" });
	if (patch.includes("huge.txt")) await writeFile(join(workspace.path, "huge.txt"), Buffer.alloc(8_388_609, "a\n"));
	await symlink("a.txt", join(workspace.path, "link"));
	await symlink(".git", join(workspace.path, "git-link"));
	await symlink("..", join(workspace.path, "out"));
	await symlink("nowhere", join(workspace.path, "dangling"));
	const before = await contents(workspace.path);
	const reply = await workspace.change("fs.apply_patch", "/fs/patch", { patch, ...(expectedHashes && { expectedHashes }) });
	expect(reply).toMatchObject({ status, body: { error: { code, details } } });
	expect(await contents(workspace.path)).toEqual(before);
	const rows = await runner.audit.find({ chain: workspace.id }).sort({ seq: -1 }).limit(1).toArray();
	expect(rows[0]).toMatchObject({ kind: "outcome", outcome: expect.stringContaining(code) });
});

test("edits that would fill the memory are refused", async ({ runner }) => {
	const workspace = await runner.workspace();
	await fill(workspace, { "a.txt": "a".repeat(100_000) });
	const edits = [{ path: "a.txt", search: "a", replace: "b".repeat(100_000), all: true }];
	const reply = await workspace.change("fs.apply_patch", "/fs/patch", { edits });
	expect(reply).toMatchObject({ status: 413, body: { error: { code: "FILE_TOO_LARGE" } } });
});

test("a change without a grant for exactly this patch changes nothing", async ({ runner }) => {
	const workspace = await runner.workspace();
	await fill(workspace, start);
	const grant = await workspace.grant("fs.apply_patch", { patch: change("a.txt", "a", "A") });
	for (const headers of [{}, { "webhand-grant": grant }]) {
		const reply = await workspace.call("POST", "/fs/patch", { body: { patch: change("a.txt", "a", "B") }, headers });
		expect(reply).toMatchObject({ status: 403, body: { error: { code: "GRANT_INVALID" } } });
	}
	expect(await contents(workspace.path)).toEqual(start);
});

test("two patches of the same files at once: one is applied, the other does not fit", async ({ runner }) => {
	const workspace = await runner.workspace();
	await fill(workspace, start);
	const apply = (to: string, names: readonly string[]) =>
		workspace.change("fs.apply_patch", "/fs/patch", { patch: names.map((name) => change(name, name[0] ?? "", to)).join("") });
	const replies = await Promise.all([apply("1", ["a.txt", "b.txt"]), apply("2", ["b.txt", "a.txt"])]);
	expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
	const winner = replies[0]?.status === 200 ? "1\n" : "2\n";
	expect(await contents(workspace.path)).toEqual({ ...start, "a.txt": winner, "b.txt": winner });
});

test("a file that another program changes meanwhile stays as that program left it", async ({ runner }) => {
	const workspace = await runner.workspace();
	await fill(workspace, start);
	armFailpoints("patch.journaled=delay:500");
	try {
		const patch = patchOf(change("a.txt", "a", "A"), addition("new/c.txt", "c"), change("b.txt", "b", "B"));
		const running = workspace.change("fs.apply_patch", "/fs/patch", { patch });
		const journal = join(runner.environment.DATA_DIR, "patches");
		await poll(async () => (await readdir(journal).catch(() => [])).some((name) => name.endsWith(".json")));
		expect((await stat(journal)).mode & 0o777).toBe(0o700);
		await writeFile(join(workspace.path, "b.txt"), "other\n");
		expect(await running).toMatchObject({
			status: 409,
			body: { error: { code: "HASH_MISMATCH", details: { currentHash: hashOf("other\n") } } },
		});
		expect(await readdir(journal)).toEqual([]);
	} finally {
		armFailpoints("");
	}
	expect(await contents(workspace.path)).toEqual({ ...start, "b.txt": "other\n" });
	expect(await readdir(workspace.path)).toEqual([".git", "a.txt", "b.txt", "twice.txt"]);
});

test("what a crash between two files leaves is undone at the next start", async ({ runner }) => {
	const workspace = await runner.workspace();
	const before = { ...start, "gone.txt": "gone\n", "later.txt": "later\n" };
	await fill(workspace, before);
	await chmod(join(workspace.path, "a.txt"), 0o640);
	const patch = patchOf(
		change("a.txt", "a", "A"),
		addition("new/deep/c.txt", "c"),
		removal("gone.txt", "gone"),
		change("later.txt", "later", "L"),
	);
	const startRunner = async (failpoints: string) => {
		const port = await freePort();
		const env = {
			...runner.environment,
			PORT: String(port),
			FAILPOINTS: failpoints,
			DATA_DIR: join(runner.folder, "crashed"),
			LOG_LEVEL: "error",
		};
		const args = ["--conditions=@webhand/source", join(import.meta.dirname, "../src/main.ts")];
		const server = await startProcess({ name: "tool-runner", command: process.execPath, args, env });
		const url = `http://127.0.0.1:${port}`;
		await poll(
			() =>
				fetch(`${url}/readyz`).then(
					({ ok }) => ok,
					() => false,
				),
			{ limitMs: 60_000 },
		);
		return { url, server };
	};
	// The fourth rename does not happen any more.
	const dying = await startRunner("patch.renamed=kill");
	const grant = await workspace.grant("fs.apply_patch", { patch });
	const headers = { ...runner.user.headers, "webhand-grant": grant, "content-type": "application/json" };
	const address = `${dying.url}/v1/workspaces/${workspace.id}/fs/patch`;
	await expect(fetch(address, { method: "POST", headers, body: JSON.stringify({ patch }) })).rejects.toThrow();
	expect((await dying.server.ended).signal).toBe("SIGKILL");
	const left = await contents(workspace.path);
	expect(left).toMatchObject({ "a.txt": "A\n", "gone.txt": "gone\n" });
	expect(Object.keys(left).length).toBeGreaterThan(Object.keys(before).length);
	// Another program works on meanwhile; what it wrote is not undone.
	await writeFile(join(workspace.path, "b.txt"), "mine\n");

	const healthy = await startRunner("");
	expect(await contents(workspace.path)).toEqual({ ...before, "b.txt": "mine\n" });
	expect((await stat(join(workspace.path, "a.txt"))).mode & 0o777).toBe(0o640);
	expect(await readdir(workspace.path)).not.toContain("new");
	expect(await readdir(join(runner.folder, "crashed/patches"))).toEqual([]);
	await healthy.server.stop();
});
