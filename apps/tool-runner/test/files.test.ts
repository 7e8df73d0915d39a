import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { chmod, lstat, mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ErrorBody } from "@webhand/contracts/errors";
import type { FileEntry } from "@webhand/contracts/tools/files";
import { poll } from "@webhand/testing/poll";
import { describe, expect } from "vitest";
import type { Reply, TestWorkspace } from "./runner.ts";
import { test as base } from "./runner.ts";

const test = base.extend("space", async ({ runner }) => await runner.workspace());

const full = base.extend("settings", { scope: "file" }, () => ({ AGENT_TOOLS_LEAST_FREE_MIB: String(2 ** 40) }));

const sha256 = (content: string | Buffer) => `sha256:${createHash("sha256").update(content).digest("hex")}`;
const write = (space: TestWorkspace, body: object) => space.change("fs.write", "/fs/write", body);
const read = (space: TestWorkspace, query: Record<string, string>) => space.call("GET", `/fs/read?${new URLSearchParams(query)}`);
const remove = (space: TestWorkspace, body: object) => space.change("fs.delete", "/fs/delete", body);
const codeOf = ({ body }: Reply) => ErrorBody.parse(body).error.code;

/** All entries of a folder, page by page. */
async function listAll(space: TestWorkspace, query: Record<string, string>, onPage = async (_page: number) => {}): Promise<string[]> {
	const paths: string[] = [];
	let cursor: string | null = "";
	for (let page = 0; cursor !== null; page += 1) {
		const { body } = await space.call("GET", `/fs/list?${new URLSearchParams({ ...query, ...(cursor && { cursor }) })}`);
		const reply = body as { entries: FileEntry[]; nextCursor: string | null };
		paths.push(...reply.entries.map(({ path }) => path));
		cursor = reply.nextCursor;
		await onPage(page);
	}
	return paths;
}

test("a file is written, listed, read and deleted", async ({ space }) => {
	expect(await space.change("fs.mkdir", "/fs/mkdir", { path: "src/deep" })).toMatchObject({
		status: 201,
		body: { path: "src/deep", created: true },
	});
	expect(await space.change("fs.mkdir", "/fs/mkdir", { path: "src/deep" })).toMatchObject({ status: 200, body: { created: false } });
	const written = await write(space, { path: "src/a.txt", content: "one\ntwo\n" });
	expect(written).toMatchObject({
		status: 201,
		body: { created: true, bytes: 8, hash: sha256("one\ntwo\n"), previousHash: null, diff: { type: "create", linesAdded: 2 } },
	});
	expect((await space.call("GET", "/fs/list?path=src")).body).toMatchObject({
		workspaceId: space.id,
		path: "src",
		entries: [
			{ name: "a.txt", path: "src/a.txt", type: "file", size: 8, executable: false },
			{ name: "deep", type: "dir" },
		],
		truncated: false,
		nextCursor: null,
	});
	expect((await read(space, { path: "src/a.txt" })).body).toMatchObject({
		content: "one\ntwo\n",
		hash: sha256("one\ntwo\n"),
		eol: "lf",
		bom: false,
	});
	expect((await remove(space, { path: "src", recursive: true })).body).toEqual({
		path: "src",
		type: "dir",
		entriesDeleted: 3,
		deletionId: null,
	});
	expect(await readdir(space.path)).toEqual([]);
});

describe("read", () => {
	test.for([
		["text", Buffer.from("é\r\n"), { encoding: "utf8", content: "é\r\n", eol: "crlf", bytes: 4, truncated: false }],
		["a byte order mark", Buffer.from("\ufeffa"), { encoding: "utf8", content: "\ufeffa", bom: true }],
		["other bytes", Buffer.from([0xff, 0xfe]), { encoding: "base64", content: "//4=" }],
		["NUL", Buffer.from("a\0b"), { encoding: "base64", content: "YQBi" }],
		["nothing", Buffer.alloc(0), { encoding: "utf8", content: "", bytes: 0, truncated: false, hash: sha256("") }],
		["mixed line ends", Buffer.from("a\nb\r\n"), { eol: "mixed" }],
	] as const)("a file of %s comes whole, with its facts", async ([, content, facts], { space }) => {
		await writeFile(join(space.path, "file"), content);
		expect((await read(space, { path: "file" })).body).toMatchObject({ size: content.length, ...facts });
	});

	test("a text of 5 MB comes in slices that cut no character", async ({ space }) => {
		const text = "aé€🙂 and more of it\n".repeat(200_000);
		await writeFile(join(space.path, "big.txt"), text);
		const parts: string[] = [];
		for (let offset = 0, truncated = true; truncated; ) {
			const { body } = await read(space, { path: "big.txt", offset: String(offset), limit: "1048576" });
			const slice = body as { content: string; encoding: string; bytes: number; truncated: boolean; hash: string };
			expect([slice.encoding, slice.hash]).toEqual(["utf8", sha256(text)]);
			parts.push(slice.content);
			offset += slice.bytes;
			truncated = slice.truncated;
		}
		expect(parts.join("") === text).toBe(true);
	});

	test("lines are read by number, also far behind in a file too large for a hash", async ({ space }) => {
		await writeFile(join(space.path, "log"), "0123456789 a line\n".repeat(600_000));
		const { body } = await read(space, { path: "log", fromLine: "599999", lines: "5" });
		expect(body).toMatchObject({ content: "0123456789 a line\n".repeat(2), offset: 599_998 * 18, truncated: false, hash: null });
		expect((await read(space, { path: "log", fromLine: "3", lines: "1" })).body).toMatchObject({ offset: 36, bytes: 18, truncated: true });
	});
});

describe("list", () => {
	test("pages hold every entry once, by the bytes of names, while the folder changes", async ({ space }) => {
		const kept = ["B", "a", "a-b", "a/1", "a/b", "a/b/c", "é", "zz"];
		await mkdir(join(space.path, "a", "b"), { recursive: true });
		for (const name of ["B", "a-b", "é", "zz", "a/1", "a/b/c", "gone"]) await writeFile(join(space.path, name), "");
		const paths = await listAll(space, { depth: "5", limit: "2" }, async (page) => {
			await writeFile(join(space.path, `0-new-${page}`), "");
			await rm(join(space.path, "gone"), { force: true });
		});
		expect(paths).toEqual(["B", "a", "a/1", "a/b", "a/b/c", "a-b", "zz", "é"]);
		expect([...paths].sort()).toEqual([...kept].sort());
	});

	test("a folder of 12,000 entries ends at 10,000, and says so", async ({ space }) => {
		const names = Array.from({ length: 12_000 }, (_, index) => `f${index}`);
		for (const name of names) writeFileSync(join(space.path, name), "");
		expect(await listAll(space, { limit: "1000" })).toHaveLength(10_000);
		expect((await space.call("GET", "/fs/list?limit=5")).body).toMatchObject({ truncated: true });
	});

	test("hidden names, links and executables are shown for what they are", async ({ space }) => {
		await writeFile(join(space.path, ".env"), "");
		await writeFile(join(space.path, "run.sh"), "", { mode: 0o755 });
		await symlink("run.sh", join(space.path, "to-run"));
		expect((await space.call("GET", "/fs/list?hidden=false")).body).toMatchObject({
			entries: [
				{ name: "run.sh", executable: true },
				{ name: "to-run", type: "link", linkTarget: "run.sh" },
			],
		});
		expect(await listAll(space, {})).toEqual([".env", "run.sh", "to-run"]);
	});

	test("a name that is no UTF-8 is listed as other, and its folder goes with it", async ({ space }) => {
		await mkdir(join(space.path, "folder"));
		await writeFile(Buffer.concat([Buffer.from(join(space.path, "folder/")), Buffer.from([0x61, 0xff])]), "");
		expect((await space.call("GET", "/fs/list?path=folder")).body).toMatchObject({ entries: [{ name: "a\ufffd", type: "other" }] });
		expect((await remove(space, { path: "folder", recursive: true })).body).toMatchObject({ entriesDeleted: 2 });
	});

	test("a temporary file that a crash left is never listed, and removed once it is old", async ({ space }) => {
		const [fresh, old] = ["0", "1"].map((digit) => join(space.path, `.webhand-${digit.repeat(32)}.tmp`)) as [string, string];
		await writeFile(fresh, "");
		await writeFile(old, "");
		await utimes(old, new Date(0), new Date(0));
		expect(await listAll(space, {})).toEqual([]);
		expect(await readdir(space.path)).toEqual([fresh.slice(space.path.length + 1)]);
	});

	test("a cursor of somebody else is refused by its name", async ({ space }) => {
		const reply = await space.call("GET", "/fs/list?cursor=%20");
		expect(reply).toMatchObject({ status: 400, body: { error: { details: { fields: [{ field: "cursor" }] } } } });
	});
});

describe("write", () => {
	const seen = "before\n";
	test.for([
		["the hash that was read", { expectedHash: sha256(seen) }, 200, { created: false, previousHash: sha256(seen) }],
		["no expectation", {}, 200, { created: false, previousHash: sha256(seen), diff: { type: "modify", linesAdded: 1, linesRemoved: 1 } }],
		["another hash", { expectedHash: sha256("other") }, 409, { error: { code: "HASH_MISMATCH", details: { currentHash: sha256(seen) } } }],
		["the wish for a new file", { expectedHash: null }, 409, { error: { code: "ALREADY_EXISTS" } }],
		["a dry run", { dryRun: true }, 200, { created: false, diff: { type: "modify" } }],
	] as const)("over a file with %s", async ([, wish, status, body], { space }) => {
		await writeFile(join(space.path, "a.sh"), seen, { mode: 0o755 });
		await chmod(join(space.path, "a.sh"), 0o751);
		const reply = await write(space, { path: "a.sh", content: "after\n", ...wish });
		expect(reply).toMatchObject({ status, body });
		const isWritten = status === 200 && !("dryRun" in wish);
		expect(await readFile(join(space.path, "a.sh"), "utf8")).toBe(isWritten ? "after\n" : seen);
		expect((await lstat(join(space.path, "a.sh"))).mode & 0o7777).toBe(0o751);
		expect(await readdir(space.path)).toEqual(["a.sh"]);
	});

	test.for([
		["with its folders", { path: "a/b/new.txt" }, 201, { path: "a/b/new.txt", created: true }],
		["that must be new", { path: "new.txt", expectedHash: null }, 201, { created: true }],
		["without its folders", { path: "a/new.txt", createParents: false }, 404, { error: { code: "FILE_NOT_FOUND" } }],
		[
			"that was deleted meanwhile",
			{ path: "new.txt", expectedHash: sha256("x") },
			409,
			{ error: { code: "HASH_MISMATCH", details: { currentHash: null } } },
		],
		["as a dry run", { path: "a/b/new.txt", dryRun: true }, 200, { created: true, diff: { type: "create" } }],
		["of bytes", { path: "new.bin", content: "//4=", encoding: "base64" }, 201, { bytes: 2, hash: sha256(Buffer.from([0xff, 0xfe])) }],
		[
			"of no base64",
			{ path: "new.bin", content: "!", encoding: "base64" },
			400,
			{ error: { details: { fields: [{ field: "content" }] } } },
		],
		["above 1 MiB", { path: "new.bin", content: "a".repeat(1_048_577) }, 413, { error: { code: "FILE_TOO_LARGE" } }],
	] as const)("a file %s", async ([, body, status, expected], { space }) => {
		expect(await write(space, { content: "text", ...body })).toMatchObject({ status, body: expected });
		if (status !== 201) expect(await readdir(space.path)).toEqual([]);
		else expect((await lstat(join(space.path, body.path))).mode & 0o777).toBe(0o644);
	});

	test("what is made belongs to the owner of the workspace", async ({ space }) => {
		await write(space, { path: "made/by/us.txt", content: "" });
		const { uid, gid } = await lstat(space.path);
		for (const path of ["made", "made/by", "made/by/us.txt"]) expect(await lstat(join(space.path, path))).toMatchObject({ uid, gid });
		expect((await lstat(join(space.path, "made"))).mode & 0o777).toBe(0o755);
	});

	test("links that stay inside are written through, and stay links", async ({ space }) => {
		await mkdir(join(space.path, "real"));
		await writeFile(join(space.path, "real", "a.txt"), "old");
		await symlink("real/a.txt", join(space.path, "link"));
		expect((await write(space, { path: "link", content: "new" })).status).toBe(200);
		expect(await readFile(join(space.path, "real", "a.txt"), "utf8")).toBe("new");
		expect((await lstat(join(space.path, "link"))).isSymbolicLink()).toBe(true);
	});

	test("of twenty writers who saw the same file one wins", async ({ space }) => {
		await writeFile(join(space.path, "a.txt"), seen);
		await symlink("a.txt", join(space.path, "link"));
		const replies = await Promise.all(
			Array.from({ length: 20 }, (_, index) =>
				write(space, { path: index % 2 === 0 ? "a.txt" : "link", content: `writer ${index}`, expectedHash: sha256(seen) }),
			),
		);
		expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
		const [winner] = replies.filter(({ status }) => status === 200);
		expect(winner?.body).toMatchObject({ hash: sha256(await readFile(join(space.path, "a.txt"))) });
	});

	test("a read-only workspace is only looked at", async ({ runner }) => {
		const space = await runner.workspace({ readOnly: true });
		expect(codeOf(await write(space, { path: "a", content: "" }))).toBe("WORKSPACE_READ_ONLY");
		expect((await space.call("POST", "/fs/write", { body: { path: "a", content: "", dryRun: true } })).status).toBe(200);
		expect(await readdir(space.path)).toEqual([]);
	});

	test("without a grant nothing is written", async ({ space }) => {
		expect(codeOf(await space.call("POST", "/fs/write", { body: { path: "a", content: "" } }))).toBe("GRANT_INVALID");
		expect(await readdir(space.path)).toEqual([]);
	});

	test("the audit has hashes and no content", async ({ runner, space }) => {
		await write(space, { path: "a.txt", content: "a secret text" });
		const rows = await runner.audit.find({ chain: space.id }).sort({ seq: 1 }).toArray();
		expect(rows).toMatchObject([
			{ kind: "intent" },
			{ kind: "outcome", outcome: "ok", bytes: 13, beforeHash: null, afterHash: sha256("a secret text") },
		]);
		expect(JSON.stringify(rows)).not.toContain("a secret text");
	});
});

describe("delete", () => {
	test.for([
		["a file", { path: "a.txt" }, 200, { type: "file", entriesDeleted: 1 }],
		["a file as it was read", { path: "a.txt", expectedHash: sha256("text") }, 200, { type: "file" }],
		[
			"a file that changed",
			{ path: "a.txt", expectedHash: sha256("old") },
			409,
			{ error: { code: "HASH_MISMATCH", details: { currentHash: sha256("text") } } },
		],
		["a full folder", { path: "full" }, 409, { error: { code: "DIRECTORY_NOT_EMPTY" } }],
		["a full folder with all in it", { path: "full", recursive: true }, 200, { type: "dir", entriesDeleted: 2 }],
		["an empty folder", { path: "empty" }, 200, { type: "dir", entriesDeleted: 1 }],
		["what is not there", { path: "none" }, 404, { error: { code: "FILE_NOT_FOUND" } }],
	] as const)("%s", async ([, body, status, expected], { space }) => {
		for (const folder of ["full", "empty"]) await mkdir(join(space.path, folder));
		for (const file of ["a.txt", "full/b.txt"]) await writeFile(join(space.path, file), "text");
		const before = await readdir(space.path);
		expect(await remove(space, body)).toMatchObject({ status, body: expected });
		expect(await readdir(space.path)).toEqual(before.filter((name) => status !== 200 || name !== body.path));
	});

	/** Files in folders of 500. */
	const plant = async (space: TestWorkspace, count: number) => {
		for (let at = 0; at < count; at += 500) {
			await mkdir(join(space.path, "big", String(at)), { recursive: true });
			for (let index = 0; index < 500; index += 1) writeFileSync(join(space.path, "big", String(at), String(index)), "");
		}
	};

	test("above 5,000 entries it goes on in the background, and only its owner sees how far it is", async ({ runner, space }) => {
		await plant(space, 5_000);
		const { status, body } = await remove(space, { path: "big", recursive: true });
		const { deletionId } = body as { deletionId: string };
		expect([status, deletionId]).toEqual([200, expect.stringMatching(/^del_/)]);
		const ended = await poll(async () => {
			const deletion = await space.call("GET", `/fs/deletions/${deletionId}`);
			return (deletion.body as { state: string }).state === "done" && deletion.body;
		});
		expect(ended).toMatchObject({ id: deletionId, path: "big", state: "done", entries: 5_011, entriesDeleted: 5_011, error: null });
		expect(await readdir(space.path)).toEqual([]);
		await expect.poll(() => runner.audit.countDocuments({ chain: space.id, kind: "outcome", outcome: "ok" })).toBe(1);
		const other = await runner.workspace();
		expect((await other.call("GET", `/fs/deletions/${deletionId}`)).status).toBe(404);
	});

	test("a repository deep inside keeps everything where it is", async ({ space }) => {
		await plant(space, 1_000);
		await mkdir(join(space.path, "big", "500", "sub", ".Git"), { recursive: true });
		expect(codeOf(await remove(space, { path: "big", recursive: true }))).toBe("PATH_NOT_ALLOWED");
		expect(await readdir(join(space.path, "big", "0"))).toHaveLength(500);
	});

	test("a deletion whose runner died becomes failed, and says what to do", async ({ mongo, runner, space }) => {
		const row = { tenantId: runner.user.tenantId, workspaceId: space.id, userId: runner.user.userId, path: "big", state: "running" };
		const _id = `del_${"d".repeat(22)}`;
		const facts = {
			entries: 9_000,
			entriesDeleted: 4_000,
			error: null,
			heartbeatAt: new Date(Date.now() - 31_000),
			expireAt: new Date(Date.now() + 60_000),
		};
		await mongo.db.collection<{ _id: string }>("deletions").insertOne({ _id, ...row, ...facts });
		expect((await space.call("GET", `/fs/deletions/${_id}`)).body).toMatchObject({
			state: "failed",
			entriesDeleted: 4_000,
			error: { code: "SERVICE_UNAVAILABLE", message: expect.stringContaining("delete it again") },
		});
	});
});

full("a disk that is almost full takes nothing and lets go of what is there", async ({ runner }) => {
	const space = await runner.workspace();
	await writeFile(join(space.path, "a.txt"), "");
	expect(await write(space, { path: "b.txt", content: "" })).toMatchObject({ status: 507, body: { error: { code: "STORAGE_FULL" } } });
	expect((await space.change("fs.mkdir", "/fs/mkdir", { path: "b" })).status).toBe(507);
	expect((await read(space, { path: "a.txt" })).status).toBe(200);
	expect((await remove(space, { path: "a.txt" })).status).toBe(200);
});
