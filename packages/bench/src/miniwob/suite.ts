import { startModelServer } from "@webhand/testing/model-server/server";
import type { Row } from "../report.ts";
import type { Outcome } from "./episode.ts";
import { beginEpisode, playEpisode } from "./episode.ts";
import { openHouse } from "./house.ts";
import { getPages } from "./pages.ts";
import { createPlayer } from "./player.ts";
import { servePages } from "./site.ts";
import { developmentTasks, drawnTasks } from "./tasks.ts";

/**
 * What is run. `seeds` episodes of each, from seed 0. `decider`: the rules, or a model server that knows
 * each task and sees of a page only its text. `isReach` counts tasks instead of episodes, those without pure drawing.
 */
export type MiniwobPlan = {
	readonly tasks: readonly string[];
	readonly seeds: number;
	readonly decider: "rules" | "scripted";
	readonly isReach: boolean;
};

const goals = { rules: 45, scripted: 98, reach: 90 } as const;
const limitMs = 25_000;

type Played = { readonly task: string; readonly outcomes: readonly Outcome[] };

/**
 * Plays the development tasks through the built extension and the embedded stack, one line a task as it goes.
 *
 * @returns one row a task and the total; none when the pages cannot be got, with the reason printed
 * @source engine.md §14; reliability.md §9
 */
export async function measureMiniwob(plan: MiniwobPlan, print: (line: string) => void): Promise<readonly Row[]> {
	const folder = await getPages().catch((cause: unknown) => {
		print(`miniwob: not run (${cause instanceof Error ? cause.message : String(cause)})`);
	});
	if (folder === undefined) return [];
	const played = await play(plan, folder, (task) => print(lineOf(task)));
	return rowsOf(plan, played);
}

async function play(plan: MiniwobPlan, folder: string, tell: (task: Played) => void): Promise<readonly Played[]> {
	const player = createPlayer();
	const model = plan.decider === "scripted" ? await startModelServer({ script: player.answer }) : undefined;
	const site = await servePages(folder);
	const settings =
		model === undefined
			? {}
			: { MODEL_PROVIDER: "openai-compatible", MODEL_NAME: "scripted", MODEL_BASE_URL: model.url, MODEL_API_KEY: "none" };
	try {
		const house = await openHouse(settings);
		try {
			const played: Played[] = [];
			for (const task of plan.tasks) {
				const outcomes: Outcome[] = [];
				for (let seed = 0; seed < plan.seeds; seed += 1) {
					const sentence = await beginEpisode(house.tab, site.url(task), seed);
					player.begin(task, sentence);
					outcomes.push(await playEpisode(house.tab, house.panel, { sentence, limitMs }));
				}
				played.push({ task, outcomes });
				tell({ task, outcomes });
			}
			return played;
		} finally {
			await house.close();
		}
	} finally {
		await site.close();
		await model?.close();
	}
}

const isSolved = ({ reward }: Outcome): boolean => reward > 0;
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);

function lineOf({ task, outcomes }: Played): string {
	const solved = outcomes.filter(isSolved).length;
	const rewards = outcomes.map(({ reward }) => reward.toFixed(2)).join(" ");
	const ms = outcomes.reduce((sum, outcome) => sum + outcome.ms, 0) / outcomes.length;
	const failed = outcomes.find((outcome) => !isSolved(outcome))?.run;
	const why =
		failed == null ? "" : ` · ${failed.failure?.message ?? failed.question?.text ?? failed.steps.at(-1)?.thought ?? ""}`.slice(0, 160);
	return `${task.padEnd(30)} ${solved}/${outcomes.length}  rewards ${rewards}  ${(ms / 1_000).toFixed(1)} s${why}`;
}

function rowsOf(plan: MiniwobPlan, played: readonly Played[]): readonly Row[] {
	const row = (name: string, ours: number, goal: number | null): Row => ({
		name,
		ours,
		peer: null,
		ratio: null,
		goal,
		better: "higher",
		unit: "%",
	});
	const rows = played.map(({ task, outcomes }) => row(task, percent(outcomes.filter(isSolved).length, outcomes.length), null));
	const isWhole = developmentTasks.every((task) => plan.tasks.includes(task));
	const outcomes = played.flatMap((task) => task.outcomes);
	const reward = row(
		"mean raw reward of all episodes × 100",
		percent(
			outcomes.reduce((sum, one) => sum + one.reward, 0),
			outcomes.length,
		),
		null,
	);
	const seen = played.filter(({ task }) => !drawnTasks.has(task));
	const total = plan.isReach
		? row(
				"tasks solved through page text and actions alone, without pure drawing",
				percent(seen.filter((one) => one.outcomes.every(isSolved)).length, seen.length),
				goals.reach,
			)
		: row("all episodes", percent(outcomes.filter(isSolved).length, outcomes.length), goals[plan.decider]);
	// A part of the tasks says nothing about the whole: only the whole is held against its goal.
	return [...rows, reward, isWhole && total.goal !== null ? { ...total, gate: total.goal } : total];
}
