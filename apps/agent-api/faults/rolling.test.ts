import { startMongod } from "@webhand/testing/servers";
import { MongoClient } from "mongodb";
import { expect, test } from "vitest";
import { playTasks } from "../test/clients.ts";
import { brokenInvariants } from "../test/invariants.ts";
import { startReplicaSet } from "../test/replica-set.ts";
import type { ServerProcess } from "../test/server-process.ts";
import { openDependencies, startServer, toClose } from "../test/server-process.ts";

const steps = 50;
const press = { MAX_STEPS: "60" } as const;

test("two servers are restarted in turn, again and again, while tasks of fifty steps run: each task ends, nothing is worse than later", async () => {
	const closing = toClose();
	const [mongod, dependencies] = await Promise.all([startMongod(), openDependencies()]);
	closing.push(mongod.stop, dependencies.close);
	const urls = { ...dependencies, mongo: mongod.url.replace("/?", "/rolling?"), redis: dependencies.redisServer.url };
	const servers: ServerProcess[] = [await startServer(urls, press), await startServer(urls, press)];
	closing.push(() => Promise.all(servers.map((server) => server.process.kill())));
	let isOver = false;
	const statuses = new Set<number>();
	const onReply = (status: number) => void statuses.add(status);
	const playing = playTasks({ servers: () => servers, user: dependencies.user, tasks: 4, steps, onReply }).finally(() => {
		isOver = true;
	});
	playing.catch(() => undefined);
	let restarts = 0;
	while (!isOver) {
		const [old] = servers.splice(restarts % servers.length, 1);
		const [end] = await Promise.all([old?.process.stop(25_000), startServer(urls, press).then((server) => servers.push(server))]);
		expect(end).toEqual({ code: 0, signal: null });
		restarts += 1;
	}
	const acknowledged = await playing;
	const client = await new MongoClient(mongod.url).connect();
	closing.push(() => client.close());
	expect(await brokenInvariants(client.db("rolling"), acknowledged)).toEqual([]);
	expect(acknowledged).toHaveLength(4 * steps);
	expect(restarts).toBeGreaterThanOrEqual(2);
	expect([...statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
});

test("the primary of three databases steps down in the middle of writes: each step is written once", async () => {
	const closing = toClose();
	const [set, dependencies] = await Promise.all([startReplicaSet(), openDependencies()]);
	closing.push(set.close, dependencies.close);
	const server = await startServer({ ...dependencies, mongo: set.url, redis: dependencies.redisServer.url }, press);
	closing.push(() => server.process.kill());
	let isOver = false;
	const playing = playTasks({ servers: () => [server], user: dependencies.user, tasks: 6, steps: 40 }).finally(() => {
		isOver = true;
	});
	playing.catch(() => undefined);
	let stepDowns = 0;
	const stored = () => set.client.db("set").collection("task_actions").countDocuments();
	while (!isOver) {
		const before = await stored();
		await set.client
			.db("admin")
			.command({ replSetStepDown: 2, force: true })
			.catch(() => undefined);
		stepDowns += 1;
		await expect.poll(async () => isOver || (await stored()) > before + 20, { timeout: 60_000, interval: 200 }).toBe(true);
	}
	const acknowledged = await playing;
	expect(await brokenInvariants(set.client.db("set"), acknowledged)).toEqual([]);
	expect(acknowledged).toHaveLength(6 * 40);
	expect(stepDowns).toBeGreaterThanOrEqual(3);
});
