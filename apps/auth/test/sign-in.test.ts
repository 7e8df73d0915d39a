import { createManualClock } from "@webhand/testing/clock";
import { startRedis } from "@webhand/testing/servers";
import { describe, expect } from "vitest";
import { signIn } from "../src/sign-in/engine.ts";
import { newAddress, settings, startAuth, test, users } from "./fixture.ts";

const wrong = { email: users.member.email, password: "not the password" };
const unknown = { email: "nobody@example.com", password: "not the password" };

describe("signing in", () => {
	test("a member signs in and learns who, where and for how long", async ({ auth }) => {
		const before = Date.now();
		const reply = await auth.login({ email: " Member@Example.com ", password: users.member.password });
		const body = (await reply.json()) as Record<string, unknown>;
		expect(reply.status).toBe(200);
		expect(reply.headers.get("cache-control")).toBe("no-store");
		expect(body).toEqual({
			accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
			expiresAt: expect.stringMatching(/Z$/),
			user: { id: expect.stringMatching(/^usr_\w{22}$/), email: users.member.email, name: "Member" },
			tenantId: expect.stringMatching(/^org_\w{22}$/),
			tenantName: "Kettles Ltd",
			tenantKind: "organization",
			roles: ["member"],
		});
		// Whole seconds, from the moment of the sign-in on.
		const issuedAt = Date.parse(String(body["expiresAt"])) - 12 * 3_600_000;
		expect(issuedAt).toBeGreaterThan(before - 1_000);
		expect(issuedAt).toBeLessThanOrEqual(Date.now());
	});

	test("an admin governs the organization, an operator alone works as their own tenant", async ({ auth }) => {
		const admin = await auth.signIn(users.admin);
		const operator = await auth.signIn(users.operator);
		expect([admin.tenantKind, admin.roles]).toEqual(["organization", ["member", "admin"]]);
		expect([operator.tenantKind, operator.tenantId, operator.roles]).toEqual(["user", operator.user.id, ["member", "admin", "operator"]]);
	});

	test("an unknown email, a wrong password and a wrong password of a disabled account look the same to the byte", async ({
		auth,
		mongo,
	}) => {
		await mongo.db.collection("users").insertOne({
			_id: "usr_disabled00000000000000" as never,
			email: "gone@example.com",
			name: "Gone",
			status: "disabled",
			operator: false,
			factors: [],
			createdAt: new Date(),
			passwordHash: (await mongo.db.collection("users").findOne({ email: users.admin.email }))?.["passwordHash"],
		});
		const seen = [];
		for (const attempt of [unknown, wrong, { email: "gone@example.com", password: "not the password" }]) {
			const reply = await auth.login(attempt);
			const headers = Object.fromEntries([...reply.headers].filter(([name]) => name !== "x-request-id" && name !== "date"));
			const { requestId, ...body } = (await reply.json()) as { requestId: string };
			expect(requestId).toBe(reply.headers.get("x-request-id"));
			seen.push({ status: reply.status, headers, body });
		}
		expect(seen[0]?.status).toBe(401);
		expect(seen[0]?.body).toEqual({ success: false, error: { code: "INVALID_CREDENTIALS", message: "Email or password is wrong" } });
		expect(seen[1]).toEqual(seen[0]);
		expect(seen[2]).toEqual(seen[0]);
		const known = await auth.login({ email: "gone@example.com", password: users.admin.password });
		expect([known.status, await known.json()]).toEqual([
			403,
			expect.objectContaining({ error: { code: "ACCOUNT_DISABLED", message: "This account is disabled" } }),
		]);
	});

	test("an unknown email costs one hash, as a known one does", async ({ auth }) => {
		const { passwords } = auth.deps.signIn;
		let hashes = 0;
		const matches: typeof passwords.matches = (hash, text) => {
			hashes++;
			return passwords.matches(hash, text);
		};
		const counted = { ...auth.deps.signIn, passwords: { ...passwords, matches } };
		const from = { caller: { ip: "", userAgent: "", requestId: "test" }, origin: { ip: newAddress() } };
		expect(await signIn(counted, { ...unknown, email: "another@example.com" }, from)).toEqual({
			kind: "refused",
			code: "INVALID_CREDENTIALS",
		});
		expect(hashes).toBe(1);
	});

	test("a hash of an older cost is renewed by the sign-in, and one that cannot be renewed keeps nobody out", async ({ auth }) => {
		const { accounts, passwords } = auth.deps.signIn;
		const older = { ...passwords, isOutdated: () => true };
		const from = { caller: { ip: "", userAgent: "", requestId: "test" }, origin: { ip: newAddress() } };
		const hashOf = async () => (await accounts.userByEmail(users.member.email))?.passwordHash;
		const before = await hashOf();
		expect(await signIn({ ...auth.deps.signIn, passwords: older }, users.member, from)).toMatchObject({ kind: "signed_in" });
		const renewed = await hashOf();
		expect(renewed).not.toBe(before);
		const full = { ...older, hash: () => Promise.reject(new Error("too many people sign in")) };
		expect(await signIn({ ...auth.deps.signIn, passwords: full }, users.member, from)).toMatchObject({ kind: "signed_in" });
		expect(await hashOf()).toBe(renewed);
	});

	test.for([
		["a body that is no JSON", "{", [""]],
		["a missing password", { email: "a@example.com" }, ["password"]],
		["an unknown key beside a wrong email", { email: "nobody", password: "x", tenantId: "org_1" }, ["email", "tenantId"]],
		["a password of 1,025 bytes", { email: "a@example.com", password: "é".repeat(513) }, ["password"]],
	] as const)("%s is refused with every wrong field", async ([, body, fields], { auth }) => {
		const reply = await auth.call("POST", "/api/v1/auth/login", { body });
		const { error } = (await reply.json()) as { error: { code: string; details: { fields: readonly { field: string }[] } } };
		expect([reply.status, error.code]).toEqual([400, "VALIDATION_ERROR"]);
		expect(error.details.fields.map(({ field }) => field).toSorted()).toEqual(fields);
	});

	test("sign-ins, refusals and delays leave an audit row without password or unknown email", async ({ auth, mongo }) => {
		const ip = newAddress();
		await auth.login(users.admin, ip);
		await auth.login({ email: "stranger@example.com", password: "whatever it is" }, ip);
		const rows = await mongo.db
			.collection("auth_audit")
			.find({ ip }, { sort: { at: 1 } })
			.toArray();
		expect(rows.map(({ action, outcome, reason }) => ({ action, outcome, reason }))).toEqual([
			{ action: "login", outcome: "ok", reason: null },
			{ action: "login", outcome: "failed", reason: "INVALID_CREDENTIALS" },
		]);
		expect(JSON.stringify(rows)).not.toMatch(/stranger@|whatever it is|admin password/);
	});
});

describe("guessing", () => {
	test("of 50 wrong attempts at once exactly 5 are checked, and the right password waits as well", async ({ mongo, redis }) => {
		const attempt = { email: "guessed@example.com", password: "wrong" };
		// On a clock that stands still: the delay after the fifth is a second, and a busy machine takes longer for fifty hashes.
		const auth = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: redis.url }), { clock: createManualClock(new Date()) });
		const replies = await Promise.all(Array.from({ length: 50 }, () => auth.login(attempt))).finally(auth.close);
		const count = (status: number) => replies.filter((reply) => reply.status === status).length;
		expect([count(401), count(429)]).toEqual([5, 45]);
		const late = replies.find((reply) => reply.status === 429);
		expect([late?.headers.get("retry-after"), await late?.json()]).toEqual([
			"1",
			expect.objectContaining({ error: expect.objectContaining({ code: "RATE_LIMIT" }) }),
		]);
	});

	test("the right password waits while the email is delayed, then it works and clears the count", async ({ auth }) => {
		for (let round = 0; round < 5; round++) expect((await auth.login({ ...users.operator, password: "wrong" })).status).toBe(401);
		expect((await auth.login(users.operator)).status).toBe(429);
		await expect.poll(async () => (await auth.login(users.operator)).status, { interval: 100 }).toBe(200);
		for (let round = 0; round < 4; round++) expect((await auth.login({ ...users.operator, password: "wrong" })).status).toBe(401);
		expect((await auth.login(users.operator)).status).toBe(200);
	});

	test("after 30 failures an address waits, whichever email it tries", async ({ auth }) => {
		const ip = newAddress();
		for (let round = 0; round < 30; round++) {
			expect((await auth.login({ email: `spray${round}@example.com`, password: "wrong" }, ip)).status).toBe(401);
		}
		const refused = await auth.login(users.admin, ip);
		expect([refused.status, Number(refused.headers.get("retry-after")) > 60]).toEqual([429, true]);
		expect((await auth.login(users.admin)).status).toBe(200);
	});

	test("failures from elsewhere never delay a device or an address from which the owner signed in", async ({ auth }) => {
		const home = newAddress();
		const device = { "x-webhand-device": crypto.randomUUID() };
		expect((await auth.login(users.admin, home, device)).status).toBe(200);
		const attack = async (ip: string) => (await auth.login({ ...users.admin, password: "wrong" }, ip)).status;
		for (let round = 0; round < 8; round++) await attack(newAddress());
		expect(await attack(newAddress())).toBe(429);
		// Elsewhere the right password waits too; at home, or in the known browser on its way, it does not.
		expect((await auth.login(users.admin)).status).toBe(429);
		// A device that somebody made up is not known.
		expect((await auth.login(users.admin, newAddress(), { "x-webhand-device": crypto.randomUUID() })).status).toBe(429);
		expect((await auth.login(users.admin, home)).status).toBe(200);
		expect((await auth.login(users.admin, newAddress(), device)).status).toBe(200);
		// A known device is no way to try passwords without end.
		for (let round = 0; round < 5; round++) await auth.login({ ...users.admin, password: "wrong" }, newAddress(), device);
		expect((await auth.login(users.admin, newAddress(), device)).status).toBe(429);
	});

	test("tries without end from the owner's own address delay no device from which the owner signed in", async ({ auth }) => {
		const office = newAddress();
		const device = { "x-webhand-device": crypto.randomUUID() };
		expect((await auth.login(users.member, office, device)).status).toBe(200);
		for (let round = 0; round < 101; round++) await auth.login({ email: "spray@example.com", password: "wrong" }, office);
		expect((await auth.login(users.member, office)).status).toBe(429);
		expect((await auth.login(users.member, office, device)).status).toBe(200);
	});

	test("an address that nobody trusts cannot choose its own name", async ({ mongo, redis }) => {
		const direct = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: redis.url }, { TRUSTED_PROXIES: "10.1.2.3" }));
		try {
			for (let round = 0; round < 30; round++) {
				expect((await direct.login({ email: `forger${round}@example.com`, password: "wrong" }, newAddress())).status).toBe(401);
			}
			expect((await direct.login(users.admin, newAddress())).status).toBe(429);
		} finally {
			await direct.close();
		}
	});

	test("without Redis nobody signs in, and every attempt gets 503 at once", async ({ mongo }) => {
		const server = await startRedis();
		const auth = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: server.url }, { REDIS_TIMEOUT_MS: "200" }));
		try {
			await auth.signIn(users.admin);
			await server.process().kill();
			const reply = await auth.login(users.admin);
			expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "1"]);
			expect(await reply.json()).toMatchObject({ error: { code: "SERVICE_UNAVAILABLE" } });
			await server.restart();
			await expect.poll(async () => (await auth.login(users.admin)).status, { interval: 100 }).toBe(200);
		} finally {
			await auth.close();
			await server.stop();
		}
	});
});

describe("many sign-ins", () => {
	test("the 21st ends the one that was idle longest", async ({ mongo, redis }) => {
		const auth = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: redis.url }, { MAX_SESSIONS_PER_USER: "3" }));
		try {
			const tokens: string[] = [];
			for (let round = 0; round < 4; round++) {
				const { accessToken, user } = await auth.signIn(users.member);
				tokens.push(accessToken);
				// Sign-ins of one second would tie.
				await mongo.db
					.collection("sessions")
					.updateMany({ userId: user.id }, [{ $set: { lastSeenAt: { $subtract: ["$lastSeenAt", 1_000] } } }]);
			}
			const statuses = await Promise.all(tokens.map(async (token) => (await auth.call("GET", "/api/v1/auth/session", { token })).status));
			expect(statuses).toEqual([401, 200, 200, 200]);
		} finally {
			await auth.close();
		}
	});
});
