import { AccessTokenClaims } from "@webhand/contracts/auth/tokens";
import { decodeJwt } from "jose";
import { describe, expect } from "vitest";
import { extensionId, settings, startAuth, test, users } from "./fixture.ts";

type OpenApi = {
	readonly openapi: string;
	readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: unknown }>>>>;
};

describe("the service as a whole", () => {
	test("it says that it is alive and ready", async ({ auth }) => {
		expect(await (await auth.call("GET", "/healthz")).json()).toEqual({ status: "ok" });
		expect(await (await auth.call("GET", "/readyz")).json()).toEqual({
			status: "ready",
			checks: { mongo: "ok", redis: "ok", keys: "ok", running: "ok" },
		});
	});

	test("every documented route that asks for a token refuses without one", async ({ auth }) => {
		const document = (await (await auth.call("GET", "/openapi.json")).json()) as OpenApi;
		expect(document.openapi).toBe("3.1.0");
		const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
			Object.entries(methods).map(([method, { security }]) => ({ method: method.toUpperCase(), path, security })),
		);
		const open = routes.filter(({ security }) => security === undefined).map(({ method, path }) => `${method} ${path}`);
		expect(open.toSorted()).toEqual([
			"GET /",
			"GET /.well-known/jwks.json",
			"GET /api/v1/auth/provider/callback",
			"GET /api/v1/auth/provider/done",
			"GET /invite/done",
			"GET /invite/{token}",
			"POST /api/v1/auth/invites/accept",
			"POST /api/v1/auth/login",
			"POST /api/v1/auth/logout",
			"POST /api/v1/auth/provider/finish",
			"POST /api/v1/auth/provider/start",
			"POST /api/v1/auth/runners/enrol",
			"POST /api/v1/auth/runners/renew",
			"POST /api/v1/auth/second-factor",
			"POST /api/v1/auth/second-factor/enrolment",
			"POST /invite/{token}",
		]);
		for (const { method, path, security } of routes) {
			if (security !== undefined) expect((await auth.call(method, path)).status).toBe(401);
		}
	});

	test("another method names the ones that work, an unknown path is not found, both with CORS headers", async ({ auth }) => {
		const origin = `chrome-extension://${extensionId}`;
		const wrong = await auth.call("PUT", "/api/v1/auth/login", { headers: { origin } });
		expect([wrong.status, wrong.headers.get("allow"), wrong.headers.get("access-control-allow-origin")]).toEqual([405, "POST", origin]);
		const unknown = await auth.call("GET", "/api/auth/get-session", { headers: { origin } });
		expect([unknown.status, unknown.headers.get("access-control-allow-origin")]).toEqual([404, origin]);
	});

	test("an operator and a member do not see each other: a token names one user and one tenant, whatever a header says", async ({
		auth,
	}) => {
		const member = await auth.signIn(users.member);
		const operator = await auth.signIn(users.operator);
		const reply = await auth.call("GET", "/api/v1/auth/session?tenantId=x", {
			token: member.accessToken,
			headers: { "x-tenant-id": operator.tenantId, "x-user-id": operator.user.id },
		});
		expect(await reply.json()).toMatchObject({ user: { id: member.user.id }, tenantId: member.tenantId });
	});

	test("a user whose account was disabled or whose tenant is switched off cannot sign in there", async ({ mongo, redis }) => {
		const auth = await startAuth(settings({ mongoUri: mongo.uri, redisUrl: redis.url }, { PERSONAL_TENANTS: "off" }));
		try {
			expect((await auth.login(users.operator)).status).toBe(403);
			expect((await auth.login(users.member)).status).toBe(200);
		} finally {
			await auth.close();
		}
	});

	test("no password, token or email stands in a log line, a metric or Redis", async ({ auth, redis }) => {
		const canary = { email: "canary-user@example.com", password: "canary-secret-Zq81" };
		await auth.login(canary);
		await auth.call("POST", "/api/v1/auth/login", { body: `{"email":"${canary.email}","password":"${canary.password}"`, headers: {} });
		const { accessToken } = await auth.signIn(users.member);
		await auth.call("GET", `/api/v1/auth/session?token=${accessToken}`, { token: accessToken });
		await auth.call("POST", "/api/v1/auth/logout", { token: accessToken });
		const { sid } = AccessTokenClaims.parse(decodeJwt(accessToken));
		const keys = await redis.client.keys("*");
		const values = await Promise.all(keys.map((key) => redis.client.get(key).catch(() => "")));
		const metrics = await (await auth.call("GET", "/metrics")).text();
		expect(keys).toContain(`wh:sess:${sid}`);
		for (const text of [auth.logged(), metrics, keys.join("\n"), values.join("\n")]) {
			expect(text).not.toContain(canary.email);
			expect(text).not.toContain(canary.password);
			expect(text).not.toContain(users.member.email);
			expect(text).not.toContain(users.member.password);
			expect(text).not.toContain(accessToken.split(".")[2]);
		}
		expect(auth.logged()).toContain('"route":"/api/v1/auth/login"');
	});
});
