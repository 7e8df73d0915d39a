import { Trigger } from "@webhand/contracts/authority/trigger";
import { expect } from "vitest";
import { signatureOf } from "../../src/routines/triggers/signature.ts";
import type { Agent } from "../agent.ts";
import { codeOf, fieldsOf, newKey, test } from "../agent.ts";
import { expectOk, rowsOf, runOf, store } from "./routines.ts";

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
