import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp, waitForPort } from "@webhand/testing/processes";
import { startMongod, startRedis } from "@webhand/testing/servers";
import { startIdentity } from "@webhand/testing/tokens";
import { Redis } from "ioredis";
import type { Row } from "../report.ts";
import { quantile, slope } from "../stats.ts";
import type { LoadOrder } from "./load.ts";
import { LoadResult } from "./load.ts";

/** How much is measured: pages in characters, runs of each side, tasks a run. @source reliability.md §9 */
export type StepPlan = { readonly sizes: readonly number[]; readonly runs: number; readonly tasks: number };

/** The whole measurement, and the one of each change. @source reliability.md §9 */
export const stepPlans = {
	full: { sizes: [20_000, 100_000], runs: 5, tasks: 2 },
	quick: { sizes: [20_000], runs: 2, tasks: 1 },
} as const satisfies Record<string, StepPlan>;

// The first figure wanted was 3, the goal of the finished engine is 2. The gate leaves room for a short run on a busy machine.
const gateRatio = 4.5;
const goalRatio = 2;
const warmUps = 3;
const goalIdleMegabytes = 120;
const goalSlope = 0.01;

type Closable = () => Promise<unknown>;

/**
 * Step time without a model against the floor: the same requests, in the same run, one after the other, A B A B. Both sides run as their
 * own processes on one MongoDB, the load as a third; every reply is checked.
 *
 * @returns rows by page size (p50, p95), the growth over one task, and the memory of an idle service
 * @source reliability.md §8, §9
 */
export async function measureSteps(plan: StepPlan): Promise<readonly Row[]> {
	const closers: Closable[] = [];
	try {
		const sides = await openSides(closers);
		const rows: Row[] = [];
		const idle = await residentMegabytes(sides.agent.pid);
		for (const size of plan.sizes) rows.push(...(await measureSize(sides, plan, size)));
		rows.push({ name: "agent-api idle", ours: idle, peer: null, ratio: null, goal: goalIdleMegabytes, better: "lower", unit: "MB" });
		return rows;
	} finally {
		for (const close of closers.reverse()) await close();
	}
}

type Sides = { readonly agent: TestProcess; readonly agentUrl: string; readonly floorUrl: string; readonly token: () => Promise<string> };

async function openSides(closers: Closable[]): Promise<Sides> {
	const [mongod, redis, identity] = await Promise.all([startMongod(), startRedis(), startIdentity()]);
	closers.push(mongod.stop, redis.stop, identity.close);
	const client = new Redis(redis.url);
	closers.push(() => client.quit());
	const database = (name: string) => {
		const url = new URL(mongod.url);
		url.pathname = `/${name}`;
		return url.href;
	};
	const base = {
		HOST: "127.0.0.1",
		LOG_LEVEL: "info",
		REDIS_URL: redis.url,
		AUTH_URL: identity.url,
		TOKEN_ISSUER: identity.issuer,
		DRAIN_SECONDS: "0",
	};
	const [agentPort, knowledgePort, floorPort] = [await freePort(), await freePort(), await freePort()];
	const start = async (name: string, script: string, env: Readonly<Record<string, string>>) => {
		const started = await startProcess({
			name,
			command: process.execPath,
			args: ["--conditions=@webhand/source", join(repositoryRoot, script)],
			env,
		});
		closers.push(() => started.stop());
		return started;
	};
	await start("knowledge-proxy", "apps/knowledge-proxy/src/main.ts", {
		...base,
		PORT: String(knowledgePort),
		MONGODB_URI: database("bench_knowledge"),
	});
	const agentUrl = `http://127.0.0.1:${agentPort}`;
	const agent = await start("agent-api", "apps/agent-api/src/main.ts", {
		...base,
		PORT: String(agentPort),
		MONGODB_URI: database("bench_agent"),
		KNOWLEDGE_URL: `http://127.0.0.1:${knowledgePort}`,
		MODEL_PROVIDER: "rules",
		SETTINGS_KEY: Buffer.alloc(32, 7).toString("base64url"),
	});
	await start("floor", "packages/bench/src/step/floor.ts", { PORT: String(floorPort), MONGODB_URI: database("bench_floor") });
	await Promise.all([waitForHttp(`http://127.0.0.1:${knowledgePort}/readyz`), waitForHttp(`${agentUrl}/readyz`), waitForPort(floorPort)]);
	return { agent, agentUrl, floorUrl: `http://127.0.0.1:${floorPort}`, token: async () => (await identity.signIn(client)).token };
}

async function measureSize(sides: Sides, plan: StepPlan, size: number): Promise<readonly Row[]> {
	const run = async (url: string) => playLoad({ url, size, tokens: await Promise.all(Array.from({ length: plan.tasks }, sides.token)) });
	const ours: (readonly number[])[] = [];
	const floor: (readonly number[])[] = [];
	// Unmeasured runs warm compilers, caches and connections up.
	for (let index = 0; index < warmUps; index += 1) {
		await run(sides.floorUrl);
		await run(sides.agentUrl);
	}
	for (let index = 0; index < plan.runs; index += 1) {
		floor.push(...(await run(sides.floorUrl)));
		ours.push(...(await run(sides.agentUrl)));
	}
	const name = `step ${size / 1_000} KB`;
	const compare = (share: number, gate: number | undefined): Row => {
		const [mine, peer] = [quantile(ours.flat(), share), quantile(floor.flat(), share)];
		const row: Row = {
			name: `${name} p${share * 100}`,
			ours: mine,
			peer,
			ratio: mine / peer,
			goal: goalRatio,
			better: "lower",
			unit: "ms",
		};
		return gate === undefined ? row : { ...row, gate };
	};
	const growth = slope(ours.flatMap((times) => times.slice(1).map((time, step): [number, number] => [step, time])));
	return [
		compare(0.5, size === 20_000 ? gateRatio : undefined),
		compare(0.95, undefined),
		{ name: `${name} growth a step`, ours: growth, peer: null, ratio: null, goal: goalSlope, better: "lower", unit: "ms" },
	];
}

async function playLoad(order: LoadOrder): Promise<LoadResult> {
	const load = await startProcess({
		name: "load",
		command: process.execPath,
		args: ["--conditions=@webhand/source", join(repositoryRoot, "packages/bench/src/step/load.ts")],
		env: { LOAD_ORDER: JSON.stringify(order) },
	});
	const end = await load.ended;
	if (end.code !== 0) throw new Error(`The load against ${order.url} ended with ${end.code ?? end.signal}:\n${load.output()}`);
	return LoadResult.parse(JSON.parse(load.output()));
}

async function residentMegabytes(pid: number): Promise<number> {
	const status = await readFile(`/proc/${pid}/status`, "utf8");
	return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
}
