import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { reachableProgram } from "../src/sandbox/toolchain.ts";
import { installedRipgrep } from "../src/status/programs.ts";
import type { Reply, TestWorkspace } from "./runner.ts";
import { test as base } from "./runner.ts";

type Found = {
	readonly matches: readonly { path: string; line: number; column: number; text: string; before: string[]; after: string[] }[];
	readonly paths: readonly { path: string; size: number; mtime: string }[];
	readonly truncated: boolean;
	readonly truncatedReason: string | null;
};

async function fill({ path }: Pick<TestWorkspace, "path">, files: Readonly<Record<string, string | Buffer>>): Promise<void> {
	for (const [name, content] of Object.entries(files)) {
		await mkdir(dirname(join(path, name)), { recursive: true });
		await writeFile(join(path, name), content);
	}
}

const test = base.extend("workspace", { scope: "file" }, async ({ runner }) => {
	const workspace = await runner.workspace();
	await writeFile(join(runner.folder, "secret.txt"), "needle canary\n");
	await fill(workspace, {
		"a.txt": "one needle\ntwo\nthree Needle\n",
		"src/b.ts": "before\r\nä😀 needle(x)\r\nafter\r\n",
		"src/deep/c.ts": "needle\n",
		"latin.txt": Buffer.from("caf\xe9 needle\n", "latin1"),
		"-": "needle of a dash\n",
		"--pre=x": "needle of an option\n",
		".hidden": "needle hidden\n",
		".gitignore": "ignored.txt\n",
		"ignored.txt": "needle ignored\n",
		".git/config": "needle of git\n",
		"sub/.GIT/x": "needle of git\n",
		"huge.txt": `${"x".repeat(3_000_000)}needle${"y".repeat(1_000_000)}\n`,
		"large.bin": `needle\n${"z".repeat(5_300_000)}`,
	});
	await symlink(join(runner.folder, "secret.txt"), join(workspace.path, "leaf-out"));
	await symlink("..", join(workspace.path, "folder-out"));
	await symlink("src", join(workspace.path, "folder-in"));
	await symlink("loop", join(workspace.path, "loop"));
	const search = async (body: object): Promise<Reply & { readonly found: Found }> => {
		const reply = await workspace.call("POST", "/search", { body });
		return { ...reply, found: reply.body as Found };
	};
	return { ...workspace, search };
});

const grep = { type: "grep", pattern: "needle" };

test("grep finds lines with their places, by path and line", async ({ workspace, runner }) => {
	const { status, found } = await workspace.search({ ...grep, context: 1 });
	expect(status).toBe(200);
	expect(found.matches.map(({ path, line, column }) => [path, line, column])).toEqual([
		["-", 1, 1],
		["--pre=x", 1, 1],
		[".hidden", 1, 1],
		["a.txt", 1, 5],
		["huge.txt", 1, 501],
		["latin.txt", 1, 6],
		["src/b.ts", 2, 5],
		["src/deep/c.ts", 1, 1],
	]);
	expect(found).toMatchObject({ truncated: false, truncatedReason: null });
	expect(found.matches[6]).toMatchObject({
		text: "ä😀 needle(x)",
		submatches: [{ start: 4, end: 10 }],
		before: ["before"],
		after: ["after"],
	});
	expect(found.matches[4]?.text.length).toBe(2_000);
	expect(found.matches[5]?.text).toBe("caf\ufffd needle");
	expect(JSON.stringify(found)).not.toContain("canary");
	expect(await runner.audit.countDocuments({ chain: workspace.id, action: "search.grep", kind: "read", outcome: "ok" })).toBeGreaterThan(0);
});

test.for([
	{ wish: "other letters", body: { ...grep, path: "a.txt", caseSensitive: false }, paths: ["a.txt", "a.txt"] },
	{ wish: "hidden files", body: { ...grep, glob: [".hidden"] }, paths: [".hidden"] },
	{ wish: "no hidden files", body: { ...grep, pattern: "needle hidden", hidden: false }, paths: [] },
	{
		wish: "hidden files, and .git all the same",
		body: { ...grep, hidden: true, noIgnore: true, glob: ["**/.git/**", "**/.GIT/**"] },
		paths: [],
	},
	{ wish: "ignored files", body: { ...grep, noIgnore: true, glob: ["ignored.*"] }, paths: ["ignored.txt"] },
	{ wish: "a folder behind a link inside", body: { ...grep, path: "folder-in/deep" }, paths: ["src/deep/c.ts"] },
	{ wish: "a text that is no expression", body: { ...grep, pattern: "needle(x", regex: false }, paths: ["src/b.ts"] },
	{ wish: "a dash", body: { ...grep, pattern: "-", regex: false }, paths: [] },
	{ wish: "a file called like an option", body: { ...grep, path: "--pre=x" }, paths: ["--pre=x"] },
	{ wish: "a file called -", body: { ...grep, path: "-" }, paths: ["-"] },
	{ wish: "a pattern like an option", body: { ...grep, pattern: "--pre=touch /tmp/x" }, paths: [] },
	{ wish: "a glob like an option", body: { ...grep, glob: ["--files"] }, paths: [] },
	{ wish: "an expression at the end of CRLF lines", body: { ...grep, pattern: "\\)$" }, paths: ["src/b.ts"] },
	{ wish: "an expression that explodes elsewhere", body: { ...grep, pattern: "(x+x+)+z$" }, paths: [] },
])("grep takes $wish", async ({ body, paths }, { workspace }) => {
	const { status, found } = await workspace.search(body);
	expect(status).toBe(200);
	expect(found.matches.map(({ path }) => path)).toEqual(paths);
});

test("glob finds names with sizes and times, and never a link", async ({ workspace }) => {
	const { status, found } = await workspace.search({ type: "glob", pattern: "*.ts" });
	expect(status).toBe(200);
	const { size, mtime } = await stat(join(workspace.path, "src/b.ts"));
	expect(found.paths).toEqual([
		{ path: "src/b.ts", size, mtime: mtime.toISOString() },
		{ path: "src/deep/c.ts", size: 7, mtime: expect.any(String) },
	]);
	const all = await workspace.search({ type: "glob", pattern: "**", hidden: true, noIgnore: true });
	expect(all.found.paths.map(({ path }) => path)).toEqual(
		"- --pre=x .gitignore .hidden a.txt huge.txt ignored.txt large.bin latin.txt src/b.ts src/deep/c.ts".split(" "),
	);
	const some = await workspace.search({ type: "glob", pattern: "**", maxResults: 2 });
	expect(some.found).toMatchObject({ truncated: true, truncatedReason: "matches" });
	expect(some.found.paths).toHaveLength(2);
});

test.for([
	{ name: "look-ahead", body: { ...grep, pattern: "a(?=b)" }, status: 400, code: "SEARCH_PATTERN_INVALID", details: { position: 1 } },
	{ name: "a reference back", body: { ...grep, pattern: "(a)\\1" }, status: 400, code: "SEARCH_PATTERN_INVALID", details: { position: 3 } },
	{ name: "an open group", body: { ...grep, pattern: "a(b" }, status: 400, code: "SEARCH_PATTERN_INVALID", details: {} },
	{
		name: "an expression too large",
		body: { ...grep, pattern: "(\\w{1000}){1000}" },
		status: 400,
		code: "SEARCH_PATTERN_INVALID",
		details: {},
	},
	{ name: "NUL", body: { ...grep, pattern: "a\0" }, status: 400, code: "SEARCH_PATTERN_INVALID", details: { position: 1 } },
	{ name: "an open brace", body: { type: "glob", pattern: "{a,b" }, status: 400, code: "SEARCH_PATTERN_INVALID", details: {} },
	{ name: "a brace bomb", body: { type: "glob", pattern: "{a,b}".repeat(20) }, status: 400, code: "SEARCH_PATTERN_INVALID", details: {} },
	{ name: "an absolute glob", body: { ...grep, glob: ["/etc/*"] }, status: 403, code: "PATH_NOT_ALLOWED", details: { reason: "absolute" } },
	{
		name: "a glob that leads up",
		body: { type: "glob", pattern: "../*" },
		status: 403,
		code: "PATH_NOT_ALLOWED",
		details: { reason: "parent" },
	},
	{ name: "a path that leads up", body: { ...grep, path: "../x" }, status: 403, code: "PATH_NOT_ALLOWED", details: { reason: "parent" } },
	{
		name: "a link that leads out",
		body: { ...grep, path: "leaf-out" },
		status: 403,
		code: "PATH_NOT_ALLOWED",
		details: { reason: "outside" },
	},
	{
		name: "a folder link that leads out",
		body: { ...grep, path: "folder-out" },
		status: 403,
		code: "PATH_NOT_ALLOWED",
		details: { reason: "outside" },
	},
	{ name: "a loop of links", body: { ...grep, path: "loop" }, status: 400, code: "LINK_LOOP", details: undefined },
	{
		name: "the folder of git",
		body: { ...grep, path: ".git/config" },
		status: 403,
		code: "PATH_NOT_ALLOWED",
		details: { reason: "protected" },
	},
	{ name: "a path that is missing", body: { ...grep, path: "none" }, status: 404, code: "FILE_NOT_FOUND", details: undefined },
	{ name: "an empty pattern", body: { ...grep, pattern: "" }, status: 400, code: "VALIDATION_ERROR", details: expect.anything() },
])("a search with $name is refused", async ({ body, status, code, details }, { workspace }) => {
	const reply = await workspace.search(body);
	expect(reply).toMatchObject({ status, body: { error: { code, ...(details && { details }) } } });
});

test("a search ends at its limits", async ({ runner }) => {
	const workspace = await runner.workspace();
	const many = "needle\n".repeat(5_000);
	const long = `needle ${"x".repeat(1_993)}\n`.repeat(2_400);
	await fill(workspace, { "many.txt": many, "long.txt": long, "dense.txt": "n".repeat(300_000) });
	const search = async (body: object) => (await workspace.call("POST", "/search", { body })).body as Found;
	const few = await search({ ...grep, path: "many.txt", maxResults: 3 });
	expect([few.matches.map(({ line }) => line), few.truncatedReason]).toEqual([[1, 2, 3], "matches"]);
	const exact = await search({ ...grep, path: "long.txt", glob: ["*.txt"], maxResults: 2_000 });
	expect([exact.truncated, exact.truncatedReason]).toEqual([true, "matches"]);
	const around = await search({ ...grep, path: "long.txt", maxResults: 2_000, context: 5 });
	expect([around.truncated, around.truncatedReason]).toEqual([true, "bytes"]);
	expect(JSON.stringify(around).length).toBeLessThan(5_000_000);
	// One record of more than 8 MiB: 300,000 hits in one line.
	expect(await search({ ...grep, pattern: "n", path: "dense.txt" })).toMatchObject({
		matches: [{ path: "dense.txt", line: 1, column: 1 }],
		truncated: true,
		truncatedReason: "bytes",
	});
	// So many that ripgrep itself runs out of memory.
	await fill(workspace, { "denser.txt": "n".repeat(6_000_000) });
	expect(await search({ ...grep, pattern: "n", path: "denser.txt" })).toMatchObject({ truncated: true, truncatedReason: "bytes" });
});

test.for([
	{ onDisk: "re\u0301sume\u0301.txt", typed: "r\u00e9sum\u00e9.txt" },
	{ onDisk: "Bildschirmfoto um 3.04.05\u202fPM.png", typed: "Bildschirmfoto um 3.04.05 PM.png" },
	{ onDisk: "a\u00a0b", typed: "a b" },
])("$typed is found as people type it", async ({ onDisk, typed }, { runner }) => {
	const workspace = await runner.workspace();
	await fill(workspace, { [`d\u00a0e/${onDisk}`]: "needle\n", [`.github/${onDisk}`]: "" });
	const found = async (pattern: string) =>
		((await workspace.call("POST", "/search", { body: { type: "glob", pattern } })).body as Found).paths.map(({ path }) => path);
	expect(await found(typed)).toEqual([`.github/${onDisk}`, `d\u00a0e/${onDisk}`]);
	expect(await found(`d e/${typed}`)).toEqual([`d\u00a0e/${onDisk}`]);
	expect((await workspace.call("GET", `/fs/read?path=${encodeURIComponent(`d e/${typed}`)}`)).body).toMatchObject({ content: "needle\n" });
	const write = await workspace.change("fs.write", "/fs/write", { path: `d e/${typed}`, content: "new" });
	expect(write).toMatchObject({ status: 200, body: { created: false } });
	// Two that are typed alike: neither is meant.
	await fill(workspace, { "x\u00a0y": "1", "x\u202fy": "2" });
	expect((await workspace.call("GET", "/fs/read?path=x%20y")).status).toBe(404);
	expect((await workspace.change("fs.delete", "/fs/delete", { path: `d e/${typed}` })).status).toBe(200);
	expect(await found(`d e/*`)).toEqual([]);
});

test("ripgrep behind a folder of root alone is copied once to where the sandbox reaches it", async ({ runner }) => {
	const path = (await installedRipgrep()) ?? "";
	const closed = await mkdtemp(join(tmpdir(), "webhand-closed-"));
	try {
		await chmod(closed, 0o700);
		await writeFile(join(closed, "rg"), "#!/bin/sh\n", { mode: 0o755 });
		const folder = join(runner.folder, "toolchains");
		const copy = await reachableProgram(join(closed, "rg"), folder);
		expect(copy.startsWith(folder)).toBe(true);
		expect(await reachableProgram(join(closed, "rg"), folder)).toBe(copy);
		expect(await readdir(folder)).toHaveLength(1);
		expect((await stat(copy)).mode & 0o777).toBe(0o755);
		expect(await reachableProgram("/usr/bin/env", folder)).toBe("/usr/bin/env");
		expect(path).toContain("ripgrep");
	} finally {
		await rm(closed, { recursive: true });
	}
});

test("lines with very many hits are cut before they hold up others", async ({ runner }) => {
	const workspace = await runner.workspace();
	await fill(workspace, Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}.txt`, `${"a".repeat(140_000)}\n`])));
	const { status, body } = await workspace.call("POST", "/search", { body: { type: "grep", pattern: "a" } });
	expect([status, body]).toMatchObject([200, { truncated: true, truncatedReason: "bytes" }]);
});
