import { expect, test } from "vitest";
import type { PageResult, Reading } from "./results.ts";
import { pageLine, rowsOf } from "./table.ts";

const reading = (side: Reading["side"], time: number, tokens: number): Reading => ({
	side,
	times: [time],
	characters: tokens * 3,
	tokens,
	gzipBytes: 2_048,
	isLost: false,
});
const page = (...readings: readonly Reading[]): PageResult => ({
	name: "shop 2000",
	elements: 2_000,
	readings,
	recall: {
		all: 100,
		numbered: 99,
		written: new Map([
			["ours", 90],
			["Playwright", 80],
		]),
		missed: ["<b tabindex=0>"],
	},
});

test("each peer is compared page by page, and the median ratio counts", () => {
	const pages = [
		page(reading("ours", 10, 100), reading("Playwright", 100, 400)),
		page(reading("ours", 10, 100), reading("Playwright", 50, 200)),
		page(reading("ours", 10, 100), reading("Playwright", 20, 100)),
	];
	const rows = rowsOf(pages);
	expect(rows.find(({ name }) => name === "time to Playwright")).toMatchObject({ ratio: 0.2, goal: 0.35, ours: 10, peer: 50 });
	expect(rows.find(({ name }) => name === "tokens to Playwright")).toMatchObject({ ratio: 0.5, goal: 0.4 });
});

test("a peer that is absent is not run, and never passes a goal", () => {
	const rows = rowsOf([page(reading("ours", 10, 100))]);
	expect(rows.filter(({ name }) => name.endsWith("not run")).map(({ goal, ratio }) => [goal, ratio])).toEqual([
		[null, null],
		[null, null],
	]);
	expect(pageLine(page(reading("ours", 10, 100)))).toContain("not run");
});

test("what is not found again is named, and lowers the recall", () => {
	const pages = [page(reading("ours", 10, 100))];
	expect(pages.map(pageLine).join("")).toContain("not found on shop 2000: <b tabindex=0>");
	expect(rowsOf(pages).find(({ name }) => name === "recall: numbered")).toMatchObject({ ours: 99, goal: 99, better: "higher" });
	expect(rowsOf(pages).find(({ name }) => name === "recall: in the text of Playwright")).toMatchObject({ ours: 80 });
});

test("a page that we did not read in time has none of its controls numbered", () => {
	const read = page(reading("ours", 10, 100));
	const lost: PageResult = { ...page({ ...reading("ours", 8_000, 0), isLost: true }), recall: { ...read.recall, written: new Map() } };
	expect(rowsOf([read, lost]).find(({ name }) => name === "recall: numbered")).toMatchObject({ ours: 49.5 });
});
