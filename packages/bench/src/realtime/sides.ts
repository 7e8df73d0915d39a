import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@webhand/testing/binaries";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp, waitForPort } from "@webhand/testing/processes";
import { startMongod, startRedis } from "@webhand/testing/servers";
import { startIdentity } from "@webhand/testing/tokens";
import type { LoadOrder } from "./load.ts";
import { LoadResult } from "./load.ts";

/** Two replicas of one server on the shared Redis. `redisUrl` is where our side publishes; a Pusher server has an HTTP API. */
export type Side = {
	readonly name: string;
	readonly processes: readonly TestProcess[];
	readonly target: Pick<LoadOrder, "ports" | "key" | "secret" | "appId" | "redisUrl">;
};

/** Both sides; `peer` is null where there is no Sockudo (`SOCKUDO_BIN`, or `sockudo` on the path). */
export type Sides = { readonly ours: Side; readonly peer: Side | null; readonly close: () => Promise<void> };

const key = "bench-key";
const appId = "bench";

/** Builds agent-api as it is deployed and starts two of it, and two of the peer. `close` ends every process. */
export async function openSides(): Promise<Sides> {
	const closers: (() => Promise<unknown>)[] = [];
	const close = async () => {
		for (const end of closers.reverse()) await end();
	};
	try {
		const turbo = join(repositoryRoot, "node_modules", ".bin", "turbo");
		await promisify(execFile)(turbo, ["run", "build", "--filter=@webhand/agent-api"], { cwd: repositoryRoot, timeout: 120_000 });
		const [mongod, redis, identity] = await Promise.all([startMongod(), startRedis(), startIdentity()]);
		closers.push(mongod.stop, redis.stop, identity.close);
		const secret = randomBytes(32).toString("hex");
		const start = async (name: string, command: string, args: readonly string[], env: Readonly<Record<string, string>>) => {
			const port = await freePort();
			const started = await startProcess({ name, command, args, env: { ...env, HOST: "127.0.0.1", PORT: String(port) } });
			closers.push(() => started.stop());
			return { port, process: started };
		};
		const sideOf = (
			name: string,
			replicas: readonly { readonly port: number; readonly process: TestProcess }[],
			redisUrl?: string,
		): Side => ({
			name,
			processes: replicas.map((replica) => replica.process),
			target: { ports: replicas.map(({ port }) => port), key, secret, appId, ...(redisUrl === undefined ? {} : { redisUrl }) },
		});
		const main = join(repositoryRoot, "apps", "agent-api", "dist", "main.mjs");
		const unlimited = { REALTIME_SOCKETS: "100000", REALTIME_SOCKETS_PER_IP: "100000", MAX_EVENT_LOOP_DELAY_MS: "0", DRAIN_SECONDS: "0" };
		const env = {
			MONGODB_URI: new URL("/bench_realtime", mongod.url).href,
			REDIS_URL: redis.url,
			AUTH_URL: identity.url,
			TOKEN_ISSUER: identity.issuer,
			SETTINGS_KEY: randomBytes(32).toString("hex"),
			PUSHER_KEY: key,
			PUSHER_SECRET: secret,
			...unlimited,
		};
		const ours = await Promise.all([0, 1].map(() => start("agent-api", process.execPath, [main], env)));
		await Promise.all(ours.map(({ port }) => waitForHttp(`http://127.0.0.1:${port}/readyz`)));
		const sockudo = findSockudo();
		const peers =
			sockudo === null ? [] : await Promise.all([0, 1].map(() => start("sockudo", sockudo, [], sockudoEnv(redis.port, secret))));
		await Promise.all(peers.map(({ port }) => waitForPort(port)));
		return { ours: sideOf("agent-api", ours, redis.url), peer: peers.length === 0 ? null : sideOf("Sockudo", peers), close };
	} catch (cause) {
		await close();
		throw cause;
	}
}

function findSockudo(): string | null {
	const named = process.env["SOCKUDO_BIN"];
	if (named !== undefined) return named;
	const folders = (process.env["PATH"] ?? "").split(":");
	return folders.map((folder) => join(folder, "sockudo")).find((path) => existsSync(path)) ?? null;
}

/** Sockudo over Redis, without what it does beside sockets. */
function sockudoEnv(redisPort: number, secret: string): Readonly<Record<string, string>> {
	return {
		ADAPTER_DRIVER: "redis",
		CACHE_DRIVER: "redis",
		QUEUE_DRIVER: "memory",
		RATE_LIMITER_ENABLED: "false",
		METRICS_ENABLED: "false",
		DATABASE_REDIS_HOST: "127.0.0.1",
		DATABASE_REDIS_PORT: String(redisPort),
		REDIS_URL: `redis://127.0.0.1:${redisPort}`,
		SOCKUDO_DEFAULT_APP_ENABLED: "true",
		SOCKUDO_DEFAULT_APP_ID: appId,
		SOCKUDO_DEFAULT_APP_KEY: key,
		SOCKUDO_DEFAULT_APP_SECRET: secret,
		SOCKUDO_DEFAULT_APP_MAX_CONNECTIONS: "100000",
		SOCKUDO_DEFAULT_APP_MAX_BACKEND_EVENTS_PER_SECOND: "1000000",
		LOG_COLORS_ENABLED: "false",
	};
}

type Order = Omit<LoadOrder, keyof Side["target"]>;

const startLoad = (side: Side, order: Order) =>
	startProcess({
		name: "load",
		command: process.execPath,
		args: ["--conditions=@webhand/source", join(import.meta.dirname, "load.ts")],
		env: { LOAD_ORDER: JSON.stringify({ ...side.target, ...order }) },
	});

/** Plays one load in a process of its own. */
export async function playLoad(side: Side, order: Order): Promise<LoadResult> {
	const load = await startLoad(side, order);
	const end = await load.ended;
	if (end.code !== 0)
		throw new Error(`The load against ${side.name} ended with ${end.code ?? end.signal}:\n${load.output().slice(-2_000)}`);
	return LoadResult.parse(JSON.parse(load.output().slice(load.output().lastIndexOf("\n{") + 1)));
}

/** Holds sockets open while `measure` runs. */
export async function whileOpen<Result>(side: Side, order: Omit<Order, "kind">, measure: () => Promise<Result>): Promise<Result> {
	const load = await startLoad(side, { kind: "hold", ...order });
	try {
		await load.printed(/open/, 120_000);
		return await measure();
	} finally {
		await load.stop();
	}
}
