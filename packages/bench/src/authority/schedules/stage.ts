import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@webhand/testing/binaries";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import { startMongod, startRedis } from "@webhand/testing/servers";
import type { SignedIn } from "@webhand/testing/tokens";
import { newOrgTenantId, startIdentity } from "@webhand/testing/tokens";
import { Redis } from "ioredis";
import { MongoClient } from "mongodb";

/** A run that a schedule began; `createdAt` in ms since the epoch. */
type BegunRun = { readonly scheduleId: string; readonly createdAt: number };

/** Two servers as deployed, on one MongoDB and one Redis. */
export type ScheduleStage = {
	/** Makes schedules that are all due at one minute. @returns when, in ms since the epoch */
	readonly schedule: (count: number) => Promise<number>;
	/** Kills a server and starts it again. */
	readonly restart: (at: 0 | 1) => Promise<void>;
	readonly flushRedis: () => Promise<void>;
	/** Runs that are due at a moment. */
	readonly runs: (dueAt: number) => Promise<readonly BegunRun[]>;
	readonly close: () => Promise<void>;
};

/** A user may have fifty runs that are not over. */
const perOwner = 40;
const atOnce = 8;
/** Schedules that a server makes in a second, on a busy machine. */
const madePerSecond = 15;
const program = { inputs: [], steps: [{ id: "s1", do: "click", class: "press_unknown", target: { role: "button", name: ["Show more"] } }] };

/** Builds and starts both servers. */
export async function openStage(): Promise<ScheduleStage> {
	const turbo = join(repositoryRoot, "node_modules", ".bin", "turbo");
	await promisify(execFile)(turbo, ["run", "build", "--filter=@webhand/agent-api"], { cwd: repositoryRoot, timeout: 180_000 });
	const [mongod, redisServer, identity] = await Promise.all([startMongod(), startRedis(), startIdentity()]);
	const redis = new Redis(redisServer.url);
	const client = new MongoClient(mongod.url);
	const key = Buffer.alloc(32, 7).toString("base64url");
	const start = async (port: number): Promise<TestProcess> => {
		const env = {
			HOST: "127.0.0.1",
			PORT: String(port),
			MONGODB_URI: new URL("/bench_schedules", mongod.url).href,
			REDIS_URL: redisServer.url,
			AUTH_URL: identity.url,
			TOKEN_ISSUER: identity.issuer,
			SETTINGS_KEY: key,
			PUSHER_KEY: "bench-key",
			PUSHER_SECRET: key,
			DRAIN_SECONDS: "0",
			MAX_EVENT_LOOP_DELAY_MS: "5000",
			REDIS_TIMEOUT_MS: "1000",
			ADDRESS_REQUESTS_PER_MINUTE: "10000000",
		};
		const args = [join(repositoryRoot, "apps/agent-api/dist/main.mjs")];
		const started = await startProcess({ name: "agent-api", command: process.execPath, args, env });
		await waitForHttp(`http://127.0.0.1:${port}/readyz`, { limitMs: 40_000 });
		return started;
	};
	const ports = [await freePort(), await freePort()] as const;
	const servers = [await start(ports[0]), await start(ports[1])];
	const post = async (user: SignedIn, path: string, body: object) => {
		const headers = { ...user.headers, "content-type": "application/json" };
		const reply = await fetch(`http://127.0.0.1:${ports[0]}/api/v1/agent/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
		if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
		return (await reply.json()) as Record<string, { readonly id: string }>;
	};
	return {
		schedule: async (count) => {
			// A tenant has 1,000 schedules at most, and a flushed Redis ends sign-ins as it would in life: each round has its own.
			const tenantId = newOrgTenantId();
			const owner = await identity.signIn(redis, { tenantId });
			const { routine } = await post(owner, "routines", { name: "Show more", program, isShared: true, origin: { kind: "edit" } });
			const owners = await Promise.all(Array.from({ length: Math.ceil(count / perOwner) }, () => identity.signIn(redis, { tenantId })));
			const dueAt = Math.ceil((Date.now() + (count / madePerSecond) * 1_000 + 5_000) / 60_000) * 60_000;
			const at = new Date(dueAt);
			const cron = `${at.getUTCMinutes()} ${at.getUTCHours()} ${at.getUTCDate()} ${at.getUTCMonth() + 1} *`;
			const body = { routineId: routine?.id, cron, timeZone: "UTC", rows: [{}], queue: { browser: "mine" } };
			for (let from = 0; from < count; from += atOnce)
				await Promise.all(
					Array.from({ length: Math.min(atOnce, count - from) }, (_, index) =>
						post(owners[Math.floor((from + index) / perOwner)] ?? owner, "schedules", body),
					),
				);
			if (Date.now() > dueAt - 1_000) throw new Error("The machine was too slow to make the schedules before they are due");
			return dueAt;
		},
		restart: async (at) => {
			await servers[at]?.kill();
			servers[at] = await start(ports[at]);
		},
		flushRedis: async () => {
			await redis.flushall();
		},
		runs: async (dueAt) => {
			const runs = client
				.db("bench_schedules")
				.collection<{ readonly startedBy: { readonly id: string }; readonly createdAt: Date }>("routine_runs");
			const found = await runs.find({ "queue.dueAt": new Date(dueAt) }, { projection: { startedBy: 1, createdAt: 1 } }).toArray();
			return found.map(({ startedBy, createdAt }) => ({ scheduleId: startedBy.id, createdAt: createdAt.getTime() }));
		},
		close: async () => {
			await Promise.all(servers.map((server) => server.kill()));
			await client.close();
			redis.disconnect();
			await Promise.all([mongod.stop(), redisServer.stop(), identity.close()]);
		},
	};
}
