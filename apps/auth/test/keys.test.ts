import { createManualClock } from "@webhand/testing/clock";
import { decodeProtectedHeader } from "jose";
import { describe, expect } from "vitest";
import { openDatabase, settings, startAuth, test, users } from "./fixture.ts";

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
