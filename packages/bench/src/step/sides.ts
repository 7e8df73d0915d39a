import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TenantId } from "@webhand/contracts/ids";
import { repositoryRoot } from "@webhand/testing/binaries";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp, waitForPort } from "@webhand/testing/processes";
import { startMongod, startRedis } from "@webhand/testing/servers";
import { startIdentity } from "@webhand/testing/tokens";
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import { LoadOrder, LoadResult } from "./load.ts";

/** One side: its address, process and database. */
export type Side = { readonly name: string; readonly url: string; readonly process: TestProcess; readonly database: string };

/** All sides on one MongoDB: ours as deployed, and the others, started on first use. */
export type Sides = {
	readonly ours: Side;
	readonly other: (name: OtherSide) => Promise<Side>;
	/** One more replica of ours, or the next process at this address after the one before ended. */
	readonly replica: (address?: string) => Promise<Side>;
	/** The token of a new user, in a tenant of their own where none is given. */
	readonly newToken: (tenantId?: TenantId) => Promise<string>;
	readonly mongoUrl: string;
	readonly close: () => Promise<void>;
};

/** The floor, the peer that keeps all pages, and the peer that keeps the newest one. */
export type OtherSide = "floor" | "peer" | "lean-peer";

type Start = {
	readonly name: string;
	readonly args: readonly string[];
	readonly isReady: (url: string) => Promise<unknown>;
	readonly env?: Readonly<Record<string, string>>;
	/** A port that is free, where none is given. */
	readonly port?: number;
};

// One user plays many tasks at once on a busy machine; other tests check the limits.
const unlimited = {
	STEPS_PER_MINUTE: "1000000",
	TENANT_STEPS_PER_MINUTE: "1000000",
	ADDRESS_REQUESTS_PER_MINUTE: "10000000",
	MAX_STEPS: "1000",
	MAX_EVENT_LOOP_DELAY_MS: "5000",
	REDIS_TIMEOUT_MS: "1000",
};
const services = ["agent-api", "knowledge-proxy"] as const;
const built = (app: (typeof services)[number]) => [join(repositoryRoot, "apps", app, "dist", "main.mjs")];
const inSource = (script: string) => ["--conditions=@webhand/source", join(repositoryRoot, "packages/bench/src/step", script)];
const otherSides: Readonly<Record<OtherSide, Pick<Start, "args" | "env">>> = {
	floor: { args: inSource("floor.ts") },
	peer: { args: inSource("peer.ts"), env: { PEER_KEEPS: "pages" } },
	"lean-peer": { args: inSource("peer.ts"), env: { PEER_KEEPS: "newest" } },
};

/** Builds our side as it is deployed; turbo caches it. */
async function build(): Promise<void> {
	const filters = services.map((name) => `--filter=@webhand/${name}`);
	const turbo = join(repositoryRoot, "node_modules", ".bin", "turbo");
	await promisify(execFile)(turbo, ["run", "build", ...filters], { cwd: repositoryRoot, timeout: 120_000 });
}

/**
 * Builds and starts our side; `close` ends every process.
 *
 * @param more of the environment of each agent-api
 */
export async function openSides(more: Readonly<Record<string, string>> = {}): Promise<Sides> {
	const closers: (() => Promise<unknown>)[] = [];
	const close = async () => {
		for (const end of closers.reverse()) await end();
	};
	try {
		await build();
		const [mongod, redis, identity] = await Promise.all([startMongod(), startRedis(), startIdentity()]);
		closers.push(mongod.stop, redis.stop, identity.close);
		const client = new Redis(redis.url);
		closers.push(() => client.quit());
		const open = async ({ name, args, isReady, env = {}, port: wanted }: Start): Promise<Side> => {
			const port = wanted ?? (await freePort());
			const database = new URL(`/bench_${name.replaceAll("-", "_")}`, mongod.url).href;
			const started = await startProcess({
				name,
				command: process.execPath,
				args,
				env: { ...env, PORT: String(port), MONGODB_URI: database },
			});
			closers.push(() => started.stop());
			const url = `http://127.0.0.1:${port}`;
			await isReady(url);
			return { name, url, process: started, database };
		};
		const base = {
			HOST: "127.0.0.1",
			LOG_LEVEL: "info",
			REDIS_URL: redis.url,
			DRAIN_SECONDS: "0",
			// As deployed: code that was compiled for the tests stands in memory whether it is used or not.
			NODE_DISABLE_COMPILE_CACHE: "1",
			AUTH_URL: identity.url,
			TOKEN_ISSUER: identity.issuer,
		};
		const isReady = (url: string) => waitForHttp(`${url}/readyz`);
		const knowledge = await open({ name: "knowledge", args: built("knowledge-proxy"), isReady, env: base });
		const key = Buffer.alloc(32, 7).toString("base64url");
		const own = { KNOWLEDGE_URL: knowledge.url, MODEL_PROVIDER: "rules", SETTINGS_KEY: key, PUSHER_KEY: "bench-key", PUSHER_SECRET: key };
		const agentApi: Start = { name: "agent-api", args: built("agent-api"), isReady, env: { ...base, ...unlimited, ...own, ...more } };
		const ours = await open(agentApi);
		const replica = (address?: string) => open(address === undefined ? agentApi : { ...agentApi, port: Number(new URL(address).port) });
		const started = new Map<OtherSide, Promise<Side>>();
		const other = (name: OtherSide) => {
			const isListening = (url: string) => waitForPort(Number(new URL(url).port));
			const side = started.get(name) ?? open({ name, isReady: isListening, ...otherSides[name] });
			started.set(name, side);
			return side;
		};
		const newToken = async (tenantId?: TenantId) => (await identity.signIn(client, tenantId === undefined ? {} : { tenantId })).token;
		return { ours, other, replica, newToken, mongoUrl: mongod.url, close };
	} catch (cause) {
		await close();
		throw cause;
	}
}

/** Plays tasks against one side in its own process, with one token a task. @throws Error after any unexpected reply */
export async function playLoad(order: LoadOrder): Promise<LoadResult> {
	return LoadResult.parse(await startLoad("load.ts", LoadOrder.parse(order)));
}

/**
 * Runs a script of load beside this file in its own process, its order in `LOAD_ORDER`.
 *
 * @returns the JSON that it prints
 * @throws Error when it ends with another code than 0
 */
export async function startLoad(script: string, order: object): Promise<unknown> {
	const load = await startProcess({
		name: "load",
		command: process.execPath,
		args: inSource(script),
		env: { LOAD_ORDER: JSON.stringify(order) },
	});
	const end = await load.ended;
	if (end.code !== 0) throw new Error(`The load ended with ${end.code ?? end.signal}:\n${load.output()}`);
	return JSON.parse(load.output());
}

/** Resident memory in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

/** Processor time used so far, in milliseconds; one tick is 10 ms. */
export async function processorMs(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8");
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Size of all documents in a database, uncompressed. */
export async function storedBytes(database: string): Promise<number> {
	const client = await new MongoClient(database).connect();
	try {
		const { dataSize } = await client.db().stats();
		return Number(dataSize);
	} finally {
		await client.close();
	}
}
