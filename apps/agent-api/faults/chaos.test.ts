import { setTimeout as pause } from "node:timers/promises";
import { startFaultProxy } from "@webhand/testing/fault-proxy";
import { startMongod } from "@webhand/testing/servers";
import { MongoClient } from "mongodb";
import { expect, test } from "vitest";
import { playTasks } from "../test/clients.ts";
import { brokenInvariants } from "../test/invariants.ts";
import type { ServerProcess } from "../test/server-process.ts";
import { failuresOf, openDependencies, startServer, toClose } from "../test/server-process.ts";

const seed = Number(process.env["CHAOS_SEED"] ?? Math.floor(Math.random() * 1e9));
const seconds = Number(process.env["CHAOS_SECONDS"] ?? 600);

test(`ten minutes of everything that can go wrong, twenty tasks at a time (CHAOS_SEED=${seed})`, {
	timeout: (seconds + 120) * 1_000,
}, async () => {
	const closing = toClose();
	const [mongod, dependencies] = await Promise.all([startMongod(), openDependencies()]);
	closing.push(mongod.stop, dependencies.close);
	const [mongoProxy, redisProxy] = await Promise.all([startFaultProxy(mongod.port), startFaultProxy(dependencies.redisServer.port)]);
	closing.push(mongoProxy.close, redisProxy.close);
	const urls = {
		...dependencies,
		mongo: `mongodb://127.0.0.1:${mongoProxy.port}/chaos?directConnection=true`,
		redis: `redis://127.0.0.1:${redisProxy.port}`,
	};
	const servers: ServerProcess[] = await Promise.all([startServer(urls), startServer(urls)]);
	const all = [...servers];
	const another = async () => {
		const server = await startServer(urls);
		all.push(server);
		servers.push(server);
	};
	closing.push(() => Promise.all(servers.map((server) => server.process.kill())));

	const random = diceOf(seed);
	const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
	const acts: Readonly<Record<string, () => Promise<unknown>>> = {
		"kill a server": async () => {
			const [old] = servers.splice(Math.floor(random() * servers.length), 1);
			await old?.process.kill();
			await another();
		},
		"freeze a server": async () => {
			const { process: frozen } = oneOf(servers);
			frozen.freeze();
			await pause(500 + random() * 3_000);
			frozen.thaw();
		},
		"end a server": async () => {
			const [old] = servers.splice(Math.floor(random() * servers.length), 1);
			await old?.process.stop(25_000);
			await another();
		},
		"kill MongoDB": async () => {
			await mongod.process().kill();
			await pause(random() * 1_000);
			await mongod.restart();
		},
		"kill Redis": async () => {
			await dependencies.redisServer.process().kill();
			await pause(random() * 2_000);
			await dependencies.redisServer.restart();
		},
		"empty Redis": () => dependencies.redis.flushall(),
		"break the line": async () => oneOf([mongoProxy, redisProxy]).setFault({ kind: "reset" }),
		"silence the line": async () => oneOf([mongoProxy, redisProxy]).setFault({ kind: "blackhole" }),
		"slow the line": async () => oneOf([mongoProxy, redisProxy]).setFault({ kind: "delay", ms: 20 + random() * 300 }),
	};

	const end = performance.now() + seconds * 1_000;
	const done: string[] = [];
	const ended = new AbortController();
	const playing = playTasks({ servers: () => servers, user: dependencies.user, tasks: 20, steps: 20, signal: ended.signal });
	playing.catch(() => ended.abort());
	while (performance.now() < end && !ended.signal.aborted) {
		const name = oneOf(Object.keys(acts));
		done.push(name);
		await acts[name]?.();
		await pause(random() * 1_500);
		for (const line of [mongoProxy, redisProxy]) line.setFault({ kind: "none" });
		await pause(random() * 1_500);
	}
	ended.abort();
	const acknowledged = await playing.catch((cause: unknown) => {
		throw new Error(`after ${done.join(", ")}\n${failuresOf(all)}`, { cause });
	});
	const client = await new MongoClient(mongod.url).connect();
	closing.push(() => client.close());
	expect(await brokenInvariants(client.db("chaos"), acknowledged), done.join(", ")).toEqual([]);
	expect(acknowledged.length).toBeGreaterThan(seconds);
});

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function diceOf(start: number): () => number {
	let state = start;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
