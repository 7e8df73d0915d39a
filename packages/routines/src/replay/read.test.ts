import { formatAction } from "@webhand/contracts/action/format";
import type { ReadStep, RoutineStep } from "@webhand/contracts/routine/step";
import { parsePage } from "@webhand/page/parse/parse";
import type { PageView } from "@webhand/page/parse/view";
import { expect, test } from "vitest";
import { nextStep } from "./next.ts";
import type { Next, Report } from "./outcome.ts";
import type { ReplayState } from "./state.ts";

const reading = (paging?: Extract<ReadStep, { do: "read" }>["paging"], key?: string): RoutineStep => ({
	id: "s1",
	class: "observe",
	do: "read",
	list: { heading: "Invoices" },
	columns: [
		{ name: "number", label: "Number", header: "Number", type: "text" },
		{ name: "amount", label: "Amount", header: "Amount", type: "money" },
	],
	...(paging === undefined ? {} : { paging }),
	...(key === undefined ? {} : { key }),
});
const next = { role: "button", name: ["Next"] };

function page(numbers: readonly number[], more = "<button 99>Next</>", head = ""): PageView {
	const rows = numbers.map((number) => `| INV-${number} | ${number},00 €`).join("\n");
	return parsePage(`@page 1\n@url https://app.example/\n@epoch e\n${head}\n# Invoices\n| Number | Amount\n${rows}\n${more}`);
}

/** Reads page after page; each look shows the next one. */
function readAll(
	step: RoutineStep,
	pages: readonly PageView[],
	reports: readonly Report[] = [],
): { readonly done: readonly string[]; readonly numbers: readonly (string | undefined)[]; readonly nexts: readonly Next[] } {
	let state: ReplayState | undefined;
	const nexts: Next[] = [];
	for (const [at, view] of pages.entries()) {
		const one = nextStep({ program: { inputs: [], steps: [step] }, values: {}, called: {} }, state, {
			view,
			report: reports[at] ?? { kind: "proven", done: 1 },
		});
		state = JSON.parse(JSON.stringify(one.state)) as ReplayState;
		nexts.push(one);
		if (one.kind === "done" || one.kind === "failed") break;
	}
	const numbers = nexts.flatMap(({ reads = [] }) => reads.flatMap(({ rows }) => rows.map(({ cells }) => cells[0])));
	return { done: nexts.map((one) => (one.kind === "act" ? formatAction(one.action) : one.kind)), numbers, nexts };
}

test("a list of one page is read with its sources", () => {
	const { done, nexts } = readAll(reading(), [page([1, 2])]);
	expect(done).toEqual(["done"]);
	expect(nexts[0]?.reads).toEqual([
		{
			step: "s1",
			columns: [
				{ name: "number", label: "Number", type: "text" },
				{ name: "amount", label: "Amount", type: "money" },
			],
			rows: [
				{ cells: ["INV-1", "1,00 €"], url: "https://app.example/", page: 1, words: "INV-1 1,00 €" },
				{ cells: ["INV-2", "2,00 €"], url: "https://app.example/", page: 1, words: "INV-2 2,00 €" },
			],
			isCut: false,
		},
	]);
});

test("pages are turned until the control is switched off, and a page that comes late is waited for", () => {
	const off = "<button 99 disabled>Next</>";
	const { done, numbers } = readAll(reading({ by: next, most: 1_000 }), [page([1, 2]), page([1, 2]), page([3, 4]), page([5], off)]);
	expect(done).toEqual(["click(99)", "wait", "click(99)", "done"]);
	expect(numbers).toEqual(["INV-1", "INV-2", "INV-3", "INV-4", "INV-5"]);
});

test("a list that its control brings nothing more of may have more rows, and says so", () => {
	const { done, nexts } = readAll(reading({ by: next, most: 1_000 }), [page([1, 2]), ...Array.from({ length: 4 }, () => page([1, 2]))]);
	expect(done).toEqual(["click(99)", "wait", "wait", "wait", "done"]);
	expect(nexts.at(-1)).toMatchObject({ reads: [{ rows: [], isCut: true }] });
	const off = page([1, 2], "<button 99 disabled>Next</>");
	const ended = readAll(reading({ by: next, most: 1_000 }), [page([1, 2]), off, off, off, off]);
	expect(ended.nexts.at(-1)?.reads).toBeUndefined();
});

test("a control that was not pressed is pressed again", () => {
	const inert: Report = { kind: "failed", done: 0, words: [], isUndone: true };
	const seen = [page([1, 2]), page([1, 2]), page([1, 2, 3], "")];
	const { done, numbers } = readAll(reading({ by: next, most: 1_000 }), seen, [{ kind: "none" }, inert]);
	expect(done).toEqual(["click(99)", "click(99)", "done"]);
	expect(numbers).toEqual(["INV-1", "INV-2", "INV-3"]);
});

test("a page that is still at work is looked at again before a list without a control ends", () => {
	const working = "@pending yes\n";
	const seen = [page([1], "", working), page([1, 2], "", working), page([1, 2, 3], ""), page([1, 2, 3], "")];
	const { done, numbers } = readAll(reading({ by: next, most: 1_000 }), seen);
	expect(done).toEqual(["wait", "wait", "done"]);
	expect(numbers).toEqual(["INV-1", "INV-2", "INV-3"]);
});

test("a page that is never at rest ends a list, which may have more rows and says so", () => {
	const working = "@pending yes\n";
	for (const numbers of [[1], []]) {
		const { done, nexts } = readAll(
			reading({ by: next, most: 1_000 }),
			Array.from({ length: 60 }, () => page(numbers, "", working)),
		);
		expect([done.length < 60, done.at(-1)]).toEqual([true, "done"]);
		expect(nexts.at(-1)?.reads?.at(-1)).toMatchObject({ rows: [], isCut: true });
	}
});

test("of a list that grows only the new rows count, and it ends when nothing new comes", () => {
	const grown = page([1, 2, 3, 4]);
	const { done, numbers } = readAll(reading({ by: "scroll", most: 1_000 }), [page([1, 2]), grown, grown, grown, grown, grown, grown]);
	expect(done).toEqual(['scroll("bottom")', 'scroll("bottom")', "wait", "wait", "wait", "done"]);
	expect(numbers).toEqual(["INV-1", "INV-2", "INV-3", "INV-4"]);
});

test("a list that changes while it is read is read on, and ends when nothing new comes", () => {
	const changed = [page([1, 2]), page([9, 1, 2, 3]), page([1, 3]), page([1, 3]), page([1, 3]), page([1, 3]), page([1, 3])];
	const { done, nexts } = readAll(reading({ by: "scroll", most: 1_000 }, "number"), changed);
	expect(done.slice(0, 3)).toEqual(['scroll("bottom")', 'scroll("bottom")', 'scroll("bottom")']);
	expect(done.at(-1)).toBe("done");
	const parts = nexts.map(({ reads = [] }) => reads.flatMap(({ rows }) => rows.map(({ cells }) => cells[0])));
	expect(parts.slice(0, 3)).toEqual([
		["INV-1", "INV-2"],
		["INV-9", "INV-1", "INV-2", "INV-3"],
		["INV-1", "INV-3"],
	]);
});

test("the limit cuts, and says so", () => {
	const { numbers, nexts } = readAll(reading({ by: next, most: 3 }), [page([1, 2]), page([3, 4])]);
	expect(numbers).toEqual(["INV-1", "INV-2", "INV-3"]);
	expect(nexts.at(-1)).toMatchObject({ kind: "done", reads: [{ isCut: true }] });
	const isCutAt = (more?: string) =>
		readAll(reading({ by: next, most: 2 }), [page([1, 2], more)])
			.nexts.at(-1)
			?.reads?.at(-1)?.isCut;
	expect([isCutAt(), isCutAt("")]).toEqual([true, false]);
});

test("equal rows stay without a key, and count once with one", () => {
	expect(readAll(reading(), [page([1, 1, 2])]).numbers).toEqual(["INV-1", "INV-1", "INV-2"]);
	expect(readAll(reading(undefined, "number"), [page([1, 1, 2])]).numbers).toEqual(["INV-1", "INV-2"]);
});

test("an empty list is empty after a few looks, a list or column that is not there ends the row", () => {
	const empty = Array.from({ length: 5 }, () => page([]));
	expect(readAll(reading(), empty).done).toEqual(["wait", "wait", "wait", "done"]);
	const other = parsePage("@page 1\n@epoch e\n\n# Invoices\n| Number | State\n| INV-1 | 17");
	const { nexts } = readAll(
		reading(),
		Array.from({ length: 12 }, () => other),
	);
	expect(nexts.at(-1)).toMatchObject({ kind: "failed", reason: "The list has no column “Amount”" });
});
