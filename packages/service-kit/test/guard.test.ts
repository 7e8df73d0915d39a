import { createHmac, randomBytes } from "node:crypto";
import { request as send } from "node:http";
import { Redis } from "ioredis";
import { CompactEncrypt, CompactSign, generateKeyPair, SignJWT } from "jose";
import { describe, expect } from "vitest";
import { keysChannel, revokedChannel, signInKey } from "../src/guard.ts";
import { addRoute } from "../src/routes.ts";
import type { FakeAuth, ServiceWish, TestService } from "./fixture.ts";
import { test as base, followRoute, startFakeAuth, startService, waitRoute, whoRoute } from "./fixture.ts";

const [begun, ended] = [new Set<string>(), new Set<string>()];
const untilEnd = (name: string, signal: AbortSignal) =>
	new Promise<void>((resolve) => {
		begun.add(name);
		signal.addEventListener("abort", () => {
			ended.add(name);
			resolve();
		});
	});

const addRoutes: ServiceWish["addRoutes"] = (app) => {
	addRoute(app, whoRoute, ({ identity }) => ({ userId: identity.userId, roles: [...identity.roles] }));
	// One that never looks at its signal is answered all the same.
	addRoute(app, waitRoute, ({ signal, identity }) => {
		void untilEnd(`wait ${identity.sid}`, signal);
		return new Promise<{ n: number }>(() => undefined);
	});
	addRoute(app, followRoute, ({ signal, identity }) =>
		(async function* () {
			yield { n: 1 };
			await untilEnd(`follow ${identity.sid}`, signal);
		})(),
	);
};

const test = base.extend("service", { scope: "file" }, async ({ mongo, redis, auth }, { onCleanup }) => {
	const service = await startService({ mongoUri: mongo.uri, redisUrl: redis.url, auth, addRoutes });
	onCleanup(service.close);
	return service;
});

const who = (service: TestService, token: string) => service.call("GET", "/api/v1/who", { token });
const statusOf = async (service: TestService, token: string) => (await who(service, token)).status;
const seconds = () => Math.floor(Date.now() / 1_000);
const encode = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

describe("a token is refused", () => {
	type Forgery = (auth: FakeAuth) => Promise<string>;
	/** Everything about it is right but what the case changes: without the change it is taken. */
	const genuine = async (
		auth: FakeAuth,
		change: Readonly<Record<string, unknown>> = {},
		header: Readonly<Record<string, unknown>> = {},
	) => {
		const { claims } = await auth.signIn();
		return auth.sign({ ...claims, ...change }, header);
	};
	const withoutClaim =
		(name: string): Forgery =>
		(auth) =>
			genuine(auth, { [name]: undefined });
	const withHeader =
		(header: Readonly<Record<string, unknown>>): Forgery =>
		(auth) =>
			genuine(auth, {}, header);
	const forgeries: Readonly<Record<string, Forgery>> = {
		"with the algorithm none": async (auth) => {
			const [, payload] = (await genuine(auth)).split(".");
			return `${encode({ alg: "none", typ: "at+jwt", kid: auth.kid })}.${payload}.`;
		},
		"signed with HS256 over the public key": async (auth) => {
			const { keys } = (await (await fetch(`${auth.url}/.well-known/jwks.json`)).json()) as { keys: { x: string }[] };
			const [, payload] = (await genuine(auth)).split(".");
			const head = `${encode({ alg: "HS256", typ: "at+jwt", kid: auth.kid })}.${payload}`;
			return `${head}.${createHmac("sha256", Buffer.from(keys[0]?.x ?? "", "base64url"))
				.update(head)
				.digest("base64url")}`;
		},
		"that calls its algorithm EdDSA": withHeader({ alg: "EdDSA" }),
		"signed by another key under the known key id": async (auth) => {
			const { privateKey } = await generateKeyPair("Ed25519");
			return new SignJWT({ ...(await auth.signIn()).claims })
				.setProtectedHeader({ alg: "Ed25519", typ: "at+jwt", kid: auth.kid })
				.sign(privateKey);
		},
		"with an altered payload": async (auth) => {
			const [header, payload = "", signature] = (await genuine(auth)).split(".");
			const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
			return `${header}.${encode({ ...claims, roles: ["member", "admin", "operator"] })}.${signature}`;
		},
		"with a cut signature": async (auth) => (await genuine(auth)).slice(0, -8),
		"with a signature that is spelled in another way": async (auth) => {
			const token = await genuine(auth);
			const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
			return `${token.slice(0, -1)}${alphabet[alphabet.indexOf(token.at(-1) ?? "") + 1]}`;
		},
		"without a type": withHeader({ typ: undefined }),
		"of the type JWT": withHeader({ typ: "JWT" }),
		"without a key id": withHeader({ kid: undefined }),
		"with an unknown key id": withHeader({ kid: "unknown" }),
		"that brings its own key": withHeader({ jwk: { kty: "OKP", crv: "Ed25519", x: "a" } }),
		"that names a key address (jku)": withHeader({ jku: "https://evil.example/jwks.json" }),
		"that names a certificate address (x5u)": withHeader({ x5u: "https://evil.example/c.pem" }),
		"with a critical header": withHeader({ crit: ["b64"], b64: true }),
		"that says it holds another token": withHeader({ cty: "JWT" }),
		"that is encrypted": async (auth) => {
			const plain = new TextEncoder().encode(await genuine(auth));
			return new CompactEncrypt(plain).setProtectedHeader({ alg: "dir", enc: "A256GCM" }).encrypt(randomBytes(32));
		},
		"with a claim given twice": async (auth) => {
			const { claims } = await auth.signIn();
			const text = JSON.stringify(claims).replace(/^\{/, `{"sub":"usr_0000000000000000000000",`);
			return new CompactSign(new TextEncoder().encode(text))
				.setProtectedHeader({ alg: "Ed25519", typ: "at+jwt", kid: auth.kid })
				.sign(auth.privateKey);
		},
		"of another issuer": (auth) => genuine(auth, { iss: "https://evil.example" }),
		"for another audience": (auth) => genuine(auth, { aud: "someone-else" }),
		"that ended 31 s ago": (auth) => genuine(auth, { exp: seconds() - 31 }),
		"that begins in 32 s": (auth) => genuine(auth, { nbf: seconds() + 32 }),
		"with a role that does not exist": (auth) => genuine(auth, { roles: ["root"] }),
		"for a user that is no user id": (auth) => genuine(auth, { sub: "usr_1" }),
		"for another user's sign-in": async (auth) => auth.sign({ ...auth.claims(), sid: (await auth.signIn()).claims.sid }),
		"for another user's tenant": (auth) => genuine(auth, { tid: "org_0123456789abcdefghijkl" }),
		"for a sign-in that nobody knows": (auth) => auth.sign(auth.claims()),
		"for a sign-in that was revoked": async (auth) => (await auth.signIn({ record: { s: "revoked" } })).token,
		...Object.fromEntries(
			["iss", "aud", "sub", "tid", "sid", "client_id", "roles", "iat", "nbf", "exp", "jti"].map((name) => [
				`without the claim ${name}`,
				withoutClaim(name),
			]),
		),
	};

	test("but not when everything about it is right", async ({ service, auth }) => {
		expect(await statusOf(service, await genuine(auth))).toBe(200);
	});

	test.for(Object.entries(forgeries))("%s", async ([, forge], { service, auth }) => {
		const reply = await who(service, await forge(auth));
		const { requestId, ...body } = (await reply.json()) as { requestId: string };
		expect([reply.status, reply.headers.get("www-authenticate"), requestId.length]).toEqual([401, 'Bearer error="invalid_token"', 32]);
		expect(body).toEqual({ success: false, error: { code: "UNAUTHORIZED", message: "A valid access token is required" } });
	});

	test("clocks may differ by half a minute", async ({ service, auth }) => {
		expect(await statusOf(service, await genuine(auth, { exp: seconds() - 25 }))).toBe(200);
		expect(await statusOf(service, await genuine(auth, { nbf: seconds() + 25 }))).toBe(200);
	});
});

describe("the header", () => {
	const raw = (service: TestService, headers: readonly string[]) =>
		new Promise<number | undefined>((resolve, reject) => {
			send(new URL("/api/v1/who", service.url), { headers, agent: false }, (reply) => {
				reply.resume();
				resolve(reply.statusCode);
			})
				.on("error", reject)
				.end();
		});

	test("its scheme may be written in any case", async ({ service, auth }) => {
		const { token } = await auth.signIn();
		expect(await raw(service, ["Host", "a", "AUTHORIZATION", `bEaReR ${token}`])).toBe(200);
	});

	test("two of them are refused, even when both are good", async ({ service, auth }) => {
		const { token } = await auth.signIn();
		expect(await raw(service, ["Host", "a", "Authorization", `Bearer ${token}`, "Authorization", `Bearer ${token}`])).toBe(401);
	});

	test("one over 4 KB, another scheme, or a token in the query or a cookie is refused", async ({ service, auth }) => {
		const { token } = await auth.signIn();
		for (const headers of [
			{ authorization: `Bearer ${"a".repeat(4_090)}` },
			{ authorization: `Basic ${token}` },
			{ cookie: `token=${token}` },
		]) {
			expect((await service.call("GET", `/api/v1/who?access_token=${token}`, { headers })).status).toBe(401);
		}
	});
});

describe("the sign-in behind a token", () => {
	test("roles are those of the token that the sign-in still has", async ({ service, auth }) => {
		const { token } = await auth.signIn({ claims: { roles: ["member", "admin"] }, record: { roles: ["member", "operator"] } });
		expect(await (await who(service, token)).json()).toMatchObject({ roles: ["member"] });
	});

	test("what Redis forgot or garbled is asked of auth, once for many callers", async ({ service, auth, redis }) => {
		const { token, claims } = await auth.signIn({ isCopied: false });
		await redis.client.set(signInKey(claims.sid), "{not a record");
		const before = auth.asked.sessions;
		const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(service, token)));
		expect(new Set(statuses)).toEqual(new Set([200]));
		expect(auth.asked.sessions - before).toBeLessThan(10);
	});

	test("a copy that ends soon is renewed in the background while its owner goes on", async ({ service, auth }) => {
		const { token } = await auth.signIn({ record: { until: seconds() + 500 } });
		const before = auth.asked.sessions;
		for (let round = 0; round < 3; round++) expect(await statusOf(service, token)).toBe(200);
		await expect.poll(() => auth.asked.sessions - before).toBe(1);
	});

	test("a revocation is seen by the very next request, though the signature was checked before", async ({ service, auth, redis }) => {
		const { token, claims } = await auth.signIn();
		expect(await statusOf(service, token)).toBe(200);
		const record = JSON.parse((await redis.client.get(signInKey(claims.sid))) ?? "");
		await redis.client.set(signInKey(claims.sid), JSON.stringify({ ...record, v: 2, s: "revoked" }));
		expect(await statusOf(service, token)).toBe(401);
	});

	test.for(["is told", "is not told, since the message was lost"])(
		"what waits or streams ends with its sign-in, where the service %s",
		async (how, { service, auth, redis }) => {
			const { token, sid } = await auth.signIn();
			const other = await auth.signIn();
			const follow = await service.call("GET", "/api/v1/follow", { token });
			const waiting = service.call("GET", "/api/v1/wait", { token });
			const reader = follow.body?.getReader();
			await reader?.read();
			const stays = service.call("GET", "/api/v1/wait", { token: other.token });
			await expect.poll(() => [...begun]).toEqual(expect.arrayContaining([`wait ${sid}`, `follow ${sid}`, `wait ${other.sid}`]));
			const startedAt = performance.now();
			await auth.revoke(redis.client, sid);
			if (how === "is told") await redis.client.publish(revokedChannel, JSON.stringify({ sid, at: seconds() }));
			expect((await waiting).status).toBe(401);
			while ((await reader?.read())?.done === false);
			expect(performance.now() - startedAt).toBeLessThan(10_000);
			expect([...ended]).toEqual(expect.arrayContaining([`wait ${sid}`, `follow ${sid}`]));
			expect(ended).not.toContain(`wait ${other.sid}`);
			await auth.revoke(redis.client, other.sid);
			expect((await stays).status).toBe(401);
		},
	);
});

/** These change how auth answers, so each has one of its own. */
describe("when auth does not answer as it should", () => {
	const own = async (
		uris: { readonly mongo: string; readonly redis: string },
		work: (auth: FakeAuth, start: (now?: () => number) => Promise<TestService>) => Promise<void>,
	) => {
		const client = new Redis(uris.redis);
		const auth = await startFakeAuth(client);
		const services: TestService[] = [];
		try {
			await work(auth, async (now) => {
				const service = await startService({
					mongoUri: uris.mongo,
					redisUrl: uris.redis,
					auth,
					addRoutes,
					...(now === undefined ? {} : { now }),
				});
				services.push(service);
				return service;
			});
		} finally {
			for (const service of services) await service.close();
			await auth.close();
			client.disconnect();
		}
	};

	test("users with a copied sign-in go on; without a check nobody is let in", async ({ mongo, redis }) => {
		await own({ mongo: mongo.uri, redis: redis.url }, async (auth, start) => {
			const service = await start();
			const hot = await auth.signIn();
			const cold = await auth.signIn({ isCopied: false });
			for (const manner of ["error", "garbage", "silent"] as const) {
				auth.answers.sessions = manner;
				expect(await statusOf(service, hot.token)).toBe(200);
				const reply = await who(service, cold.token);
				expect([reply.status, reply.headers.get("retry-after"), await reply.json()]).toEqual([
					503,
					"1",
					expect.objectContaining({ error: expect.objectContaining({ code: "AUTH_UNAVAILABLE" }) }),
				]);
			}
			auth.answers.sessions = "good";
			expect(await statusOf(service, cold.token)).toBe(200);
		});
	});

	test("a key set of garbage or of nothing leaves the last good one in place", async ({ mongo, redis }) => {
		await own({ mongo: mongo.uri, redis: redis.url }, async (auth, start) => {
			const service = await start();
			const { token } = await auth.signIn();
			expect(await statusOf(service, token)).toBe(200);
			for (const manner of ["garbage", "empty", "error", "silent"] as const) {
				auth.answers.keys = manner;
				await service.guard.refreshKeys();
				const { token: fresh } = await auth.signIn();
				expect(await statusOf(service, fresh)).toBe(200);
			}
		});
	});

	test("before the first key set a token can be judged by nobody, so its owner is asked to come back", async ({ mongo, redis }) => {
		await own({ mongo: mongo.uri, redis: redis.url }, async (auth, start) => {
			auth.answers.keys = "error";
			const service = await start();
			const { token } = await auth.signIn();
			expect([await statusOf(service, token), (await service.call("GET", "/readyz")).status]).toEqual([503, 503]);
			auth.answers.keys = "good";
			await expect.poll(() => statusOf(service, token), { interval: 100 }).toBe(200);
		});
	});

	test("a key that auth retires is refused as soon as the message arrives, although a stale key set still holds it", async ({
		mongo,
		redis,
	}) => {
		await own({ mongo: mongo.uri, redis: redis.url }, async (auth, start) => {
			const service = await start();
			const { token } = await auth.signIn();
			expect(await statusOf(service, token)).toBe(200);
			for (const noise of ["{", "[]", '{"retired":1}', '{"retired":"another key"}']) await redis.client.publish(keysChannel, noise);
			expect(await statusOf(service, token)).toBe(200);
			await redis.client.publish(keysChannel, JSON.stringify({ retired: auth.kid }));
			await expect.poll(() => statusOf(service, token)).toBe(401);
			await service.guard.refreshKeys();
			expect(await statusOf(service, token)).toBe(401);
		});
	});

	test("1,000 unknown key ids cause one fetch at most, and a new key is found once the half minute is over", async ({ mongo, redis }) => {
		await own({ mongo: mongo.uri, redis: redis.url }, async (auth, start) => {
			let ahead = 0;
			const service = await start(() => Date.now() + ahead);
			expect(await statusOf(service, (await auth.signIn()).token)).toBe(200);
			ahead = 31_000;
			const before = auth.asked.keys;
			const [, payload] = (await auth.signIn()).token.split(".");
			const forged = (index: number) => `${encode({ alg: "Ed25519", typ: "at+jwt", kid: `forged-${index}` })}.${payload}.AAAA`;
			for (let batch = 0; batch < 20; batch++) {
				const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => statusOf(service, forged(50 * batch + index))));
				expect(new Set(statuses)).toEqual(new Set([401]));
			}
			expect(auth.asked.keys - before).toBe(1);
			ahead = 62_000;
			await statusOf(service, forged(1_001));
			expect(auth.asked.keys - before).toBe(2);
		});
	});
});
