import { poll } from "@webhand/testing/poll";
import type { Page } from "playwright-core";
import { rewardOf } from "../../miniwob/stage/episode.ts";

/** Globals of a page of the package. */
type Problem = {
	readonly core?: {
		EPISODE_MAX_TIME: number;
		readonly startEpisode: () => void;
		readonly startEpisodeReal: () => void;
		readonly getUtterance: () => string | { readonly utterance: string };
	};
	readonly WOB_TASK_READY: boolean;
	readonly Math: { readonly seedrandom: (seed: string) => void };
};

const seedCookie = "seed";

/** Lets each page of the package begin its problem by itself, in whichever tab it opens. */
export async function beginByThemselves(tab: Page): Promise<void> {
	await tab.context().addInitScript(() => {
		const begin = () => {
			const { core, WOB_TASK_READY: isReady, Math: random } = globalThis as unknown as Problem;
			if (core === undefined) return;
			if (!isReady) return void setTimeout(begin, 20);
			random.seedrandom(/seed=(\d+)/.exec(document.cookie)?.[1] ?? "0");
			core.EPISODE_MAX_TIME = 2_000_000;
			core.startEpisode();
			core.startEpisodeReal();
		};
		addEventListener("load", () => setTimeout(begin, 0));
	});
}

/** Which problem the pages at this address begin with. */
export const seedPages = (tab: Page, url: string, seed: number): Promise<void> =>
	tab.context().addCookies([{ name: seedCookie, value: String(seed), url }]);

/** The sentence of a problem, once it has begun. */
export const sentenceIn = (tab: Page): Promise<string> =>
	poll(
		() =>
			tab.evaluate(() => {
				const { core } = globalThis as unknown as Problem;
				const said = core !== undefined && core.EPISODE_MAX_TIME > 1_000_000 ? core.getUtterance() : "";
				return (typeof said === "string" ? said : said.utterance) || undefined;
			}),
		{ limitMs: 10_000 },
	);

/** The reward of the page that shows an address, whichever tab that is. */
export async function rewardAt(tab: Page, url: string): Promise<number> {
	const shown = tab
		.context()
		.pages()
		.filter((page) => page.url().startsWith(url));
	const rewards = await Promise.all(shown.map((page) => rewardOf(page).catch(() => undefined)));
	return Math.max(0, ...rewards.map((reward) => reward ?? 0));
}
