import { Trigger } from "@webhand/contracts/authority/trigger";
import { expect } from "vitest";
import { changeRun } from "../../src/routines/runs/change.ts";
import { signatureOf } from "../../src/routines/triggers/signature.ts";
import type { Agent } from "../agent.ts";
import { codeOf, fieldsOf, newKey, test } from "../agent.ts";
import { begin, change, expectOk, formSite, play, rowsOf, runOf, store, take, unchecked } from "./routines.ts";

const triggers = "/api/v1/agent/triggers";
const fields = { number: "order.id", amount: "order.lines.0.amount" };
const order = { order: { id: "INV-7", lines: [{ amount: 12.5 }], note: null } };

async function open(agent: Agent) {
	const { id: routineId } = await store(agent);
	const body = { routineId, name: "Orders", fields, queue: { browser: "mine" } };
	const made = await expectOk(agent.call("POST", triggers, { body }));
	return { trigger: Trigger.parse(made["trigger"]), secret: String(made["secret"]) };
}

/** Calls as a system does: signed over the bytes that it sends. */
async function call(
	agent: Agent,
	{ trigger, secret }: Awaited<ReturnType<typeof open>>,
	{ id = newKey(), body = order as object, at = Date.now(), text = JSON.stringify(body), secretOf = secret } = {},
) {
	const timestamp = String(Math.floor(at / 1_000));
	const signature = signatureOf(secretOf, { id, timestamp, body: Buffer.from(text) });
	const headers = { "content-type": "application/json", "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
	const reply = await agent.app.inject({ method: "POST", url: new URL(trigger.url).pathname, headers, payload: text });
	return { status: reply.statusCode, body: reply.json(), bytes: reply.body, headers: reply.headers };
}

test("a signed call starts a run with the values of its body, which waits for a browser; the same id starts no other", async ({
	agent,
}) => {
	const opened = await open(agent);
	const id = newKey();
	const first = await call(agent, opened, { id });
	expect(first.status).toBe(201);
	const { runId } = first.body;
	expect(await runOf(agent, runId)).toMatchObject({ state: "waiting", queue: { browser: "mine" }, startedBy: { kind: "trigger" } });
	expect((await rowsOf(agent, runId))[0]?.inputs).toEqual({ number: "INV-7", amount: "12.5" });
	const again = await call(agent, opened, { id });
	expect([again.bytes, again.headers["idempotency-replayed"]]).toEqual([first.bytes, "true"]);
	expect(codeOf(await call(agent, opened, { id, body: { order: { id: "INV-8", lines: [{ amount: 1 }] } } }))).toBe("IDEMPOTENCY_CONFLICT");
});

test("what it saves while nobody watches is asked for in any mode, unless a mandate allows it", async ({ agent }) => {
	const { id: routineId } = await store(agent, unchecked);
	const body = { routineId, name: "Orders", fields, queue: { browser: "mine" }, options: { mode: "autonomous" } };
	const made = await expectOk(agent.call("POST", triggers, { body }));
	const opened = { trigger: Trigger.parse(made["trigger"]), secret: String(made["secret"]) };
	const started = async () => {
		const { runId } = (await call(agent, opened)).body;
		const row = await take(agent, runId);
		if (row === null) throw new Error("no row");
		return { runId, step: (await play(agent, runId, row, formSite())).at(-1) };
	};
	const asked = await started();
	expect(asked.step?.question?.approval?.recorded).toMatchObject({ step: "s3" });
	// Stopped there, nothing was sent.
	await change(agent, asked.runId, { change: "stop", withUnknown: false });
	expect(await rowsOf(agent, asked.runId)).toMatchObject([{ state: "stopped", reason: "You stopped it" }]);
	const amount = { perUse: 50, inSum: 500 };
	const until = new Date(Date.now() + 86_400_000).toISOString();
	await expectOk(agent.call("POST", "/api/v1/agent/mandates", { body: { routineId, version: 1, uses: 5, amount, until } }));
	expect((await started()).step).toMatchObject({ status: "completed" });
});

test("a run that an API key goes on with asks before it saves, though its person started it", async ({ agent }) => {
	const { id: routineId } = await store(agent, unchecked);
	const { tenantId, userId } = agent.user;
	const identity = { tenantId, userId, roles: ["member" as const], limits: {}, key: { id: "key_1" } as never };
	const playedBy = async (by?: typeof identity) => {
		const run = await begin(agent, routineId, [{ number: "1", amount: "10.00" }], { mode: "autonomous" });
		await change(agent, run.id, { change: "pause" });
		const resumed = { change: "resume", withUnknown: false } as const;
		if (by === undefined) await change(agent, run.id, resumed);
		else await changeRun(agent.deps.routineRuns, { identity: by, runId: run.id, change: resumed });
		const row = await take(agent, run.id);
		if (row === null) throw new Error("no row");
		return (await play(agent, run.id, row, formSite())).at(-1);
	};
	expect(await playedBy()).toMatchObject({ status: "completed" });
	expect((await playedBy(identity))?.question).toMatchObject({ kind: "approval" });
});

test("a call with a wrong signature, too old, to no address, or without values that the routine needs, starts nothing", async ({
	agent,
	mongo,
}) => {
	const opened = await open(agent);
	const other = await open(agent);
	const unknown = {
		...opened,
		trigger: { ...opened.trigger, url: opened.trigger.url.replace(opened.trigger.id, `trg_${"0".repeat(22)}`) },
	};
	const refused = [
		await call(agent, opened, { secretOf: other.secret }),
		await call(agent, opened, { at: Date.now() - 301_000 }),
		await call(agent, opened, { at: Date.now() + 301_000 }),
		await call(agent, unknown),
	];
	const told = refused.map(({ status, bytes }) => [status, bytes.replace(/"requestId":"[^"]+"/, "")]);
	expect(new Set(told.map(String)).size).toBe(1);
	expect(told[0]?.[0]).toBe(401);
	expect(codeOf(await call(agent, opened, { body: {} }))).toBe("VALIDATION_ERROR");
	expect(fieldsOf(await call(agent, opened, { body: { order: { id: {}, lines: [] } } }))).toEqual(["order.id"]);
	expect((await call(agent, opened, { text: "{" })).status).toBe(400);
	expect(await mongo.db.collection("routine_runs").countDocuments({ routineId: opened.trigger.routineId })).toBe(0);
});

test("admins see and pause the addresses of others; a paused one takes no call; each call that starts a run is audited once", async ({
	agent,
	mongo,
}) => {
	const opened = await open(agent);
	const { id } = opened.trigger;
	const { tenantId } = agent.user;
	const [admin, member] = await Promise.all(
		[["member", "admin"] as const, ["member"] as const].map(async (roles) => ({ as: await agent.signIn({ tenantId, roles: [...roles] }) })),
	);
	expect((await agent.call("GET", `${triggers}?all=true`, admin)).body).toMatchObject({ triggers: [{ id, ownerId: agent.user.userId }] });
	expect((await agent.call("GET", `${triggers}?all=true`, member)).status).toBe(403);
	expect((await agent.call("GET", triggers, admin)).body).toEqual({ triggers: [] });
	const pause = (isPaused: boolean, as = {}) => agent.call("PATCH", `${triggers}/${id}`, { ...as, body: { isPaused } });
	expect((await pause(true, member)).status).toBe(404);
	expect((await pause(true, admin)).body).toMatchObject({ trigger: { id, pausedAt: expect.any(String) } });
	expect((await pause(false, admin)).status).toBe(404);
	expect(codeOf(await call(agent, opened))).toBe("FORBIDDEN");
	await expectOk(pause(true));
	await expectOk(pause(false));
	const key = newKey();
	const { runId } = (await call(agent, opened, { id: key })).body as { runId: string };
	await call(agent, opened, { id: key });
	const notes = await mongo.db
		.collection("audit_notes")
		.find({ tenantId, action: { $in: ["trigger.pause", "trigger.resume", "run.start"] } })
		.sort({ at: 1 })
		.toArray();
	expect(notes.map(({ action, target, facts }) => [action, target, facts])).toEqual([
		["trigger.pause", id, { owner: agent.user.userId }],
		["trigger.resume", id, {}],
		["run.start", runId, { trigger: id }],
	]);
});

test("a call of 10 MB is refused unread, a large one that fits is checked as it came", async ({ agent }) => {
	const opened = await open(agent);
	expect((await call(agent, opened, { body: { ...order, note: "x".repeat(10_000_000) } })).status).toBe(413);
	expect((await call(agent, opened, { text: `${JSON.stringify(order).slice(0, -1)} , "note": "${"ü".repeat(100_000)}"}` })).status).toBe(
		201,
	);
});

test("another secret ends the one before, a closed address and one whose owner left take no call, and no secret is stored", async ({
	agent,
	mongo,
}) => {
	const opened = await open(agent);
	const { secret } = (await expectOk(agent.call("POST", `${triggers}/${opened.trigger.id}/rotate`))) as { secret: string };
	expect([(await call(agent, opened)).status, (await call(agent, { ...opened, secret })).status]).toEqual([401, 201]);
	expect(JSON.stringify(await mongo.db.collection("triggers").find().toArray())).not.toContain(secret);
	expect(JSON.stringify(await expectOk(agent.call("GET", triggers)))).not.toContain("whsec_");
	agent.identity.removeMember(agent.user);
	expect(codeOf(await call(agent, { ...opened, secret }))).toBe("FORBIDDEN");
	await agent.call("DELETE", `${triggers}/${opened.trigger.id}`);
	expect((await call(agent, { ...opened, secret })).status).toBe(401);
});
