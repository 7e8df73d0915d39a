import { join } from "node:path";
import { startProcess } from "@webhand/testing/processes";
import type { Row } from "../../report.ts";
import { quantile } from "../../stats.ts";
import type { Extent } from "./generated.ts";
import { SideOrder, SideResult } from "./order.ts";

/** How many turns each side takes, and which extents. */
export type SpeedPlan = { readonly runs: number; readonly extents: readonly (Extent & { readonly name: string })[] };

/** 20,000 chunks each; the short plan measures them at a tenth of the size. */
export const speedPlans = {
	full: {
		runs: 2,
		extents: [
			{ name: "one tenant, 200 domains", tenants: 1, domains: 200, chunks: 100 },
			{ name: "50 tenants at once", tenants: 50, domains: 4, chunks: 100 },
		],
	},
	quick: { runs: 1, extents: [{ name: "one tenant, 20 domains", tenants: 1, domains: 20, chunks: 100 }] },
} as const satisfies Record<string, SpeedPlan>;

const goals = { p50: 0.1, heap: 0.6, estimate: 1.2, coldMs: 600, delayMs: 50 } as const;
/** MiniSearch takes more memory than Orama (docs/decisions.md): the goal is missed, and a run fails only when it takes more still. */
const heapGate = 2.4;
/** A gate of milliseconds is this many times its goal, because a machine may be slow. */
const slowMachine = 2;
// The peer answers about ten questions a second.
const questions = { ours: { questions: 2_000, warmUp: 500 }, Orama: { questions: 100, warmUp: 20 } } as const;
const sideNames = ["ours", "Orama"] as const;

/** Builds and asks the index of each side, in processes of their own that take turns (A B A B); Orama is limited by its filter. */
export async function measureSpeed({ runs, extents }: SpeedPlan): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for (const { name, ...extent } of extents) {
		const results: Record<(typeof sideNames)[number], SideResult[]> = { ours: [], Orama: [] };
		for (let run = 0; run < runs; run += 1)
			for (const side of sideNames) {
				process.stderr.write(`knowledge: ${name}, ${side} …\n`);
				results[side].push(await runSide({ side, ...extent, ...questions[side] }));
			}
		rows.push(...rowsOf(name, results));
	}
	return rows;
}

async function runSide(order: SideOrder): Promise<SideResult> {
	const side = await startProcess({
		name: order.side,
		command: process.execPath,
		args: ["--expose-gc", "--conditions=@webhand/source", join(import.meta.dirname, "side.ts")],
		env: { SIDE_ORDER: JSON.stringify(SideOrder.parse(order)) },
	});
	const end = await side.ended;
	if (end.code !== 0) throw new Error(`${order.side} ended with ${end.code ?? end.signal}:\n${side.output()}`);
	return SideResult.parse(JSON.parse(side.output()));
}

function rowsOf(name: string, results: Readonly<Record<(typeof sideNames)[number], readonly SideResult[]>>): readonly Row[] {
	const median = (side: (typeof sideNames)[number], pick: (result: SideResult) => number) => quantile(results[side].map(pick), 0.5);
	const beside = (
		what: string,
		unit: string,
		{ goal, pick, gate = goal }: { readonly goal: number | null; readonly gate?: number | null; readonly pick: (r: SideResult) => number },
	) => {
		const [ours, peer] = [median("ours", pick), median("Orama", pick)];
		const row: Row = { name: `${what}, ${name}`, ours, peer, ratio: ours / peer, goal, better: "lower", unit };
		return gate === null ? row : { ...row, gate };
	};
	const alone = (what: string, unit: string, { goal, ours }: { readonly goal: number; readonly ours: number }): Row => ({
		name: `${what}, ${name}`,
		ours,
		peer: null,
		ratio: null,
		goal,
		better: "lower",
		unit,
		gate: goal * slowMachine,
	});
	return [
		beside("question p50", "ms", { goal: goals.p50, pick: ({ p50 }) => p50 }),
		beside("question p99", "ms", { goal: null, pick: ({ p99 }) => p99 }),
		beside("build", "ms", { goal: null, pick: ({ buildMs }) => buildMs }),
		beside("heap", "MB", { goal: goals.heap, gate: heapGate, pick: ({ heap }) => heap }),
		alone("heap to its estimate", "×", { goal: goals.estimate, ours: median("ours", ({ heap, estimate }) => heap / estimate) }),
		alone("shard of 500 chunks", "ms", { goal: goals.coldMs, ours: median("ours", ({ coldMs }) => coldMs) }),
		alone("other work waits while shards are built, p99", "ms", { goal: goals.delayMs, ours: median("ours", ({ delayP99 }) => delayP99) }),
	];
}
