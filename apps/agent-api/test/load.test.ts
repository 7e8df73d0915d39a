import { startFaultProxy } from "@webhand/testing/fault-proxy";
import { startModelServer } from "@webhand/testing/model-server/server";
import { startMongod, startRedis } from "@webhand/testing/servers";
import { startIdentity } from "@webhand/testing/tokens";
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import { expect, test } from "vitest";
import { playTasks } from "./crowd.ts";
import { brokenInvariants } from "./invariants.ts";
import { startServer } from "./running.ts";

// What must hold for every task: reliability.md §4, rows 3 to 6, all of them in one run.
test("while Redis is emptied, slow, silent and gone, and MongoDB is killed, no step is lost and none doubled", { timeout: 60_000 }, async ({
	onTestFinished,
}) => {
	const closing: (() => Promise<unknown>)[] = [];
	onTestFinished(async () => {
		for (const close of closing.reverse()) await close();
	});
	const [mongod, redisServer, identity, model] = await Promise.all([
		startMongod(),
		startRedis(),
		startIdentity(),
		startModelServer({ script: () => ({ kind: "text", text: "<Thought>I press it</Thought><Action>click(7)</Action>" }) }),
	]);
	closing.push(mongod.stop, redisServer.stop, identity.close, model.close);
	const proxy = await startFaultProxy(redisServer.port);
	closing.push(proxy.close);
	const redis = new Redis(redisServer.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
	redis.on("error", () => undefined);
	closing.push(async () => redis.disconnect());
	const user = await identity.signIn(redis);
	const mongo = `${mongod.url.replace("/?", "/load?")}`;
	const world = { mongo, redis: `redis://127.0.0.1:${proxy.port}`, auth: identity.url, model: model.url };
	const server = await startServer(world, { REDIS_TIMEOUT_MS: "50" });
	closing.push(() => server.process.kill());

	const replies: { readonly status: number; readonly ms: number }[] = [];
	const onReply = (status: number, ms: number) => void replies.push({ status, ms });
	const ended = new AbortController();
	const playing = playTasks({ servers: () => [server], user, tasks: 6, steps: 40, onReply, signal: ended.signal });
	// Awaited at the end; a client that gives up earlier must not go unheard.
	playing.catch(() => undefined);
	const since = async (count: number) => {
		const from = replies.length;
		await expect.poll(() => replies.slice(from).filter(({ status }) => status === 200).length, { timeout: 20_000 }).toBeGreaterThan(count);
		return replies.slice(from);
	};
	await since(6);
	await redis.flushall();
	await since(6);
	proxy.setFault({ kind: "delay", ms: 500 });
	const slow = await since(12);
	proxy.setFault({ kind: "blackhole" });
	const silent = await since(12);
	proxy.setFault({ kind: "none" });
	await redisServer.process().kill();
	await since(3);
	await redisServer.restart();
	await mongod.process().kill();
	await expect.poll(() => replies.at(-1)?.status, { timeout: 10_000 }).toBe(503);
	await mongod.restart();
	await since(6);
	ended.abort();
	const acknowledged = await playing;

	// A second for what Redis would have answered, another for a machine that is busy with other tests.
	expect(Math.max(...[...slow, ...silent].map(({ ms }) => ms))).toBeLessThan(2_000);
	const client = await new MongoClient(mongod.url).connect();
	closing.push(() => client.close());
	expect(await brokenInvariants(client.db("load"), acknowledged)).toEqual([]);
	expect(acknowledged.length).toBeGreaterThan(30);
});
