import { createLogger } from "@webhand/service-kit/logs";
import { poll } from "@webhand/testing/poll";
import { startMongod, startRedis } from "@webhand/testing/servers";
import { startIdentity } from "@webhand/testing/tokens";
import { Redis } from "ioredis";
import { expect, test } from "vitest";
import { buildApp } from "../src/app.ts";
import { readAgentConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import { newKey, scriptedDecider, settings, shop } from "./agent.ts";

test("without MongoDB a step is refused for now, without Redis it goes on; both come back without a restart", { timeout: 45_000 }, async ({
	onTestFinished,
}) => {
	const [mongod, redisServer, identity] = await Promise.all([startMongod(), startRedis(), startIdentity()]);
	const redis = new Redis(redisServer.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
	redis.on("error", () => undefined);
	const user = await identity.signIn(redis);
	const silent = createLogger({ service: "agent-api", level: "silent" });
	const config = readAgentConfig(settings({ mongo: mongod.url, redis: redisServer.url, auth: identity.url }));
	const deps = await openDeps(config, new AbortController().signal, { decider: scriptedDecider(() => "click(7)"), log: silent });
	const app = await buildApp(deps);
	await deps.guard.refreshKeys();
	onTestFinished(async () => {
		await app.close();
		await deps.close();
		redis.disconnect();
		await Promise.all([mongod.stop(), redisServer.stop(), identity.close()]);
	});
	const post = async (body: object = {}, key = newKey()) => {
		const reply = await app.inject({
			method: "POST",
			url: "/api/agent/interact",
			headers: { ...user.headers, "idempotency-key": key },
			payload: { url: shop.url, query: "Show more", dom: shop.dom, ...body },
		});
		return { status: reply.statusCode, body: reply.json(), retryAfter: reply.headers["retry-after"] };
	};
	const first = await post();
	const { taskId } = first.body.data;

	await redisServer.process().kill();
	expect(await post({ taskId })).toMatchObject({ status: 200, body: { data: { stepIndex: 1 } } });
	await redisServer.restart();

	await mongod.process().kill();
	const key = newKey();
	const refused = await post({ taskId }, key);
	expect(refused).toMatchObject({ status: 503, body: { error: { code: "SERVICE_UNAVAILABLE" } } });
	expect(Number(refused.retryAfter)).toBeGreaterThan(0);
	await mongod.restart();
	const after = await poll(
		async () => {
			const reply = await post({ taskId }, key);
			return reply.status === 200 && reply;
		},
		{ limitMs: 15_000, everyMs: 200 },
	);
	expect(after.body.data).toMatchObject({ stepIndex: 2, taskId });
});
