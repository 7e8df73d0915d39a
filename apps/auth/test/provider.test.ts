import { fileURLToPath } from "node:url";
import { createManualClock } from "@webhand/testing/clock";
import { startProcess } from "@webhand/testing/processes";
import { generateKeyPair, SignJWT } from "jose";
import { describe, expect } from "vitest";
import { newAddress, openDatabase, settings, startAuth, test as base, users } from "./fixture.ts";
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
		const { accessToken, tenantId } = await auth.signIn(users.admin);
		const body = { issuer: provider.issuer, clientId: provider.clientId, clientSecret: secret, domains: ["kettles.example"] };
		const reply = await auth.call("PUT", `/api/v1/orgs/${tenantId}/provider`, { token: accessToken, body });
		if (reply.status !== 200) throw new Error(`the provider was not set: ${await reply.text()}`);
		return provider;
	})
	.extend("orgId", { scope: "file" }, async ({ auth }) => (await auth.signIn(users.admin)).tenantId);

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
			expect((await auth.call("PUT", path, { token: admin.accessToken, body })).status).toBe(200);

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
					...{ tenantId: admin.tenantId, tenantKind: "organization", roles: ["member"] },
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
			...{ response_type: "code", client_id: provider.clientId, scope: "openid email profile" },
			...{ redirect_uri: "http://127.0.0.1:8787/api/v1/auth/provider/callback", login_hint: "ann@kettles.example" },
			...{ state, nonce: expect.stringMatching(/^[\w-]{43}$/) },
			...{ code_challenge: expect.stringMatching(/^[\w-]{43}$/), code_challenge_method: "S256" },
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
		["a token endpoint that leads elsewhere", untrusted, { replies: { "/token": { status: 307, body: "", location: "http://127.0.0.1:1/" } } }],
		["a reply without an end", untrusted, { replies: { "/token": { status: 200, body: `"${"x".repeat(300_000)}"` } } }],
		["another issuer in the discovery document", untrusted, { metadata: { issuer: "http://127.0.0.1:1" } }],
		["a response without the issuer it promised", untrusted, { metadata: { authorization_response_iss_parameter_supported: true } }],
		["an email that is not confirmed", unconfirmed, { over: { email_verified: false } }],
		["an email confirmed in words only", unconfirmed, { over: { email_verified: "true" } }],
		["no word about the email", unconfirmed, { over: { email: undefined, email_verified: undefined } }],
		["a confirmation of another email in the user info", unconfirmed, { over: { email_verified: undefined }, userinfo: { email_verified: true } }],
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
		expect([reply.status, await reply.json()]).toEqual([502, expect.objectContaining({ error: expect.objectContaining({ code: "PROVIDER_UNREACHABLE" }) })]);
	});
});
