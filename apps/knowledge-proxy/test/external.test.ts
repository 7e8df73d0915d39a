import { createServer } from "node:http";
import type { TenantId } from "@webhand/contracts/ids";
import { ResolveReply } from "@webhand/contracts/knowledge/resolve";
import { RetrieveReply } from "@webhand/contracts/knowledge/retrieve";
import { createLogger } from "@webhand/service-kit/logs";
import { test as base } from "@webhand/testing/database";
import { startExtractionServer } from "@webhand/testing/extraction-server/server";
import { startFaultProxy } from "@webhand/testing/fault-proxy";
import { newOrgTenantId, startIdentity } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { callerOf, startReplica } from "./replica.ts";

const key = "canary-key-of-the-service";
const page = "https://app.acme.com/travel?token=canary-of-the-query#canary-of-the-fragment";
const at = new Date("2026-03-02T12:00:00.000Z");
const lines: string[] = [];
const log = createLogger({ service: "knowledge-proxy", level: "debug", target: { write: (line) => void lines.push(line) } });

const test = base
	.extend("identity", { scope: "file" }, async ({}, { onCleanup }) => {
		const identity = await startIdentity();
		onCleanup(identity.close);
		return identity;
	})
	.extend("extraction", { scope: "file" }, async ({}, { onCleanup }) => {
		const server = await startExtractionServer({ key, library: [] });
		const line = await startFaultProxy(Number(new URL(server.url).port));
		onCleanup(async () => {
			await line.close();
			await server.close();
		});
		return { ...server, line };
	})
	.extend("service", { scope: "file" }, async ({ mongo, redis, identity, extraction }, { onCleanup }) => {
		const settings = {
			KNOWLEDGE_PROVIDER: "http",
			KNOWLEDGE_HTTP_URL: `http://127.0.0.1:${extraction.line.port}`,
			KNOWLEDGE_HTTP_KEY: key,
		};
		const choices = { extraction: { openMs: 100 }, log };
		const service = await startReplica({ mongo, redis, identity, settings, choices });
		onCleanup(service.close);
		return service;
	})
	.extend("shelf", { scope: "file" }, async ({ mongo }) => {
		const content = "Public words about travel.";
		const chunk = {
			documentId: "doc_public",
			tenantId: "public",
			domain: "*",
			version: 1,
			n: 0,
			content,
			charStart: 0,
			charEnd: content.length,
		};
		const active = { version: 1, chunks: 1, bytes: content.length, language: "en" };
		const document = {
			_id: "doc_public",
			tenantId: "public",
			title: "Guide",
			domain: "*",
			status: "ready",
			sha256: "1",
			updatedAt: at,
			active,
		};
		await mongo.db.collection<{ _id: string }>("documents").insertOne(document);
		await mongo.db.collection<{ _id: string }>("chunks").insertOne({ _id: "chk_public", ...chunk });
		return content;
	})
	.extend("admin", async ({ identity, redis, service, shelf, extraction }, { onCleanup }) => {
		const signedIn = await identity.signIn(redis.client, { tenantId: newOrgTenantId() });
		const call = callerOf(service.url, signedIn.headers);
		const heal = () => {
			extraction.setFault({ kind: "none" });
			extraction.line.setFault({ kind: "none" });
		};
		onCleanup(heal);
		const retrieve = async (more: object = {}) =>
			RetrieveReply.parse((await call("POST", "/internal/retrieve", { url: page, query: "travel", ...more })).json);
		const resolve = () => call("GET", `/api/knowledge/resolve?${new URLSearchParams({ url: page, query: "travel" })}`);
		const allow = (pattern: string) => call("POST", "/api/knowledge/domains", { pattern });
		return { ...signedIn, call, heal, retrieve, resolve, allow, shelf };
	});

const chunkOf = (tenantId: TenantId, content: string) => ({
	tenantId,
	domain: "*.acme.com",
	id: "7",
	documentTitle: "Handbook",
	content,
	metadata: { documentId: "d7", section: "Travel", page: 3, sourceUrl: "https://wiki.acme.com/travel" },
});
const contentsOf = ({ chunks }: RetrieveReply) => chunks.map(({ content }) => content);

describe("with an external extraction service", () => {
	test("an allowed page gets the service's chunks before public ones, with citations", async ({ admin, extraction }) => {
		extraction.know([chunkOf(admin.tenantId, "Travel is booked by the office.")]);
		await admin.allow("*.acme.com");
		const reply = await admin.retrieve();
		expect(reply).toMatchObject({ status: "ok", hasOrgKnowledge: true, domain: "app.acme.com" });
		expect(reply.chunks).toMatchObject([
			{ id: "ext_7", documentId: "ext_d7", scope: "org", page: 3, metadata: { domain: "app.acme.com" } },
			{ scope: "public", content: admin.shelf },
		]);
		const resolved = ResolveReply.parse((await admin.resolve()).json);
		expect(resolved).toMatchObject({ hasOrgKnowledge: true, citations: [{ documentId: "ext_d7", section: "Travel", page: 3 }, {}] });
	});

	test("the service learns origin and path of the page and the tenant, and nothing of the query string", async ({ admin, extraction }) => {
		await admin.allow("app.acme.com");
		const { requestId } = await admin.resolve();
		const { query, headers } = extraction.requests.at(-1) ?? {};
		const url = "https://app.acme.com/travel";
		expect(query).toEqual({ url, query: "travel", tenantId: admin.tenantId, domain: "app.acme.com", k: 8, maxChars: 12_000 });
		expect(headers).toMatchObject({ authorization: `Bearer ${key}`, accept: "application/json", "x-request-id": requestId });
		expect(JSON.stringify(headers)).not.toContain(admin.token);
	});

	test("a page that no allowed domain covers asks nothing there", async ({ admin, extraction }) => {
		extraction.know([chunkOf(admin.tenantId, "Travel is booked by the office.")]);
		const before = extraction.requests.length;
		await admin.allow("other.com");
		expect(await admin.retrieve()).toMatchObject({ status: "ok", hasOrgKnowledge: false, chunks: [{ scope: "public" }] });
		expect(extraction.requests).toHaveLength(before);
	});

	test("what changes there is seen by the next question", async ({ admin, extraction }) => {
		await admin.allow("*.acme.com");
		extraction.know([chunkOf(admin.tenantId, "Travel was booked by fax.")]);
		const first = await admin.retrieve();
		extraction.know([chunkOf(admin.tenantId, "Travel is booked by the office.")]);
		const second = await admin.retrieve();
		expect([contentsOf(first)[0], contentsOf(second)[0]]).toEqual(["Travel was booked by fax.", "Travel is booked by the office."]);
	});

	test("chunks of other tenants and sites never come up, nor do key, page or text in logs and metrics", async ({
		admin,
		extraction,
		service,
	}) => {
		await admin.allow("*.acme.com");
		const place = (id: string, metadata: object) => ({ id, content: `canary ${id} travel`, documentTitle: `canary ${id}`, metadata });
		const context = [
			place("tenant", { tenantId: newOrgTenantId() }),
			place("site", { domain: "evil-acme.com" }),
			place("source", { sourceUrl: "https://acme.com@evil.io/" }),
			place("script", { sourceUrl: "javascript:alert(1)" }),
			place("wide", { domain: "*.com" }),
			{ id: "own", content: "Travel is booked by the office.", documentTitle: "Handbook", metadata: { domain: "app.acme.com" } },
		];
		extraction.setFault({ kind: "raw", body: JSON.stringify({ context, canary: "canary" }) });
		const reply = await admin.retrieve();
		const resolved = await admin.resolve();
		expect(contentsOf(reply)).toEqual(["Travel is booked by the office.", admin.shelf]);
		const metrics = await (await fetch(`${service.url}/metrics`)).text();
		expect(metrics).toContain("webhand_knowledge_provider_dropped_total 10");
		expect(metrics).toContain("webhand_knowledge_foreign_chunks_total 0");
		expect(`${JSON.stringify(reply)}${resolved.text}${metrics}${lines.join("")}`).not.toContain("canary");
	});
});

describe("when the service fails", () => {
	test.for([
		{ what: "an error", fault: { kind: "status", status: 500 } },
		{ what: "a redirect", fault: { kind: "status", status: 302, location: "http://127.0.0.1:9/" } },
		{ what: "garbage", fault: { kind: "raw", body: "canary {" } },
		{ what: "100 MB", fault: { kind: "flood", bytes: 100_000_000 } },
		{ what: "half a reply", fault: { kind: "cut" } },
	] as const)(
		"$what: the step goes on with public knowledge, resolve tells, and nothing of it stays",
		async ({ fault }, { admin, extraction }) => {
			await admin.allow("*.acme.com");
			extraction.know([chunkOf(admin.tenantId, "Travel is booked by the office.")]);
			extraction.setFault(fault);
			const degraded = await admin.retrieve();
			expect(degraded).toMatchObject({ status: "degraded", chunks: [{ scope: "public" }] });
			expect(Object.keys(degraded)).not.toContain("hasOrgKnowledge");
			expect(Object.keys(degraded)).not.toContain("version");
			const refused = await admin.resolve();
			expect([refused.status, refused.json]).toMatchObject([500, { error: { code: "INTERNAL_ERROR" } }]);
			expect(refused.text).not.toContain("canary");
			admin.heal();
			await expect.poll(async () => contentsOf(await admin.retrieve())[0]).toBe("Travel is booked by the office.");
		},
	);

	test.for(["reset", "half_close", "blackhole"] as const)(
		"a line with %s degrades the answer until it is well",
		async (kind, { admin, extraction }) => {
			await admin.allow("*.acme.com");
			extraction.know([chunkOf(admin.tenantId, "Travel is booked by the office.")]);
			extraction.line.setFault({ kind });
			const degraded = await admin.retrieve();
			expect(degraded).toMatchObject({ status: "degraded", chunks: [{ scope: "public" }] });
			expect(degraded.tookMs).toBeLessThan(10_000);
			admin.heal();
			await expect.poll(async () => contentsOf(await admin.retrieve())[0]).toBe("Travel is booked by the office.");
		},
	);

	test("after five failures it is asked no more, answers come at once, and it is found again", async ({ admin, extraction, service }) => {
		await admin.allow("*.acme.com");
		extraction.know([chunkOf(admin.tenantId, "Travel is booked by the office.")]);
		extraction.setFault({ kind: "hang" });
		const metrics = async () => await (await fetch(`${service.url}/metrics`)).text();
		// Fewer than the connections: none waits in a queue and arrives late.
		await expect
			.poll(async () => {
				await Promise.all(Array.from({ length: 12 }, () => admin.retrieve()));
				return await metrics();
			})
			.toContain("webhand_knowledge_breaker_open 1");
		const before = extraction.requests.length;
		const replies = await Promise.all(Array.from({ length: 10 }, () => admin.retrieve()));
		expect(replies.map(({ status }) => status)).toEqual(replies.map(() => "degraded"));
		// One of them may be the probe.
		expect(extraction.requests.length - before).toBeLessThanOrEqual(1);
		admin.heal();
		await expect.poll(async () => contentsOf(await admin.retrieve())[0]).toBe("Travel is booked by the office.");
		expect(await metrics()).toContain("webhand_knowledge_breaker_open 0");
	});
});

test("one knowledge-proxy stands behind another: its replies are accepted as they are", async ({
	admin,
	identity,
	redis,
	mongo,
	extraction,
}) => {
	const rear = await startReplica({ mongo, redis, identity });
	const rearTenant = await identity.signIn(redis.client, { tenantId: newOrgTenantId() });
	await callerOf(rear.url, rearTenant.headers)("POST", "/api/knowledge/domains", { pattern: "*.acme.com" });
	const content = "Travel is booked at the rear.";
	const chunk = {
		documentId: "doc_rear",
		tenantId: rearTenant.tenantId,
		domain: "*.acme.com",
		version: 1,
		n: 0,
		content,
		charStart: 0,
		charEnd: 29,
	};
	const active = { version: 1, chunks: 1, bytes: content.length, language: "en" };
	const row = { tenantId: rearTenant.tenantId, title: "Rear", domain: "*.acme.com", status: "ready", sha256: "2", updatedAt: at, active };
	await mongo.db.collection<{ _id: string }>("documents").insertOne({ _id: "doc_rear", ...row });
	await mongo.db.collection<{ _id: string }>("chunks").insertOne({ _id: "chk_rear", ...chunk });
	// What stands between them turns the key into a sign-in and leaves out what resolve does not take.
	const relay = createServer(async ({ url = "" }, response) => {
		const { url: about = "", query = "" } = Object.fromEntries(new URL(url, "http://relay").searchParams);
		const reply = await fetch(`${rear.url}/api/knowledge/resolve?${new URLSearchParams({ url: about, query })}`, {
			headers: rearTenant.headers,
		});
		response.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "" }).end(await reply.text());
	}).listen(0, "127.0.0.1");
	await expect.poll(() => relay.address()).not.toBeNull();
	const { port } = relay.address() as { port: number };
	const settings = { KNOWLEDGE_PROVIDER: "http", KNOWLEDGE_HTTP_URL: `http://127.0.0.1:${port}`, KNOWLEDGE_HTTP_KEY: key };
	const front = await startReplica({ mongo, redis, identity, settings });
	await admin.allow("app.acme.com");
	const before = extraction.requests.length;
	const asked = { url: page, query: "travel" };
	const reply = RetrieveReply.parse((await callerOf(front.url, admin.headers)("POST", "/internal/retrieve", asked)).json);
	expect(reply).toMatchObject({ status: "ok", hasOrgKnowledge: true });
	expect(contentsOf(reply)).toContain(content);
	expect(extraction.requests).toHaveLength(before);
	await front.close();
	relay.closeAllConnections();
	relay.close();
	await rear.close();
});
