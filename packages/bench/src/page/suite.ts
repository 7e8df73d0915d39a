import { gzipSync } from "node:zlib";
import { parsePage } from "@webhand/page/parse/parse";
import { launchChromium } from "@webhand/testing/chromium";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Row } from "../report.ts";
import { bundleInside } from "./bundle.ts";
import type { PagePlan } from "./corpus.ts";
import { corpusOf } from "./corpus.ts";
import { pageHead, pageLine, rowsOf } from "./figures.ts";
import type { Scripts, Side, Tab } from "./tab.ts";
import { openTab } from "./tab.ts";

/** The whole measurement, and a short one of the small pages. @source page.md §11 */
export const pagePlans = {
	full: { sizes: [200, 2_000, 5_400, 10_000, 54_000], runs: 5, isSaved: true },
	quick: { sizes: [200, 2_000], runs: 3, isSaved: false },
} as const satisfies Record<string, PagePlan>;

/** A reader that takes longer has failed on the page; its time counts as this. */
const limitMs = 8_000;
/** Pages of more elements are read this often only. */
const large = { elements: 4_000, runs: 3 } as const;

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
 * @param print takes a table of the pages, line by line
 * @source page.md §11; reliability.md §9
 */
export async function measurePages(plan: PagePlan, folder: string | undefined, print: (text: string) => void): Promise<readonly Row[]> {
	const scripts: Scripts = { ours: await bundleInside("ours"), pageAgent: await bundleInside("page-agent").catch(() => undefined) };
	const browser = await launchChromium();
	try {
		const results: PageResult[] = [];
		print(pageHead);
		for (const source of await corpusOf(plan, folder)) {
			const result = { name: source.name, ...(await measurePage(async () => openTab(browser, source, scripts), plan.runs)) };
			results.push(result);
			print(pageLine(result));
		}
		print("");
		return rowsOf(results);
	} finally {
		await browser.close();
	}
}

type Taken = { readonly times: number[]; text: string; isLost: boolean };

async function measurePage(open: () => Promise<Tab>, runs: number): Promise<Omit<PageResult, "name">> {
	let tab = await open();
	const elements = await tab.elementCount();
	const names = tab.sides.map(({ name }) => name);
	const taken = new Map<Side["name"], Taken>(names.map((name) => [name, { times: [], text: "", isLost: false }]));
	const turns = Math.min(runs, elements > large.elements ? large.runs : runs);
	for (let run = -1; run < turns; run += 1) {
		for (const name of run % 2 === 0 ? names : names.toReversed()) {
			const side = tab.sides.find((found) => found.name === name);
			const reading = taken.get(name);
			if (side === undefined || reading === undefined || reading.isLost) continue;
			await tab.settle();
			await takeTurn(side, reading, run < 0);
			if (!reading.isLost) continue;
			// It is still at work in that tab, where the others would wait for it.
			await tab.close();
			tab = await open();
		}
	}
	const readings = names.map((name) => readingOf(name, taken.get(name) ?? { times: [], text: "", isLost: true }));
	const text = await tab.sides.find(({ name }) => name === "ours")?.read(limitMs);
	const controls = await recall(tab, text ?? "");
	await tab.close();
	return { elements, readings, controls };
}

/** @param isWarmUp the turn is not counted */
async function takeTurn(side: Side, reading: Taken, isWarmUp: boolean): Promise<void> {
	const start = performance.now();
	try {
		reading.text = await side.read(limitMs);
		if (!isWarmUp) reading.times.push(performance.now() - start);
		await side.clean();
	} catch {
		reading.isLost = true;
	}
}

function readingOf(side: Side["name"], { times, text, isLost }: Taken): Reading {
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
