import type { Row } from "../report.ts";
import { quantile, steadySlope } from "../stats.ts";
import { longestHealth, loopDelayP99, p99, playHeavy } from "./heavy.ts";
import type { Side, Sides } from "./sides.ts";
import { openSides, playLoad, processorMs, residentMegabytes, storedBytes } from "./sides.ts";

/** Parts that can run alone. */
export const stepParts = ["idle", "floor", "core", "heavy", "growth", "peer", "lean-peer"] as const;
export type StepPart = (typeof stepParts)[number];

/** The extent of a run: parts, page sizes in characters, runs of each side, tasks a run. */
export type StepPlan = {
	readonly parts: readonly StepPart[];
	readonly sizes: readonly number[];
	readonly runs: number;
	readonly tasks: number;
};

/** The whole measurement, and the short one for each change. */
export const stepPlans = {
	full: { parts: stepParts, sizes: [20_000, 100_000], runs: 5, tasks: 1 },
	quick: { parts: ["idle", "floor", "core", "growth"], sizes: [20_000], runs: 2, tasks: 1 },
} as const satisfies Record<string, StepPlan>;

// Goals of the finished engine; gates leave room for a short run on a busy machine.
const ratioToFloor = { goal: 2, gate: 5 };
const growth = { steps: 300, goal: 0.01, gate: 0.03 };
const reads = { goal: 1.1, gate: 1.1, early: 40, late: 290, window: 30 };
const idle = { goal: 120, gate: 155 };
// A number of steps says how fast the machine is, too; only the ratio can fail.
const stepsPerCore = { goal: 150 };
const processorToFloor = { goal: 2, gate: 14 };
const peerGoals = [
	{ step: 10, goal: 0.6 },
	{ step: 200, goal: 0.25 },
] as const;
const storedGoal = 0.05;
const heavy = { loopDelay: 50, otherTenant: 2, health: 1_000 };
// Warms up like a minute of work, because compilation otherwise takes a share of the time, mostly on our side.
const warmUp = { tasks: 6, rounds: 3 };
const overheadFields = 40;

/**
 * Step time without a model against the floor and the peer, in turns (A B A B); the cost of 300 steps of one task; processor time of a
 * step; memory of an idle service.
 */
export async function measureSteps(plan: StepPlan): Promise<readonly Row[]> {
	const sides = await openSides();
	try {
		const rows: Row[] = [];
		for (const part of plan.parts) {
			process.stderr.write(`step: ${part} …\n`);
			rows.push(...(await measurePart[part](sides, plan)));
		}
		return rows;
	} finally {
		await sides.close();
	}
}

const measurePart: Readonly<Record<StepPart, (sides: Sides, plan: StepPlan) => Promise<readonly Row[]>>> = {
	idle: async ({ ours }) => [alone({ name: "agent-api idle", ours: await residentMegabytes(ours.process.pid), unit: "MB", ...idle })],
	floor: async (sides, plan) => {
		const rows: Row[] = [];
		for (const size of plan.sizes) rows.push(...(await measureOverhead(sides, plan, size)));
		return rows;
	},
	core: measureProcessor,
	heavy: measureHeavy,
	growth: measureGrowth,
	peer: async (sides) => measurePeer(sides, await sides.other("peer"), "LangGraph"),
	"lean-peer": async (sides) => measurePeer(sides, await sides.other("lean-peer"), "LangGraph, newest page only"),
};

type Figure = Pick<Row, "name" | "ours" | "unit"> & { readonly goal: number; readonly gate?: number; readonly better?: Row["better"] };

const alone = ({ name, ours, unit, goal, gate, better = "lower" }: Figure): Row => ({
	name,
	ours,
	peer: null,
	ratio: null,
	goal,
	better,
	unit,
	...(gate === undefined ? {} : { gate }),
});

const beside = (figure: Figure & { readonly peer: number }): Row => ({
	...alone(figure),
	peer: figure.peer,
	ratio: figure.ours / figure.peer,
});

/** Unmeasured steps for compilers, caches and connections, the same number for each side. */
async function warm(sides: Sides, side: Side, { size, rounds }: { readonly size: number; readonly rounds: number }): Promise<void> {
	for (let round = 0; round < rounds; round += 1)
		await playLoad({ url: side.url, size, fields: overheadFields, tokens: await tokensFor(sides, warmUp.tasks), isParallel: true });
}

async function tokensFor(sides: Sides, count: number): Promise<string[]> {
	return await Promise.all(Array.from({ length: count }, sides.newToken));
}

async function measureOverhead(sides: Sides, plan: StepPlan, size: number): Promise<readonly Row[]> {
	const run = async (side: Side) => {
		const played = await playLoad({ url: side.url, size, fields: overheadFields, tokens: await tokensFor(sides, plan.tasks) });
		return played.times.flat();
	};
	const least = await sides.other("floor");
	for (const side of [least, sides.ours]) await warm(sides, side, { size, rounds: warmUp.rounds });
	const [floor, ours]: [number[], number[]] = [[], []];
	for (let index = 0; index < plan.runs; index += 1) {
		floor.push(...(await run(least)));
		ours.push(...(await run(sides.ours)));
	}
	return [0.5, 0.95].map((share) => {
		const isGate = share === 0.5 && size === 20_000;
		return beside({
			name: `step ${size / 1_000} KB p${share * 100}, floor`,
			ours: quantile(ours, share),
			peer: quantile(floor, share),
			unit: "ms",
			goal: ratioToFloor.goal,
			...(isGate ? { gate: ratioToFloor.gate } : {}),
		});
	});
}

/**
 * Steps that one core of agent-api answers in a second: the inverse of the processor time of a step, with parallel tasks on a warm service.
 */
async function measureProcessor(sides: Sides, plan: StepPlan): Promise<readonly Row[]> {
	const eachOn = async (side: Side): Promise<number> => {
		await warm(sides, side, { size: 20_000, rounds: warmUp.rounds });
		const tokens = await tokensFor(sides, plan.tasks * 8);
		const before = await processorMs(side.process.pid);
		await playLoad({ url: side.url, size: 20_000, fields: overheadFields, tokens, isParallel: true });
		return ((await processorMs(side.process.pid)) - before) / (tokens.length * (overheadFields + 1));
	};
	const peer = await eachOn(await sides.other("floor"));
	const ours = await eachOn(sides.ours);
	return [
		alone({ name: "steps a second and core, 20 KB", ours: 1_000 / ours, unit: "/s", better: "higher", ...stepsPerCore }),
		beside({ name: "processor time of a step, floor", ours, peer, unit: "ms", ...processorToFloor }),
	];
}

/** What four users with the worst pages and sentences do to everybody else. */
async function measureHeavy(sides: Sides, plan: StepPlan): Promise<readonly Row[]> {
	const { url } = sides.ours;
	await warm(sides, sides.ours, { size: 20_000, rounds: warmUp.rounds });
	const run = async () => playLoad({ url, size: 20_000, fields: overheadFields, tokens: await tokensFor(sides, 1) });
	const [quiet, loaded]: [number[][], number[][]] = [[], []];
	const [delays, healths]: [number[], number[]] = [[], []];
	for (let index = 0; index < plan.runs; index += 1) {
		quiet.push((await run()).times.flat());
		const heavyTokens = await tokensFor(sides, 4);
		await loopDelayP99(url);
		let isOver = false;
		const others = [playHeavy(url, heavyTokens, () => isOver), longestHealth(url, () => isOver)] as const;
		try {
			loaded.push((await run()).times.flat());
			delays.push(await loopDelayP99(url));
		} finally {
			isOver = true;
		}
		healths.push(await others[1]);
		await others[0];
	}
	return [
		alone({ name: "loop delay p99, worst pages", ours: quantile(delays, 0.5), unit: "ms", goal: heavy.loopDelay }),
		beside({ name: "another's step p99, worst pages", ours: p99(loaded), peer: p99(quiet), unit: "ms", goal: heavy.otherTenant }),
		alone({ name: "/healthz longest, worst pages", ours: Math.max(...healths), unit: "ms", goal: heavy.health }),
	];
}

async function measureGrowth(sides: Sides, plan: StepPlan): Promise<readonly Row[]> {
	const { early, late, window } = reads;
	const marks = [early, early + window, late - window, late];
	const slopes: number[] = [];
	const shares: number[] = [];
	for (let index = 0; index < Math.min(3, plan.runs); index += 1) {
		const tokens = await tokensFor(sides, 1);
		const order = { url: sides.ours.url, size: 20_000, fields: growth.steps - 1, tokens, watch: sides.mongoUrl, marks };
		const { times, bytesSent } = await playLoad(order);
		slopes.push(...times.map((task) => steadySlope(task.slice(1))));
		const [a = 0, b = 0, c = 0, d = 0] = bytesSent;
		shares.push((d - c) / (b - a));
	}
	return [
		alone({ name: `growth a step over ${growth.steps}`, ours: quantile(slopes, 0.5), unit: "ms", goal: growth.goal, gate: growth.gate }),
		alone({ name: "bytes read, late to early step", ours: quantile(shares, 0.5), unit: "×", goal: reads.goal, gate: reads.gate }),
	];
}

/** One task of each side. Takes the median of eleven steps around a step, because the peer takes minutes. */
async function measurePeer(sides: Sides, peer: Side, name: string): Promise<readonly Row[]> {
	const fields = Math.max(...peerGoals.map(({ step }) => step)) + 10;
	const run = async (side: Side) => {
		const stored = await storedBytes(side.database);
		const { times } = await playLoad({ url: side.url, size: 20_000, fields, tokens: await tokensFor(sides, 1) });
		return { times: times.flat(), stored: ((await storedBytes(side.database)) - stored) / 1e6 };
	};
	for (const side of [peer, sides.ours]) await warm(sides, side, { size: 20_000, rounds: 1 });
	const theirs = await run(peer);
	const ours = await run(sides.ours);
	const around = (times: readonly number[], step: number) => quantile(times.slice(step - 5, step + 6), 0.5);
	return [
		...peerGoals.map(({ step, goal }) =>
			beside({ name: `step ${step}, ${name}`, ours: around(ours.times, step), peer: around(theirs.times, step), unit: "ms", goal }),
		),
		beside({ name: `stored, ${fields} steps, ${name}`, ours: ours.stored, peer: theirs.stored, unit: "MB", goal: storedGoal }),
	];
}
