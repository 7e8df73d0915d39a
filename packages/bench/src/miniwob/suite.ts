import { startModelServer } from "@webhand/testing/model-server/server";
import type { Row } from "../report.ts";
import { measureNoise } from "./noise/suite.ts";
import type { MiniwobPlan } from "./plan.ts";
import { createPlayer } from "./player.ts";
import type { Outcome } from "./stage/episode.ts";
import { beginEpisode, playEpisode } from "./stage/episode.ts";
import { getPages } from "./stage/pages.ts";
import { servePages } from "./stage/site.ts";
import { openTestStack } from "./stage/test-stack.ts";
import type { Played } from "./table.ts";
import { lineOf, rowsOf } from "./table.ts";

const limitMs = 25_000;

/**
 * Plays the development tasks through the built extension and the embedded stack.
 *
 * @returns one row a task and the totals, or those of the noise; none if the pages are missing, with the reason printed
 */
export async function measureMiniwob(plan: MiniwobPlan, print: (line: string) => void): Promise<readonly Row[]> {
	const folder = await getPages().catch((cause: unknown) => {
		print(`miniwob: not run (${cause instanceof Error ? cause.message : String(cause)})`);
	});
	return folder === undefined ? [] : await play(plan, folder, print);
}

async function play(plan: MiniwobPlan, folder: string, print: (line: string) => void): Promise<readonly Row[]> {
	const player = createPlayer();
	const { noise } = plan;
	const model = plan.decider === "scripted" ? await startModelServer({ script: player.answer }) : undefined;
	const site = await servePages(folder);
	const settings =
		model === undefined
			? {}
			: {
					MODEL_PROVIDER: "openai-compatible",
					MODEL_NAME: "scripted",
					MODEL_BASE_URL: model.url,
					MODEL_API_KEY: "none",
					MODEL_RULES_FIRST: "false",
				};
	try {
		const stack = await openTestStack(settings);
		try {
			if (noise !== null) return await measureNoise({ ...plan, noise }, { stack, player, urlOf: site.url }, print);
			const played: Played[] = [];
			for (const task of plan.tasks) {
				const outcomes: Outcome[] = [];
				for (let seed = 0; seed < plan.seeds; seed += 1) {
					const sentence = await beginEpisode(stack.tab, site.url(task), seed);
					player.begin(task, sentence);
					outcomes.push(await playEpisode(stack.tab, stack.panel, { sentence, limitMs }));
				}
				played.push({ task, outcomes });
				print(lineOf({ task, outcomes }));
			}
			return rowsOf(plan, played);
		} finally {
			await stack.close();
		}
	} finally {
		await site.close();
		await model?.close();
	}
}
