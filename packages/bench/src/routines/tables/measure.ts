import { parsePage } from "@webhand/page/parse/parse";
import { proposeColumns } from "@webhand/routines/table/propose";
import { readTable } from "@webhand/routines/table/read";
import { launchChromium } from "@webhand/testing/chromium";
import type { Browser, Page } from "playwright-core";
import { bundleInside } from "../../page/bundle.ts";
import type { Ours } from "../../page/inside/ours.ts";
import { openWorld } from "../../page/isolated-world.ts";
import type { Row } from "../../report.ts";
import type { ListPage } from "./list-page.ts";
import { heldPages } from "./pages/held.ts";
import { shownPages } from "./pages/shown.ts";
import type { ReadLists, Score } from "./score.ts";
import { scoreOf } from "./score.ts";

/** Reads lists of real pages as tables. @returns the cells that are right, and those that stand nowhere in their page */
export async function measureTables(print: (line: string) => void): Promise<readonly Row[]> {
	const script = await bundleInside("ours");
	const browser = await launchChromium();
	try {
		const play = async (pages: readonly ListPage[]) => {
			const scores: Score[] = [];
			for (const page of pages) {
				const score = await readPage(browser, script, page, print);
				print(`tables: ${score.right} of ${score.wanted}  ${page.name}`);
				scores.push(score);
			}
			return scores;
		};
		const held = await play(heldPages);
		const shown = await play(shownPages);
		return rowsOf({ held, all: [...held, ...shown] });
	} finally {
		await browser.close();
	}
}

async function readPage(browser: Browser, script: string, { html, lists }: ListPage, print: (line: string) => void): Promise<Score> {
	const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	try {
		await page.setContent(`<!doctype html><title>Lists</title><main>${html}</main>`);
		const world = await openWorld(await page.context().newCDPSession(page), "webhand", script);
		const { text } = (await world.evaluate("ours.look()")) as ReturnType<Ours["look"]>;
		const view = parsePage(text);
		const read: ReadLists = proposeColumns(view).map(({ list, columns }) => {
			const found = readTable(view, { list, columns });
			return { heads: columns.map(({ label }) => label), rows: found.kind === "list" ? found.rows.map(({ cells }) => cells) : [] };
		});
		const score = scoreOf(lists, read, await shownText(page));
		if (score.right < score.wanted || score.invented.length > 0) print(`${text}\n${JSON.stringify(read)}\n${score.invented.join("\n")}`);
		return score;
	} finally {
		await page.close();
	}
}

/** What a person sees: the texts and the values of fields. */
async function shownText(page: Page): Promise<string> {
	const values = await page.evaluate(() =>
		[...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")].map(({ value }) => value),
	);
	return [...(await page.locator("body").allInnerTexts()), ...values].join(" ");
}

type Scores = Readonly<Record<"held" | "all", readonly Score[]>>;

function rowsOf({ held, all }: Scores): readonly Row[] {
	const shareOf = (scores: readonly Score[]) => {
		const sum = (key: "right" | "wanted") => scores.reduce((total, score) => total + score[key], 0);
		return (100 * sum("right")) / sum("wanted");
	};
	const invented = all.reduce((count, score) => count + score.invented.length, 0);
	const fact = { peer: null, ratio: null };
	return [
		{ ...fact, name: `cells right, ${all.length} pages`, ours: shareOf(all), goal: 98, gate: 98, better: "higher", unit: "%" },
		{ ...fact, name: `cells right, ${held.length} held out`, ours: shareOf(held), goal: 98, better: "higher", unit: "%" },
		{ ...fact, name: "cells invented", ours: invented, goal: 0, gate: 0, better: "lower", unit: "cells" },
	];
}
