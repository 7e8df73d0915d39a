import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp, waitForPort } from "@webhand/testing/processes";
import { startMongod, startRedis } from "@webhand/testing/servers";
import { startIdentity } from "@webhand/testing/tokens";
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import { LoadOrder, LoadResult } from "./load.ts";

/** A side of the comparison: where it answers, its process, its database. */
export type Side = { readonly name: string; readonly url: string; readonly process: TestProcess; readonly database: string };

/** What is measured: ours, the floor, and the peer with all pages and with the newest one only; all on one MongoDB. @source reliability.md §9 */
export type Sides = {
	readonly ours: Side;
	readonly floor: Side;
	readonly peer: Side;
	readonly leanPeer: Side;
	readonly newToken: () => Promise<string>;
	readonly mongoUrl: string;
	readonly close: () => Promise<void>;
};

// One person plays many tasks at once here; the limits are tested elsewhere.
const unlimited = { STEPS_PER_MINUTE: "1000000", TENANT_STEPS_PER_MINUTE: "1000000", MAX_STEPS: "1000" };
const inSource = (script: string) => ["--conditions=@webhand/source", join(repositoryRoot, script)];

/** Starts everything as processes of their own; `close` ends them. */
export async function openSides(): Promise<Sides> {
	const closers: (() => Promise<unknown>)[] = [];
	const close = async () => {
		for (const end of closers.reverse()) await end();
	};
	try {
		const [mongod, redis, identity] = await Promise.all([startMongod(), startRedis(), startIdentity()]);
		closers.push(mongod.stop, redis.stop, identity.close);
		const client = new Redis(redis.url);
		closers.push(() => client.quit());
		const base = {
			...{ HOST: "127.0.0.1", LOG_LEVEL: "info", REDIS_URL: redis.url, DRAIN_SECONDS: "0" },
			...{ AUTH_URL: identity.url, TOKEN_ISSUER: identity.issuer },
		};
		const open = async (name: string, script: string, env: Readonly<Record<string, string>>): Promise<Side> => {
			const port = await freePort();
			const database = `bench_${name.replaceAll("-", "_")}`;
			const uri = new URL(mongod.url);
			uri.pathname = `/${database}`;
			const started = await startProcess({
				name,
				command: process.execPath,
				args: inSource(script),
				env: { ...env, PORT: String(port), MONGODB_URI: uri.href },
			});
			closers.push(() => started.stop());
			return { name, url: `http://127.0.0.1:${port}`, process: started, database: uri.href };
		};
		const knowledge = await open("knowledge", "apps/knowledge-proxy/src/main.ts", base);
		const [ours, floor, peer, leanPeer] = await Promise.all([
			open("agent-api", "apps/agent-api/src/main.ts", {
				...base,
				...unlimited,
				...{ KNOWLEDGE_URL: knowledge.url, MODEL_PROVIDER: "rules", SETTINGS_KEY: Buffer.alloc(32, 7).toString("base64url") },
			}),
			open("floor", "packages/bench/src/step/floor.ts", {}),
			open("peer", "packages/bench/src/step/peer.ts", { PEER_KEEPS: "pages" }),
			open("lean-peer", "packages/bench/src/step/peer.ts", { PEER_KEEPS: "newest" }),
		]);
		await Promise.all([
			...[knowledge, ours].map(({ url }) => waitForHttp(`${url}/readyz`)),
			...[floor, peer, leanPeer].map(({ url }) => waitForPort(Number(new URL(url).port))),
		]);
		const newToken = async () => (await identity.signIn(client)).token;
		return { ours, floor, peer, leanPeer, newToken, mongoUrl: mongod.url, close };
	} catch (cause) {
		await close();
		throw cause;
	}
}

/** Plays tasks against one side in a process of its own, one token a task. @throws Error when any reply was not the expected one */
export async function playLoad(order: LoadOrder): Promise<LoadResult> {
	const load = await startProcess({
		name: "load",
		command: process.execPath,
		args: inSource("packages/bench/src/step/load.ts"),
		env: { LOAD_ORDER: JSON.stringify(LoadOrder.parse(order)) },
	});
	const end = await load.ended;
	if (end.code !== 0) throw new Error(`The load against ${order.url} ended with ${end.code ?? end.signal}:\n${load.output()}`);
	return LoadResult.parse(JSON.parse(load.output()));
}

/** Resident memory in megabytes. @source proc(5) */
export async function residentMegabytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

/** Processor time used so far, user and system, in milliseconds; one tick is 10 ms. @source proc(5) */
export async function processorMs(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8");
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Bytes of all documents in the database at the address, uncompressed. */
export async function storedBytes(database: string): Promise<number> {
	const client = await new MongoClient(database).connect();
	try {
		const { dataSize } = await client.db().stats();
		return Number(dataSize);
	} finally {
		await client.close();
	}
}
