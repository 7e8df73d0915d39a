import { gzipSync } from "node:zlib";
import { parsePage } from "@webhand/page/parse/parse";
import { launchChromium } from "@webhand/testing/chromium";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Row } from "../report.ts";
import { bundleInside } from "./bundle.ts";
import type { PagePlan } from "./corpus.ts";
import { corpusOf } from "./corpus.ts";
import { rowsOf, tableOfPages } from "./figures.ts";
import type { Scripts, Side, Tab } from "./tab.ts";
import { openTab } from "./tab.ts";

/** The whole measurement, and a short one of the small pages. @source page.md §11 */
export const pagePlans = {
	full: { sizes: [200, 2_000, 5_400, 10_000, 54_000], runs: 7, isSaved: true },
	quick: { sizes: [200, 2_000], runs: 3, isSaved: false },
} as const satisfies Record<string, PagePlan>;

/** A reader that takes longer has failed on the page; its time counts as this. */
const limitMs = 15_000;

/** What one side made of one page. `times` in milliseconds, as its caller waits for them; `isLost` when it did not answer in time. */
export type Reading = {
	readonly side: Side["name"];
	readonly times: readonly number[];
	readonly characters: number;
	readonly tokens: number;
	readonly gzipBytes: number;
	readonly isLost: boolean;
};

/** One page as all sides read it. Controls: as the browser's accessibility tree counts them, how many have a number, how many stand in our text. */
export type PageResult = {
	readonly name: string;
	readonly elements: number;
	readonly readings: readonly Reading[];
	readonly controls: { readonly all: number; readonly numbered: number; readonly written: number; readonly missed: readonly string[] };
};

/**
 * Reads every page of the corpus with each side, in the same tab, in turns (A B C, C B A), after one unmeasured reading of each.
 *
 * @param folder of saved pages (`BENCH_PAGES`)
 * @param print a table of all pages goes here
 * @source page.md §11; reliability.md §9
 */
export async function measurePages(plan: PagePlan, folder: string | undefined, print: (text: string) => void): Promise<readonly Row[]> {
	const scripts: Scripts = { ours: await bundleInside("ours"), pageAgent: await bundleInside("page-agent").catch(() => undefined) };
	const browser = await launchChromium();
	try {
		const results: PageResult[] = [];
		for (const source of await corpusOf(plan, folder)) {
			const tab = await openTab(browser, source, scripts);
			results.push({ name: source.name, ...(await measureTab(tab, plan.runs)) });
			await tab.close();
		}
		print(tableOfPages(results));
		return rowsOf(results);
	} finally {
		await browser.close();
	}
}

async function measureTab(tab: Tab, runs: number): Promise<Omit<PageResult, "name">> {
	const elements = await tab.elementCount();
	const taken = new Map(tab.sides.map((side) => [side, { times: [] as number[], text: "", isLost: false }]));
	for (let run = -1; run < (elements > 20_000 ? Math.min(runs, 3) : runs); run += 1) {
		for (const side of run % 2 === 0 ? tab.sides : tab.sides.toReversed()) {
			const reading = taken.get(side);
			if (reading === undefined || reading.isLost) continue;
			await tab.settle();
			const start = performance.now();
			try {
				reading.text = await side.read(limitMs);
				if (run >= 0) reading.times.push(performance.now() - start);
			} catch {
				reading.isLost = true;
			}
			await side.clean();
		}
	}
	const readings = tab.sides.map((side) => readingOf(side.name, taken.get(side) ?? { times: [], text: "", isLost: true }));
	return { elements, readings, controls: await recall(tab, taken.get(tab.sides[0] as Side)?.text ?? "") };
}

function readingOf(
	side: Side["name"],
	{ times, text, isLost }: { readonly times: readonly number[]; readonly text: string; readonly isLost: boolean },
): Reading {
	const gzipBytes = gzipSync(text).length;
	return { side, times: isLost ? [limitMs] : times, characters: text.length, tokens: countTokens(text), gzipBytes, isLost };
}

async function recall(tab: Tab, text: string): Promise<PageResult["controls"]> {
	const { elements } = parsePage(text);
	const controls = await tab.browserControls();
	return {
		all: controls.length,
		numbered: controls.filter(({ id }) => id > 0).length,
		written: controls.filter(({ id }) => elements.has(id)).length,
		missed: controls.filter(({ id }) => id === 0).map(({ html }) => html),
	};
}
