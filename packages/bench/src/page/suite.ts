import { gzipSync } from "node:zlib";
import { launchChromium } from "@webhand/testing/chromium";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Row } from "../report.ts";
import { bundleInside } from "./bundle.ts";
import type { PagePlan } from "./corpus.ts";
import { corpusOf } from "./corpus.ts";
import { measureExtensionLatency } from "./extension-latency.ts";
import type { PageResult, Reading, SideName } from "./results.ts";
import type { Scripts, Side, Tab } from "./tab.ts";
import { openTab } from "./tab.ts";
import { pageHead, pageLine, rowsOf } from "./table.ts";

/** The whole measurement, and a short one of small pages. */
export const pagePlans = {
	full: { sizes: [200, 2_000, 10_000], docsSizes: [5_400, 54_000], isSaved: true },
	quick: { sizes: [200, 2_000], docsSizes: [], isSaved: false },
} as const satisfies Record<string, PagePlan>;

/** A slower reader has failed on the page; its time counts as this. */
const limitMs = 8_000;
/** Readings of a page by its size, so that the whole run takes minutes. */
const turnsOf = (elements: number): number => (elements <= 1_000 ? 7 : elements <= 4_000 ? 5 : 3);

/**
 * Reads every page with each side in the same tab, in turns (A B C, C B A), after one unmeasured reading; then measures the latency of the
 * extension. Takes about four minutes.
 *
 * @param folder of saved pages (`BENCH_PAGES`)
 * @param print receives the table of pages line by line
 */
export async function measurePages(plan: PagePlan, folder: string | undefined, print: (text: string) => void): Promise<readonly Row[]> {
	const scripts: Scripts = { ours: await bundleInside("ours"), pageAgent: await bundleInside("page-agent").catch(() => undefined) };
	const browser = await launchChromium();
	try {
		const results: PageResult[] = [];
		print(pageHead);
		for (const source of await corpusOf(plan, folder)) {
			const result = { name: source.name, ...(await measurePage(async () => openTab(browser, source, scripts))) };
			results.push(result);
			print(pageLine(result));
		}
		print("");
		return [...rowsOf(results), ...(await measureExtensionLatency())];
	} finally {
		await browser.close();
	}
}

type Taken = { readonly times: number[]; text: string; isLost: boolean };

async function measurePage(open: () => Promise<Tab>): Promise<Omit<PageResult, "name">> {
	let tab = await open();
	const elements = await tab.elementCount();
	const taken = new Map<SideName, Taken>(tab.sides.map(({ name }) => [name, { times: [], text: "", isLost: false }]));
	const turns = turnsOf(elements);
	for (let run = -1; run < turns; run += 1) {
		if (await takeTurns(tab, taken, run)) continue;
		// A side that did not answer still works in its tab and blocks the others, so a new tab starts without it.
		await tab.close();
		tab = await open();
		run = -2;
		for (const { times } of taken.values()) times.length = 0;
	}
	const recall = await tab.recall(new Map([...taken].flatMap(([name, { text, isLost }]) => (isLost ? [] : [[name, text]]))));
	await tab.close();
	return { elements, readings: Array.from(taken, ([name, reading]) => readingOf(name, reading)), recall };
}

/**
 * Lets each side read once, in the order A B C, then C B A; run -1 is not measured.
 *
 * @returns false if a side did not answer in time
 */
async function takeTurns(tab: Tab, taken: ReadonlyMap<SideName, Taken>, run: number): Promise<boolean> {
	for (const side of run % 2 === 0 ? tab.sides : tab.sides.toReversed()) {
		const reading = taken.get(side.name);
		if (reading === undefined || reading.isLost) continue;
		await tab.settle();
		await takeTurn(side, reading, run < 0);
		if (reading.isLost) return false;
	}
	return true;
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

function readingOf(side: SideName, { times, text, isLost }: Taken): Reading {
	if (isLost) return { side, times: [limitMs], characters: 0, tokens: 0, gzipBytes: 0, isLost };
	return { side, times, characters: text.length, tokens: countTokens(text), gzipBytes: gzipSync(text).length, isLost };
}
