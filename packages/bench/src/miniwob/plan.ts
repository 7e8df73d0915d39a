import { developmentTasks } from "./tasks.ts";

/**
 * What runs: `seeds` episodes of each task, from seed 0. `decider`: the rules, or a model server that knows each task and sees only page
 * text.
 */
export type MiniwobPlan = {
	readonly tasks: readonly string[];
	readonly seeds: number;
	readonly decider: "rules" | "scripted";
	/** How many of a hundred decisions are wrong; null measures without. */
	readonly noise: number | null;
};

/** Command-line options of this benchmark. */
export const miniwobOptions = {
	seeds: { type: "string" },
	task: { type: "string", multiple: true },
	model: { type: "string" },
	noise: { type: "string" },
} as const;

type Values = {
	readonly seeds?: string;
	readonly task?: readonly string[];
	readonly model?: string;
	readonly noise?: string;
};

const defaultSeeds = 4;
const mostSeeds = 1_000;

/**
 * Reads the options: by default all development tasks with four seeds.
 *
 * @throws Error that names the wrong option
 */
export function miniwobPlan({ seeds, task = developmentTasks, model, noise }: Values): MiniwobPlan {
	const count = seeds === undefined ? defaultSeeds : Number(seeds);
	if (!Number.isInteger(count) || count < 1 || count > mostSeeds) throw new Error(`--seeds takes a number from 1 to ${mostSeeds}`);
	if (model !== undefined && model !== "scripted") throw new Error("--model knows “scripted” only");
	const wrong = noise === undefined ? null : Number(noise);
	if (wrong !== null && (!Number.isInteger(wrong) || wrong < 1 || wrong > 99)) throw new Error("--noise takes a number from 1 to 99");
	const stranger = task.find((name) => !developmentTasks.includes(name));
	if (stranger !== undefined) throw new Error(`${stranger} is no development task and stays unseen`);
	const isScripted = model === "scripted" || wrong !== null;
	return { tasks: task, seeds: count, decider: isScripted ? "scripted" : "rules", noise: wrong };
}
