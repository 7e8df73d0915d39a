import { generateKeyPairSync } from "node:crypto";
import type { tenantEntriesRoute } from "@webhand/contracts/audit";
import { UserId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import { runnerNotesRoute } from "@webhand/contracts/tools/runner";
import { openSigner } from "@webhand/service-kit/identity/signed";
import { createLogger } from "@webhand/service-kit/logs";
import { createMetrics } from "@webhand/service-kit/metrics";
import { long } from "@webhand/testing/long";
import { poll } from "@webhand/testing/poll";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { deliverNotes } from "../src/host/audit/relay.ts";
import { createAuditStore } from "../src/host/audit/store.ts";
import { openRunner } from "../src/host/upstream.ts";
import { startServer } from "./server-process.ts";
import { test as base } from "./tool-runner.ts";

type Row = { readonly seq: number; readonly action: string; readonly outcome: string; readonly target: string };

/** `relay` is the relay on the notes of this file; `rows` are those of the tenant in the runner's database. */
const test = base.extend("relay", async ({ runner, mongo }, { onCleanup }) => {
	const store = createAuditStore(mongo);
	const upstream = openRunner(runner.url);
	onCleanup(upstream.close);
	const logs: string[] = [];
	const metrics = createMetrics({ processDefaults: false });
	const sizes: number[] = [];
	const deps = {
		notes: store,
		metrics,
		now: () => new Date(),
		signer: await openSigner("GRANT_SIGNING_JWK", runner.wish.settings["GRANT_SIGNING_JWK"] ?? ""),
		log: createLogger({ service: "agent-api", level: "info", target: { write: (line) => logs.push(line) } }),
		send: async (notes: readonly string[]) => {
			sizes.push(notes.length);
			const caller = { identity: null, requestId: "test", ip: "127.0.0.1", signal: new AbortController().signal };
			return (await upstream.ask(caller, runnerNotesRoute, { body: { notes: [...notes] } })).accepted;
		},
	};
	const [tenantId, userId] = [newOrgTenantId(), UserId.parse(`usr_${"n".repeat(22)}`)];
	const stored = mongo.db.collection<{ _id: string }>("audit_notes");
	/** As they are stored since before there was a relay. */
	const keep = async (count: number, part: object = {}) => {
		const first = await stored.countDocuments({ tenantId });
		const rows = Array.from({ length: count }, (_, index) => ({
			_id: `note-${tenantId.slice(-6)}-${first + index}`,
			tenantId,
			userId,
			at: new Date(Date.UTC(2026, 9, 1) + 1_000 * (first + index)),
			action: "gate",
			target: `task ${first + index}`,
			outcome: "allow",
			facts: { mode: "careful" },
			deliveredAt: null,
			...part,
		}));
		await stored.insertMany(rows);
	};
	const rows = async () =>
		await runner.db
			.collection<Row>("audit")
			.find({ tenantId }, { sort: { seq: 1 } })
			.toArray();
	const waiting = () => stored.countDocuments({ tenantId, deliveredAt: null });
	return { deps, keep, rows, waiting, stored, tenantId, userId, logs, metrics, sizes, deliver: () => deliverNotes(deps) };
});

test("notes of before reach the chain in their order; one that is wrong is refused once, and keeps no other back", async ({
	relay,
	runner,
	openWithRunner,
}) => {
	await relay.keep(120);
	await relay.keep(1, { action: "x".repeat(200), target: "refused" });
	await relay.keep(1, { facts: { text: "y".repeat(10_000) }, outcome: "denied" });
	await runner.stop();
	await expect(relay.deliver()).rejects.toMatchObject({ code: "TOOL_RUNNER_UNAVAILABLE" });
	expect(await relay.waiting()).toBe(122);
	await runner.start();
	await relay.deliver();
	expect(await relay.waiting()).toBe(0);
	const rows = await relay.rows();
	expect(rows.map(({ target }) => target)).toEqual([...Array.from({ length: 120 }, (_, index) => `task ${index}`), "task 121"]);
	expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
	expect(rows.at(-1)).toMatchObject({ outcome: "denied:person", args: { outcome: "denied", cut: true } });
	expect(await relay.stored.findOne({ tenantId: relay.tenantId, target: "refused" })).toMatchObject({ refusal: "VALIDATION_ERROR" });
	expect(relay.logs.filter((line) => line.includes("refused for good"))).toHaveLength(1);
	expect((await relay.metrics.text()).body).toMatch(/audit_notes_total\{result="refused"\} 1/);
	await relay.deliver();
	expect(await relay.rows()).toHaveLength(121);

	// Its people read them, also with server tools switched off at agent-api.
	const agent = await openWithRunner({ settings: { AGENT_TOOLS_ENABLED: "false" } });
	const admin = await agent.signIn({ tenantId: relay.tenantId, roles: ["member", "admin"] });
	const read = async (query: string, as = admin) =>
		(await agent.call("GET", `/api/v1/agent/audit${query}`, { as })).body as { entries?: Row[] };
	expect((await read("?limit=2")).entries).toMatchObject([{ seq: 121, target: "task 121", kind: "note" }, { seq: 120 }]);
	expect((await read("?outcome=failed")).entries).toHaveLength(1);
	expect((await read("/verify")) as object).toMatchObject({ ok: true, checkedRows: 121, brokenAt: null });
	const member = await agent.signIn({ tenantId: relay.tenantId, roles: ["member"] });
	expect((await read("", member)).entries).toEqual([]);
	expect((await agent.call("GET", "/api/v1/agent/audit/verify", { as: member })).status).toBe(403);
	const stranger = await agent.signIn();
	expect((await read("", stranger)).entries).toEqual([]);

	// The whole audit has each note once, beside the rows of the server host.
	const headers = { authorization: `Bearer ${admin.token}` };
	await fetch(`${runner.url}/v1/workspaces/wsp_${"w".repeat(22)}/fs/list`, { headers });
	const whole = async (query: string, asked = agent) =>
		(await asked.call("GET", `/internal/audit?limit=500${query}`, { as: admin })).body as ReplyOf<typeof tenantEntriesRoute>;
	expect((await whole("")).rows.map(({ action }) => action).toSorted()).toEqual([
		"fs.list",
		...Array.from({ length: 121 }, () => "gate"),
		"x".repeat(200),
	]);
	const denied = { action: "fs.list", outcome: expect.stringContaining("denied:"), host: { kind: "denied" } };
	expect(await whole("&where=host")).toMatchObject({ isComplete: true, rows: [denied] });
	expect((await whole("&action=fs.list&outcome=ok")).rows).toEqual([]);
	const withHost = await openWithRunner();
	await runner.stop();
	expect((await whole("&where=host", withHost)).isComplete).toBe(false);
	expect((await whole("&where=tasks", withHost)).isComplete).toBe(true);
	// Without server tools a runner that does not answer is none.
	expect((await whole("")).isComplete).toBe(true);
	expect(await agent.call("GET", "/api/v1/agent/audit", { as: admin })).toMatchObject({
		status: 503,
		body: { error: { code: "TOOL_RUNNER_UNAVAILABLE" } },
	});
});

test(
	"a service killed between delivery and mark delivers again, and the chain has each note once",
	long,
	async ({ relay, runner, mongo, redis }) => {
		await runner.start();
		await relay.keep(30);
		const { identity, settings } = runner.wish;
		const urls = { mongo: mongo.uri, redis: redis.url, auth: identity.url, model: "http://127.0.0.1:9/v1" };
		const dying = await startServer(urls, { ...settings, FAILPOINTS: "notes.delivered=kill" });
		expect((await dying.process.ended).signal).toBe("SIGKILL");
		expect([await relay.waiting(), (await relay.rows()).length]).toEqual([30, 30]);
		// The lock of the dead one ends on its own; two replicas wait for it and deliver once.
		await mongo.db.collection("locks").deleteMany({});
		const replicas = await Promise.all([startServer(urls, settings), startServer(urls, settings)]);
		try {
			await poll(async () => (await relay.waiting()) === 0, { limitMs: 60_000 });
			await relay.keep(150);
			await poll(async () => (await relay.waiting()) === 0, { limitMs: 60_000 });
		} finally {
			await Promise.all(replicas.map(({ process }) => process.stop()));
		}
		expect((await relay.rows()).map(({ target }) => target)).toEqual(Array.from({ length: 180 }, (_, index) => `task ${index}`));
	},
);

test("notes that are signed with a key that the runner does not know all wait for the right one", async ({ relay, runner }) => {
	await runner.start();
	await relay.keep(3);
	const other = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
	const signer = await openSigner("GRANT_SIGNING_JWK", JSON.stringify(other));
	await expect(deliverNotes({ ...relay.deps, signer })).rejects.toMatchObject({ code: "GRANT_INVALID" });
	expect(await relay.waiting()).toBe(3);
	await relay.deliver();
	expect([await relay.waiting(), (await relay.rows()).length]).toEqual([0, 3]);
});

test("waiting notes are found by an index of their own, and large ones go in smaller batches", async ({ relay, runner, open }) => {
	await open();
	await runner.start();
	await relay.keep(40, { facts: { text: "ä".repeat(3_900) } });
	const plan = await relay.stored.find({ deliveredAt: null }, { sort: { at: 1, _id: 1 }, limit: 100 }).explain("queryPlanner");
	expect(JSON.stringify(plan["queryPlanner"].winningPlan)).toContain('"indexName":"undelivered"');
	expect(JSON.stringify(plan["queryPlanner"].winningPlan)).not.toContain('"SORT"');
	await relay.deliver();
	expect(relay.sizes.length).toBeGreaterThan(1);
	expect((await relay.rows()).length).toBe(40);
});
