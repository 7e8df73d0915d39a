import { startRedis } from "@webhand/testing/servers";
import { expect } from "vitest";
import type { LimitGroup } from "../src/http/limits.ts";
import { addRoute } from "../src/routes.ts";
import type { FakeAuth, TestService } from "./fixture.ts";
import { test as base, startService, whoRoute } from "./fixture.ts";

const limits = [
	{
		name: "who",
		routes: [whoRoute],
		perUser: 10,
		windowSeconds: 60,
		perTenant: ({ stepsPerMinute = 15 }: { readonly stepsPerMinute?: number | undefined }) => stepsPerMinute,
	},
];

type World = { readonly mongoUri: string; readonly redisUrl: string; readonly auth: FakeAuth };

const start = (world: World, groups: readonly LimitGroup[] = limits) =>
	startService({
		...world,
		limits: groups,
		// On a busy machine a slow answer of Redis must not start a second count.
		settings: { REDIS_TIMEOUT_MS: "2000" },
		addRoutes: (app) => addRoute(app, whoRoute, ({ identity }) => ({ userId: identity.userId, roles: [...identity.roles] })),
	});

const test = base.extend("service", { scope: "file" }, async ({ mongo, redis, auth }, { onCleanup }) => {
	const service = await start({ mongoUri: mongo.uri, redisUrl: redis.url, auth });
	onCleanup(service.close);
	return service;
});

const times = (count: number, service: TestService, token: string) =>
	Promise.all(Array.from({ length: count }, () => service.call("GET", "/api/v1/who", { token })));
const passed = (replies: readonly Response[]) => replies.filter((reply) => reply.status === 200).length;

test("of parallel requests at the limit exactly the allowed number passes, and the rest learn when to come back", async ({
	service,
	auth,
}) => {
	const { token } = await auth.signIn();
	const replies = await times(25, service, token);
	expect(passed(replies)).toBe(10);
	const refused = replies.find((reply) => reply.status === 429);
	expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(50);
	expect(await refused?.json()).toMatchObject({ error: { code: "RATE_LIMIT", details: { limit: 10, windowSeconds: 60 } } });
});

test("two replicas share one budget, and the next window begins with all of it", async ({
	service,
	auth,
	mongo,
	redis,
	onTestFinished,
}) => {
	const world = { mongoUri: mongo.uri, redisUrl: redis.url, auth };
	const [replica, brief] = [await start(world), await start(world, [{ name: "brief", routes: [whoRoute], perUser: 2, windowSeconds: 1 }])];
	onTestFinished(() => Promise.all([replica.close(), brief.close()]).then(() => undefined));
	const { token } = await auth.signIn();
	expect(passed((await Promise.all([times(9, service, token), times(9, replica, token)])).flat())).toBe(10);
	expect(passed(await times(20, brief, token))).toBeLessThan(20);
	await expect.poll(async () => (await brief.call("GET", "/api/v1/who", { token })).status).toBe(200);
});

test("the users of one tenant share its budget, which the tenant's own limits may change", async ({ service, auth }) => {
	const together = async (tid: string, record: object) => {
		const [one, two] = [await auth.signIn({ claims: { tid }, record }), await auth.signIn({ claims: { tid }, record })];
		return passed((await Promise.all([times(9, service, one.token), times(9, service, two.token)])).flat());
	};
	expect(await together("org_0123456789abcdefghijkl", {})).toBe(15);
	expect(await together("org_0123456789abcdefghijkm", { limits: { stepsPerMinute: 4 } })).toBe(4);
});

test("while Redis is gone the same numbers count in the process", async ({ mongo, auth }) => {
	const server = await startRedis();
	const service = await start({ mongoUri: mongo.uri, redisUrl: server.url, auth });
	try {
		const { token } = await auth.signIn();
		await server.process().kill();
		expect(passed(await times(12, service, token))).toBe(10);
		expect(await (await service.call("GET", "/metrics")).text()).toMatch(/webhand_limiter_local_total \d\d/);
	} finally {
		await service.close();
		await server.stop();
	}
});

test("an address waits once its requests are too many, with whatever token, and a forged address helps nobody", async ({
	mongo,
	redis,
	auth,
	onTestFinished,
}) => {
	const service = await startService({
		mongoUri: mongo.uri,
		redisUrl: redis.url,
		auth,
		settings: { ADDRESS_REQUESTS_PER_MINUTE: "3" },
		addRoutes: (app) => addRoute(app, whoRoute, ({ identity }) => ({ userId: identity.userId, roles: [...identity.roles] })),
	});
	onTestFinished(service.close);
	const ask = (index: number) =>
		service.call("GET", "/api/v1/who", {
			token: "forged",
			headers: { "x-forwarded-for": `10.0.0.${index}`, forwarded: `for=10.0.0.${index}` },
		});
	const replies = [await ask(1), await ask(2), await ask(3), await ask(4)];
	expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
	expect(Number(replies[3]?.headers.get("retry-after"))).toBeGreaterThan(0);
	expect(await replies[3]?.json()).toMatchObject({ error: { details: { scope: "address", limit: 3, windowSeconds: 60 } } });
	expect((await service.call("GET", "/healthz")).status).toBe(200);
});
