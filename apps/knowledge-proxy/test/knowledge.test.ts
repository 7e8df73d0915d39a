import { ErrorBody } from "@webhand/contracts/errors";
import { ResolveReply } from "@webhand/contracts/knowledge/resolve";
import { RetrieveReply } from "@webhand/contracts/knowledge/retrieve";
import { test as base } from "@webhand/testing/database";
import { startFaultProxy } from "@webhand/testing/fault-proxy";
import { newOrgTenantId, startIdentity } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { buildApp } from "../src/app.ts";
import { readKnowledgeConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import type { Scope } from "../src/scope.ts";
import { createShelf } from "./shelf.ts";

const fieldsOf = (details: Record<string, unknown> = {}) => (details["fields"] as { field: string }[]).map(({ field }) => field).sort();
const extension = "abcdefghijklmnopabcdefghijklmnop";
const page = "https://app.acme.com/travel";

const test = base
	.extend("identity", { scope: "file" }, async ({}, { onCleanup }) => {
		const identity = await startIdentity();
		onCleanup(identity.close);
		return identity;
	})
	.extend("service", { scope: "file" }, async ({ mongo, redis, identity }, { onCleanup }) => {
		const line = await startFaultProxy(Number(new URL(mongo.uri).port));
		const config = readKnowledgeConfig({
			PORT: "0",
			MONGODB_URI: mongo.uri.replace(/:\d+\/(.*)\?.*$/, `:${line.port}/$1?directConnection=true`),
			MAX_EVENT_LOOP_DELAY_MS: "0",
			REDIS_URL: redis.url,
			AUTH_URL: identity.url,
			TOKEN_ISSUER: identity.issuer,
			EXTENSION_IDS: extension,
			LOG_LEVEL: "silent",
		});
		const deps = await openDeps(config, new AbortController().signal);
		const app = await buildApp(deps);
		const url = await app.listen({ host: "127.0.0.1", port: 0 });
		onCleanup(async () => {
			line.setFault({ kind: "none" });
			await app.close();
			await deps.close();
			await line.close();
		});
		return { url, line };
	})
	.extend("user", async ({ identity, redis, service }) => {
		const signedIn = await identity.signIn(redis.client, { tenantId: newOrgTenantId() });
		const resolve = (query: Record<string, string>) =>
			fetch(`${service.url}/api/knowledge/resolve?${new URLSearchParams(query)}`, { headers: signedIn.headers });
		const retrieve = (body: object) =>
			fetch(`${service.url}/internal/retrieve`, {
				method: "POST",
				headers: { ...signedIn.headers, "content-type": "application/json" },
				body: JSON.stringify(body),
			});
		return { ...signedIn, resolve, retrieve };
	})
	.extend("shelf", { scope: "file" }, ({ mongo }) => {
		const { allow, add } = createShelf(mongo);
		return {
			allow,
			add: async (scope: Scope, domain: string, content: string) => (await add(scope, { domain, contents: [content] })).chunks[0] ?? "",
		};
	});

describe("resolve", () => {
	test("an empty store answers without org knowledge and with nothing else", async ({ user }) => {
		const reply = await user.resolve({ url: `${page}?token=secret#x`, query: "expenses" });
		expect(reply.status).toBe(200);
		expect(await reply.json()).toEqual({ allowed: true, domain: "app.acme.com", hasOrgKnowledge: false, context: [], citations: [] });
		expect(reply.headers.get("cache-control")).toBe("no-store");
	});

	test("an allowed domain without documents is still no org knowledge", async ({ user, shelf }) => {
		await shelf.allow(user.tenantId, "*.acme.com");
		await shelf.add("public", "*", "Public words about travel.");
		expect(await (await user.resolve({ url: page })).json()).toMatchObject({ hasOrgKnowledge: false, context: [] });
	});

	test("documents whose domain nobody allowed stay silent", async ({ user, shelf }) => {
		await shelf.add(user.tenantId, "app.acme.com", "Travel is booked by the office.");
		expect(await (await user.resolve({ url: page })).json()).toMatchObject({ hasOrgKnowledge: false, context: [] });
	});

	test("an allowed domain with documents gives their active chunks with citations", async ({ user, shelf }) => {
		await shelf.allow(user.tenantId, "*.acme.com");
		const id = await shelf.add(user.tenantId, "app.acme.com", "Travel is booked by the office.");
		await shelf.add(user.tenantId, "wiki.acme.com", "Travel, on another site.");
		const reply = ResolveReply.parse(await (await user.resolve({ url: page, query: "who books travel?" })).json());
		const own = reply.context.filter(({ metadata }) => metadata?.["scope"] === "org");
		expect(reply.hasOrgKnowledge).toBe(true);
		expect(own.map((chunk) => [chunk.id, chunk.content])).toEqual([[id, "Travel is booked by the office."]]);
		expect(reply.citations?.[0]).toEqual({ documentId: expect.stringMatching(/^doc_/), documentTitle: "Handbook", section: "Travel" });
		expect(await (await user.resolve({ url: page, query: "spaceship" })).json()).toMatchObject({ hasOrgKnowledge: true, context: [] });
	});

	test("another tenant's documents never come up", async ({ user, identity, redis, service, shelf }) => {
		await shelf.allow(user.tenantId, "secret.example");
		await shelf.add(user.tenantId, "secret.example", "Canary sentence of this tenant.");
		const stranger = await identity.signIn(redis.client, { tenantId: newOrgTenantId() });
		await shelf.allow(stranger.tenantId, "secret.example");
		const query = new URLSearchParams({ url: "https://secret.example/", query: "Canary sentence of this tenant." });
		const reply = await fetch(`${service.url}/api/knowledge/resolve?${query}`, {
			headers: { ...stranger.headers, "x-tenant-id": user.tenantId },
		});
		const text = await reply.text();
		expect(JSON.parse(text)).toMatchObject({ hasOrgKnowledge: false });
		expect(text).not.toContain("Canary");
	});

	test.for([
		{ what: "no url", query: {}, field: "url" },
		{ what: "a relative url", query: { url: "/travel" }, field: "url" },
		{ what: "a script url", query: { url: "javascript:alert(1)" }, field: "url" },
		{ what: "a file url", query: { url: "file:///etc/passwd" }, field: "url" },
		{ what: "a url of 5,000 characters", query: { url: `https://acme.com/${"a".repeat(5_000)}` }, field: "url" },
		{ what: "a query of 2,001 characters", query: { url: page, query: "a".repeat(2_001) }, field: "query" },
		{ what: "a tenant in the query string", query: { url: page, tenantId: "org_0000000000000000000000" }, field: "tenantId" },
	])("$what is refused by name", async ({ query, field }, { user }) => {
		const reply = await user.resolve(query as Record<string, string>);
		const { error } = ErrorBody.parse(await reply.json());
		expect([reply.status, error.code]).toEqual([400, "VALIDATION_ERROR"]);
		expect(error.details?.["fields"]).toContainEqual(expect.objectContaining({ field }));
	});

	test("a url given twice is refused", async ({ user, service }) => {
		const reply = await fetch(`${service.url}/api/knowledge/resolve?url=https://a.com&url=https://b.com`, { headers: user.headers });
		expect(reply.status).toBe(400);
	});

	test("without a token, with a forged and with a revoked one the answer is 401", async ({ identity, redis, service, user }) => {
		const ask = (headers: Record<string, string>) => fetch(`${service.url}/api/knowledge/resolve?url=${page}`, { headers });
		expect((await ask({})).status).toBe(401);
		expect((await ask({ authorization: `Bearer ${user.token.slice(0, -4)}AAAA` })).status).toBe(401);
		expect((await ask({ authorization: `Bearer ${await identity.signToken({ lifeSeconds: -60 })}` })).status).toBe(401);
		await identity.revoke(redis.client, user.sid);
		const refused = await ask(user.headers);
		expect([refused.status, ErrorBody.parse(await refused.json()).error.code]).toEqual([401, "UNAUTHORIZED"]);
	});

	test("our extension may call from the browser, a stranger's may not", async ({ service }) => {
		const preflight = (origin: string) =>
			fetch(`${service.url}/api/knowledge/resolve`, {
				method: "OPTIONS",
				headers: { origin, "access-control-request-method": "GET", "access-control-request-headers": "authorization" },
			});
		const ours = await preflight(`chrome-extension://${extension}`);
		expect([ours.status, ours.headers.get("access-control-allow-origin")]).toEqual([204, `chrome-extension://${extension}`]);
		const strange = await preflight(`chrome-extension://${"p".repeat(32)}`);
		expect([strange.status, strange.headers.get("access-control-allow-origin")]).toEqual([204, null]);
	});

	test("the 61st question of a minute waits", async ({ user }) => {
		const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await user.resolve({ url: page })).status));
		expect(statuses.filter((status) => status === 200)).toHaveLength(60);
		expect(statuses.filter((status) => status === 429)).toHaveLength(1);
	});
});

describe("retrieve", () => {
	test("without org knowledge the prompt still gets public knowledge", async ({ user, shelf }) => {
		const id = await shelf.add("public", "public.example", "Public words about refunds.");
		const reply = await user.retrieve({ url: "https://public.example/", query: "refunds" });
		expect(reply.status).toBe(200);
		expect(RetrieveReply.parse(await reply.json())).toMatchObject({
			domain: "public.example",
			hasOrgKnowledge: false,
			status: "ok",
			chunks: [{ id, scope: "public", documentTitle: "Handbook", section: "Travel" }],
		});
	});

	test("org chunks stand before public ones and the caps hold", async ({ user, shelf }) => {
		await shelf.allow(user.tenantId, "caps.example");
		await shelf.add("public", "caps.example", "Refunds in public.");
		await shelf.add(user.tenantId, "caps.example", "Refunds at our house.");
		const ask = async (body: object) =>
			RetrieveReply.parse(await (await user.retrieve({ url: "https://caps.example/", query: "refunds", ...body })).json()).chunks.map(
				({ scope }) => scope,
			);
		expect(await ask({})).toEqual(["org", "public"]);
		expect(await ask({ k: 1 })).toEqual(["org"]);
		expect(await ask({ maxChars: 22 })).toEqual(["org"]);
	});

	test("a wrong body is refused with every wrong field", async ({ user }) => {
		const reply = await user.retrieve({ url: "ftp://acme.com", k: 21, extra: 1 });
		const { error } = ErrorBody.parse(await reply.json());
		expect(reply.status).toBe(400);
		expect(fieldsOf(error.details)).toEqual(["extra", "k", "query", "url"]);
	});

	test("a database that is cut off degrades the answer, and knowledge is back without a restart", async ({ user, service }) => {
		const ask = () => user.retrieve({ url: page, query: "travel" });
		expect(await (await ask()).json()).toMatchObject({ status: "ok" });
		service.line.setFault({ kind: "reset" });
		const degraded = RetrieveReply.parse(await (await ask()).json());
		expect(degraded).toMatchObject({ status: "degraded", chunks: [] });
		expect(degraded).not.toHaveProperty("hasOrgKnowledge");
		const refused = await user.resolve({ url: page });
		expect([refused.status, refused.headers.has("retry-after")]).toEqual([503, true]);
		service.line.setFault({ kind: "none" });
		await expect.poll(async () => ((await (await ask()).json()) as { status: string }).status).toBe("ok");
	});

	test("a database that says nothing is a 503 in time, for the debugging route too", async ({ user, service }) => {
		expect((await user.resolve({ url: page })).status).toBe(200);
		service.line.setFault({ kind: "blackhole" });
		const refused = await user.resolve({ url: page });
		expect([refused.status, refused.headers.has("retry-after")]).toEqual([503, true]);
		service.line.setFault({ kind: "none" });
		await expect.poll(async () => (await user.resolve({ url: page })).status).toBe(200);
	});
});

test("the public door is documented, the internal one is not, and health and metrics answer without a token", async ({ service }) => {
	const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: object };
	expect(Object.keys(document.paths)).toContain("/api/knowledge/resolve");
	expect(Object.keys(document.paths)).not.toContain("/internal/retrieve");
	expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
	await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
	expect(await (await fetch(`${service.url}/metrics`)).text()).toContain(
		'webhand_knowledge_requests_total{door="resolve",outcome="public"}',
	);
});
