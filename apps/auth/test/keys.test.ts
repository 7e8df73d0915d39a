import { createManualClock } from "@webhand/testing/clock";
import type { TestMongo } from "@webhand/testing/database";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect } from "vitest";
import type { TestAuth } from "./fixture.ts";
import { openDatabase, refusalOf, settings, startAuth, test, users } from "./fixture.ts";

type KeySet = { readonly keys: readonly { readonly kid: string }[] };
const days = (count: number) => count * 86_400_000;
const minutes = (count: number) => count * 60_000;
const kidOf = (token: string) => decodeProtectedHeader(token).kid;

describe("signing keys", () => {
	test("the key set is public, cacheable and holds public parts only", async ({ auth }) => {
		const reply = await auth.call("GET", "/.well-known/jwks.json");
		expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "public, max-age=300"]);
		expect(await reply.json()).toEqual({
			keys: [{ kty: "OKP", crv: "Ed25519", x: expect.stringMatching(/^[\w-]{43}$/), kid: expect.any(String), use: "sig", alg: "Ed25519" }],
		});
	});

	test("a private key is never stored in the clear", async ({ auth, mongo }) => {
		await auth.signIn(users.member);
		const [stored] = await mongo.db.collection("signing_keys").find().toArray();
		expect(Object.keys(stored?.["sealed"])).toEqual(["nonce", "tag", "data"]);
		expect(JSON.stringify(stored)).not.toContain('"d"');
	});

	test("with another encryption key the service does not start and says why", async ({ auth, mongo, redis }) => {
		await auth.signIn(users.member);
		const other = settings({ mongoUri: mongo.uri, redisUrl: redis.url }, { KEY_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString("base64") });
		await expect(startAuth(other)).rejects.toThrow(/KEY_ENCRYPTION_KEY does not open the stored signing keys/);
	});

	test("a key is published ten minutes before it signs, and its predecessor is believed until its last token has ended", async ({
		mongo,
		redis,
	}) => {
		const database = openDatabase(mongo);
		const clock = createManualClock(new Date());
		const environment = settings({ mongoUri: database.uri, redisUrl: redis.url }, { TOKEN_TTL: "604800" });
		const auth = await startAuth(environment, { clock });
		const kids = async () => ((await (await auth.call("GET", "/.well-known/jwks.json")).json()) as KeySet).keys.map(({ kid }) => kid);
		const session = async (token: string) => (await auth.call("GET", "/api/v1/auth/session", { token })).status;
		try {
			const [first] = await kids();
			clock.advance(days(30));
			const old = (await auth.signIn(users.admin)).accessToken;
			await Promise.all([auth.deps.keyring.tend(), auth.deps.keyring.tend()]);
			const published = await kids();
			expect(published).toHaveLength(2);
			expect(kidOf((await auth.signIn(users.admin)).accessToken)).toBe(first);

			clock.advance(minutes(10));
			await auth.deps.keyring.tend();
			const young = (await auth.signIn(users.admin)).accessToken;
			expect(kidOf(young)).toBe(published.find((kid) => kid !== first));
			await auth.deps.guard.refreshKeys();
			expect([await session(old), await session(young)]).toEqual([200, 200]);

			clock.advance(days(7) + minutes(5));
			await auth.deps.keyring.tend();
			expect(await kids()).toEqual([kidOf(young)]);
		} finally {
			await auth.close();
			await database.drop();
		}
	});

	test("instances that start together on an empty database agree on one key and one operator", async ({ mongo, redis }) => {
		const database = openDatabase(mongo);
		const environment = settings({ mongoUri: database.uri, redisUrl: redis.url });
		const instances = await Promise.all([startAuth(environment), startAuth(environment)]);
		const [one, two] = instances;
		try {
			expect(one.deps.keyring.publicKeys()).toEqual(two.deps.keyring.publicKeys());
			expect([
				await database.db.collection("signing_keys").countDocuments(),
				await database.db.collection("users").countDocuments({ operator: true }),
			]).toEqual([1, 1]);
			const { accessToken } = await one.signIn(users.member);
			expect((await two.call("GET", "/api/v1/auth/session", { token: accessToken })).status).toBe(200);
		} finally {
			await Promise.all(instances.map((instance) => instance.close()));
			await database.drop();
		}
	});
});

describe("an operator", () => {
	type Servers = { readonly mongo: TestMongo; readonly redis: { readonly url: string } };
	type Own = {
		readonly one: TestAuth;
		readonly two: TestAuth;
		readonly clock: ReturnType<typeof createManualClock>;
		readonly rows: () => Promise<unknown[]>;
	};
	const rotate = (auth: TestAuth, token: string) => auth.call("POST", "/api/v1/auth/keys/rotate", { token });
	const retire = (auth: TestAuth, token: string, kid: string) => auth.call("POST", `/api/v1/auth/keys/${kid}/retire`, { token });
	const session = async (auth: TestAuth, token: string) => (await auth.call("GET", "/api/v1/auth/tenants", { token })).status;

	/** Two instances of one installation. */
	const withTwo = async ({ mongo, redis }: Servers, work: (own: Own) => Promise<void>) => {
		const database = openDatabase(mongo);
		const clock = createManualClock(new Date());
		const environment = settings({ mongoUri: database.uri, redisUrl: redis.url });
		const [one, two] = [await startAuth(environment, { clock }), await startAuth(environment, { clock })];
		const rows = async () =>
			(await database.db.collection("auth_audit").find({ action: /^key/ }).toArray()).map(({ action, target }) => [action, target]);
		try {
			await work({ one, two, clock, rows });
		} finally {
			await Promise.all([one.close(), two.close()]);
			await database.drop();
		}
	};

	test("rotates the keys, alone", async ({ auth }) => {
		for (const who of [users.admin, users.member]) {
			const { accessToken } = await auth.signIn(who);
			expect(await refusalOf(await rotate(auth, accessToken))).toEqual([403, "FORBIDDEN"]);
			expect(await refusalOf(await retire(auth, accessToken, "a"))).toEqual([403, "FORBIDDEN"]);
		}
		expect((await auth.call("POST", "/api/v1/auth/keys/rotate")).status).toBe(401);
	});

	test("gets one new key from two instances that rotate at once, and a row in the audit", async ({ mongo, redis }) => {
		await withTwo({ mongo, redis }, async ({ one, two, rows }) => {
			const { accessToken } = await one.signIn(users.operator);
			const replies = await Promise.all([rotate(one, accessToken), rotate(two, accessToken)]);
			const bodies = (await Promise.all(replies.map((reply) => reply.json()))) as { kid?: string; error?: { code: string } }[];
			const kid = bodies.find((body) => body.kid !== undefined)?.kid;
			expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
			expect(bodies.find((body) => body.kid === undefined)?.error?.code).toBe("KEY_CHANGED");
			await Promise.all([one.deps.keyring.tend(), two.deps.keyring.tend()]);
			expect(one.deps.keyring.publicKeys().keys.map((key) => key.kid)).toContain(kid);
			expect(two.deps.keyring.publicKeys()).toEqual(one.deps.keyring.publicKeys());
			expect(await rows()).toEqual([["key.rotate", kid]]);
		});
	});

	test("rotates twice under load without one refusal", async ({ mongo, redis }) => {
		await withTwo({ mongo, redis }, async ({ one, two, clock }) => {
			const operator = await one.signIn(users.operator);
			const tokens = [operator.accessToken, (await two.signIn(users.member)).accessToken];
			const statuses: number[] = [];
			const load = async (requests: number) => {
				for (let sent = 0; sent < requests; sent++) {
					const token = tokens[sent % tokens.length] ?? "";
					statuses.push(await session(sent % 2 === 0 ? one : two, token));
					if (sent === 0) tokens.push((await two.signIn(users.admin)).accessToken);
				}
			};
			const turn = async () => {
				expect((await rotate(one, operator.accessToken)).status).toBe(200);
				clock.advance(minutes(10));
				await Promise.all([one.deps.keyring.tend(), two.deps.keyring.tend()]);
				const [byOne, byTwo] = [await one.signIn(users.member), await two.signIn(users.member)];
				expect(kidOf(byOne.accessToken)).toBe(kidOf(byTwo.accessToken));
				tokens.push(byOne.accessToken, byTwo.accessToken);
			};
			for (let rotation = 0; rotation < 2; rotation++) await Promise.all([load(38), load(38), load(38), turn(), load(38)]);
			expect(statuses).toHaveLength(304);
			expect(new Set(statuses)).toEqual(new Set([200]));
			expect(new Set(tokens.map(kidOf)).size).toBe(3);
		});
	});

	test("retires a key: its tokens end at once on every instance, its sockets are told, and another key signs", async ({ mongo, redis }) => {
		const listener = redis.client.duplicate();
		const told: string[] = [];
		listener.on("message", (_channel, text) => told.push((JSON.parse(text) as { sid: string }).sid));
		await listener.subscribe("wh:revoked");
		await withTwo({ mongo, redis }, async ({ one, two, rows }) => {
			const [operator, member] = [await one.signIn(users.operator), await two.signIn(users.member)];
			expect([await session(one, member.accessToken), await session(two, member.accessToken)]).toEqual([200, 200]);
			const kid = kidOf(operator.accessToken) ?? "";
			expect(await refusalOf(await retire(one, operator.accessToken, "unknown"))).toEqual([404, "NOT_FOUND"]);
			expect((await retire(one, operator.accessToken, kid)).status).toBe(204);
			expect([await session(one, operator.accessToken), await session(one, member.accessToken)]).toEqual([401, 401]);
			await expect.poll(() => session(two, member.accessToken)).toBe(401);
			for (const { accessToken } of [operator, member]) await expect.poll(() => told).toContain(decodeJwt(accessToken)["sid"]);
			listener.disconnect();
			const fresh = await two.signIn(users.operator);
			expect(kidOf(fresh.accessToken)).not.toBe(kid);
			expect([await session(one, fresh.accessToken), await session(two, fresh.accessToken)]).toEqual([200, 200]);
			expect(await refusalOf(await retire(two, fresh.accessToken, kid))).toEqual([404, "NOT_FOUND"]);
			expect(await rows()).toEqual([["key.retire", kid]]);
			const list = await one.call("GET", "/api/v1/auth/sessions", { token: fresh.accessToken });
			expect(((await list.json()) as { sessions: unknown[] }).sessions).toHaveLength(1);
		});
	});

	test("retires the current key while a new one waits: that one signs at once", async ({ mongo, redis }) => {
		await withTwo({ mongo, redis }, async ({ one, two }) => {
			const operator = await one.signIn(users.operator);
			const { kid } = (await (await rotate(one, operator.accessToken)).json()) as { kid: string };
			expect((await retire(one, operator.accessToken, kidOf(operator.accessToken) ?? "")).status).toBe(204);
			expect(kidOf((await one.signIn(users.member)).accessToken)).toBe(kid);
			await expect.poll(async () => kidOf((await two.signIn(users.member)).accessToken)).toBe(kid);
		});
	});
});
