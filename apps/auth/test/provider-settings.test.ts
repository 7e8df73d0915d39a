import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import { long } from "@webhand/testing/long";
import { describe, expect } from "vitest";
import type { TestAuth } from "./fixture.ts";
import { test as base, openDatabase, settings, startAuth, users } from "./fixture.ts";
import { startNameServer } from "./name-server.ts";
import { begin, comeBack, start } from "./oidc/journey.ts";
import { honest, startScriptedProvider } from "./oidc/scripted.ts";

const test = base
	.extend("provider", { scope: "file" }, async ({ auth }, { onCleanup }) => {
		expect(auth.url).toMatch(/^http/);
		const provider = await startScriptedProvider();
		onCleanup(provider.close);
		return provider;
	})
	.extend("admin", { scope: "file" }, ({ auth }) => auth.signIn(users.admin))
	.extend("operator", { scope: "file" }, ({ auth }) => auth.signIn(users.operator));

const redirectUri = "http://127.0.0.1:8787/api/v1/auth/provider/callback";
const pathOf = (orgId: string) => `/api/v1/orgs/${orgId}/provider`;

/** PUT as somebody; answers status and body. */
async function put(auth: TestAuth, { accessToken, tenantId }: LoginReply, body: object, orgId: string = tenantId) {
	const reply = await auth.call("PUT", pathOf(orgId), { token: accessToken, body });
	return { status: reply.status, body: (await reply.json()) as { error: { code: string; details: object } } };
}

describe("the provider of an organization", () => {
	test("an admin sets it, reads it without its secret, and removes it; each is audited", async ({ auth, provider, admin, mongo }) => {
		const { accessToken: token, tenantId } = admin;
		const read = async () => (await auth.call("GET", pathOf(tenantId), { token })).json();
		expect(await read()).toEqual({ provider: null, redirectUri });
		const given = { issuer: provider.issuer, clientId: "webhand-test", domains: [" Kettles.Example", "kettles.example"] };
		const proof = { unprovedDomains: ["kettles.example"], domainRecord: `webhand-organization=${tenantId}` };
		const view = {
			issuer: provider.issuer,
			clientId: "webhand-test",
			domains: ["kettles.example"],
			...proof,
			hasSecret: true,
			redirectUri,
		};
		expect(await put(auth, admin, { ...given, clientSecret: "settings canary" })).toEqual({ status: 200, body: { provider: view } });
		expect(await read()).toEqual({ provider: view, redirectUri });
		expect((await put(auth, admin, given)).body).toEqual({ provider: view });
		expect((await put(auth, admin, { ...given, clientSecret: null })).body).toEqual({ provider: { ...view, hasSecret: false } });

		await mongo.db.collection("organizations").updateOne({ _id: tenantId as never }, { $set: { passwordSignIn: false } });
		expect((await auth.call("DELETE", pathOf(tenantId), { token })).status).toBe(204);
		expect((await auth.call("DELETE", pathOf(tenantId), { token })).status).toBe(404);
		expect(await mongo.db.collection("organizations").findOne({ _id: tenantId as never })).toMatchObject({ passwordSignIn: true });
		const rows = await mongo.db
			.collection("auth_audit")
			.find({ action: /^provider/, tenantId })
			.toArray();
		expect(rows.map(({ action, actorId, target }) => [action, actorId, target])).toEqual([
			...Array.from({ length: 3 }, () => ["provider.change", admin.user.id, tenantId]),
			["provider.remove", admin.user.id, tenantId],
		]);
		expect(JSON.stringify(rows) + auth.logged()).not.toContain("settings canary");
	});

	test("a test says whether its documents are read and our client is taken", async ({ auth, provider, admin }) => {
		const { accessToken: token, tenantId } = admin;
		const path = `${pathOf(tenantId)}/test`;
		const tried = async () => {
			const reply = await auth.call("POST", path, { token });
			return (await reply.json()) as { ok: boolean; reason?: string; client?: string };
		};
		const member = await auth.signIn(users.member);
		expect((await auth.call("POST", path, { token: member.accessToken })).status).toBe(403);
		const given = { issuer: provider.issuer, clientId: "webhand-test", clientSecret: "test canary", domains: [] };
		await put(auth, admin, given);
		const answer = (status: number, error: string) => ({ "/token": { status, body: JSON.stringify({ error }) } });
		const script = (part: object) => {
			provider.script = { ...honest("nobody@example.com"), ...part };
		};
		try {
			for (const [replies, expected] of [
				[answer(400, "invalid_grant"), { ok: true, client: "accepted" }],
				[answer(401, "invalid_client"), { ok: false, client: "refused" }],
				[answer(400, "unauthorized_client"), { ok: false, client: "refused" }],
				[answer(400, "invalid_request"), { ok: true, client: "untold" }],
				[answer(503, "of the provider"), { ok: false, reason: "silent" }],
				[{ "/.well-known/openid-configuration": { status: 404, body: "{}" } }, { ok: false, reason: "document" }],
			] as const) {
				script({ replies });
				expect(await tried()).toMatchObject(expected);
			}
			script({ down: new Set(["/token"]) });
			expect(await tried()).toMatchObject({ ok: false, reason: "silent" });
			// Whether something listens there or not.
			for (const other of [new URL(auth.url).origin, "http://127.0.0.1:1"]) {
				script({ metadata: { token_endpoint: `${other}/token` } });
				expect(await tried()).toMatchObject({ ok: false, reason: "address" });
			}
			expect(auth.logged()).not.toContain("test canary");
		} finally {
			script({});
		}
		expect((await auth.call("DELETE", pathOf(tenantId), { token })).status).toBe(204);
		expect((await auth.call("POST", path, { token })).status).toBe(404);
	});

	test("a stored secret is never sent to another issuer", async ({ auth, provider, admin }) => {
		const another = await startScriptedProvider();
		try {
			const given = { issuer: provider.issuer, clientId: "webhand-test", clientSecret: "secret", domains: [] };
			expect((await put(auth, admin, given)).body).toMatchObject({ provider: { hasSecret: true } });
			const moved = { issuer: another.issuer, clientId: "webhand-test", domains: [] };
			expect((await put(auth, admin, moved)).body).toMatchObject({ provider: { hasSecret: false } });
		} finally {
			await another.close();
		}
	});

	test("only its admins and operators reach it", async ({ auth, provider, admin }) => {
		const [member, operator] = [await auth.signIn(users.member), await auth.signIn(users.operator)];
		const elsewhere = `org_${"0".repeat(22)}`;
		const given = { issuer: provider.issuer, clientId: "webhand-test", domains: [] };
		const seen = async (method: string, who: LoginReply, orgId: string) => {
			const body = method === "PUT" ? { body: given } : {};
			const reply = await auth.call(method, pathOf(orgId), { token: who.accessToken, ...body });
			return reply.status;
		};
		for (const method of ["GET", "PUT", "DELETE"]) {
			expect([method, await seen(method, member, admin.tenantId)]).toEqual([method, 403]);
			expect([method, await seen(method, member, elsewhere)]).toEqual([method, 404]);
			expect([method, await seen(method, admin, elsewhere)]).toEqual([method, 404]);
			expect([method, await seen(method, operator, elsewhere)]).toEqual([method, 404]);
		}
		expect(await seen("PUT", operator, admin.tenantId)).toBe(200);
		expect((await auth.call("GET", pathOf(admin.tenantId))).status).toBe(401);
	});

	test.for([
		["a plain address of another machine", { issuer: "http://login.example.com" }, "issuer"],
		["a discovery document", { issuer: "https://login.example.com/.well-known/openid-configuration" }, "issuer"],
		["a query", { issuer: "https://login.example.com/?tenant=1" }, "issuer"],
		["credentials in the issuer", { issuer: "https://me:secret@login.example.com" }, "issuer"],
		["a script for an issuer", { issuer: "javascript:alert(1)" }, "issuer"],
		["an email for a domain", { domains: ["ann@kettles.example"] }, "domains.0"],
		["an unknown key", { tenantId: "org_1" }, "tenantId"],
	] as const)("%s is refused by name", async ([, change, field], { auth, provider, admin }) => {
		const given = { issuer: provider.issuer, clientId: "webhand-test", domains: [], ...change };
		const { status, body } = await put(auth, admin, given);
		expect([status, body.error.details]).toEqual([400, { fields: [expect.objectContaining({ field })] }]);
	});

	test.for([
		"https://127.0.0.1",
		"https://10.0.0.8/realms/one",
		"https://192.168.1.1",
		"https://169.254.169.254",
		"https://[fd00::1]",
		"https://[::ffff:10.0.0.1]",
	])("%s is an address of our own network and not asked", async (issuer, { auth, admin }) => {
		const { status, body } = await put(auth, admin, { issuer, clientId: "webhand-test", domains: [] });
		expect([status, body.error.code, body.error.details]).toEqual([502, "PROVIDER_UNREACHABLE", { reason: "address" }]);
	});

	// A refusal of this machine takes six seconds, so that its time tells nothing.
	test.for(["https://localhost", "https://[::1]"])("%s is not asked either", long, async (issuer, { auth, admin }) => {
		const { status, body } = await put(auth, admin, { issuer, clientId: "webhand-test", domains: [] });
		expect([status, body.error.details]).toEqual([502, { reason: "address" }]);
	});

	test(
		"an installation on the internet reaches no provider on its own machine, and private hosts only by setting",
		long,
		async ({ mongo, redis, provider, auth: running }) => {
			expect(running.url).toMatch(/^http/);
			const extra = { PUBLIC_URL: "https://agent.example.com", PROVIDER_HOSTS: "localhost" };
			const auth = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: redis.url }, extra));
			try {
				const admin = await auth.signIn(users.admin);
				const reasonOf = async (issuer: string) => (await put(auth, admin, { issuer, clientId: "c", domains: [] })).body.error.details;
				expect(await reasonOf(provider.issuer)).toEqual({ reason: "address" });
				// Allowed, but nothing listens there.
				expect(await reasonOf("https://localhost:1")).toEqual({ reason: "silent" });
				expect(await reasonOf("https://127.0.0.1:1")).toEqual({ reason: "address" });
			} finally {
				await auth.close();
			}
		},
	);

	test.for([
		["a page that is no discovery document", { replies: { "/.well-known/openid-configuration": { status: 200, body: "{}" } } }, "document"],
		[
			"a redirect",
			{ replies: { "/.well-known/openid-configuration": { status: 302, body: "", location: "http://127.0.0.1:1/" } } },
			"document",
		],
		["another issuer's document", { metadata: { issuer: "https://login.example.com" } }, "document"],
		["a sign-in page that is a script", { metadata: { authorization_endpoint: "javascript:alert(1)" } }, "document"],
		["a token endpoint at another port of this machine", { metadata: { token_endpoint: "http://127.0.0.1:1/token" } }, "address"],
		["keys at another port of this machine", { metadata: { jwks_uri: "http://localhost:1/jwks" } }, "address"],
		["a broken connection", { down: new Set(["/.well-known/openid-configuration"]) }, "silent"],
		["a document without an end", { metadata: { filler: "x".repeat(300_000) } }, "answer"],
	] as const)("%s is no provider", async ([, script, reason], { auth, provider, admin, operator }) => {
		provider.script = { ...honest("ann@kettles.example"), ...script };
		const given = { issuer: provider.issuer, clientId: "webhand-test", domains: [] };
		const { status, body } = await put(auth, operator, given, admin.tenantId);
		provider.script = honest("ann@kettles.example");
		expect([status, body.error.code, body.error.details]).toEqual([502, "PROVIDER_UNREACHABLE", { reason }]);
	});

	test("an admin learns nothing of what listens on this machine: neither by the reason nor by the time", async ({
		auth,
		provider,
		admin,
	}) => {
		const told = async (issuer: string) => {
			const begun = performance.now();
			const { status, body } = await put(auth, admin, { issuer, clientId: "webhand-test", domains: [] });
			return { status, error: { ...body.error, message: "" }, seconds: Math.round((performance.now() - begun) / 1_000) };
		};
		const own = new URL(auth.url).origin;
		const [open, closed, broken] = await Promise.all([told(own), told("http://127.0.0.1:1"), told(`${provider.issuer}/nothing`)]);
		expect(open).toMatchObject({ status: 502, error: { code: "PROVIDER_UNREACHABLE", details: { reason: "silent" } } });
		expect(open.seconds).toBeGreaterThanOrEqual(6);
		expect([closed, broken].map(({ status, error }) => ({ status, error }))).toEqual(
			[open, open].map(({ status, error }) => ({ status, error })),
		);
		expect(Math.max(closed.seconds, broken.seconds) - Math.min(closed.seconds, broken.seconds, open.seconds)).toBeLessThanOrEqual(1);
	});

	test("a domain that an admin names counts once its record is there", async ({ mongo, redis, provider, auth: running }) => {
		expect(running.url).toMatch(/^http/);
		const records = new Map<string, string>();
		const names = await startNameServer(records);
		const database = openDatabase(mongo);
		const auth = await startAuth(settings({ mongoUri: database.uri, redisUrl: redis.url }, { DNS_SERVERS: names.address }));
		try {
			const admin = await auth.signIn(users.admin);
			const given = { issuer: provider.issuer, clientId: provider.clientId, domains: ["mugs.example", "cups.example"] };
			const domains = async () => (await put(auth, admin, given)).body as unknown as { provider: { unprovedDomains: string[] } };
			expect((await domains()).provider.unprovedDomains).toEqual(given.domains);
			expect((await start(auth, "ann@mugs.example")).status).toBe(404);
			records.set("_webhand.mugs.example", `webhand-organization=org_${"0".repeat(22)}`);
			expect((await domains()).provider.unprovedDomains).toEqual(given.domains);
			records.set("_webhand.mugs.example", `webhand-organization=${admin.tenantId}`);
			expect((await domains()).provider.unprovedDomains).toEqual(["cups.example"]);
			expect((await start(auth, "ann@mugs.example")).status).toBe(200);
			expect((await start(auth, "ann@cups.example")).status).toBe(404);
		} finally {
			await auth.close();
			await names.close();
		}
	});

	test("a domain belongs to one organization, and its people to its provider alone", async ({ auth, provider, admin, operator, mongo }) => {
		const other = `org_${"7".repeat(22)}`;
		await mongo.db.collection("organizations").insertOne({
			_id: other as never,
			name: "Other Ltd",
			status: "active",
			limits: {},
			traces: false,
			retentionDays: 90,
			createdAt: new Date(),
		});
		const given = { issuer: provider.issuer, clientId: provider.clientId };
		expect((await put(auth, operator, { ...given, domains: ["kettles.example"] }, admin.tenantId)).status).toBe(200);
		expect(await put(auth, operator, { ...given, domains: ["fresh.example", "kettles.example"] }, other)).toMatchObject({
			status: 409,
			body: { error: { code: "DOMAIN_TAKEN" } },
		});
		expect((await start(auth, "ann@fresh.example")).status).toBe(404);
		expect((await put(auth, operator, { ...given, domains: ["fresh.example"] }, other)).status).toBe(200);

		// The provider of one organization names a person of the other's domain.
		provider.script = honest("ann@kettles.example");
		const { state } = await begin(auth, "ann@fresh.example", provider);
		const back = await comeBack(auth, { code: "c", state });
		expect([back.status, await back.text()]).toEqual([403, expect.stringContaining("Nobody has invited you")]);
	});

	test("a sign-in that is on its way when the provider changes ends there", async ({ auth, provider, admin, operator }) => {
		const given = { issuer: provider.issuer, clientId: provider.clientId, domains: ["kettles.example"] };
		expect((await put(auth, operator, given, admin.tenantId)).status).toBe(200);
		provider.script = honest("ann@kettles.example");
		const { state } = await begin(auth, "ann@kettles.example", provider);
		expect((await put(auth, admin, { ...given, clientId: "another client" })).status).toBe(200);
		const back = await comeBack(auth, { code: "c", state });
		expect([back.status, await back.text()]).toEqual([403, expect.stringContaining("was changed meanwhile")]);
	});
});
