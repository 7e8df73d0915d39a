import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AccessTokenClaims } from "@webhand/contracts/auth/tokens";
import { signInKey } from "@webhand/service-kit/guard";
import { failpointsIn } from "@webhand/testing/failpoints";
import { long } from "@webhand/testing/long";
import { poll } from "@webhand/testing/poll";
import { startProcess } from "@webhand/testing/processes";
import { startRedis } from "@webhand/testing/servers";
import { Redis } from "ioredis";
import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import { checkSignIn, endSignIn, startSignIn } from "../src/sessions/engine.ts";
import type { TestAuth } from "./fixture.ts";
import { newAddress, openDatabase, settings, startAuth, test, users } from "./fixture.ts";

const sidOf = (token: string) => AccessTokenClaims.parse(decodeJwt(token)).sid;
const session = (auth: TestAuth, token: string) => auth.call("GET", "/api/v1/auth/session", { token });
const internal = (auth: TestAuth, token: string) => auth.call("GET", "/internal/session", { token });
const logout = (auth: TestAuth, token: string) => auth.call("POST", "/api/v1/auth/logout", { token });
/** Another instance of auth, as a process that can be struck. */
async function startStruck(addresses: Parameters<typeof settings>[0], failpoints: string) {
	const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));
	const instance = await startProcess({
		name: "auth",
		command: process.execPath,
		args: ["--conditions=@webhand/source", main],
		env: settings(addresses, { FAILPOINTS: failpoints }),
	});
	const [, url = ""] = await instance.printed(/listening at (http:[^"]+)/, 40_000);
	return { process: instance, url };
}

// A process starts in such a test, and the machine may be busy with others.
const caller = { ip: newAddress(), userAgent: "", requestId: "test" };

describe("the current sign-in", () => {
	test("it is described without the token", async ({ auth }) => {
		const { accessToken, ...rest } = await auth.signIn(users.member);
		const reply = await session(auth, accessToken);
		expect([reply.status, await reply.json()]).toEqual([200, rest]);
		expect(reply.headers.get("cache-control")).toBe("no-store");
	});

	test("without a token, with a forged one or with one in the query there is none", async ({ auth }) => {
		const { accessToken } = await auth.signIn(users.member);
		const attempts = [
			auth.call("GET", "/api/v1/auth/session"),
			session(auth, `${accessToken.slice(0, -6)}AAAAAA`),
			auth.call("GET", `/api/v1/auth/session?access_token=${accessToken}`),
		];
		for (const reply of await Promise.all(attempts)) {
			expect([reply.status, reply.headers.get("www-authenticate")]).toEqual([401, 'Bearer error="invalid_token"']);
			expect(await reply.json()).toMatchObject({
				success: false,
				error: { code: "UNAUTHORIZED", message: "A valid access token is required" },
			});
		}
	});

	test("the other services get its record, from this service's own port only", async ({ auth }) => {
		const { accessToken, user, tenantId } = await auth.signIn(users.admin);
		const reply = await internal(auth, accessToken);
		const now = Date.now() / 1_000;
		expect([reply.status, await reply.json()]).toEqual([
			200,
			{
				v: 1,
				s: "active",
				uid: user.id,
				tid: tenantId,
				roles: ["member", "admin"],
				limits: { traces: false, retentionDays: 90 },
				exp: expect.any(Number),
				until: expect.closeTo(now + 900, -1),
			},
		]);
		expect((await auth.call("GET", "/internal/session")).status).toBe(401);
	});
});

describe("signing out", () => {
	test("the next request is refused, and signing out again is no error", async ({ auth, redis, mongo }) => {
		const { accessToken } = await auth.signIn(users.member);
		const reply = await logout(auth, accessToken);
		expect([reply.status, await reply.text()]).toEqual([204, ""]);
		expect((await session(auth, accessToken)).status).toBe(401);
		expect((await internal(auth, accessToken)).status).toBe(401);
		expect((await logout(auth, accessToken)).status).toBe(204);
		const sid = sidOf(accessToken);
		expect(JSON.parse((await redis.client.get(signInKey(sid))) ?? "")).toMatchObject({ v: 2, s: "revoked" });
		expect(await mongo.db.collection("auth_audit").countDocuments({ action: "logout", sid })).toBe(1);
	});

	test("a body is optional and ignored, whatever it is", async ({ auth }) => {
		for (const [body, type] of [
			["{}", "application/json"],
			["{broken", "application/json"],
			["bye", "text/plain"],
		] as const) {
			const { accessToken } = await auth.signIn(users.member);
			const headers = { authorization: `Bearer ${accessToken}`, "content-type": type };
			expect((await fetch(new URL("/api/v1/auth/logout", auth.url), { method: "POST", headers, body })).status).toBe(204);
			expect((await session(auth, accessToken)).status).toBe(401);
		}
	});

	test("without a token or with a forged one nobody is signed out", async ({ auth }) => {
		const { accessToken } = await auth.signIn(users.member);
		expect((await auth.call("POST", "/api/v1/auth/logout")).status).toBe(401);
		expect((await logout(auth, `${accessToken.slice(0, -6)}AAAAAA`)).status).toBe(401);
		expect((await session(auth, accessToken)).status).toBe(200);
	});

	const refuseAfterSignOut = async (auth: TestAuth, rounds: number) => {
		const { accessToken } = await auth.signIn(users.member);
		const identity = AccessTokenClaims.parse(decodeJwt(accessToken));
		for (let round = 0; round < rounds; round++) {
			const wish = {
				userId: identity.sub,
				tenantId: identity.tid,
				roles: identity.roles,
				limits: {},
				method: "password",
				secondFactor: false,
				credentialsVersion: 0,
			} as const;
			const started = await startSignIn(auth.deps.sessions, wish, caller);
			expect((await internal(auth, started.accessToken)).status).toBe(200);
			expect((await logout(auth, started.accessToken)).status).toBe(204);
			expect((await internal(auth, started.accessToken)).status).toBe(401);
		}
	};
	test("20 times in a row the request after the sign-out is refused", ({ auth }) => refuseAfterSignOut(auth, 20));
	test("and 100 times", { ...long, timeout: 60_000 }, ({ auth }) => refuseAfterSignOut(auth, 100));

	test("Redis that forgets everything revives nobody", async ({ auth, redis }) => {
		const { accessToken } = await auth.signIn(users.member);
		await logout(auth, accessToken);
		await redis.client.flushdb();
		expect((await session(auth, accessToken)).status).toBe(401);
	});

	test("a sign-out that overtakes a fill wins, even when Redis forgets it in between", async ({ auth, redis }) => {
		const { accessToken } = await auth.signIn(users.member);
		const sid = sidOf(accessToken);
		const { sessions } = auth.deps;
		let overtaken = false;
		const overtake = async () => {
			if (overtaken) return;
			overtaken = true;
			await endSignIn(sessions, { sid, reason: "logout" }, caller);
			await redis.client.flushdb();
		};
		const racing = {
			...sessions,
			cache: {
				...sessions.cache,
				write: async (...args: Parameters<typeof sessions.cache.write>) => overtake().then(() => sessions.cache.write(...args)),
			},
		};
		expect(await checkSignIn(racing, sid)).toBeNull();
		expect(JSON.parse((await redis.client.get(signInKey(sid))) ?? "")).toMatchObject({ v: 2, s: "revoked" });
		expect((await session(auth, accessToken)).status).toBe(401);
	});

	test("auth that stands still between its database and Redis meanwhile answers that nobody is signed in", async ({
		auth,
		mongo,
		redis,
	}) => {
		const { accessToken } = await auth.signIn(users.member);
		const { process: slow, url } = await startStruck({ mongoUri: mongo.uri, redisUrl: redis.url }, "session.fill=stop");
		let status: number | undefined;
		const asked = fetch(`${url}/internal/session`, { headers: { authorization: `Bearer ${accessToken}` } }).then((reply) => {
			status = reply.status;
		});
		const isUp = () => fetch(`${url}/healthz`, { signal: AbortSignal.timeout(300) }).then(() => true);
		await poll(
			() =>
				isUp()
					.then(() => false)
					.catch(() => true),
			{ limitMs: 30_000 },
		);
		expect((await logout(auth, accessToken)).status).toBe(204);
		await redis.client.flushdb();
		// It stops again after each read, so it is woken until it answers.
		await poll(
			() => {
				slow.thaw();
				return status;
			},
			{ limitMs: 30_000 },
		);
		await asked;
		expect(status).toBe(401);
		expect((await session(auth, accessToken)).status).toBe(401);
		expect(JSON.parse((await redis.client.get(signInKey(sidOf(accessToken)))) ?? "")).toMatchObject({ s: "revoked" });
		await slow.kill();
	});

	test("a copy of an older version never replaces a newer one", async ({ auth, redis }) => {
		const { accessToken } = await auth.signIn(users.member);
		const sid = sidOf(accessToken);
		const { cache } = auth.deps.sessions;
		const record = JSON.parse((await redis.client.get(signInKey(sid))) ?? "");
		await cache.write(sid, { record: { ...record, v: 3, s: "revoked" }, keepSeconds: 100 });
		await cache.write(sid, { record, keepSeconds: 100 });
		expect(JSON.parse((await redis.client.get(signInKey(sid))) ?? "")).toMatchObject({ v: 3, s: "revoked" });
	});

	test("the other services hear of it on a channel", async ({ auth, redis }) => {
		const { accessToken } = await auth.signIn(users.member);
		const listener = new Redis(redis.url);
		const heard: string[] = [];
		listener.on("message", (_channel, text) => heard.push(text));
		await listener.subscribe("wh:revoked");
		await logout(auth, accessToken);
		await expect.poll(() => heard.map((text) => JSON.parse(text).sid)).toContain(sidOf(accessToken));
		listener.disconnect();
	});
});

describe("without Redis", () => {
	test("signing out works all the same, and Redis learns of it within seconds of its return", async ({ mongo }) => {
		const server = await startRedis();
		const database = openDatabase(mongo);
		const auth = await startAuth(settings({ mongoUri: database.uri, redisUrl: server.url }));
		const { accessToken } = await auth.signIn(users.admin);
		const { accessToken: other } = await auth.signIn(users.admin);
		try {
			await server.process().kill();
			expect((await session(auth, accessToken)).status).toBe(200);
			expect((await logout(auth, accessToken)).status).toBe(204);
			expect((await session(auth, accessToken)).status).toBe(401);
			await server.restart();
			const fresh = new Redis(server.url);
			await expect.poll(async () => (await fresh.get(signInKey(sidOf(accessToken)))) ?? "", { interval: 50 }).toContain('"revoked"');
			fresh.disconnect();
			expect((await session(auth, accessToken)).status).toBe(401);
			expect((await session(auth, other)).status).toBe(200);
			await expect.poll(() => database.db.collection("sessions").countDocuments({ cachePending: true })).toBe(0);
		} finally {
			await auth.close();
			await server.stop();
			await database.drop();
		}
	});

	test("auth that dies between its database and Redis has signed out; another instance tells Redis", async ({ auth, mongo, redis }) => {
		const { accessToken } = await auth.signIn(users.member);
		const { process: dying, url } = await startStruck({ mongoUri: mongo.uri, redisUrl: redis.url }, "session.revoked=kill");
		await expect(
			fetch(`${url}/api/v1/auth/logout`, { method: "POST", headers: { authorization: `Bearer ${accessToken}` } }),
		).rejects.toThrow();
		expect(await dying.ended).toEqual({ code: null, signal: "SIGKILL" });
		await expect.poll(() => redis.client.get(signInKey(sidOf(accessToken))), { interval: 20 }).toContain('"revoked"');
		expect((await session(auth, accessToken)).status).toBe(401);
	});
});

test("each failpoint of auth has its test above", async () => {
	expect(await failpointsIn(join(import.meta.dirname, "../src"))).toEqual(["session.fill", "session.revoked"]);
});
