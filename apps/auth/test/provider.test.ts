import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { LoginReply } from "@webhand/contracts/auth/sign-in";
import type { OrgId } from "@webhand/contracts/ids";
import { createManualClock } from "@webhand/testing/clock";
import type { TestMongo } from "@webhand/testing/database";
import { startProcess } from "@webhand/testing/processes";
import { generateKeyPair, SignJWT } from "jose";
import { describe, expect } from "vitest";
import { test as base, makeOrganization, makeUser, newAddress, openDatabase, refusalOf, settings, startAuth, users } from "./fixture.ts";
import { browse } from "./oidc/browse.ts";
import { begin, codeOf, comeBack, finish, pass, start } from "./oidc/journey.ts";
import type { Script } from "./oidc/scripted.ts";
import { honest, startScriptedProvider } from "./oidc/scripted.ts";

const secret = "client secret canary-5d1";
const unusedCode = "A".repeat(43);

const test = base
	.extend("provider", { scope: "file" }, async ({ auth }, { onCleanup }) => {
		const provider = await startScriptedProvider();
		onCleanup(provider.close);
		const { tenantId } = await auth.signIn(users.admin);
		// An operator's word proves the domain.
		const { accessToken } = await auth.signIn(users.operator);
		const body = { issuer: provider.issuer, clientId: provider.clientId, clientSecret: secret, domains: ["kettles.example"] };
		const reply = await auth.call("PUT", `/api/v1/orgs/${tenantId}/provider`, { token: accessToken, body });
		if (reply.status !== 200) throw new Error(`the provider was not set: ${await reply.text()}`);
		return provider;
	})
	.extend("orgId", { scope: "file" }, async ({ auth }) => (await auth.signIn(users.admin)).tenantId);

/** Invites an email as an admin does. */
async function invite(mongo: TestMongo, wish: { readonly orgId: string; readonly email: string; readonly role: string }): Promise<void> {
	const { orgId: tenantId, ...rest } = wish;
	const times = { createdAt: new Date(), expiresAt: new Date(Date.now() + 86_400_000) };
	const id = `inv_${randomUUID().replaceAll("-", "").slice(0, 22)}` as never;
	await mongo.db
		.collection("invites")
		.insertOne({ _id: id, tenantId, ...rest, name: null, status: "open", tokenHash: id, invitedBy: users.admin.email, ...times });
}

let people = 0;
/** Somebody of the allowed domain whom nobody knows yet. */
const somebody = () => `person-${++people}@kettles.example`;

describe("a real provider", () => {
	test("a person of the allowed domain signs in through it, gets an account, and comes back to the same one", async ({ mongo, redis }) => {
		const database = openDatabase(mongo);
		const auth = await startAuth(settings({ mongoUri: database.uri, redisUrl: redis.url }));
		const redirectUri = "http://127.0.0.1:8787/api/v1/auth/provider/callback";
		const args = [fileURLToPath(new URL("oidc/main.ts", import.meta.url)), redirectUri, secret];
		const provider = await startProcess({ name: "oidc-provider", command: process.execPath, args });
		try {
			const [, issuer = ""] = await provider.printed(/listens on (\S+)/);
			const admin = await auth.signIn(users.admin);
			const path = `/api/v1/orgs/${admin.tenantId}/provider`;
			const body = { issuer, clientId: "webhand", clientSecret: secret, domains: ["real.example"] };
			const { accessToken: token } = await auth.signIn(users.operator);
			expect((await auth.call("PUT", path, { token, body })).status).toBe(200);

			const signIn = async () => {
				const begun = await begin(auth, " Ann@Real.example ");
				const back = await browse(begun.url, issuer);
				expect(back.href.startsWith(redirectUri)).toBe(true);
				return finish(auth, begun.ticket, codeOf(await comeBack(auth, Object.fromEntries(back.searchParams))));
			};
			const first = await signIn();
			const reply = (await first.json()) as { user: { id: string }; accessToken: string };
			expect([first.status, reply]).toEqual([
				200,
				expect.objectContaining({
					user: { id: expect.stringMatching(/^usr_/), email: "ann@real.example", name: "Person ann" },
					tenantId: admin.tenantId,
					tenantKind: "organization",
					roles: ["member"],
				}),
			]);
			expect((await auth.call("GET", "/api/v1/auth/session", { token: reply.accessToken })).status).toBe(200);
			expect(await (await signIn()).json()).toMatchObject({ user: { id: reply.user.id } });
			expect((await auth.login({ email: "ann@real.example", password: "any password at all" })).status).toBe(401);

			const unconfirmed = await begin(auth, "unconfirmed@real.example");
			const back = await comeBack(auth, Object.fromEntries((await browse(unconfirmed.url, issuer)).searchParams));
			expect([back.status, await back.text()]).toEqual([403, expect.stringContaining("does not confirm your email")]);
		} finally {
			await provider.stop();
			await auth.close();
			await database.drop();
		}
	});
});

describe("the way to the provider", () => {
	test("the browser is sent with PKCE, a nonce and the email, and never with a secret", async ({ auth, provider }) => {
		const { url, state } = await begin(auth, "ann@kettles.example", provider);
		const asked = new URL(url);
		expect(`${asked.origin}${asked.pathname}`).toBe(`${provider.issuer}/authorize`);
		expect(Object.fromEntries(asked.searchParams)).toEqual({
			response_type: "code",
			client_id: provider.clientId,
			scope: "openid email profile",
			redirect_uri: "http://127.0.0.1:8787/api/v1/auth/provider/callback",
			login_hint: "ann@kettles.example",
			state,
			nonce: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge_method: "S256",
		});
	});

	test("an email with an account and one without get the same answer", async ({ auth, provider }) => {
		provider.script = honest("known@kettles.example");
		expect((await pass(auth, "known@kettles.example", provider)).status).toBe(200);
		const answers = await Promise.all(["known@kettles.example", "stranger@kettles.example"].map((email) => start(auth, email)));
		const shapes = answers.map(async (answer) => [answer.status, Object.keys((await answer.json()) as object)]);
		expect(await Promise.all(shapes)).toEqual([
			[200, ["ticket", "url"]],
			[200, ["ticket", "url"]],
		]);
		const outside = await Promise.all([users.member.email, "nobody@example.com"].map((email) => start(auth, email)));
		const bodies = await Promise.all(outside.map(async (answer) => [answer.status, ((await answer.json()) as { error: object }).error]));
		expect(bodies[0]).toEqual([404, { code: "NO_PROVIDER", message: "No organization signs this email in. Sign in with your password" }]);
		expect(bodies[1]).toEqual(bodies[0]);
	});

	test("an address may begin 20 sign-ins a minute", async ({ auth }) => {
		const headers = { "x-forwarded-for": newAddress() };
		const begins = Array.from({ length: 21 }, () =>
			auth.call("POST", "/api/v1/auth/provider/start", { body: { email: "nobody@example.com" }, headers }),
		);
		const replies = await Promise.all(begins);
		expect(replies.filter(({ status }) => status === 404)).toHaveLength(20);
		const late = replies.find(({ status }) => status === 429);
		expect(Number(late?.headers.get("retry-after"))).toBeGreaterThan(0);
	});
});

/** What a page of a failed sign-in must be: our words, no script, no way to finish. */
async function expectFailure(reply: Response, status: number, words: string): Promise<void> {
	const html = await reply.text();
	expect([reply.status, html]).toEqual([status, expect.stringContaining(words)]);
	expect(html).toContain(`Request ${reply.headers.get("x-request-id")}`);
	expect(html).not.toMatch(/<script|canary|onerror/i);
	expect(reply.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'/);
	expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
	expect(codeOf(reply)).toBe("");
}

const other = await generateKeyPair("RS256");
const signedBy = (key: Parameters<SignJWT["sign"]>[0], alg: string) => (claims: object) =>
	new SignJWT({ ...claims }).setProtectedHeader({ alg, kid: "test" }).sign(key);
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const past = Math.floor(Date.now() / 1_000) - 600;
const untrusted = [403, "could not be trusted"] as const;
const silent = [502, "does not answer"] as const;
const unconfirmed = [403, "does not confirm your email"] as const;

describe("an answer that is wrong", () => {
	test.for<readonly [string, readonly [number, string], Partial<Script> & { readonly over?: Readonly<Record<string, unknown>> }]>([
		["an id token with another nonce", untrusted, { over: { nonce: "another nonce" } }],
		["an id token without a nonce", untrusted, { over: { nonce: undefined } }],
		["an id token for another client", untrusted, { over: { aud: "somebody else" } }],
		["an id token of another issuer", untrusted, { over: { iss: "https://evil.example" } }],
		["an id token that has expired", untrusted, { over: { exp: past } }],
		["an id token without a subject", untrusted, { over: { sub: undefined } }],
		["an id token signed with a foreign key", untrusted, { idToken: signedBy(other.privateKey, "RS256") }],
		["an id token signed with the client secret", untrusted, { idToken: signedBy(new TextEncoder().encode(secret), "HS256") }],
		["an id token without a signature", untrusted, { idToken: async (claims) => `${encoded({ alg: "none" })}.${encoded(claims)}.` }],
		["no id token", untrusted, { idToken: async () => null }],
		["a refused code", untrusted, { replies: { "/token": { status: 400, body: '{"error":"invalid_grant<script>canary"}' } } }],
		["a token endpoint that fails", silent, { replies: { "/token": { status: 500, body: "canary" } } }],
		[
			"a token endpoint that leads elsewhere",
			untrusted,
			{ replies: { "/token": { status: 307, body: "", location: "http://127.0.0.1:1/" } } },
		],
		["a reply without an end", untrusted, { replies: { "/token": { status: 200, body: `"${"x".repeat(300_000)}"` } } }],
		["another issuer in the discovery document", untrusted, { metadata: { issuer: "http://127.0.0.1:1" } }],
		["a response without the issuer it promised", untrusted, { metadata: { authorization_response_iss_parameter_supported: true } }],
		["an email that is not confirmed", unconfirmed, { over: { email_verified: false } }],
		["an email confirmed in words only", unconfirmed, { over: { email_verified: "true" } }],
		["no word about the email", unconfirmed, { over: { email: undefined, email_verified: undefined } }],
		[
			"a confirmation of another email in the user info",
			unconfirmed,
			{ over: { email_verified: undefined }, userinfo: { email_verified: true } },
		],
		["an email that is none", unconfirmed, { over: { email: "<img src=x onerror=canary>" } }],
		["discovery that breaks", silent, { down: new Set(["/.well-known/openid-configuration"]) }],
		["a token endpoint that breaks", silent, { down: new Set(["/token"]) }],
		["keys that break", silent, { down: new Set(["/jwks"]) }],
		["user info that breaks", silent, { over: { email: undefined }, down: new Set(["/userinfo"]) }],
	])("%s shows a page and signs nobody in", async ([, [status, words], { over = {}, ...script }], { auth, provider, mongo }) => {
		const email = somebody();
		const right = honest(email);
		provider.script = right;
		const { ticket, state } = await begin(auth, email, provider);
		provider.script = { ...right, ...script, claims: { ...right.claims, ...over } };
		await expectFailure(await comeBack(auth, { code: "code-canary", state }), status, words);
		expect((await finish(auth, ticket, unusedCode)).status).toBe(410);
		expect(await mongo.db.collection("users").countDocuments({ email })).toBe(0);
		// The flow is used up: a right answer comes too late.
		provider.script = right;
		await expectFailure(await comeBack(auth, { code: "code-canary", state }), 410, "used already");
	});

	test.for<readonly [string, Readonly<Record<string, string>>, readonly [number, string]]>([
		["a state that nobody made", { code: "c", state: unusedCode }, [410, "used already"]],
		["no state", { code: "c" }, [410, "used already"]],
		["a state that is too long", { code: "c", state: "x".repeat(201) }, [410, "used already"]],
		["nothing at all", {}, [410, "used already"]],
	])("%s comes back to a page", async ([, query, [status, words]], { auth, provider }) => {
		expect(provider.issuer).toMatch(/^http/);
		await expectFailure(await comeBack(auth, query), status, words);
	});

	test("a refusal of the provider is told in our words", async ({ auth, provider }) => {
		provider.script = honest(somebody());
		const { state } = await begin(auth, somebody(), provider);
		const query = { state, error: "access_denied", error_description: "<script>alert('canary')</script>" };
		await expectFailure(await comeBack(auth, query), 403, "did not let you in");
	});

	test("an answer that names another issuer is not exchanged", async ({ auth, provider }) => {
		provider.script = honest(somebody());
		const { state } = await begin(auth, somebody(), provider);
		provider.asked.length = 0;
		await expectFailure(await comeBack(auth, { code: "code-canary", state, iss: "https://evil.example" }), ...untrusted);
		expect(provider.asked.map(({ path }) => path)).not.toContain("/token");
	});

	test("a provider that is down when the sign-in begins is 502", async ({ auth, provider }) => {
		provider.script = { ...honest(somebody()), down: new Set(["/.well-known/openid-configuration"]) };
		const reply = await start(auth, somebody());
		expect([reply.status, await reply.json()]).toEqual([
			502,
			expect.objectContaining({ error: expect.objectContaining({ code: "PROVIDER_UNREACHABLE" }) }),
		]);
	});
});

describe("who comes in", () => {
	test("somebody of another domain needs an invite, which gives its role and is used up", async ({ auth, provider, mongo, orgId }) => {
		const email = "freelancer@elsewhere.example";
		expect((await start(auth, email)).status).toBe(404);
		provider.script = honest(email);
		const stranger = await begin(auth, somebody(), provider);
		await expectFailure(await comeBack(auth, { code: "c", state: stranger.state }), 403, "Nobody has invited you");

		await invite(mongo, { orgId, email, role: "admin" });
		const reply = (await (await pass(auth, email, provider)).json()) as LoginReply;
		expect([reply.user.email, reply.tenantId, reply.roles]).toEqual([email, orgId, ["member", "admin"]]);
		const invites = await mongo.db.collection("invites").find({ email }).toArray();
		expect(invites.map(({ status, acceptedBy }) => [status, acceptedBy])).toEqual([["accepted", reply.user.id]]);
		// The accepted invite still says which provider serves the email.
		expect(await (await pass(auth, email, provider)).json()).toMatchObject({ user: { id: reply.user.id } });
	});

	test("a member with a password is linked once, and keeps the account when the provider changes the email", async ({
		auth,
		provider,
		mongo,
		orgId,
	}) => {
		const member = await auth.signIn(users.member);
		await invite(mongo, { orgId, email: users.member.email, role: "member" });
		provider.script = honest(users.member.email);
		expect(await (await pass(auth, users.member.email, provider)).json()).toMatchObject({ user: { id: member.user.id } });
		provider.script = { ...provider.script, claims: { ...provider.script.claims, email: "renamed@kettles.example" } };
		expect(await (await pass(auth, somebody(), provider)).json()).toMatchObject({
			user: { id: member.user.id, email: users.member.email },
		});
	});

	test("an email that passes to another person of the provider does not hand the account over", async ({ auth, provider }) => {
		const email = somebody();
		provider.script = honest(email);
		expect((await pass(auth, email, provider)).status).toBe(200);
		provider.script = { ...honest(email), claims: { ...honest(email).claims, sub: "the next owner of the address" } };
		const { state } = await begin(auth, email, provider);
		await expectFailure(await comeBack(auth, { code: "c", state }), 403, "belongs to another person");
	});

	test("two sign-ins of a new person at once make one account and both work", async ({ auth, provider, mongo }) => {
		const email = somebody();
		provider.script = honest(email);
		const both = await Promise.all([pass(auth, email, provider), pass(auth, email, provider)]);
		expect(both.map(({ status }) => status)).toEqual([200, 200]);
		expect(await mongo.db.collection("users").countDocuments({ email })).toBe(1);
	});

	test("a disabled account, a suspended member and a suspended organization are refused at the end", async ({
		auth,
		provider,
		mongo,
		orgId,
	}) => {
		const email = somebody();
		provider.script = honest(email);
		const { user } = (await (await pass(auth, email, provider)).json()) as LoginReply;
		const change = (collection: string, filter: object, status: string) =>
			mongo.db.collection(collection).updateOne(filter, { $set: { status } });
		for (const [collection, filter, stopped] of [
			["users", { _id: user.id }, "disabled"],
			["memberships", { tenantId: orgId, userId: user.id }, "suspended"],
		] as const) {
			await change(collection, filter, stopped);
			const reply = await pass(auth, email, provider);
			expect([reply.status, await reply.json()]).toEqual([
				403,
				expect.objectContaining({ error: { code: "ACCOUNT_DISABLED", message: "This account is disabled" } }),
			]);
			await change(collection, filter, "active");
		}
		const { ticket, state } = await begin(auth, email, provider);
		const code = codeOf(await comeBack(auth, { code: "c", state }));
		await change("organizations", { _id: orgId }, "suspended");
		expect((await finish(auth, ticket, code)).status).toBe(403);
		expect((await start(auth, email)).status).toBe(404);
		await change("organizations", { _id: orgId }, "active");
		expect((await pass(auth, email, provider)).status).toBe(200);
	});

	test("a password that was there before the provider let the account in is no way into the organization", async ({
		auth,
		provider,
		mongo,
		orgId,
	}) => {
		const early = await makeUser(auth, "Early");
		await invite(mongo, { orgId, email: early.email, role: "admin" });
		provider.script = honest(early.email);
		expect(await (await pass(auth, early.email, provider)).json()).toMatchObject({ user: { id: early.id }, tenantId: orgId });
		const byPassword = await auth.signIn(early);
		expect(byPassword.tenantId).toBe(early.id);
		const switched = await auth.call("POST", "/api/v1/auth/switch", { token: byPassword.accessToken, body: { tenantId: orgId } });
		expect(await refusalOf(switched)).toEqual([403, "PROVIDER_SIGN_IN_REQUIRED"]);
	});

	test("an invite of another organization does not take a company's people to another provider", async ({ auth, provider, mongo }) => {
		const other = await startScriptedProvider();
		try {
			const email = somebody();
			const otherId = await makeOrganization(auth, "Other");
			const settings = { _id: otherId, issuer: other.issuer, clientId: other.clientId, secret: null, domains: [] };
			await mongo.db.collection<{ _id: OrgId }>("providers").insertOne(settings);
			await invite(mongo, { orgId: otherId, email, role: "member" });
			expect(new URL((await begin(auth, email)).url).origin).toBe(new URL(provider.issuer).origin);
		} finally {
			await other.close();
		}
	});

	test("an invite that another admin accepted for somebody does not take them away from the provider that they came through", async ({
		auth,
		provider,
		mongo,
		orgId,
	}) => {
		const other = await startScriptedProvider();
		try {
			const email = `ann-${randomUUID()}@mail.example`;
			await invite(mongo, { orgId, email, role: "member" });
			provider.script = honest(email);
			expect((await pass(auth, email, provider)).status).toBe(200);
			const otherId = await makeOrganization(auth, "Greedy");
			const settings = {
				_id: otherId,
				issuer: other.issuer,
				clientId: other.clientId,
				secret: null,
				domains: [],
				claimed: ["mail.example"],
			};
			await mongo.db.collection<{ _id: OrgId }>("providers").insertOne(settings);
			const leadsTo = async () => new URL((await begin(auth, email)).url).origin;
			await invite(mongo, { orgId: otherId, email, role: "member" });
			expect(await leadsTo()).toBe(new URL(provider.issuer).origin);
			await mongo.db.collection("invites").updateOne({ tenantId: otherId, email }, { $set: { status: "accepted" } });
			expect(await leadsTo()).toBe(new URL(provider.issuer).origin);
			// What an admin only claims leads nobody anywhere.
			expect((await start(auth, `bob-${randomUUID()}@mail.example`)).status).toBe(404);
		} finally {
			await other.close();
		}
	});

	test("an operator who comes through a provider is no operator in that sign-in", async ({ auth, provider, mongo, orgId }) => {
		await invite(mongo, { orgId, email: users.operator.email, role: "member" });
		provider.script = honest(users.operator.email);
		const reply = (await (await pass(auth, users.operator.email, provider)).json()) as LoginReply;
		expect(reply.roles).toEqual(["member"]);
		const again = await auth.call("POST", "/api/v1/auth/switch", { token: reply.accessToken, body: { tenantId: orgId } });
		expect(await again.json()).toMatchObject({ roles: ["member"] });
	});

	test("a sign-in through a provider holds for its organization alone", async ({ auth, provider }) => {
		const email = somebody();
		provider.script = honest(email);
		const reply = (await (await pass(auth, email, provider)).json()) as LoginReply;
		const switched = await auth.call("POST", "/api/v1/auth/switch", { token: reply.accessToken, body: { tenantId: reply.user.id } });
		expect([switched.status, await switched.json()]).toEqual([
			403,
			expect.objectContaining({ error: expect.objectContaining({ code: "PASSWORD_SIGN_IN_REQUIRED" }) }),
		]);
	});

	test("a person without a password sets up a second factor with nothing but the sign-in; one with a password signs in with it first", async ({
		auth,
		provider,
		mongo,
		orgId,
	}) => {
		const path = "/api/v1/auth/second-factor";
		const through = async (email: string) => {
			provider.script = honest(email);
			const { accessToken: token } = (await (await pass(auth, email, provider)).json()) as LoginReply;
			const { changeNeeds } = (await (await auth.call("GET", path, { token })).json()) as { changeNeeds: string };
			return [changeNeeds, (await auth.call("POST", `${path}/own`, { token, body: {} })).status];
		};
		expect(await through(somebody())).toEqual(["nothing", 200]);
		const known = await makeUser(auth, "Ada");
		await invite(mongo, { orgId, email: known.email, role: "member" });
		expect(await through(known.email)).toEqual(["password_sign_in", 403]);
	});

	test("an organization that asks for a second factor asks after its provider, too", async ({ auth, provider, mongo, orgId }) => {
		const ask = (secondFactor: string) =>
			mongo.db.collection("organizations").updateOne({ _id: orgId as never }, { $set: { secondFactor } });
		const email = somebody();
		provider.script = honest(email);
		await ask("required");
		const reply = await pass(auth, email, provider);
		await ask("optional");
		expect([reply.status, await reply.json()]).toEqual([
			403,
			expect.objectContaining({
				error: expect.objectContaining({
					code: "SECOND_FACTOR_REQUIRED",
					details: { ticket: expect.stringMatching(/^[\w-]{43}$/), isEnrolled: false },
				}),
			}),
		]);
	});
});

describe("finishing", () => {
	test("a pair of ticket and code works once; every other pair is the same 410", async ({ auth, provider }) => {
		const [mine, others] = [somebody(), somebody()];
		const proved = async (email: string) => {
			provider.script = honest(email);
			const { ticket, state } = await begin(auth, email, provider);
			return { ticket, code: codeOf(await comeBack(auth, { code: "c", state })) };
		};
		const [first, second] = [await proved(mine), await proved(others)];
		const open = await begin(auth, mine, provider);
		const answer = async (ticket: string, code: string) => {
			const reply = await finish(auth, ticket, code);
			return [reply.status, ((await reply.json()) as { error?: object }).error];
		};
		const refused = [410, { code: "TICKET_INVALID", message: "This sign-in was used already or has expired. Begin again" }];
		expect(await answer(first.ticket, second.code)).toEqual(refused);
		expect(await answer(first.ticket, unusedCode)).toEqual(refused);
		expect(await answer(unusedCode, first.code)).toEqual(refused);
		expect(await answer(open.ticket, open.ticket)).toEqual(refused);
		const both = await Promise.all([finish(auth, first.ticket, first.code), finish(auth, first.ticket, first.code)]);
		expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
		expect(await answer(first.ticket, first.code)).toEqual(refused);
		const without = await auth.call("POST", "/api/v1/auth/provider/finish", { body: { ticket: second.ticket } });
		expect(without.status).toBe(400);
		expect((await finish(auth, second.ticket, second.code)).status).toBe(200);
	});

	test("ten minutes after its begin a sign-in is over, on the way back and at the end", async ({
		provider,
		mongo,
		redis,
		auth: running,
	}) => {
		expect(running.url).toMatch(/^http/);
		const clock = createManualClock(new Date());
		const auth = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: redis.url }), { clock });
		try {
			const email = somebody();
			provider.script = honest(email);
			const slow = await begin(auth, email, provider);
			const begun = await begin(auth, email, provider);
			const code = codeOf(await comeBack(auth, { code: "c", state: begun.state }));
			clock.advance(600_000);
			expect((await finish(auth, begun.ticket, code)).status).toBe(410);
			await expectFailure(await comeBack(auth, { code: "c", state: slow.state }), 410, "longer than ten minutes");
		} finally {
			await auth.close();
		}
	});
});

test("no log line, audit row or stored flow holds a secret, a code, a token or a verifier", async ({ auth, provider, mongo }) => {
	const email = somebody();
	provider.script = honest(email);
	const { ticket, state } = await begin(auth, email, provider);
	provider.asked.length = 0;
	const code = codeOf(await comeBack(auth, { code: "code-canary", state }));
	const { accessToken } = (await (await finish(auth, ticket, code)).json()) as LoginReply;
	const exchange = provider.asked.find(({ path }) => path === "/token")?.body ?? "";
	const verifier = new URLSearchParams(exchange).get("code_verifier") ?? "";
	expect(verifier).toMatch(/^[\w-]{43}$/);
	const collections = ["provider_flows", "providers", "provider_identities", "auth_audit", "sessions"];
	const stored = await Promise.all(collections.map((name) => mongo.db.collection(name).find().toArray()));
	const kept = auth.logged() + JSON.stringify(stored);
	for (const hidden of [ticket, state, code, accessToken, verifier, secret, "code-canary", "access-token-canary"])
		expect(kept).not.toContain(hidden);
	expect(auth.logged()).not.toContain(email);
});
