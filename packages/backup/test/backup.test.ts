import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createLogger } from "@webhand/service-kit/logs";
import { migrateOnce } from "@webhand/service-kit/mongo/migrations";
import { startMongod } from "@webhand/testing/servers";
import type { Document } from "mongodb";
import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MongoClient, ObjectId, Timestamp } from "mongodb";
import { afterAll, beforeEach, expect, test } from "vitest";
import { backUp } from "../src/backup.ts";
import { databaseNames } from "../src/manifest.ts";
import { withMongo } from "../src/open.ts";
import { restore } from "../src/restore.ts";

const [from, to] = await Promise.all([startMongod(), startMongod()]);
const [source, target] = await Promise.all([new MongoClient(from.url).connect(), new MongoClient(to.url).connect()]);
const folder = mkdtempSync(join(tmpdir(), "webhand backup-"));
afterAll(async () => {
	await Promise.all([source.close(), target.close()]);
	await Promise.all([from.stop(), to.stop()]);
	rmSync(folder, { recursive: true });
});

const keys = { KEY_ENCRYPTION_KEY: "a key", SETTINGS_KEY: "another" };
const workspaces = join(folder, "workspaces");
const log = createLogger({ service: "auth", level: "silent" });
let count = 0;
const newFolder = (name: string) => join(folder, `${name}-${++count}`);

const common = { keys, version: "1.0.0", now: () => new Date(), print: () => undefined };
const save = (dir: string) => backUp({ ...common, mongo: source, folders: [{ name: "workspaces", path: workspaces }], to: dir });
const bringBack = (dir: string, more: Partial<Parameters<typeof restore>[0]> = {}) =>
	restore({
		...common,
		mongo: target,
		folders: [{ name: "workspaces", path: newFolder("restored") }],
		from: dir,
		withKeys: false,
		...more,
	});

beforeEach(async () => {
	for (const name of databaseNames) await Promise.all([source.db(name).dropDatabase(), target.db(name).dropDatabase()]);
	await source.db("webhand_agent").collection("tasks").insertOne({ tenantId: "org_1" });
	rmSync(workspaces, { recursive: true, force: true });
	mkdirSync(workspaces);
});

const bytesOf = async (client: MongoClient, database: string, collection: string) => {
	const rows = await client
		.db(database)
		.collection(collection)
		.find({}, { sort: { _id: 1 }, raw: true })
		.toArray();
	return rows.map((row) => Buffer.from(row as unknown as Uint8Array).toString("hex"));
};

test("each kind of value comes back as the same bytes, each index as it was", async () => {
	const db = source.db("webhand_agent");
	const row = (index: number) => ({
		_id: new ObjectId(),
		index: new Int32(index),
		whole: new Double(5),
		long: Long.fromString("5"),
		large: Long.fromString("9007199254740993"),
		money: Decimal128.fromString("1.10"),
		at: new Date(1_700_000_000_000),
		bytes: new Binary(Buffer.from("sealed")),
		pattern: new BSONRegExp("^a", "i"),
		stamp: new Timestamp({ t: 1, i: 2 }),
		nothing: null,
		"": "an empty name",
		nested: [{ b: 1, a: [-0, Number.NaN] }],
	});
	await db.collection("task_actions").insertMany(Array.from({ length: 2_500 }, (_, index) => row(index)));
	await db.collection("task_actions").createIndexes([
		{ key: { tenantId: 1, index: -1 }, unique: true, name: "own" },
		{ key: { at: 1 }, expireAfterSeconds: 0 },
		{ key: { open: 1 }, partialFilterExpression: { open: true } },
	]);
	await db.createCollection("names", { collation: { locale: "de", strength: 2 } });
	await db.collection<{ _id: string }>("locks").insertOne({ _id: "sweep" });
	const dir = newFolder("backup");
	const manifest = await save(dir);
	await bringBack(dir);
	expect(await bytesOf(target, "webhand_agent", "task_actions")).toEqual(await bytesOf(source, "webhand_agent", "task_actions"));
	expect(await target.db("webhand_agent").collection("task_actions").indexes()).toEqual(await db.collection("task_actions").indexes());
	expect(await target.db("webhand_agent").collection("names").options()).toEqual(await db.collection("names").options());
	// Leases of processes stay behind, and so do the marks of the restore.
	const names = manifest.databases.flatMap(({ collections }) => collections.map(({ name }) => name));
	expect(names).not.toContain("locks");
	expect(await target.db("webhand_agent").collection("migrations").countDocuments()).toBe(0);
	// The data files are those of mongodump.
	expect(readdirSync(join(dir, "webhand_agent"))).toContain("task_actions.bson.gz");
	expect((statSync(dir).mode & 0o777).toString(8)).toBe("700");
	expect((statSync(join(dir, "manifest.json")).mode & 0o777).toString(8)).toBe("600");
	expect(readFileSync(join(dir, "manifest.json"), "utf8")).not.toContain("a key");
});

test("all databases are of one moment while transactions go on between them", async () => {
	const [one, other] = [source.db("webhand_auth"), source.db("webhand_tools")];
	await one.collection("purse").insertOne({ sum: 1_000 });
	await other.collection("purse").insertOne({ sum: 0 });
	await source
		.db("webhand_auth")
		.collection("bulk")
		.insertMany(Array.from({ length: 20_000 }, (_, index) => ({ index, text: "x".repeat(200) })));
	let isOver = false;
	let moved = 0;
	const moving = (async () => {
		while (!isOver) {
			await source.withSession((session) =>
				session.withTransaction(async () => {
					await one.collection("purse").updateOne({}, { $inc: { sum: -1 } }, { session });
					await other.collection("purse").updateOne({}, { $inc: { sum: 1 } }, { session });
				}),
			);
			moved += 1;
		}
	})();
	const before = moved;
	const dir = newFolder("backup");
	await save(dir);
	expect(moved).toBeGreaterThan(before);
	isOver = true;
	await moving;
	await bringBack(dir);
	const sums = await Promise.all(["webhand_auth", "webhand_tools"].map((name) => target.db(name).collection("purse").findOne({})));
	expect(sums.reduce((sum, row) => sum + row?.["sum"], 0)).toBe(1_000);
});

test("folders come back with rights and links, and workspaces know their new places", async () => {
	mkdirSync(join(workspaces, "demo"), { mode: 0o750 });
	writeFileSync(join(workspaces, "demo", "run.sh"), "echo hello", { mode: 0o755 });
	symlinkSync("run.sh", join(workspaces, "demo", "link"));
	// A volume of its own has this folder.
	mkdirSync(join(workspaces, "lost+found"), { mode: 0o700 });
	writeFileSync(join(workspaces, "lost+found", "#12"), "");
	const tools = source.db("webhand_tools").collection<{ _id: string; rootPath: string; inode: string }>("workspaces");
	await tools.insertMany([
		{ _id: "wsp_1", rootPath: join(workspaces, "demo"), inode: "1" },
		{ _id: "wsp_2", rootPath: "/srv/elsewhere", inode: "2" },
	]);
	const dir = newFolder("backup");
	await save(dir);
	const path = newFolder("restored");
	mkdirSync(join(path, "lost+found"), { recursive: true });
	await bringBack(dir, { folders: [{ name: "workspaces", path }] });
	expect(readdirSync(path)).toEqual(["demo", "lost+found"]);
	expect(readdirSync(join(path, "lost+found"))).toEqual([]);
	expect(readFileSync(join(path, "demo", "link"), "utf8")).toBe("echo hello");
	expect((statSync(join(path, "demo", "run.sh")).mode & 0o777).toString(8)).toBe("755");
	const rows = await target
		.db("webhand_tools")
		.collection("workspaces")
		.find({}, { sort: { rootPath: 1 } })
		.toArray();
	expect(rows.find((row) => String(row._id) === "wsp_1")).toMatchObject({
		rootPath: join(path, "demo"),
		inode: String(statSync(join(path, "demo"), { bigint: true }).ino),
	});
	expect(rows.find((row) => String(row._id) === "wsp_2")).toMatchObject({ rootPath: "/srv/elsewhere", inode: "2" });
});

test("programs that tool-runner copied stay out of its own archive, and only they", async () => {
	const data = newFolder("data");
	const files = ["toolchains/node", "1/toolchains/node", "1/patches/toolchains/kept", "cmake/x/toolchains/kept"];
	for (const path of [data, workspaces].flatMap((root) => files.map((file) => join(root, file)))) {
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, "");
	}
	const dir = newFolder("backup");
	const places = (one: string, other: string) => [
		{ name: "workspaces", path: one },
		{ name: "tool-runner", path: other },
	];
	await backUp({ ...common, mongo: source, folders: places(workspaces, data), to: dir });
	const [one, other] = [newFolder("restored"), newFolder("restored")];
	await bringBack(dir, { folders: places(one, other) });
	const left = (root: string) => files.filter((file) => existsSync(join(root, file)));
	expect(left(one)).toEqual(files);
	expect(left(other)).toEqual(files.slice(2));
});

test("sign-ins end, links for one use are gone, what would be done again is paused; API keys end where that is asked", async () => {
	const [auth, agent] = [source.db("webhand_auth"), source.db("webhand_agent")];
	const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
	await auth.collection("sessions").insertMany([
		{ status: "active", v: 3 },
		{ status: "revoked", v: 5, reason: "logout" },
	]);
	await auth.collection("runners").insertOne({ name: "one", enrolment: { sid: "sid_1" }, code: { hash: "h" } });
	await auth.collection("reset_links").insertOne({ userId: "usr_1" });
	await auth.collection("api_keys").insertOne({ revokedAt: null, expiresAt: future });
	await agent.collection("routine_runs").insertMany([{ state: "running" }, { state: "done" }, { state: "paused", reason: "not now" }]);
	await agent.collection("schedules").insertMany([{ nextAt: past }, { nextAt: future }]);
	const dir = newFolder("backup");
	await save(dir);
	const { ended } = await bringBack(dir);
	const none = { apiKeys: 0, invites: 0, clients: 0, mandates: 0, approvals: 0, triggers: 0 };
	expect(ended).toEqual({ ...none, signIns: 1, runs: 1, schedules: 1 });
	const rows = (database: string, collection: string) =>
		target
			.db(database)
			.collection(collection)
			.find({}, { projection: { _id: 0 } })
			.toArray();
	expect(await rows("webhand_auth", "sessions")).toEqual([
		{ status: "revoked", v: 4, reason: "restore", revokedAt: expect.any(Date), cachePending: true },
		{ status: "revoked", v: 5, reason: "logout" },
	]);
	expect(await rows("webhand_auth", "runners")).toEqual([{ name: "one" }]);
	expect(await rows("webhand_auth", "reset_links")).toEqual([]);
	expect(await rows("webhand_agent", "routine_runs")).toEqual([{ state: "paused" }, { state: "done" }, { state: "paused" }]);
	expect((await rows("webhand_agent", "schedules")).map(({ paused }) => paused?.reason)).toEqual(["person", undefined]);
	for (const name of databaseNames) await target.db(name).dropDatabase();
	expect((await bringBack(dir, { withKeys: true })).ended?.apiKeys).toBe(1);
});

test("nothing that was given and taken back since lets anybody in or a task act unasked", async () => {
	const [auth, agent] = [source.db("webhand_auth"), source.db("webhand_agent")];
	const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
	const row = (_id: string, more: Document) => ({ _id: _id as never, tenantId: "org_1", ...more });
	await auth
		.collection("invites")
		.insertMany([
			row("inv_1", { email: "eve@example.com", status: "open", expiresAt: future }),
			row("inv_2", { email: "ida@example.com", status: "open", expiresAt: past }),
			row("inv_3", { email: "ada@example.com", status: "accepted", expiresAt: future }),
		]);
	await auth.collection("signing_keys").insertMany([row("key_1", { state: "current" }), row("key_2", { state: "retired", since: past })]);
	await agent
		.collection("mcp_clients")
		.insertMany([
			row("mcc_1", { revokedAt: null, expiresAt: future, expireAt: future }),
			row("mcc_2", { revokedAt: null, expiresAt: past, expireAt: future }),
			row("mcc_3", { revokedAt: past, expiresAt: future, expireAt: future }),
		]);
	await agent.collection("mcp_calls").insertMany([row("call_1", { state: "queued" }), row("call_2", { state: "ended", givenUp: null })]);
	await agent
		.collection("mandates")
		.insertMany([
			row("mnd_1", { userId: "usr_1", until: future, used: 1, uses: 2 }),
			row("mnd_2", { userId: "usr_1", until: past, used: 1, uses: 2 }),
			row("mnd_3", { userId: "usr_1", until: future, used: 1, uses: 2, revokedAt: past, revokedBy: "usr_2" }),
			row("mnd_4", { userId: "usr_1", until: future, used: 2, uses: 2 }),
		]);
	await agent
		.collection("approvals")
		.insertMany([
			row("apr_1", { userId: "usr_1", toolName: "fs.write", status: "approved", standingUntil: future }),
			row("apr_2", { userId: "usr_1", toolName: "fs.write", status: "approved", standingUntil: past }),
			row("apr_3", { userId: "usr_1", toolName: "fs.write", status: "approved" }),
		]);
	await agent.collection("triggers").insertMany([row("trg_1", { ownerId: "usr_1" }), row("trg_2", { ownerId: "usr_1", pausedAt: past })]);
	const dir = newFolder("backup");
	await save(dir);
	const at = new Date();
	const { ended } = await bringBack(dir, { now: () => at });
	expect(ended).toMatchObject({ invites: 1, clients: 1, mandates: 1, approvals: 1, triggers: 1 });
	const rows = (database: string, collection: string) =>
		target
			.db(database)
			.collection(collection)
			.find({}, { sort: { _id: 1 }, projection: { tenantId: 0, expiresAt: 0, userId: 0, ownerId: 0, toolName: 0 } })
			.toArray();
	expect(await rows("webhand_auth", "invites")).toEqual([
		{ _id: "inv_1", email: "eve@example.com", status: "revoked", closedAt: at },
		{ _id: "inv_2", email: "ida@example.com", status: "open" },
		{ _id: "inv_3", email: "ada@example.com", status: "accepted" },
	]);
	expect(await rows("webhand_auth", "signing_keys")).toEqual([
		{ _id: "key_1", state: "retired", since: at },
		{ _id: "key_2", state: "retired", since: past },
	]);
	expect(await rows("webhand_agent", "mcp_clients")).toEqual([
		{ _id: "mcc_1", revokedAt: at, expireAt: new Date(at.getTime() + 30 * 86_400_000) },
		{ _id: "mcc_2", revokedAt: null, expireAt: future },
		{ _id: "mcc_3", revokedAt: past, expireAt: future },
	]);
	expect(await rows("webhand_agent", "mcp_calls")).toEqual([
		{ _id: "call_1", state: "ended", givenUp: "revoked" },
		{ _id: "call_2", state: "ended", givenUp: null },
	]);
	expect((await rows("webhand_agent", "mandates")).map(({ revokedAt }) => revokedAt)).toEqual([at, undefined, past, undefined]);
	expect((await rows("webhand_agent", "approvals")).map(({ standingUntil }) => standingUntil)).toEqual([at, past, undefined]);
	expect((await rows("webhand_agent", "triggers")).map(({ pausedAt }) => pausedAt)).toEqual([at, past]);
	expect(await target.db("webhand_auth").collection("auth_audit").find({}).toArray()).toMatchObject([
		{ at, actorId: null, tenantId: "org_1", action: "invite.revoke", target: "inv_1", outcome: "ok", reason: "restore" },
	]);
	const notes = await target
		.db("webhand_agent")
		.collection("audit_notes")
		.find({}, { sort: { action: 1 } })
		.toArray();
	const common = { at, tenantId: "org_1", userId: "usr_1", facts: { by: "restore" }, deliveredAt: null };
	expect(notes).toMatchObject([
		{ ...common, action: "approval", target: "apr_1", outcome: "revoked" },
		{ ...common, action: "mandate.revoke", target: "mnd_1", outcome: "ok" },
		{ ...common, action: "trigger.pause", target: "trg_1", outcome: "ok" },
	]);
});

test("other keys, a later version, a changed file and a stack that is not empty are refused before anything is written", async () => {
	const dir = newFolder("backup");
	await save(dir);
	const filled = newFolder("filled");
	mkdirSync(filled);
	writeFileSync(join(filled, "mine.txt"), "");
	await expect(bringBack(dir, { keys: { ...keys, SETTINGS_KEY: "wrong" } })).rejects.toThrow("other ones: SETTINGS_KEY");
	await expect(bringBack(dir, { version: "0.9.0" })).rejects.toThrow("The backup is of Webhand 1.0.0, and this is 0.9.0");
	await expect(bringBack(dir, { folders: [{ name: "workspaces", path: filled }] })).rejects.toThrow(filled);
	const file = join(dir, "webhand_agent", "tasks.bson.gz");
	const bytes = readFileSync(file);
	writeFileSync(file, Buffer.from(bytes).fill(0, 20, 21));
	await expect(bringBack(dir)).rejects.toThrow("webhand_agent/tasks.bson.gz of the backup is not as it was written");
	rmSync(file);
	await expect(bringBack(dir)).rejects.toThrow("webhand_agent/tasks.bson.gz of the backup does not read");
	for (const name of databaseNames) expect(await target.db(name).listCollections().toArray()).toEqual([]);
	writeFileSync(file, bytes);
	await target.db("webhand_auth").collection("users").insertOne({ email: "somebody" });
	await expect(bringBack(dir)).rejects.toThrow("This stack is not empty: webhand_auth.users. A restore changes nothing that is there");
});

test("a restore that breaks off keeps services away, and the next one begins anew; so does one that had only its marks left", async () => {
	await source.db("webhand_tools").collection("workspaces").insertOne({ name: "demo", rootPath: "/srv/demo" });
	const dir = newFolder("backup");
	await save(dir);
	const dies = (after: string) => (line: string) => {
		if (line.startsWith(after)) throw new Error("killed");
	};
	await expect(bringBack(dir, { print: dies("webhand_agent") })).rejects.toThrow("killed");
	const start = () => migrateOnce(target.db("webhand_agent"), [], { log });
	await expect(start()).rejects.toThrow("A restore into this database goes on, or broke off");
	await bringBack(dir);
	await start();
	expect(await bytesOf(target, "webhand_agent", "tasks")).toEqual(await bytesOf(source, "webhand_agent", "tasks"));
	// It died between the marks of two databases: everything is there.
	const marks = target.db("webhand_tools").collection<{ _id: string; isWhole: boolean }>("migrations");
	await marks.insertOne({ _id: "restore-unfinished", isWhole: true });
	await bringBack(dir);
	expect(await marks.countDocuments()).toBe(0);
	expect(await bytesOf(target, "webhand_agent", "tasks")).toEqual(await bytesOf(source, "webhand_agent", "tasks"));
});

test("a folder with something in it, one without a manifest and an address that does not answer are named", async () => {
	await expect(save(workspaces)).resolves.toBeDefined();
	await expect(save(workspaces)).rejects.toThrow("is not empty. Name a new folder with --to");
	const dir = newFolder("half");
	mkdirSync(dir);
	await expect(bringBack(dir)).rejects.toThrow("is no whole backup: it has no manifest.json");
	await expect(withMongo("mongodb://me:hidden-word@127.0.0.1:1/?serverSelectionTimeoutMS=100", async () => 0)).rejects.toThrow(
		/^MONGODB_URI does not answer(?!.*hidden-word)/,
	);
	await source.db("webhand_agent").dropDatabase();
	await expect(save(newFolder("backup"))).rejects.toThrow("There is no database of Webhand at this address");
});
