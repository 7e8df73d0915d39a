import { setTimeout as pause } from "node:timers/promises";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { MongoClient } from "mongodb";
import type { Row } from "../report.ts";
import { quantile, steadySlope } from "../stats.ts";
import type { Side, Sides } from "../step/sides.ts";
import { openSides, playLoad, startLoad } from "../step/sides.ts";
import type { StoredStep } from "./compare.ts";
import { compareSteps } from "./compare.ts";
import type { Heap } from "./heap.ts";
import { inspected, openHeap } from "./heap.ts";
import type { SoakOrder } from "./load.ts";
import { digestOf, SoakResult } from "./load.ts";

/** `people` work at once, each with a task, spread over `tenants`. */
export type SoakPlan = Pick<SoakOrder, "minutes" | "thinkMs"> & { readonly people: number; readonly tenants: number };

export const soakPlans: Readonly<Record<"quick" | "full", SoakPlan>> = {
	full: { minutes: 10, people: 200, tenants: 20, thinkMs: [8_000, 16_000] },
	quick: { minutes: 1, people: 40, tenants: 10, thinkMs: [2_000, 4_000] },
};

const shape = { size: 20_000, fields: 12 };
const sampleMs = 30_000;
const warmUpMs = 60_000;

/** What happens to the replicas, by the share of the time that has passed: each has one life of more than half of it. */
const restarts = [
	{ at: 0.2, replica: 0, how: "stop" },
	{ at: 0.4, replica: 0, how: "kill" },
	{ at: 0.6, replica: 1, how: "stop" },
	{ at: 0.8, replica: 1, how: "kill" },
] as const;

/** One life of a replica: its live memory in MB, a sample each 30 s. */
type Life = { readonly replica: number; readonly heap: Heap; readonly samples: number[] };

/**
 * Lets many people of many tenants work on two replicas of agent-api that are stopped and killed meanwhile, as behind a balancer, and holds
 * every answer that they got against what is stored.
 *
 * @returns errors, lost and doubled steps, the time of a step beside the idle service, and the slope of each replica's memory
 */
export async function measureSoak(plan: SoakPlan, print: (line: string) => void): Promise<readonly Row[]> {
	const sides = await openSides(inspected);
	try {
		const replicas = [sides.ours, await sides.replica()];
		const idle = await idleMs(sides);
		const tenants = Array.from({ length: plan.tenants }, newOrgTenantId);
		const tokens = await Promise.all(Array.from({ length: plan.people }, (_, index) => sides.newToken(tenants[index % plan.tenants])));
		const { minutes, thinkMs } = plan;
		const order: SoakOrder = { ...shape, minutes, thinkMs, tokens, urls: replicas.map(({ url }) => url) };
		const [result, lives] = await Promise.all([
			startLoad("../soak/load.ts", order).then((output) => SoakResult.parse(output)),
			restartAndWatch(sides, replicas, minutes * 60_000, print),
		]);
		for (const error of result.errors.slice(0, 5)) print(error);
		const { lost, extra } = compareSteps(result.steps, await storedSteps(sides.ours.database, idle.tasks));
		const ms = result.steps.map((step) => step.ms);
		return [
			...counts({ errors: result.errors.length, lost, extra, steps: ms.length }),
			{ ...single, name: "asked again", ours: result.retries, goal: null, unit: `of ${ms.length}` },
			beside("p95 of a step, idle", quantile(ms, 0.95), quantile(idle.ms, 0.95), 3),
			beside("median of a step, idle", quantile(ms, 0.5), quantile(idle.ms, 0.5), null),
			...memoryRows(lives),
		];
	} finally {
		await sides.close();
	}
}

const single = { peer: null, ratio: null, better: "lower" } as const;

function beside(name: string, ours: number, peer: number, goal: number | null): Row {
	return { name, ours, peer, ratio: ours / peer, goal, better: "lower", unit: "ms" };
}

function counts(found: { readonly errors: number; readonly lost: number; readonly extra: number; readonly steps: number }): readonly Row[] {
	const unit = `of ${found.steps}`;
	return [
		{ ...single, name: "steps that ended in an error", ours: found.errors, goal: 0, gate: 0, unit },
		{ ...single, name: "answered steps that are not stored so", ours: found.lost, goal: 0, gate: 0, unit },
		{ ...single, name: "stored steps that nobody was answered", ours: found.extra, goal: 0, gate: 0, unit },
	];
}

/** The time of a step while one person works, after a warm-up; and the tasks of it, which the soak does not count. */
async function idleMs(sides: Sides): Promise<{ readonly ms: readonly number[]; readonly tasks: ReadonlySet<string> }> {
	const tokens = await Promise.all(Array.from({ length: 12 }, () => sides.newToken()));
	const { times } = await playLoad({ url: sides.ours.url, size: shape.size, fields: shape.fields, tokens });
	const stored = await storedSteps(sides.ours.database, new Set());
	return { ms: times.slice(4).flat(), tasks: new Set(stored.map(({ taskId }) => taskId)) };
}

async function restartAndWatch(sides: Sides, replicas: Side[], totalMs: number, print: (line: string) => void): Promise<readonly Life[]> {
	const started = Date.now();
	const lifeOf = async (replica: number, { process }: Side): Promise<Life> => ({ replica, heap: await openHeap(process), samples: [] });
	const current = await Promise.all(replicas.map((side, replica) => lifeOf(replica, side)));
	const lives = [...current];
	const restartAll = async () => {
		for (const { at, replica, how } of restarts) {
			await pause(Math.max(started + at * totalMs - Date.now(), 0));
			const before = replicas[replica];
			if (before === undefined) continue;
			current[replica]?.heap.close();
			await before.process[how]();
			const side = await sides.replica(before.url);
			replicas[replica] = side;
			const life = await lifeOf(replica, side);
			current[replica] = life;
			lives.push(life);
			print(`${Math.round((Date.now() - started) / 1_000)} s: replica ${replica + 1} is back after a ${how}`);
		}
	};
	const watch = async () => {
		for (; Date.now() - started < totalMs; await pause(sampleMs)) {
			for (const { heap, samples } of current) {
				const megabytes = await heap.read().catch(() => null);
				if (megabytes !== null) samples.push(megabytes);
			}
		}
	};
	await Promise.all([restartAll(), watch()]);
	for (const { heap } of current) heap.close();
	return lives;
}

/** The slope of the longest life of each replica, its first minute left out. */
function memoryRows(lives: readonly Life[]): readonly Row[] {
	const numbers = [...new Set(lives.map(({ replica }) => replica))];
	return numbers.map((number) => {
		const longest = lives.filter(({ replica }) => replica === number).reduce((a, b) => (b.samples.length > a.samples.length ? b : a));
		const settled = longest.samples.slice(warmUpMs / sampleMs);
		const slope = steadySlope(settled) * (60_000 / sampleMs);
		return { ...single, name: `live memory a minute, replica ${number + 1}`, ours: slope, goal: 1, unit: "MB" };
	});
}

async function storedSteps(database: string, without: ReadonlySet<string>): Promise<readonly StoredStep[]> {
	const client = await new MongoClient(database).connect();
	try {
		const steps: StoredStep[] = [];
		const found = client
			.db()
			.collection("task_actions")
			.find({}, { projection: { taskId: 1, stepIndex: 1, reply: 1 } });
		for await (const { taskId, stepIndex, reply } of found) {
			if (!without.has(String(taskId)))
				steps.push({ taskId: String(taskId), stepIndex: Number(stepIndex), digest: digestOf(String(reply)) });
		}
		return steps;
	} finally {
		await client.close();
	}
}
