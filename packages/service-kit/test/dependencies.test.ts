import { startFaultProxy } from "@webhand/testing/fault-proxy";
import { startMongod, startRedis } from "@webhand/testing/servers";
import { describe, expect } from "vitest";
import { addRoute } from "../src/routes.ts";
import { openRoute, refusalOf, startService, test, whoRoute } from "./fixture.ts";

describe("MongoDB", () => {
	test("while it is gone callers get 503 with a time to come back, and afterwards everything works without a restart", async ({
		redis,
		auth,
	}) => {
		const server = await startMongod();
		const service = await startService({
			mongoUri: server.url,
			redisUrl: redis.url,
			auth,
			addRoutes: (app, { mongo }) => addRoute(app, openRoute, async () => ({ n: await mongo.db.collection("things").countDocuments({}) })),
		});
		try {
			expect((await service.call("GET", "/api/v1/open")).status).toBe(200);
			await server.process().kill();
			const gone = await service.call("GET", "/api/v1/open");
			expect([gone.status, gone.headers.get("retry-after"), (await refusalOf(gone)).error]).toEqual([
				503,
				"1",
				{ code: "SERVICE_UNAVAILABLE", message: "The database does not answer" },
			]);
			expect(await (await service.call("GET", "/readyz")).json()).toMatchObject({ status: "not_ready", checks: { mongo: "failed" } });
			expect((await service.call("GET", "/healthz")).status).toBe(200);
			await server.restart();
			await expect.poll(async () => (await service.call("GET", "/api/v1/open")).status, { interval: 100 }).toBe(200);
			await expect.poll(async () => (await service.call("GET", "/readyz")).status, { interval: 200 }).toBe(200);
		} finally {
			await service.close();
			await server.stop();
		}
	});
});

describe("Redis", () => {
	test("while it is gone or silent users are checked through auth, and the service is degraded, not out of order", async ({
		mongo,
		auth,
	}) => {
		const server = await startRedis();
		const proxy = await startFaultProxy(server.port);
		const service = await startService({
			mongoUri: mongo.uri,
			redisUrl: `redis://127.0.0.1:${proxy.port}`,
			auth,
			addRoutes: (app) => addRoute(app, whoRoute, ({ identity }) => ({ userId: identity.userId, roles: [...identity.roles] })),
		});
		try {
			const { token } = await auth.signIn({ isCopied: false });
			const statusOf = async () => (await service.call("GET", "/api/v1/who", { token })).status;
			expect(await statusOf()).toBe(200);
			for (const kind of ["blackhole", "reset"] as const) {
				proxy.setFault({ kind });
				expect(await statusOf()).toBe(200);
			}
			await expect
				.poll(async () => (await service.call("GET", "/readyz")).json(), { interval: 200 })
				.toMatchObject({ status: "degraded", checks: { redis: "failed" } });
			proxy.setFault({ kind: "none" });
			await expect.poll(async () => (await service.call("GET", "/readyz")).json(), { interval: 200 }).toMatchObject({ status: "ready" });
			expect(await statusOf()).toBe(200);
		} finally {
			await service.close();
			await proxy.close();
			await server.stop();
		}
	});
});
