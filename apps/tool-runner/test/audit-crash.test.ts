import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { failpointsIn } from "@webhand/testing/failpoints";
import { startFaultProxy } from "@webhand/testing/fault-proxy";
import { expect } from "vitest";
import { deaths, test } from "./audit-crash.ts";

// A process starts in most of these tests. Every failpoint has its turn in `faults/`.
const representatives: readonly string[] = ["audit.inserted", "call.acted"];

test.for(deaths.filter(({ failpoint }) => representatives.includes(failpoint)))(
	"a replica that is killed at $failpoint leaves a whole chain that says $outcomes",
	async (death, { crash }) => {
		await crash(death);
	},
);

test("each failpoint of the audit has a row", async () => {
	const found = await failpointsIn(join(import.meta.dirname, "../../../packages/audit/src"));
	// Those of calls are held against both tables beside the other one.
	const rows = deaths.map(({ failpoint }) => failpoint).filter((name) => name.startsWith("audit."));
	expect(found).toEqual(rows.sort());
});

test("a replica that is killed in the middle of many changes leaves a whole chain, and no folder without its intent", async ({
	runner,
	dying,
	found,
}) => {
	const space = await runner.workspace();
	const { at, child } = await dying();
	const names = Array.from({ length: 120 }, (_, index) => `folder-${index}`);
	const sent = names.map(async (path) => {
		const reply = await space.change("fs.mkdir", "/fs/mkdir", { path }, { at }).catch(() => undefined);
		return reply?.status === 201 ? [path] : [];
	});
	await expect.poll(() => runner.audit.countDocuments({ chain: space.id, kind: "outcome" }), { interval: 1 }).toBeGreaterThan(5);
	await child.kill();
	const told = (await Promise.all(sent)).flat();
	const { problem, rows, made } = await found(space);
	expect(problem).toBeUndefined();
	const of = (kind: string, outcome: string | null) =>
		rows.filter((row) => row["kind"] === kind && row["outcome"] === outcome).map((row) => String(row["target"]));
	const intended = of("intent", null);
	expect(intended).toEqual(expect.arrayContaining(made));
	expect(of("outcome", "ok")).toEqual(expect.arrayContaining(told));
	// Each intent has one outcome, which is true or says that nobody knows.
	expect([...of("outcome", "ok"), ...of("outcome", "unknown")].sort()).toEqual([...intended].sort());
	expect(made).toEqual(expect.arrayContaining(of("outcome", "ok")));
});

test("a service that starts says unknown for an intent that another one left", async ({ runner, dying }) => {
	const space = await runner.workspace();
	await space.change("fs.mkdir", "/fs/mkdir", { path: "made" });
	const left = await runner.audit.findOne({ chain: space.id, seq: 2 });
	if (left === null) throw new Error("the outcome is missing");
	const _id = randomUUID();
	await runner.audit.insertOne({ ...left, _id: _id as never, seq: 3, kind: "intent", at: new Date(Date.now() - 300_000) });
	const { at } = await dying();
	const unknown = { _id: `${_id}.unknown` as never };
	await expect.poll(() => runner.audit.findOne(unknown)).toMatchObject({ chain: space.id, outcome: "unknown", seq: 4 });
	expect(await (await fetch(`${at}/metrics`)).text()).toMatch(/webhand_audit_orphans [12]\n/);
});

test("without an audit that can be written nothing is done and nothing is read", async ({ runner, mongo }) => {
	const space = await runner.workspace();
	await mongo.db.command({ collMod: "audit", validator: { never: true } });
	const unavailable = { status: 503, body: { error: { code: "AUDIT_UNAVAILABLE" } } };
	const change = await space.change("fs.mkdir", "/fs/mkdir", { path: "made" });
	expect(change).toMatchObject(unavailable);
	expect(change.headers.get("retry-after")).toBe("5");
	expect(await space.call("GET", "/fs/list")).toMatchObject(unavailable);
	expect(await readdir(space.path)).toEqual([]);
	await mongo.db.command({ collMod: "audit", validator: {} });
	expect((await space.change("fs.mkdir", "/fs/mkdir", { path: "made" })).status).toBe(201);
});

test("an outcome that cannot be written changes nothing of the reply, and is written later", async ({ runner, mongo }) => {
	const space = await runner.workspace();
	await mongo.db.command({ collMod: "audit", validator: { kind: { $ne: "outcome" } } });
	const reply = await space.change("fs.mkdir", "/fs/mkdir", { path: "made" });
	expect(reply).toMatchObject({ status: 201, body: { created: true } });
	await mongo.db.command({ collMod: "audit", validator: {} });
	await expect.poll(() => runner.audit.countDocuments({ chain: space.id, kind: "outcome", outcome: "ok" })).toBe(1);
});

test("with MongoDB gone a change answers 503 and makes nothing", async ({ runner, dying, mongo, onTestFinished }) => {
	const space = await runner.workspace();
	const line = await startFaultProxy(Number(new URL(mongo.uri).port));
	onTestFinished(line.close);
	const { at } = await dying({ MONGODB_URI: mongo.uri.replace(/:\d+\/(.*)\?.*$/, `:${line.port}/$1?directConnection=true`) });
	line.setFault({ kind: "reset" });
	const reply = await space.change("fs.mkdir", "/fs/mkdir", { path: "made" }, { at });
	expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, expect.any(String)]);
	expect(await readdir(space.path)).toEqual([]);
});
