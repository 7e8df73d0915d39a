import type { Row } from "../report.ts";
import { quantile } from "../stats.ts";
import type { PageResult, Reading, SideName } from "./results.ts";

const goals = {
	// A reading beside Playwright is mostly the browser's own work.
	timeRatio: { Playwright: 0.35, "page-agent": 0.2 },
	tokensToPlaywright: 0.4,
	tokensToPageAgent: 1.2,
	recall: 99,
	gzipKilobytes: 15,
	plainKilobytes: 40,
} as const;
/** A gate is this many times its goal, because a machine may be slow. */
const slowMachine = 2;
/** Reading times by number of elements. */
const timeGoals = [
	{ elements: 2_000, milliseconds: 60 },
	{ elements: 10_000, milliseconds: 500 },
	{ elements: 54_000, milliseconds: 1_500 },
] as const;
/**
 * Figures of an earlier run, by the name of their row: ratios where there is a peer. A run that is more than 25 % worse fails.
 * Write an improved figure down here.
 */
const stored: Readonly<Record<string, number>> = {
	"time to Playwright": 0.42,
	"tokens to Playwright": 0.38,
	"time to page-agent": 0.18,
	"tokens to page-agent": 0.85,
	"upload gzip p90": 15.4,
};
const peers = ["Playwright", "page-agent"] as const;

/** How much worse than the stored figure a run may be. */
const tolerance = 1.25;

const sideOf = ({ readings }: PageResult, name: SideName): Reading | undefined => readings.find(({ side }) => side === name);
const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The rows of all pages, against each peer. */
export function rowsOf(results: readonly PageResult[]): readonly Row[] {
	const ours = results.flatMap((result) => sideOf(result, "ours") ?? []).filter(({ isLost }) => !isLost);
	// On a page that we did not read in time, no control has a number.
	const controls = results.reduce((sum, { recall: { all } }) => sum + all, 0);
	const numbered = results.reduce((sum, { recall }) => sum + (recall.written.has("ours") ? recall.numbered : 0), 0);
	const small = ours.filter(({ characters }) => characters <= 50_000);
	return [
		...peers.flatMap((peer) => rowsAgainst(results, peer)),
		...timeGoals.flatMap((goal) => timeRows(results, goal)),
		plain("recall: numbered", controls === 0 ? Number.NaN : (numbered / controls) * 100, {
			goal: goals.recall,
			unit: "%",
			better: "higher",
		}),
		...sides.flatMap((side) => recallRow(results, side)),
		plain(
			"upload gzip p90",
			quantile(
				ours.map(({ gzipBytes }) => gzipBytes / 1_024),
				0.9,
			),
			{ goal: goals.gzipKilobytes, unit: "KB", better: "lower" },
		),
		plain(
			"upload plain p90, pages within 50k",
			quantile(
				small.map(({ characters }) => characters / 1_024),
				0.9,
			),
			{ goal: null, unit: "KB", better: "lower" },
		),
	];
}

function plain(name: string, ours: number, { goal, unit, better }: Pick<Row, "goal" | "unit" | "better">): Row {
	const row: Row = { name, ours, peer: null, ratio: null, goal, better, unit };
	return goal === null ? row : { ...row, gate: gateOf(row, goal) };
}

/** The goal, and at most 25 % worse than the stored figure. */
function gateOf({ name, better }: Row, goal: number): number {
	const before = stored[name];
	return before === undefined || better === "higher" ? goal : Math.min(goal, before * tolerance);
}

/** The share of controls in the text of one side, over the pages that it answered. */
function recallRow(results: readonly PageResult[], side: SideName): readonly Row[] {
	const answered = results.filter(({ recall: { written } }) => written.has(side));
	const all = answered.reduce((sum, { recall }) => sum + recall.all, 0);
	const written = answered.reduce((sum, { recall }) => sum + (recall.written.get(side) ?? 0), 0);
	if (all === 0) return [];
	return [plain(`recall: in the text of ${side}`, (written / all) * 100, { goal: null, unit: "%", better: "higher" })];
}

function rowsAgainst(results: readonly PageResult[], peer: (typeof peers)[number]): readonly Row[] {
	const pairs = results.flatMap((result) => {
		const [ours, theirs] = [sideOf(result, "ours"), sideOf(result, peer)];
		return ours === undefined || theirs === undefined ? [] : [{ ours, theirs }];
	});
	if (pairs.length === 0)
		return [{ name: `${peer}: not run`, ours: Number.NaN, peer: null, ratio: null, goal: null, better: "lower", unit: "" }];
	const compare = (
		name: string,
		unit: string,
		{ goal, figure }: { readonly goal: number; readonly figure: (reading: Reading) => number },
	): Row => {
		const ratio = median(pairs.map(({ ours, theirs }) => figure(ours) / figure(theirs)));
		const [mine, other] = [median(pairs.map(({ ours }) => figure(ours))), median(pairs.map(({ theirs }) => figure(theirs)))];
		const row: Row = { name: `${name} to ${peer}`, ours: mine, peer: other, ratio, goal, better: "lower", unit };
		return { ...row, gate: gateOf(row, goal) };
	};
	const answered = pairs.filter(({ ours, theirs }) => !ours.isLost && !theirs.isLost);
	const tokensGoal = peer === "Playwright" ? goals.tokensToPlaywright : goals.tokensToPageAgent;
	const ofText = (name: string, unit: string, figure: (reading: Reading) => number): Row => {
		const [mine, other] = [median(answered.map(({ ours }) => figure(ours))), median(answered.map(({ theirs }) => figure(theirs)))];
		const ratio = median(answered.map(({ ours, theirs }) => figure(ours) / figure(theirs)));
		return { name: `${name} to ${peer}`, ours: mine, peer: other, ratio, goal: null, better: "lower", unit };
	};
	const tokens = ofText("tokens", "tokens", ({ tokens: count }) => count);
	return [
		compare("time", "ms", { goal: goals.timeRatio[peer], figure: ({ times }) => median(times) }),
		{ ...tokens, goal: tokensGoal, gate: gateOf(tokens, tokensGoal) },
		ofText("characters", "characters", ({ characters }) => characters),
		ofText("gzip", "KB", ({ gzipBytes }) => gzipBytes / 1_024),
	];
}

function timeRows(results: readonly PageResult[], { elements, milliseconds }: (typeof timeGoals)[number]): readonly Row[] {
	const times = results
		.filter((result) => Math.abs(result.elements / elements - 1) < 0.1)
		.flatMap((result) => sideOf(result, "ours")?.times ?? []);
	if (times.length === 0) return [];
	const row = { peer: null, ratio: null, better: "lower", unit: "ms" } as const;
	return [
		{ name: `${elements} elements, median`, ours: median(times), goal: null, ...row },
		{ name: `${elements} elements, p90`, ours: quantile(times, 0.9), goal: milliseconds, ...row, gate: milliseconds * slowMachine },
	];
}

const sides: readonly SideName[] = ["ours", ...peers];
const columns = [
	"elements",
	...["ms", "characters", "tokens", "gzip KB"].flatMap((unit) => sides.map((side) => `${unit}: ${side}`)),
	"controls",
	...sides.map((side) => `in ${side}`),
	"numbered",
];
const nameWidth = 34;

function line(name: string, cells: readonly string[]): string {
	const padded = cells.map((cell, column) => cell.padStart(Math.max(8, columns[column]?.length ?? 0)));
	return [name.padEnd(nameWidth), ...padded].join("  ");
}

/** The head of the table of pages. */
export const pageHead = line("page", columns);

/** One page, and up to three controls without a number of ours. */
export function pageLine(result: PageResult): string {
	const each = (figure: (reading: Reading) => string): readonly string[] =>
		sides.map((name) => {
			const reading = sideOf(result, name);
			return reading === undefined ? "not run" : reading.isLost ? "lost" : figure(reading);
		});
	const { all, numbered, written, missed } = result.recall;
	const cells = [
		String(result.elements),
		...each(({ times }) => median(times).toFixed(1)),
		...each(({ characters }) => String(characters)),
		...each(({ tokens }) => String(tokens)),
		...each(({ gzipBytes }) => (gzipBytes / 1_024).toFixed(1)),
		String(all),
		...sides.map((side) => String(written.get(side) ?? "–")),
		String(numbered),
	];
	const lost = missed.slice(0, 3).map((html) => `  not found on ${result.name}: ${html.replace(/\s+/g, " ")}`);
	return [line(result.name, cells), ...lost].join("\n");
}
