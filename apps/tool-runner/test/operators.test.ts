import { chmod, chown, link, lstat, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OperatorWorkspace } from "@webhand/contracts/tools/workspaces";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { z } from "zod";
import type { CallOptions } from "./runner.ts";
import { test as base, isRoot } from "./runner.ts";

const One = z.object({ workspace: OperatorWorkspace });
const ownData = "/srv/webhand-data-of-this-test";
const ownJournal = "/srv/webhand-journal-of-this-test";

const test = base
	.extend("settings", { scope: "file" }, () => ({ FORBIDDEN_ROOTS: ownData, DATA_DIR: ownJournal }))
	.extend("people", { scope: "file" }, async ({ identity, redis }) => {
		const tenantId = newOrgTenantId();
		const [operator, admin, member] = await Promise.all([
			identity.signIn(redis.client, { roles: ["member", "operator"] }),
			identity.signIn(redis.client, { tenantId, roles: ["member", "admin"] }),
			identity.signIn(redis.client, { tenantId, roles: ["member"] }),
		]);
		return { tenantId, operator, admin, member };
	})
	.extend("open", { scope: "file" }, ({ runner, people }) => {
		const send = async (method: string, path: string, options: CallOptions = {}) =>
			await runner.send(method, `/v1/workspaces${path}`, { as: people.operator, ...options });
		/** Registers a folder; a new one of its own user unless one is named. */
		const add = async (name: string, wish: Readonly<Record<string, unknown>> = {}) => {
			const rootPath = typeof wish["rootPath"] === "string" ? wish["rootPath"] : await runner.newFolder(name);
			return await send("POST", "", { body: { tenantId: people.tenantId, name, rootPath, ...wish } });
		};
		const added = async (name: string, wish: Readonly<Record<string, unknown>> = {}) => {
			const reply = await add(name, wish);
			expect([reply.status, reply.body]).toMatchObject([201, {}]);
			return One.parse(reply.body).workspace;
		};
		return { send, add, added };
	});

const refusal = (status: number, code: string, details?: object) => ({ status, body: { error: { code, ...(details && { details }) } } });
const rootRefusal = (reason: string, at: string) => refusal(400, "WORKSPACE_ROOT_INVALID", { reason, at });

test("an operator opens a folder to a tenant, and the audit says so", async ({ runner, open, people }) => {
	const workspace = await open.added("shop", { readOnly: true, allowedCommands: ["npm test"] });
	expect(workspace).toMatchObject({
		tenantId: people.tenantId,
		name: "shop",
		read_only: true,
		allowed_commands: ["npm test"],
		available: true,
		source: "operator",
		is_git: false,
		git: "none",
	});
	expect(await runner.send("GET", `/v1/workspaces/${workspace.id}`, { as: people.member })).toMatchObject({ status: 200 });
	const rows = await runner.audit.find({ chain: workspace.id }).sort({ seq: 1 }).toArray();
	expect(rows).toMatchObject([
		{ kind: "intent", action: "workspace.add", tenantId: people.tenantId, userId: people.operator.userId, target: workspace.root_path },
		{ kind: "outcome", action: "workspace.add", outcome: "ok", args: { name: "shop", readOnly: true, allowedCommands: ["npm test"] } },
	]);
});

test.for([
	["/", "ROOT_FORBIDDEN", "/"],
	["/etc", "ROOT_FORBIDDEN", "/etc"],
	["/srv/../etc/ssl", "ROOT_FORBIDDEN", "/etc/ssl"],
	["/root", "ROOT_FORBIDDEN", "/root"],
	["/proc/self/root", "ROOT_FORBIDDEN", "/proc/self/root"],
	[`${ownData}/mongo`, "ROOT_FORBIDDEN", `${ownData}/mongo`],
	["/srv", "ROOT_FORBIDDEN", "/srv"],
	[join(ownJournal, "patches"), "ROOT_FORBIDDEN", join(ownJournal, "patches")],
	[import.meta.dirname, "ROOT_FORBIDDEN", import.meta.dirname],
	["/nowhere/at/all", "ROOT_MISSING", "/nowhere"],
] as const)("%s is refused as %s", async ([rootPath, reason, at], { open, runner, people }) => {
	expect(await open.add("no", { rootPath })).toMatchObject(rootRefusal(reason, at));
	const [row] = await runner.audit.find({ tenantId: people.tenantId, chain: "tenant" }).sort({ seq: -1 }).limit(1).toArray();
	expect(row).toMatchObject({ action: "workspace.add", target: rootPath, outcome: "error:WORKSPACE_ROOT_INVALID", reason });
});

test("a link in any part of the path, a file and a folder that nobody may pass are refused by name", async ({ open, runner }) => {
	const folder = await runner.newFolder("parts");
	await mkdir(join(folder, "real", "deep"), { recursive: true });
	await symlink("real", join(folder, "link"));
	await writeFile(join(folder, "file"), "");
	const cases: [string, string, string][] = [
		["link", "ROOT_IS_LINK", "link"],
		["link/deep", "ROOT_IS_LINK", "link"],
		["file", "ROOT_NOT_A_DIRECTORY", "file"],
		["file/deep", "ROOT_NOT_A_DIRECTORY", "file"],
		["real/none/x", "ROOT_MISSING", "real/none"],
	];
	for (const [path, reason, at] of cases)
		expect(await open.add("no", { rootPath: join(folder, path) })).toMatchObject(rootRefusal(reason, join(folder, at)));
	expect((await open.add("yes", { rootPath: `${folder}/real/./deep//` })).status).toBe(isRoot ? 400 : 201);
});

test.runIf(isRoot)("a folder of root, or behind one that its owner cannot pass, is refused", async ({ open, runner }) => {
	const folder = await runner.newFolder("closed");
	await mkdir(join(folder, "of-root"));
	expect(await open.add("no", { rootPath: join(folder, "of-root") })).toMatchObject(rootRefusal("ROOT_OWNER", join(folder, "of-root")));
	await chown(join(folder, "of-root"), 200_500, 0);
	expect(await open.add("no", { rootPath: join(folder, "of-root") })).toMatchObject(rootRefusal("ROOT_OWNER", join(folder, "of-root")));
	await chown(join(folder, "of-root"), 200_500, 200_500);
	await chmod(folder, 0o700);
	expect(await open.add("no", { rootPath: join(folder, "of-root") })).toMatchObject(rootRefusal("ROOT_UNREACHABLE", folder));
});

test("a folder that is a workspace, lies in one or holds one is refused, its own tenant's or another's", async ({ open, people }) => {
	const { root_path: rootPath } = await open.added("outer");
	await mkdir(join(rootPath, "inner"));
	const tenantId = newOrgTenantId();
	for (const wanted of [rootPath, join(rootPath, "inner"), `${rootPath}/`])
		expect(await open.add("no", { tenantId, rootPath: wanted })).toMatchObject(rootRefusal("ROOT_OVERLAPS", rootPath));
	expect(await open.add("outer", {})).toMatchObject(refusal(409, "ALREADY_EXISTS", { field: "name" }));
	expect((await open.add("outer", { tenantId })).status).toBe(201);
	const both = await Promise.all(["a", "b"].map((name) => open.add(name, { tenantId: people.tenantId, rootPath: `${rootPath}-new` })));
	expect(both.map(({ status }) => status)).toEqual([400, 400]);
});

test("of two operators who open the same folder at once, one does", async ({ open, runner }) => {
	const rootPath = await runner.newFolder("wanted");
	const replies = await Promise.all(["one", "two", "three"].map((name) => open.add(name, { rootPath })));
	expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
});

test.runIf(isRoot)("a folder of root is given to a user of its own, with all that is in it and nothing else", async ({ open, runner }) => {
	const folder = await runner.newFolder("given");
	const rootPath = join(folder, "tree");
	await mkdir(join(rootPath, "src", "deep"), { recursive: true });
	const outside = join(folder, "outside");
	await writeFile(outside, "not yours");
	await writeFile(join(rootPath, "src", "ü.txt"), "a");
	await link(join(rootPath, "src", "ü.txt"), join(rootPath, "src", "deep", "same"));
	await writeFile(Buffer.concat([Buffer.from(`${rootPath}/`), Buffer.from([0xff, 0xfe])]), "no text");
	await symlink(outside, join(rootPath, "link"));
	await chmod(join(rootPath, "src"), 0o3755);
	await chmod(join(rootPath, "src", "ü.txt"), 0o7654);
	const workspace = await open.added("tree", { rootPath, takeOwnership: true });
	const { uid } = await lstat(rootPath);
	expect(uid).toBeGreaterThanOrEqual(200_000);
	const odd = Buffer.concat([Buffer.from(`${rootPath}/`), Buffer.from([0xff, 0xfe])]);
	for (const path of [join(rootPath, "src"), join(rootPath, "src", "ü.txt"), join(rootPath, "link"), odd]) {
		expect(await lstat(path)).toMatchObject({ uid, gid: uid });
	}
	expect(await lstat(outside)).toMatchObject({ uid: 0, gid: 0 });
	// A program of it acts as whoever runs it.
	const modes = [join(rootPath, "src"), join(rootPath, "src", "ü.txt")].map(async (path) => (await lstat(path)).mode & 0o7777);
	expect(await Promise.all(modes)).toEqual([0o755, 0o654]);
	expect(await readFile(join(rootPath, "src", "ü.txt"), "utf8")).toBe("a");
	expect(workspace.available).toBe(true);

	const second = join(folder, "second");
	await mkdir(second);
	await open.added("second", { rootPath: second, takeOwnership: true });
	expect((await lstat(second)).uid).not.toBe(uid);
});

test.runIf(isRoot)("a tree with a file that has a name outside of it is not given away", async ({ open, runner }) => {
	const folder = await runner.newFolder("hard-links");
	const rootPath = join(folder, "tree");
	await mkdir(rootPath);
	await writeFile(join(folder, "secret"), "of root");
	await link(join(folder, "secret"), join(rootPath, "harmless"));
	expect(await open.add("no", { rootPath, takeOwnership: true })).toMatchObject(rootRefusal("ROOT_HARD_LINK", join(rootPath, "harmless")));
	expect([(await lstat(join(folder, "secret"))).uid, (await lstat(rootPath)).uid]).toEqual([0, 0]);
});

test("an admin renames, locks and narrows, and never widens or moves", async ({ open, people }) => {
	const { id } = await open.added("narrow", { allowedCommands: ["npm test", "ls", "cat"] });
	const change = (body: object, as = people.admin) => open.send("PATCH", `/${id}`, { body, as });
	expect(await change({ name: "narrower", allowedCommands: ["ls", "cat"], readOnly: true })).toMatchObject({
		status: 200,
		body: { workspace: { name: "narrower", allowed_commands: ["ls", "cat"], read_only: true } },
	});
	const widens = (field: string) => refusal(403, "FORBIDDEN", { reason: "widens", field });
	expect(await change({ allowedCommands: ["ls", "npm test"] })).toMatchObject(widens("allowedCommands"));
	expect(await change({ allowedCommands: ["*"] })).toMatchObject(widens("allowedCommands"));
	expect(await change({ readOnly: false })).toMatchObject(widens("readOnly"));
	for (const body of [{ rootPath: "/srv/other" }, { trustGit: true }]) expect((await change(body)).status).toBe(403);
	for (const body of [{ name: "x" }, { readOnly: true }]) expect((await change(body, people.member)).status).toBe(403);
	expect((await open.send("DELETE", `/${id}`, { as: people.admin })).status).toBe(403);
	expect(await change({ readOnly: false, allowedCommands: ["*"] }, people.operator)).toMatchObject({
		status: 200,
		body: { workspace: { read_only: false, allowed_commands: ["*"] } },
	});
});

test("admins of other tenants find nothing to change", async ({ open, identity, redis }) => {
	const { id } = await open.added("apart");
	const stranger = await identity.signIn(redis.client, { tenantId: newOrgTenantId(), roles: ["member", "admin"] });
	expect((await open.send("PATCH", `/${id}`, { body: { name: "mine" }, as: stranger })).status).toBe(404);
	expect((await open.send("DELETE", `/${id}`, { as: stranger })).status).toBe(404);
	expect((await open.add("mine", { tenantId: stranger.tenantId })).status).toBe(201);
});

test("only operators register, and nobody writes rows into the audit of another tenant", async ({
	open,
	runner,
	people,
	identity,
	redis,
}) => {
	const stranger = await identity.signIn(redis.client, { tenantId: newOrgTenantId(), roles: ["member", "admin"] });
	const body = { tenantId: people.tenantId, name: "theirs", rootPath: await runner.newFolder("theirs") };
	expect(await open.send("POST", "", { body, as: stranger })).toMatchObject(refusal(403, "FORBIDDEN"));
	const rows = await runner.audit.find({ userId: stranger.userId }).toArray();
	expect(rows).toMatchObject([{ tenantId: stranger.tenantId, kind: "denied", outcome: "denied:FORBIDDEN" }]);
});

test("an operator moves a workspace to another folder, and closes it; its files stay", async ({ open, runner, people }) => {
	const first = await open.added("moving");
	const next = await runner.newFolder("next");
	await mkdir(join(next, ".git"));
	const change = (body: object) => open.send("PATCH", `/${first.id}`, { body });
	expect(await change({ rootPath: "/etc" })).toMatchObject(rootRefusal("ROOT_FORBIDDEN", "/etc"));
	expect(await change({ rootPath: next })).toMatchObject({ status: 200, body: { workspace: { root_path: next, git: "trusted" } } });
	expect(await change({ rootPath: next, name: "moved" })).toMatchObject({ status: 200, body: { workspace: { name: "moved" } } });
	await open.added("other");
	expect(await change({ name: "other" })).toMatchObject(refusal(409, "ALREADY_EXISTS", { field: "name" }));

	expect((await open.send("DELETE", `/${first.id}`)).status).toBe(204);
	expect((await open.send("DELETE", `/${first.id}`)).status).toBe(404);
	expect((await lstat(join(next, ".git"))).isDirectory()).toBe(true);
	expect((await runner.send("GET", `/v1/workspaces/${first.id}`, { as: people.member })).status).toBe(404);
	const rows = await runner.audit.find({ chain: first.id }).sort({ seq: 1 }).toArray();
	expect(rows.map(({ action, kind, outcome }) => [action, kind, outcome]).slice(-2)).toEqual([
		["workspace.remove", "intent", null],
		["workspace.remove", "outcome", "ok"],
	]);
});

test("a .git that was made later is untrusted until an operator trusts it", async ({ open }) => {
	const { id, root_path: rootPath } = await open.added("git later");
	const trust = () => open.send("PATCH", `/${id}`, { body: { trustGit: true } });
	expect(await trust()).toMatchObject(refusal(409, "NOT_A_REPOSITORY"));
	await mkdir(join(rootPath, ".git"));
	expect(await open.send("PATCH", `/${id}`, { body: {} })).toMatchObject({ body: { workspace: { git: "untrusted", is_git: true } } });
	expect(await trust()).toMatchObject({ status: 200, body: { workspace: { git: "trusted" } } });
	await rename(rootPath, `${rootPath}-away`);
	expect(await trust()).toMatchObject(refusal(409, "WORKSPACE_MOVED", { reason: "missing" }));
	await rm(`${rootPath}-away`, { recursive: true });
});

test.for([
	["a relative path", { rootPath: "srv/a" }, "rootPath"],
	["a NUL in the path", { rootPath: "/srv/\0a" }, "rootPath"],
	["a path that is too long", { rootPath: `/${"a".repeat(5_000)}` }, "rootPath"],
	["an empty name", { name: " " }, "name"],
	["a name of two lines", { name: "two\nlines" }, "name"],
	["an unknown tenant", { tenantId: "everybody" }, "tenantId"],
	["an unknown field", { uid: 0 }, "uid"],
] as const)("%s is refused by the name of the field", async ([, wish, field], { open }) => {
	const body = { tenantId: newOrgTenantId(), name: "x", rootPath: "/srv/x", ...wish };
	expect(await open.send("POST", "", { body })).toMatchObject({
		status: 400,
		body: { error: { code: "VALIDATION_ERROR", details: { fields: [{ field }] } } },
	});
});
