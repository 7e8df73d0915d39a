import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { codeOf, test } from "./host.ts";

test("a person lists, reads, writes, patches, makes and deletes files on the server host", async ({ host }) => {
	const { id: workspaceId, path } = await host.workspace({ "tea.txt": "green\n" });
	const list = await host.call("GET", "/fs/list", { query: { workspaceId } });
	expect([list.status, list.body]).toMatchObject([200, { workspaceId, entries: [{ name: "tea.txt", type: "file", size: 6 }] }]);
	const read = await host.call("GET", "/fs/read", { query: { workspaceId, path: "tea.txt" } });
	expect([read.status, read.body]).toMatchObject([200, { content: "green\n", encoding: "utf8" }]);

	const shown = await host.call("POST", "/fs/write", { body: { workspaceId, path: "tea.txt", content: "black\n", dryRun: true } });
	expect([shown.status, shown.body]).toMatchObject([200, { created: false, diff: { linesAdded: 1, linesRemoved: 1 } }]);
	expect(readFileSync(join(path, "tea.txt"), "utf8")).toBe("green\n");
	const changed = await host.call("POST", "/fs/write", { body: { workspaceId, path: "tea.txt", content: "black\n" } });
	expect([changed.status, changed.body["created"]]).toEqual([200, false]);
	const made = await host.call("POST", "/fs/write", { body: { workspaceId, path: "new.txt", content: "oolong\n", expectedHash: null } });
	expect([made.status, made.body["created"]]).toEqual([201, true]);
	const edits = [{ path: "new.txt", search: "oolong", replace: "white" }];
	const patched = await host.call("POST", "/fs/patch", { body: { workspaceId, edits } });
	expect([patched.status, patched.body]).toMatchObject([200, { applied: true, files: [{ path: "new.txt", type: "modify" }] }]);
	expect(readFileSync(join(path, "new.txt"), "utf8")).toBe("white\n");
	expect((await host.call("POST", "/fs/mkdir", { body: { workspaceId, path: "a/b" } })).status).toBe(201);
	expect((await host.call("POST", "/fs/mkdir", { body: { workspaceId, path: "a/b" } })).body).toMatchObject({ created: false });
	const gone = await host.call("POST", "/fs/delete", { body: { workspaceId, path: "a", recursive: true } });
	expect([gone.status, gone.body]).toMatchObject([200, { type: "dir", deletionId: null }]);
	expect(existsSync(join(path, "a"))).toBe(false);
});

test("each change has its approval, its grant and its rows in the history and the audit; a look has no approval", async ({ host }) => {
	const { id: workspaceId } = await host.workspace();
	const secret = "the password is Xy7!qwerty";
	await host.call("POST", "/fs/write", { body: { workspaceId, path: "plan.txt", content: `${secret}\n` } });
	await host.call("GET", "/fs/read", { query: { workspaceId, path: "plan.txt" } });
	const [approval, ...more] = await host.approvals.find({ workspaceId }).toArray();
	expect(more).toEqual([]);
	expect(approval).toMatchObject({
		tenantId: host.user.tenantId,
		userId: host.user.userId,
		toolName: "fs.write",
		tier: "batch",
		status: "approved",
		scope: "once",
		decidedBy: "caller",
		usesLeft: 0,
		outcome: "ok",
		args: { path: "plan.txt", content: "27 characters" },
	});
	const calls = await host.toolCalls.find({ workspaceId }, { sort: { at: 1 } }).toArray();
	expect(calls.map(({ name, status, result, approvalId }) => [name, status, result, approvalId])).toEqual([
		["fs.write", "completed", "created, 27 B", approval?._id],
		["fs.read", "completed", "27 B", undefined],
	]);
	expect(JSON.stringify([approval, calls])).not.toContain("Xy7!qwerty");
	const rows = await host.audit.find({ chain: workspaceId }, { sort: { seq: 1 } }).toArray();
	const seen = rows
		.filter(({ action }) => action.startsWith("fs."))
		.map(({ kind, action, approvalId, decidedBy }) => [kind, action, approvalId, decidedBy]);
	expect(seen).toEqual([
		["intent", "fs.write", approval?._id, "caller"],
		["outcome", "fs.write", approval?._id, "caller"],
		["read", "fs.read", null, null],
	]);
});

test("an approval keeps no secret of a commit message, and its row is written whatever the arguments hold", async ({ host }) => {
	const { id: workspaceId } = await host.workspace({ "tea.txt": "green\n" });
	const key = `ghp_${"a1".repeat(18)}`;
	await host.call("POST", "/git/commit", { body: { workspaceId, message: `Use token=${key}` } });
	const patch = { edits: [{ path: "tea.txt", search: "green", replace: "black" }], expectedHashes: { "a\0b": `sha256:${"0".repeat(64)}` } };
	expect(codeOf(await host.call("POST", "/fs/patch", { body: { workspaceId, ...patch } }))).toBe("PATCH_INVALID");
	const approvals = await host.approvals.find({ workspaceId }).toArray();
	expect(approvals).toHaveLength(2);
	expect(JSON.stringify(approvals)).not.toContain(key);
});

test("commits are in the name of the signed-in user", async ({ host }) => {
	const { id: workspaceId, path } = await host.workspace({ "tea.txt": "green\n" });
	expect(codeOf(await host.call("GET", "/git/status", { query: { workspaceId } }))).toBe("NOT_A_REPOSITORY");
	await host.initGit(path);
	expect(codeOf(await host.call("GET", "/git/status", { query: { workspaceId } }))).toBe("GIT_DIR_UNTRUSTED");
	expect((await host.call("POST", `/operator/workspaces/${workspaceId}/trust-git`)).status).toBe(200);
	expect((await host.call("GET", "/git/status", { query: { workspaceId } })).body).toMatchObject({ clean: false });
	expect((await host.call("POST", "/git/add", { body: { workspaceId, paths: ["tea.txt"] } })).body).toEqual({ staged: ["tea.txt"] });
	expect((await host.call("GET", "/git/diff", { query: { workspaceId, staged: "true" } })).body).toMatchObject({
		files: [{ path: "tea.txt" }],
	});
	const commit = await host.call("POST", "/git/commit", { body: { workspaceId, message: "Add tea" } });
	expect([commit.status, commit.body]).toMatchObject([201, { subject: "Add tea", files: 1 }]);
	const author = { name: "Ada Lovelace", email: `${host.user.userId}@example.com` };
	expect((await host.call("GET", "/git/log", { query: { workspaceId } })).body).toMatchObject({
		commits: [{ subject: "Add tea", author }],
	});
	expect((await host.call("GET", "/git/branch", { query: { workspaceId } })).body).toMatchObject({ branches: [{ current: true }] });
});

test("refusals of the runner pass with their code, message and details, and are kept", async ({ host }) => {
	const { id: workspaceId } = await host.workspace({ "tea.txt": "green\n" });
	const write = (body: object) => host.call("POST", "/fs/write", { body: { workspaceId, path: "tea.txt", content: "x", ...body } });
	const stale = await write({ expectedHash: `sha256:${"0".repeat(64)}` });
	expect([stale.status, stale.body]).toMatchObject([
		409,
		{ error: { code: "HASH_MISMATCH", details: { currentHash: expect.stringMatching(/^sha256:/) } } },
	]);
	expect(codeOf(await write({ expectedHash: null }))).toBe("ALREADY_EXISTS");
	expect(codeOf(await write({ path: "../tea.txt" }))).toBe("PATH_NOT_ALLOWED");
	expect(codeOf(await host.call("GET", "/fs/read", { query: { workspaceId, path: "none.txt" } }))).toBe("FILE_NOT_FOUND");
	const outcomes = await host.approvals.find({ workspaceId }, { sort: { createdAt: 1 } }).toArray();
	expect(outcomes.map(({ outcome }) => outcome)).toEqual(["error:HASH_MISMATCH", "error:ALREADY_EXISTS", "error:PATH_NOT_ALLOWED"]);
	const kept = await host.toolCalls.find({ workspaceId }, { sort: { at: 1 } }).toArray();
	expect(kept.map(({ status }) => status)).toEqual(["error", "error", "error", "error"]);
});

test("the workspace is the one named, else that of the session, else the selected one, else there is a list to choose from", async ({
	host,
}) => {
	const one = await host.workspace({ "one.txt": "1" });
	const two = await host.workspace({ "two.txt": "2" });
	const as = await host.signIn({ tenantId: host.user.tenantId, roles: ["member"] });
	const names = async (query: Record<string, string>) => {
		const { body } = await host.call("GET", "/fs/list", { as, query });
		return (body["entries"] as { name: string }[] | undefined)?.map(({ name }) => name);
	};
	const unselected = await host.call("GET", "/fs/list", { as });
	expect([unselected.status, unselected.body]).toMatchObject([
		409,
		{
			error: { code: "WORKSPACE_NOT_SELECTED", details: { workspaces: expect.arrayContaining([expect.objectContaining({ id: one.id })]) } },
		},
	]);
	const selected = await host.call("POST", "/workspace/select", { as, body: { workspaceId: one.id } });
	expect([selected.status, selected.body]).toMatchObject([200, { session: { workspace: one.id }, workspace: { id: one.id } }]);
	expect(await names({})).toEqual(["one.txt"]);
	expect(await names({ workspaceId: two.id })).toEqual(["two.txt"]);
	const { id: sessionId } = selected.body["session"] as { id: string };
	expect(await names({ sessionId })).toEqual(["one.txt"]);
	const all = await host.call("GET", "/workspaces", { as });
	expect(all.body).toMatchObject({ selectedWorkspaceId: one.id, banner: "Actions run on the server host." });
	const other = await host.signIn({ tenantId: host.user.tenantId, roles: ["member"] });
	expect(codeOf(await host.call("GET", "/fs/list", { as: other, query: { sessionId } }))).toBe("SESSION_NOT_FOUND");
});
