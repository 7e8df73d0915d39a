import { TenantId } from "@webhand/contracts/ids";
import { ResolveReply } from "@webhand/contracts/knowledge/resolve";
import { RetrieveReply } from "@webhand/contracts/knowledge/retrieve";
import { createLogger } from "@webhand/service-kit/logs";
import { test as base } from "@webhand/testing/database";
import { long } from "@webhand/testing/long";
import type { SignedIn } from "@webhand/testing/tokens";
import { newOrgTenantId, startIdentity } from "@webhand/testing/tokens";
import fc from "fast-check";
import { expect } from "vitest";
import type { Scope } from "../src/scope.ts";
import { startReplica } from "./replica.ts";
import { createShelf } from "./shelf.ts";

const hosts = ["app.acme.com", "wiki.acme.com", "shop.example"];
const domains = ["app.acme.com", "*.acme.com", "shop.example"];
const topics = ["travel expenses", "refund of orders", "holiday requests", "password rules"];
const sentenceOf = (owner: string, domain: string, topic: string) => `The rule for ${topic} at ${domain} is canary-${owner}-only.`;

// Two people of each tenant ask by turns: one may ask 600 times a minute.
type Reader = { readonly owner: string; readonly people: readonly [SignedIn, SignedIn] };

type World = { readonly url: string; readonly logs: readonly string[]; readonly readers: readonly Reader[] };

const test = base.extend("world", { scope: "file" }, async ({ mongo, redis }, { onCleanup }) => {
	const identity = await startIdentity();
	const logs: string[] = [];
	const log = createLogger({ service: "knowledge-proxy", level: "trace", target: { write: (line) => logs.push(line) } });
	const settings = { ADDRESS_REQUESTS_PER_MINUTE: "1000000" };
	const instance = await startReplica({ mongo, redis, identity, settings, choices: { log } });
	onCleanup(async () => {
		await instance.close();
		await identity.close();
	});
	const shelf = createShelf(mongo);
	const fill = async (scope: Scope, owner: string) => {
		for (const domain of domains)
			await shelf.add(scope, { domain, title: `Handbook of ${owner}`, contents: topics.map((topic) => sentenceOf(owner, domain, topic)) });
	};
	const peopleOf = async (tenantId: TenantId): Promise<Reader["people"]> => [
		await identity.signIn(redis.client, { tenantId }),
		await identity.signIn(redis.client, { tenantId }),
	];
	const readers: Reader[] = [];
	for (const [owner, tenantId] of [
		["ant", newOrgTenantId()],
		["bee", newOrgTenantId()],
		["cat", TenantId.parse("usr_CATCATCATCATCATCATCATC")],
	] as const) {
		for (const pattern of domains) await shelf.allow(tenantId, pattern);
		await fill(tenantId, owner);
		readers.push({ owner, people: await peopleOf(tenantId) });
	}
	await fill("public", "everybody");
	// Allowed, and without documents of its own.
	const empty = newOrgTenantId();
	for (const pattern of domains) await shelf.allow(empty, pattern);
	readers.push({ owner: "dog", people: await peopleOf(empty) });
	return { url: instance.url, logs, readers };
});

const question = fc.record({
	reader: fc.nat(3),
	person: fc.constantFrom(0, 1),
	host: fc.constantFrom(...hosts),
	path: fc.constantFrom("/", "/travel", "/canary-bee-only"),
	k: fc.integer({ min: 1, max: 20 }),
	query: fc.oneof(
		fc
			.tuple(fc.constantFrom("ant", "bee", "cat", "everybody"), fc.constantFrom(...domains), fc.constantFrom(...topics))
			.map((parts) => sentenceOf(...parts)),
		fc.constantFrom("", "canary", "canary-ant-only", "Handbook of bee", "travle expences", "*", "tenantId"),
		fc.string({ maxLength: 40 }),
	),
});

const lists = [
	{ count: 600, options: {} },
	{ count: 2_000, options: long },
];

for (const { count, options } of lists)
	test(`over ${count} questions no tenant is told what another one keeps`, options, ({ world }) => askAll(world, count));

async function askAll(world: World, count: number): Promise<void> {
	const strays: unknown[] = [];
	const mayRead = ({ owner }: Reader, text: string) =>
		[...text.matchAll(/canary-(\w+)-only/g)].every(([, keeper]) => keeper === owner || keeper === "everybody");
	let chunks = 0;
	const ask = async ({ reader: index, person, host, path, query, k }: (typeof questions)[number]) => {
		const reader = world.readers[index];
		if (reader === undefined) throw new Error("no such reader");
		const reply = await fetch(`${world.url}/internal/retrieve`, {
			method: "POST",
			headers: { ...reader.people[person as 0 | 1].headers, "content-type": "application/json" },
			body: JSON.stringify({ url: `https://${host}${path}`, query, k }),
		});
		const text = await reply.text();
		expect([reply.status, text]).toEqual([200, text]);
		const answer = RetrieveReply.parse(JSON.parse(text));
		chunks += answer.chunks.length;
		if (!mayRead(reader, text)) strays.push({ reader: reader.owner, query, answer });
		// An answer that came too late for a search of the organization says neither.
		if (answer.hasOrgKnowledge === (reader.owner === "dog")) strays.push({ reader: reader.owner, has: answer.hasOrgKnowledge });
	};
	const questions = fc.sample(question, { numRuns: count, seed: 20_261_123 });
	for (let at = 0; at < questions.length; at += 20) await Promise.all(questions.slice(at, at + 20).map(ask));
	expect(strays).toEqual([]);
	expect(chunks).toBeGreaterThan(2 * count);

	// The debugging route, with its citations, and its errors.
	for (const reader of world.readers) {
		for (const query of topics.map((topic) => sentenceOf("ant", "app.acme.com", topic))) {
			const search = new URLSearchParams({ url: "https://app.acme.com/", query });
			const reply = await fetch(`${world.url}/api/knowledge/resolve?${search}`, { headers: reader.people[0].headers });
			const text = await reply.text();
			ResolveReply.parse(JSON.parse(text));
			expect(mayRead(reader, text) && (reader.owner === "ant" || !text.includes("Handbook of ant"))).toBe(true);
		}
		const wrong = await fetch(`${world.url}/api/knowledge/resolve?url=x&query=canary-ant-only`, { headers: reader.people[0].headers });
		expect([wrong.status, (await wrong.text()).includes("canary")]).toEqual([400, false]);
	}

	const metrics = await (await fetch(`${world.url}/metrics`)).text();
	expect(metrics).toContain('webhand_knowledge_cache_total{result="hit"}');
	expect(metrics).toMatch(/webhand_knowledge_shard_bytes [1-9]/);
	expect(metrics).toContain("webhand_knowledge_foreign_chunks_total 0");
	expect(world.logs.length).toBeGreaterThan(count / 2);
	for (const text of [metrics, world.logs.join("")]) expect(text).not.toMatch(/canary|Handbook of/);
}
