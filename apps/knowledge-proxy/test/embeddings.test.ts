import { RetrieveReply } from "@webhand/contracts/knowledge/retrieve";
import { createLogger } from "@webhand/service-kit/logs";
import { test as base } from "@webhand/testing/database";
import { startEmbeddingServer } from "@webhand/testing/embedding-server";
import { poll } from "@webhand/testing/poll";
import { newOrgTenantId, startIdentity } from "@webhand/testing/tokens";
import { expect } from "vitest";
import { startReplica } from "./replica.ts";
import { createShelf } from "./shelf.ts";

const directionOf = (number: number) => Array.from({ length: 30 }, (_, index) => (index === number ? 1 : 0));
// Texts about money, about time, and others lie in three directions.
const vectorOf = (text: string) =>
	text === "Unreadable."
		? []
		: /(?:alpha|omega)(\d+)/.test(text)
			? directionOf(Number(/\d+/.exec(text)?.[0]))
			: [/money|refund|price/i.test(text) ? 3 : 0, /hour|holiday|when/i.test(text) ? 3 : 0, 0.1];

const test = base.extend("world", async ({ mongo, redis }, { onCleanup }) => {
	const [identity, embeddings] = [await startIdentity(), await startEmbeddingServer(vectorOf)];
	const logs: string[] = [];
	const log = createLogger({ service: "knowledge-proxy", level: "trace", target: { write: (line) => logs.push(line) } });
	const endpoint = { EMBEDDINGS_BASE_URL: embeddings.url, EMBEDDINGS_MODEL: "scripted", EMBEDDINGS_KEY: "key-of-the-test" };
	const settings = { ...endpoint, KNOWLEDGE_CACHE_TTL: "0" };
	const instance = await startReplica({ mongo, redis, identity, settings, choices: { log } });
	onCleanup(async () => {
		await instance.close();
		await embeddings.close();
		await identity.close();
	});
	const shelf = createShelf(mongo);
	/** As after a test that found that meaning helps. */
	const switchOn = (tenantId: string) =>
		mongo.db.collection("meaning_trials").insertOne({
			_id: tenantId as never,
			model: "scripted",
			at: new Date(),
			trials: [{ language: "en", questions: 30, words: 0, best: 1, use: "fill", weight: 0 }],
		});
	const user = await identity.signIn(redis.client, { tenantId: newOrgTenantId(), roles: ["member", "admin"] });
	await shelf.allow(user.tenantId, "app.acme.com");
	const ask = async (query: string) => {
		const reply = await fetch(`${instance.url}/internal/retrieve`, {
			method: "POST",
			headers: { ...user.headers, "content-type": "application/json" },
			body: JSON.stringify({ url: "https://app.acme.com/", query }),
		});
		const text = await reply.text();
		return { text, contents: RetrieveReply.parse(JSON.parse(text)).chunks.map(({ content }) => content) };
	};
	const call = async (method: string, path: string) => {
		const reply = await fetch(`${instance.url}/api/knowledge/meaning${path}`, { method, headers: user.headers });
		return { status: reply.status, body: (await reply.json()) as unknown };
	};
	const vectors = () => mongo.db.collection("vectors").countDocuments({ tenantId: user.tenantId });
	const metrics = async () => await (await fetch(`${instance.url}/metrics`)).text();
	return { shelf, user, ask, call, switchOn, vectors, metrics, embeddings, logs };
});
const handbook = { domain: "app.acme.com", contents: ["Refunds take a week.", "Holidays are thirty days.", "Parking is free."] };

test("a chunk is found by its meaning although it holds no word of the question", async ({ world }) => {
	const { id } = await world.shelf.add(world.user.tenantId, handbook);
	await world.switchOn(world.user.tenantId);
	await poll(async () => (await world.vectors()) === 3);
	// The first question of a cold process may be too late for its vector.
	await expect.poll(async () => (await world.ask("price")).contents[0]).toBe("Refunds take a week.");
	const { text, contents } = await world.ask("parking money");
	expect(contents.slice(0, 2).toSorted()).toEqual(["Parking is free.", "Refunds take a week."]);
	expect(text).not.toMatch(/vector|embedding|0\.99/);
	expect(world.embeddings.requests.every(({ key }) => key === "Bearer key-of-the-test")).toBe(true);
	expect(world.logs.join("")).not.toMatch(/key-of-the-test|Refunds/);
	await world.shelf.remove(world.user.tenantId, id);
	await poll(async () => (await world.vectors()) === 0);
});

test.for([
	{ mode: "silent", outcome: "slow" },
	{ mode: "error", outcome: "failed" },
	{ mode: "garbage", outcome: "failed" },
] as const)("an endpoint that is $mode leaves the search by words, and is counted as $outcome", async ({ mode, outcome }, { world }) => {
	await world.shelf.add(world.user.tenantId, handbook);
	await world.switchOn(world.user.tenantId);
	await poll(async () => (await world.vectors()) === 3);
	// The first question of a cold process may be too late for any answer.
	await expect.poll(async () => (await world.ask("long holidays")).contents.length).toBeGreaterThan(0);
	world.embeddings.mode = mode;
	expect((await world.ask("parking money")).contents).toEqual(["Parking is free."]);
	expect(await world.metrics()).toContain(`webhand_knowledge_embeddings_total{outcome="${outcome}"} 1`);
	world.embeddings.mode = "good";
	expect((await world.ask("parking money")).contents).toContain("Refunds take a week.");
});

test("contents that the endpoint does not take keep no other tenant waiting", async ({ world }) => {
	await world.shelf.add(newOrgTenantId(), { ...handbook, contents: ["Unreadable."] });
	await world.shelf.add(world.user.tenantId, handbook);
	await poll(async () => (await world.vectors()) === 3);
});

test("another tenant's contents are not among the nearest", async ({ world }) => {
	await world.shelf.add(world.user.tenantId, handbook);
	await world.switchOn(world.user.tenantId);
	await world.shelf.add(newOrgTenantId(), { ...handbook, contents: ["Refunds of a stranger cost money."] });
	await poll(async () => (await world.vectors()) === 3);
	expect((await world.ask("price of money")).contents).not.toContain("Refunds of a stranger cost money.");
});

test("meaning is off until a test on one's own titles finds that it helps, and the endpoint hears no question before", async ({
	world,
}) => {
	const { shelf, user, ask, call, embeddings } = world;
	embeddings.mode = "error";
	for (let number = 0; number < 24; number += 1)
		await shelf.add(user.tenantId, { domain: "app.acme.com", title: `alpha${number}`, contents: [`The omega${number} rule.`] });
	for (let number = 0; number < 3; number += 1)
		await shelf.add(user.tenantId, { domain: "app.acme.com", title: `Titel ${number}`, contents: [`Satz ${number}.`], language: "de" });
	expect(await call("GET", "")).toEqual({ status: 200, body: { model: "scripted", trials: [] } });
	expect((await call("POST", "/measure")).status).toBe(503);
	embeddings.mode = "good";
	await poll(async () => (await world.vectors()) === 27);
	await ask("omega7 alpha7");
	expect(embeddings.requests.flatMap(({ texts }) => texts)).not.toContain("omega7 alpha7");
	const measured = await call("POST", "/measure");
	expect(measured).toMatchObject({
		status: 200,
		body: {
			model: "scripted",
			trials: [
				{ language: "de", use: "off" },
				{ language: "en", use: "fill", best: 1 },
			],
		},
	});
	expect(await call("GET", "")).toEqual(measured);
	embeddings.mode = "error";
	expect((await call("POST", "/measure")).status).toBe(503);
	expect(await call("GET", "")).toEqual(measured);
});
