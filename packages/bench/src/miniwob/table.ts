import type { Row } from "../report.ts";
import type { MiniwobPlan } from "./plan.ts";
import type { Outcome } from "./stage/episode.ts";
import { developmentTasks } from "./tasks.ts";

/** The episodes of one task, in the order of their seeds. */
export type Played = { readonly task: string; readonly outcomes: readonly Pick<Outcome, "reward" | "run" | "ms">[] };

const goals = { rules: 45, scripted: 98 } as const;

/** A raw reward above 0, as the package counts. */
const isSolved = ({ reward }: { readonly reward: number }): boolean => reward > 0;
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

/** The agent reports success, but the page saw none. */
const isFalselyDone = (outcome: Played["outcomes"][number]): boolean => !isSolved(outcome) && outcome.run?.state === "completed";

/** One finished task: solved episodes, rewards, and why the first unsolved one failed. */
export function lineOf({ task, outcomes }: Played): string {
	const solved = outcomes.filter(isSolved).length;
	const rewards = outcomes.map(({ reward }) => reward.toFixed(2)).join(" ");
	const seconds = outcomes.reduce((sum, { ms }) => sum + ms, 0) / Math.max(1, outcomes.length) / 1_000;
	const failed = outcomes.find((outcome) => !isSolved(outcome))?.run;
	const why = failed?.failure?.message ?? failed?.question?.text ?? failed?.steps.at(-1)?.thought ?? "";
	return `${task.padEnd(30)} ${solved}/${outcomes.length}  rewards ${rewards}  ${seconds.toFixed(1)} s${why === "" ? "" : ` · ${why.slice(0, 140)}`}`;
}

/** The rows of the table. Only a run of all development tasks has gates, because a part says nothing about the whole. */
export function rowsOf(plan: MiniwobPlan, played: readonly Played[]): readonly Row[] {
	const row = (name: string, ours: number, better: Row["better"] = "higher"): Row => ({
		name,
		ours,
		better,
		peer: null,
		ratio: null,
		goal: null,
		unit: "%",
	});
	const outcomes = played.flatMap((task) => task.outcomes);
	const rewards = outcomes.reduce((sum, { reward }) => sum + reward, 0);
	const isWhole = developmentTasks.every((task) => plan.tasks.includes(task));
	const goal = goals[plan.decider];
	const total = row("all episodes", percent(outcomes.filter(isSolved).length, outcomes.length));
	return [
		...played.map(({ task, outcomes: own }) => row(task, percent(own.filter(isSolved).length, own.length))),
		row("mean raw reward × 100", percent(rewards, outcomes.length)),
		row("said done without reward", percent(outcomes.filter(isFalselyDone).length, outcomes.length), "lower"),
		{ ...total, goal, ...(isWhole ? { gate: goal } : {}) },
	];
}
