import type { Row } from "../report.ts";
import { quantile } from "../stats.ts";
import type { PageResult, Reading } from "./suite.ts";

const goals = {
	timeRatio: 0.2,
	tokensToPlaywright: 0.4,
	tokensToPageAgent: 1.2,
	recall: 99,
	gzipKilobytes: 15,
	plainKilobytes: 40,
} as const;
/** Milliseconds of a reading by the number of elements; a slow machine has double. */
const timeGoals = [
	{ elements: 2_000, milliseconds: 60 },
	{ elements: 10_000, milliseconds: 500 },
	{ elements: 54_000, milliseconds: 1_500 },
] as const;
const peers = ["Playwright", "page-agent"] as const;

const sideOf = ({ readings }: PageResult, name: Reading["side"]): Reading | undefined => readings.find(({ side }) => side === name);
const median = (values: readonly number[]): number => quantile(values, 0.5);

/** What the pages together say, against each peer. @source page.md §11 */
export function rowsOf(results: readonly PageResult[]): readonly Row[] {
	const ours = results.flatMap((result) => sideOf(result, "ours") ?? []);
	const controls = results.reduce((sum, { controls: { all } }) => sum + all, 0);
	const share = (count: (result: PageResult) => number): number =>
		controls === 0 ? Number.NaN : (results.reduce((sum, result) => sum + count(result), 0) / controls) * 100;
	const small = ours.filter(({ characters }) => characters <= 50_000);
	return [
		...peers.flatMap((peer) => rowsAgainst(results, peer)),
		...timeGoals.flatMap((goal) => timeRows(results, goal)),
		plain(
			"recall: numbered",
			share(({ controls: { numbered } }) => numbered),
			{ goal: goals.recall, unit: "%", better: "higher" },
		),
		plain(
			"recall: in the text sent",
			share(({ controls: { written } }) => written),
			{ goal: null, unit: "%", better: "higher" },
		),
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
	return goal === null ? row : { ...row, gate: goal };
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
		return { name: `${name} to ${peer}`, ours: mine, peer: other, ratio, goal, better: "lower", unit, gate: goal };
	};
	const answered = pairs.filter(({ theirs }) => !theirs.isLost);
	const tokensGoal = peer === "Playwright" ? goals.tokensToPlaywright : goals.tokensToPageAgent;
	const tokens = median(answered.map(({ ours, theirs }) => ours.tokens / theirs.tokens));
	return [
		compare("time", "ms", { goal: goals.timeRatio, figure: ({ times }) => median(times) }),
		{ ...compare("tokens", "tokens", { goal: tokensGoal, figure: ({ tokens: count }) => count }), ratio: tokens },
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
		{ name: `${elements} elements, p90`, ours: quantile(times, 0.9), goal: milliseconds, ...row, gate: milliseconds * 2 },
	];
}

const sides: readonly Reading["side"][] = ["ours", ...peers];
const columns = [
	"elements",
	...["ms", "tokens", "gzip KB"].flatMap((unit) => sides.map((side) => `${unit}: ${side}`)),
	"characters",
	"controls",
	"numbered",
	"written",
];
const nameWidth = 34;

function line(name: string, cells: readonly string[]): string {
	const padded = cells.map((cell, column) => cell.padStart(Math.max(8, columns[column]?.length ?? 0)));
	return [name.padEnd(nameWidth), ...padded].join("  ");
}

/** Head of the table of pages. @source page.md §11 */
export const pageHead = line("page", columns);

/** One page with the three sides beside each other, and up to three controls that are not found again. @source page.md §11 */
export function pageLine(result: PageResult): string {
	const each = (figure: (reading: Reading) => string): readonly string[] =>
		sides.map((name) => {
			const reading = sideOf(result, name);
			return reading === undefined ? "not run" : reading.isLost ? "lost" : figure(reading);
		});
	const { all, numbered, written, missed } = result.controls;
	const cells = [
		String(result.elements),
		...each(({ times }) => median(times).toFixed(1)),
		...each(({ tokens }) => String(tokens)),
		...each(({ gzipBytes }) => (gzipBytes / 1_024).toFixed(1)),
		...[sideOf(result, "ours")?.characters ?? 0, all, numbered, written].map(String),
	];
	const lost = missed.slice(0, 3).map((html) => `  not found on ${result.name}: ${html.replace(/\s+/g, " ")}`);
	return [line(result.name, cells), ...lost].join("\n");
}
