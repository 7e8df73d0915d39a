import { ErrorBody } from "@webhand/contracts/errors";
import { TenantId } from "@webhand/contracts/ids";
import { allowDomainRoute, domainsRoute } from "@webhand/contracts/knowledge/domains";
import { test as base } from "@webhand/testing/database";
import type { SignInWish } from "@webhand/testing/tokens";
import { newOrgTenantId, startIdentity } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { callerOf, startReplica } from "./replica.ts";

const domainsPath = "/api/knowledge/domains";
const page = "https://app.acme.com/travel";
const at = new Date("2026-03-02T12:00:00.000Z");

const test = base
	.extend("identity", { scope: "file" }, async ({}, { onCleanup }) => {
		const identity = await startIdentity();
		onCleanup(identity.close);
		return identity;
	})
	.extend("urls", { scope: "file" }, async ({ mongo, redis, identity }, { onCleanup }) => {
		const replicas = await Promise.all([1, 2].map(() => startReplica({ mongo, redis, identity })));
		onCleanup(async () => void (await Promise.all(replicas.map(({ close }) => close()))));
		return replicas.map(({ url }) => url);
	})
	.extend("signIn", async ({ identity, redis, urls }) => async (wish: SignInWish = {}) => {
		const signedIn = await identity.signIn(redis.client, { tenantId: newOrgTenantId(), ...wish });
		const [call, callOther] = urls.map((url) => callerOf(url, signedIn.headers));
		if (call === undefined || callOther === undefined) throw new Error("two replicas run");
		const allow = async (pattern: string, more: object = {}) => call("POST", domainsPath, { pattern, ...more });
		const list = async (query = "") => domainsRoute.reply.parse((await call("GET", `${domainsPath}${query}`)).json);
		return { ...signedIn, call, callOther, allow, list };
	})
	.extend("admin", async ({ signIn }) => signIn())
	.extend("store", { scope: "file" }, async ({ mongo }) => {
		let count = 0;
		return {
			fill: async (tenantId: TenantId, size: number) => {
				const ids = Array.from({ length: size }, (_, index) => `dom_${tenantId.slice(4, 16)}${String(index).padStart(10, "0")}`);
				const rows = ids.map((_id, index) => ({
					_id,
					tenantId,
					kind: "pattern",
					pattern: `*.t${index}.example`,
					by: "usr_x",
					createdAt: at,
				}));
				await mongo.db.collection<{ _id: string }>("allowed_domains").insertMany(rows);
			},
			document: async (tenantId: string, domain: string, isActive = true) => {
				count += 1;
				const [id, active] = [`doc_${count}`, isActive ? { active: { version: 1, chunks: 1, bytes: 31, language: "en" } } : {}];
				const row = { _id: id, tenantId, title: "Handbook", domain, status: "ready", sha256: id, updatedAt: at, ...active };
				await mongo.db.collection<{ _id: string }>("documents").insertOne(row);
				const content = "Travel is booked by the office.";
				const chunk = { documentId: id, tenantId, domain, version: 1, n: 0, content, charStart: 0, charEnd: content.length };
				await mongo.db.collection<{ _id: string }>("chunks").insertOne({ _id: `chk_${count}`, ...chunk });
			},
		};
	});

const refusalOf = ({ status, json }: { readonly status: number; readonly json: unknown }) => {
	const { code, details } = ErrorBody.parse(json).error;
	return { status, code, details };
};

describe("allowed domains", () => {
	test("an admin allows a domain with its subdomains, sees both and takes one back", async ({ admin }) => {
		const reply = await admin.allow(" Acme.com. ", { includeSubdomains: true });
		const { domains, added } = allowDomainRoute.reply.parse(reply.json);
		expect([reply.status, added]).toEqual([200, true]);
		expect(domains).toMatchObject([
			{ pattern: "acme.com", documents: 0, by: admin.userId },
			{ pattern: "*.acme.com", documents: 0, by: admin.userId },
		]);
		expect(await admin.list()).toMatchObject({ domains: [{ pattern: "*.acme.com" }, { pattern: "acme.com" }], total: 2, nextCursor: null });
		const removed = await admin.call("DELETE", `${domainsPath}/${domains[1]?.id}`);
		expect([removed.status, removed.text]).toEqual([204, ""]);
		expect((await admin.list()).domains.map(({ pattern }) => pattern)).toEqual(["acme.com"]);
		expect((await admin.call("DELETE", `${domainsPath}/${domains[1]?.id}`)).status).toBe(404);
	});

	test("a domain that is allowed already is answered as it is", async ({ admin }) => {
		const first = allowDomainRoute.reply.parse((await admin.allow("acme.com")).json);
		const again = allowDomainRoute.reply.parse((await admin.allow("ACME.com")).json);
		expect(again).toEqual({ domains: first.domains, added: false });
		const more = allowDomainRoute.reply.parse((await admin.allow("acme.com", { includeSubdomains: true })).json);
		expect([more.added, more.domains[0], more.domains[1]?.pattern]).toEqual([true, first.domains[0], "*.acme.com"]);
	});

	test("ten admins who allow the same domain at once get one row", async ({ admin }) => {
		const replies = await Promise.all(Array.from({ length: 10 }, () => admin.allow("acme.com")));
		const parsed = replies.map(({ json }) => allowDomainRoute.reply.parse(json));
		expect(new Set(parsed.map(({ domains }) => domains[0]?.id)).size).toBe(1);
		expect(parsed.filter(({ added }) => added)).toHaveLength(1);
		expect((await admin.list()).total).toBe(1);
	});

	test("a person's own tenant has domains as well", async ({ signIn }) => {
		const person = await signIn({ tenantId: TenantId.parse(`usr_${"P".repeat(22)}`) });
		expect((await person.allow("acme.com")).status).toBe(200);
		expect((await person.list()).total).toBe(1);
	});

	test("each domain counts the searched documents that it brings to pages", async ({ admin, store }) => {
		for (const domain of ["acme.com", "app.acme.com", "*.eu.acme.com", "other.com"]) await store.document(admin.tenantId, domain);
		await store.document(admin.tenantId, "app.acme.com", false);
		await store.document("public", "app.acme.com");
		await admin.allow("acme.com", { includeSubdomains: true });
		const added = allowDomainRoute.reply.parse((await admin.allow("de.eu.acme.com")).json);
		expect(added.domains[0]?.documents).toBe(1);
		expect((await admin.list()).domains.map(({ pattern, documents }) => [pattern, documents])).toEqual([
			["*.acme.com", 2],
			["acme.com", 1],
			["de.eu.acme.com", 1],
		]);
	});

	test("a long list comes in pages and is searched", async ({ admin, store }) => {
		await store.fill(admin.tenantId, 120);
		await admin.allow("münchen.de");
		const seen: string[] = [];
		let next: string | null = "";
		while (next !== null) {
			const { domains, total, nextCursor } = await admin.list(next === "" ? "" : `?cursor=${next}`);
			expect(total).toBe(121);
			seen.push(...domains.map(({ pattern }) => pattern));
			next = nextCursor;
		}
		expect(seen).toEqual([...new Set(seen)].sort());
		expect(seen).toHaveLength(121);
		const patternsOf = async (q: string) => (await admin.list(`?q=${encodeURIComponent(q)}`)).domains.map(({ pattern }) => pattern);
		expect(await patternsOf("T119.")).toEqual(["*.t119.example"]);
		expect(await patternsOf("münchen")).toEqual(["xn--mnchen-3ya.de"]);
		expect(await patternsOf(".*")).toEqual([]);
	});
});

test("members manage no domains", async ({ signIn }) => {
	const member = await signIn({ roles: ["member"] });
	const replies = await Promise.all([
		member.call("GET", domainsPath),
		member.allow("acme.com"),
		member.call("DELETE", `${domainsPath}/dom_${"0".repeat(22)}`),
		member.call("POST", `${domainsPath}/check`, { url: page }),
	]);
	expect(replies.map(refusalOf).map(({ status, code }) => [status, code])).toEqual(replies.map(() => [403, "FORBIDDEN"]));
});

test("another tenant's domains are neither seen nor removed", async ({ admin, signIn }) => {
	const { domains } = allowDomainRoute.reply.parse((await admin.allow("secret.example")).json);
	const stranger = await signIn();
	expect(await stranger.list("?q=secret")).toEqual({ domains: [], total: 0, nextCursor: null });
	const [theirs, nobodys] = await Promise.all([
		stranger.call("DELETE", `${domainsPath}/${domains[0]?.id}`),
		stranger.call("DELETE", `${domainsPath}/dom_${"0".repeat(22)}`),
	]);
	expect([theirs.status, refusalOf(theirs)]).toEqual([404, refusalOf(nobodys)]);
	expect((await stranger.call("POST", `${domainsPath}/check`, { url: "https://secret.example/" })).json).toMatchObject({ pattern: null });
	expect((await admin.list()).total).toBe(1);
});

describe("bad input is refused by the name of its field", () => {
	test.for([
		{ body: { pattern: "https://acme.com@evil.io/" }, field: "pattern", message: "must be a host without a scheme: write evil.io" },
		{ body: { pattern: "*" }, field: "pattern", message: "must name a site, such as *.acme.com: a star alone would cover every site" },
		{ body: { pattern: "co.uk" }, field: "pattern", message: expect.stringContaining("acme.co.uk") },
		{
			body: { pattern: "localhost", includeSubdomains: true },
			field: "includeSubdomains",
			message: expect.stringContaining("single label"),
		},
		{ body: { pattern: "a".repeat(301) }, field: "pattern", message: expect.stringContaining("300") },
		{ body: { pattern: 7 }, field: "pattern", message: expect.stringContaining("text") },
		{ body: {}, field: "pattern", message: "is missing" },
		{ body: { pattern: "acme.com", includeSubdomains: "yes" }, field: "includeSubdomains", message: expect.any(String) },
		{ body: { pattern: "acme.com", tenantId: "org_1" }, field: "tenantId", message: "is not a known field" },
	])("POST $body names $field", async ({ body, field, message }, { admin }) => {
		expect(refusalOf(await admin.call("POST", domainsPath, body))).toEqual({
			status: 400,
			code: "VALIDATION_ERROR",
			details: { fields: [{ field, message }] },
		});
	});

	test.for([
		{ path: `${domainsPath}?cursor=nonsense`, method: "GET", field: "cursor" },
		{ path: `${domainsPath}?q=`, method: "GET", field: "q" },
		{ path: `${domainsPath}?page=2`, method: "GET", field: "page" },
		{ path: `${domainsPath}/dom_1`, method: "DELETE", field: "id" },
		{ path: `${domainsPath}/check`, method: "POST", body: { url: "acme.com" }, field: "url" },
		{ path: `${domainsPath}/check`, method: "POST", body: { url: "javascript:alert(1)" }, field: "url" },
	])("$method $path names $field", async ({ path, method, body, field }, { admin }) => {
		const { status, details } = refusalOf(await admin.call(method, path, body));
		expect([status, details]).toEqual([400, { fields: [{ field, message: expect.any(String) }] }]);
	});
});

describe("the limit of 2,000", () => {
	test("the 2,001st domain is refused, also when admins race for the last places", async ({ admin, store }) => {
		await store.fill(admin.tenantId, 1_998);
		const race = await Promise.all(Array.from({ length: 5 }, (_, index) => admin.allow(`racer${index}.com`)));
		expect(race.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409]);
		const refusal = refusalOf(await admin.allow("one-more.com"));
		expect(refusal).toEqual({ status: 409, code: "LIMIT_REACHED", details: { limit: 2_000 } });
		expect(await admin.list()).toMatchObject({ total: 2_000 });
		expect((await admin.allow("*.t7.example")).json).toMatchObject({ added: false });
	});

	test("a domain and its subdomains are allowed together or not at all", async ({ admin, store }) => {
		await store.fill(admin.tenantId, 1_999);
		expect((await admin.allow("acme.com", { includeSubdomains: true })).status).toBe(409);
		expect((await admin.list("?q=acme")).total).toBe(0);
		const check = await admin.call("POST", `${domainsPath}/check`, { url: "https://www.t1998.example/" });
		expect(check.json).toEqual({ domain: "www.t1998.example", pattern: "*.t1998.example", documents: 0 });
	});
});

describe("a check of a page", () => {
	test("it names the narrowest domain that covers it and counts the documents for its host", async ({ admin, store }) => {
		for (const domain of ["app.acme.com", "*.acme.com", "wiki.acme.com"]) await store.document(admin.tenantId, domain);
		const check = async (url: string) => (await admin.call("POST", `${domainsPath}/check`, { url })).json;
		expect(await check("https://App.acme.com:8443/x?token=1")).toEqual({ domain: "app.acme.com", pattern: null, documents: 2 });
		await admin.allow("*.acme.com");
		expect(await check(page)).toEqual({ domain: "app.acme.com", pattern: "*.acme.com", documents: 2 });
		await admin.allow("app.acme.com");
		expect(await check(page)).toMatchObject({ pattern: "app.acme.com" });
	});

	test.for([
		["https://acme.com@evil.io/", "evil.io"],
		["https://acme.com.evil.io/", "acme.com.evil.io"],
		["https://evil-acme.com/", "evil-acme.com"],
		["https://xn--cme-5cd.com/", "xn--cme-5cd.com"],
		["https://acme.com.", "acme.com"],
	] as const)("%s is the host %s", async ([url, domain], { admin }) => {
		await admin.allow("acme.com", { includeSubdomains: true });
		const reply = await admin.call("POST", `${domainsPath}/check`, { url });
		expect(reply.json).toMatchObject({ domain, pattern: domain === "acme.com" ? "acme.com" : null });
	});
});

test("a change on one replica holds for the next request on the other", async ({ admin, store }) => {
	await store.document(admin.tenantId, "fresh.example");
	const retrieve = async () =>
		(await admin.callOther("POST", "/internal/retrieve", { url: "https://fresh.example/", query: "travel" })).json;
	expect(await retrieve()).toMatchObject({ status: "ok", hasOrgKnowledge: false, chunks: [] });
	const { domains } = allowDomainRoute.reply.parse((await admin.allow("fresh.example")).json);
	expect(await retrieve()).toMatchObject({ hasOrgKnowledge: true, chunks: [{ content: "Travel is booked by the office." }] });
	await admin.call("DELETE", `${domainsPath}/${domains[0]?.id}`);
	expect(await retrieve()).toMatchObject({ hasOrgKnowledge: false, chunks: [] });
});
