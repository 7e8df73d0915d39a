import { expect, test } from "vitest";
import { holds } from "../report.ts";
import { miniwobPlan } from "./plan.ts";
import { lineOf, rowsOf } from "./table.ts";
import { developmentTasks } from "./tasks.ts";

const outcome = (reward: number) => ({ reward, run: null, ms: 1_000 });
const all = (rewardOf: (task: string) => number) =>
	developmentTasks.map((task) => ({ task, outcomes: [outcome(rewardOf(task)), outcome(rewardOf(task))] }));

test("the rate of all episodes is held against its goal, and the mean reward stands beside it", () => {
	const rows = rowsOf(
		miniwobPlan({ seeds: "2" }),
		all((task) => (developmentTasks.indexOf(task) % 2 === 0 ? 1 : -1)),
	);
	expect(rows).toHaveLength(developmentTasks.length + 3);
	expect(rows.at(-1)).toMatchObject({ name: "all episodes", goal: 45, gate: 45, ours: (100 * 31) / 61 });
	expect(rows.every(holds)).toBe(true);
	const worse = rowsOf(
		miniwobPlan({ seeds: "2", model: "scripted" }),
		all((task) => (task === "enter-text" || task === "click-tab" ? 0 : 1)),
	);
	expect(worse.at(-1)).toMatchObject({ goal: 98 });
	expect(worse.every(holds)).toBe(false);
});

test("a part of the tasks is shown and held against nothing", () => {
	const rows = rowsOf(miniwobPlan({ task: ["enter-text"] }), [{ task: "enter-text", outcomes: [outcome(-1)] }]);
	expect(rows.at(-1)).toMatchObject({ ours: 0, goal: 45 });
	expect(rows.every(holds)).toBe(true);
});

test("a line says how often a task was solved and what each episode brought", () => {
	expect(lineOf({ task: "enter-text", outcomes: [outcome(1), outcome(-1)] })).toMatch(
		/^enter-text +1\/2 {2}rewards 1\.00 -1\.00 {2}1\.0 s$/,
	);
});

test("a claim of success without a reward is counted, giving up is not", () => {
	const run = { taskId: null, startedAt: 0, wait: null, steps: [], question: null, answer: null, failure: null };
	const outcomes = [
		{ ...outcome(0), run: { ...run, state: "completed" as const } },
		{ ...outcome(0), run: { ...run, state: "failed" as const } },
		{ ...outcome(1), run: { ...run, state: "completed" as const } },
		{ ...outcome(-1), run: { ...run, state: "stopped" as const } },
	];
	const rows = rowsOf(miniwobPlan({ task: ["enter-text"] }), [{ task: "enter-text", outcomes }]);
	expect(rows.find(({ name }) => name === "said done without reward")).toMatchObject({ ours: 25, better: "lower" });
});
