import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Delivery, Webhook as Hook } from "@webhand/contracts/authority/webhooks";
import { WebhookMessage } from "@webhand/contracts/authority/webhooks";
import { armFailpoints } from "@webhand/service-kit/failpoints";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished } from "vitest";
import type { StoredDelivery } from "../../src/webhooks/store.ts";
import type { Agent, AgentWish, PostOptions } from "../agent.ts";
import { codeOf, fieldsOf, test } from "../agent.ts";
import { begin, change, formSite, invoice, play, store, take } from "../routines/routines.ts";

const path = "/api/v1/agent/webhooks";
type Got = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** A receiver on loopback. `answer` is the status that it gives, 0 is none; a text redirects there. */
async function receiver() {
	const got: Got[] = [];
	const answer: { as: number | string } = { as: 204 };
	const server = createServer((request, reply) => {
		const parts: Buffer[] = [];
		request.on("data", (part: Buffer) => parts.push(part));
		request.on("end", () => {
			got.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
			if (answer.as === 0) return;
			if (typeof answer.as === "string") reply.writeHead(307, { location: answer.as }).end();
			else reply.writeHead(answer.as).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`, got, answer, drop: () => server.closeAllConnections() };
}

type Open = (wish?: AgentWish) => Promise<Agent>;

/** A service whose user is an admin, with a webhook at a receiver. Its own loop is too slow for a test that waits for nothing to come. */
async function hooked(
	open: Open,
	redis: Parameters<Agent["identity"]["signIn"]>[0],
	events = ["run.finished", "run.failed", "run.waiting", "row.failed"],
) {
	const [to, other] = [await receiver(), await receiver()];
	const agent = await open({ settings: { WEBHOOK_HOSTS: [to, other].map(({ url }) => new URL(url).host).join() } });
	const tenantId = newOrgTenantId();
	const admin = await agent.identity.signIn(redis, { tenantId, roles: ["member", "admin"] });
	const as = { as: admin };
	const made = await agent.call("POST", path, { ...as, body: { url: to.url, events } });
	expect(made.status).toBe(201);
	const { webhook, secret } = made.body as { webhook: Hook; secret: string };
	const own: Agent = {
		...agent,
		call: (method, at, options) => agent.call(method, at, { ...as, ...options }),
		step: (body, options) => agent.step(body, { ...as, ...options }),
	};
	const log = async () => (await agent.call("GET", `${path}/${webhook.id}/deliveries`, as)).body["deliveries"] as Delivery[];
	const shown = async () => ((await agent.call("GET", path, as)).body["webhooks"] as Hook[])[0];
	return { agent: own, to, other, as, webhook, secret, log, shown, tenantId };
}

const typesOf = (got: readonly Got[]) => got.map(({ body }) => WebhookMessage.parse(JSON.parse(body)).type);
const at = (hours: number) => hours * 3_600_000;

/** A run of two rows: the first one fails where the page refuses to save it. */
async function playTwo(agent: Agent, saves: (amount: string, number: string) => string = (amount) => amount) {
	const routine = await store(agent, invoice);
	const run = await begin(agent, routine.id, [
		{ number: "1", amount: "10" },
		{ number: "2", amount: "20" },
	]);
	for (const _ of [1, 2]) {
		const row = await take(agent, run.id);
		if (row !== null) await play(agent, run.id, row, formSite(saves));
	}
	return run;
}

describe("webhooks", () => {
	test("tell of a run's rows and its end, once, signed, and without the values of rows", async ({ open, redis }) => {
		const { agent, to, secret, log } = await hooked(open, redis.client);
		const run = await playTwo(agent, (amount, number) => (number === "1" ? "99" : amount));
		await expect.poll(() => to.got.length).toBe(2);
		expect(typesOf(to.got).sort()).toEqual(["row.failed", "run.finished"]);
		const verifier = new Webhook(secret);
		for (const { headers, body } of to.got) expect(verifier.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
		const bodies = to.got.map(({ body }) => WebhookMessage.parse(JSON.parse(body)));
		expect(bodies.find(({ type }) => type === "row.failed")?.data).toMatchObject({
			row: { row: 1, state: "not_saved" },
			run: { id: run.id },
		});
		expect(bodies.find(({ type }) => type === "run.finished")?.data).toMatchObject({
			run: { id: run.id, state: "done", counts: { done: 1, not_saved: 1 } },
		});
		expect(to.got.map(({ body }) => body).join()).not.toContain('"number"');
		const logged = async () => (await log()).map(({ state, status }) => [state, status]);
		await expect.poll(logged).toEqual([
			["delivered", 204],
			["delivered", 204],
		]);
	});

	test("tell of a run that was stopped when its last row ended, and of nothing else; the log keeps it no longer than the run", async ({
		open,
		redis,
		mongo,
	}) => {
		const { agent, to, tenantId } = await hooked(open, redis.client, ["run.finished", "run.failed"]);
		const routine = await store(agent, invoice);
		const run = await begin(agent, routine.id, [
			{ number: "1", amount: "10" },
			{ number: "2", amount: "20" },
		]);
		await take(agent, run.id);
		const expireAt = new Date(Date.now() + at(24));
		await mongo.db.collection("routine_runs").updateOne({ tenantId }, { $set: { expireAt } });
		expect((await change(agent, run.id, { change: "stop" })).status).toBe(200);
		await expect.poll(() => typesOf(to.got)).toEqual(["run.finished"]);
		expect(JSON.parse(to.got[0]?.body ?? "{}")).toMatchObject({ data: { run: { state: "stopped", counts: { stopped: 2 } } } });
		expect(await mongo.db.collection("webhook_deliveries").findOne({ tenantId })).toMatchObject({ expireAt });
	});

	test("tell of a run that an earlier version stored without counts, as a server of before does in a rolling update", async ({
		open,
		redis,
		mongo,
	}) => {
		const { agent, to, tenantId } = await hooked(open, redis.client, ["run.finished"]);
		const run = await begin(agent, (await store(agent, invoice)).id, [{ number: "1", amount: "10" }]);
		await mongo.db.collection("routine_runs").updateOne({ tenantId }, { $unset: { progress: "" } });
		const row = await take(agent, run.id);
		if (row !== null) await play(agent, run.id, row, formSite());
		await expect.poll(() => typesOf(to.got)).toEqual(["run.finished"]);
		expect(JSON.parse(to.got[0]?.body ?? "{}")).toMatchObject({ data: { run: { state: "done", counts: { done: 1 } } } });
		expect(await mongo.db.collection("routine_runs").findOne({ tenantId })).not.toHaveProperty("progress");
	});

	test("are for admins, at public addresses over https; a secret is shown once", async ({ open, redis }) => {
		const { agent, as, webhook, tenantId, shown } = await hooked(open, redis.client);
		const member = { as: await agent.identity.signIn(redis.client, { tenantId, roles: ["member"] }) };
		const stranger = { as: await agent.identity.signIn(redis.client, { tenantId: newOrgTenantId(), roles: ["member", "admin"] }) };
		const one = `${path}/${webhook.id}`;
		const calls = [
			["GET", path],
			["PATCH", one, { state: "paused" }],
			["POST", `${one}/rotate`],
			["POST", `${one}/test`],
			["GET", `${one}/deliveries`],
			["DELETE", one],
		] as const;
		for (const [method, url, body] of calls) {
			const asking = (who: PostOptions) => agent.call(method, url, { ...who, ...(body === undefined ? {} : { body }) });
			expect([url, codeOf(await asking(member))]).toEqual([url, "FORBIDDEN"]);
			if (url !== path) expect([url, codeOf(await asking(stranger))]).toEqual([url, "NOT_FOUND"]);
		}
		expect((await agent.call("GET", path, stranger)).body).toEqual({ webhooks: [] });
		expect(JSON.stringify(await shown())).not.toMatch(/secret/i);
		for (const url of [
			"http://example.com/",
			"https://10.0.0.7/",
			"https://localhost/",
			"https://[::1]/",
			"https://u:p@example.com/",
			"ftp://x/",
		])
			expect([url, fieldsOf(await agent.call("POST", path, { ...as, body: { url, events: ["run.finished"] } }))]).toEqual([url, ["url"]]);
		expect(fieldsOf(await agent.call("POST", path, { ...as, body: { url: webhook.url, events: [] } }))).toEqual(["events"]);
	});

	test("follow no redirect, try again with growing pauses, and are paused and said after a day", async ({ open, redis, mongo }) => {
		const { agent, to, as, webhook, log, shown, tenantId } = await hooked(open, redis.client);
		const private_ = await receiver();
		to.answer.as = private_.url;
		await playTwo(agent, (amount, number) => (number === "1" ? "99" : amount));
		const states = async () => (await log()).map(({ state, attempts, problem }) => `${state} ${attempts} ${problem}`);
		const two = (what: string) => [what, what];
		await expect.poll(states).toEqual(two("pending 1 redirect"));
		expect(private_.got).toEqual([]);
		const ids = to.got.map(({ headers }) => headers["webhook-id"]);
		expect(await shown()).toMatchObject({ state: "active", failingSince: expect.any(String) });
		to.answer.as = 500;
		agent.clock.ms = at(1);
		await expect.poll(states).toEqual(two("pending 2 status"));
		agent.clock.ms = at(25);
		await expect.poll(async () => (await shown())?.state).toBe("failing");
		await expect.poll(states).toEqual(two("pending 3 status"));
		expect(await mongo.db.collection("audit_notes").countDocuments({ tenantId, action: "webhook.pause" })).toBe(1);
		// A test that arrives makes nothing active, so the pause is still said.
		to.answer.as = 200;
		await agent.call("POST", `${path}/${webhook.id}/test`, as);
		await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
		expect((await agent.call("GET", "/api/v1/agent/waiting", as)).body["waiting"]).toMatchObject([
			{ kind: "webhook", webhookId: webhook.id },
		]);
		// Active again, what waited goes out with its own id.
		const tried = to.got.length;
		await agent.call("PATCH", `${path}/${webhook.id}`, { ...as, body: { state: "active" } });
		agent.clock.ms = at(40);
		await expect.poll(async () => (await log()).map(({ state }) => state)).toEqual(Array(3).fill("delivered"));
		expect(
			to.got
				.slice(tried)
				.map(({ headers }) => headers["webhook-id"])
				.toSorted(),
		).toEqual(ids.toSorted());
		expect(await shown()).not.toHaveProperty("failingSince");
	});

	test("sign with the former secret too for a day, and send a message again under its id", async ({ open, redis }) => {
		const { agent, to, as, webhook, secret, log } = await hooked(open, redis.client);
		const rotated = (await agent.call("POST", `${path}/${webhook.id}/rotate`, as)).body as { secret: string; webhook: Hook };
		expect(rotated.webhook.formerSecretUntil).toBeDefined();
		const sendTest = () => agent.call("POST", `${path}/${webhook.id}/test`, as);
		const isSignedBy = (key: string, { headers, body }: Got) => {
			try {
				return new Webhook(key).verify(body, headers as Record<string, string>) !== null;
			} catch {
				return false;
			}
		};
		await sendTest();
		await expect.poll(() => to.got.length).toBe(1);
		expect(to.got.map((got) => [isSignedBy(secret, got), isSignedBy(rotated.secret, got)])).toEqual([[true, true]]);
		await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
		const [first] = await log();
		expect(first?.type).toBe("webhook.test");
		expect((await agent.call("POST", `${path}/${webhook.id}/deliveries/${first?.id}/resend`, as)).status).toBe(200);
		await expect.poll(() => to.got.length).toBe(2);
		expect(to.got[1]).toMatchObject({ body: to.got[0]?.body, headers: { "webhook-id": first?.id } });
		// A paused one sends a test, and tries it once.
		await agent.call("PATCH", `${path}/${webhook.id}`, { ...as, body: { state: "paused" } });
		to.answer.as = 500;
		await sendTest();
		await expect.poll(async () => (await log())[0]?.state).toBe("failed");
		expect(to.got).toHaveLength(3);
	});

	test("a receiver that gives no answer keeps no other waiting", async ({ open, redis }) => {
		const { agent, to, other, as, webhook } = await hooked(open, redis.client);
		to.answer.as = 0;
		const added = await agent.call("POST", path, { ...as, body: { url: other.url, events: ["run.finished"] } });
		const { id } = added.body["webhook"] as Hook;
		for (let sent = 0; sent < 20; sent += 1) await agent.call("POST", `${path}/${webhook.id}/test`, as);
		await expect.poll(() => to.got.length).toBeGreaterThan(0);
		await agent.call("POST", `${path}/${id}/test`, as);
		await expect.poll(() => typesOf(other.got)).toEqual(["webhook.test"]);
		// The service waits for what it sends before it stops.
		to.drop();
	});

	test("a message is not held where its webhook became active meanwhile", async ({ open, redis, mongo }) => {
		const { agent, as, webhook, log } = await hooked(open, redis.client);
		await agent.call("POST", `${path}/${webhook.id}/test`, as);
		await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
		const stored = mongo.db.collection<StoredDelivery>("webhook_deliveries");
		const claimed = { state: "pending", claim: "a claim", claimedUntil: new Date(Date.now() + 60_000) } as const;
		const row = await stored.findOneAndUpdate({ webhookId: webhook.id }, { $set: claimed }, { returnDocument: "after" });
		if (row === null) throw new Error("no message is stored");
		await agent.deps.delivering.webhooks.hold(row);
		await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
	});

	test("a process that dies between sending and the log sends the same message again, and nothing more", async ({ open, redis }) => {
		const { agent, to, log } = await hooked(open, redis.client);
		onTestFinished(() => armFailpoints(""));
		armFailpoints("webhook.sent=throw");
		await playTwo(agent);
		await expect.poll(() => to.got.length).toBe(1);
		expect(await log()).toMatchObject([{ state: "pending", attempts: 0 }]);
		armFailpoints("");
		// Its claim has a minute; nobody else sends before that.
		expect(await agent.deps.delivering.webhooks.claim(20, { webhooks: [], tenants: [] })).toEqual([]);
		agent.clock.ms = 61_000;
		await expect.poll(async () => (await log())[0]?.state).toBe("delivered");
		expect(new Set(to.got.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
		expect(to.got).toHaveLength(2);
	});
});
