import type { PageView } from "../parse/view.ts";
import type { PageTree } from "../read/node.ts";
import type { Draft, DraftLine } from "./draft.ts";
import { draftOfView } from "./draft.ts";
import { farSections, textRuns } from "./fitting/far.ts";
import { costOf, cutTexts, elementsOf, weigh, withoutTargets } from "./fitting/lines.ts";
import { repeatedRuns } from "./fitting/repeats.ts";
import type { Anchor, Replacement } from "./fitting/replace.ts";
import { applyAll, takeUntil } from "./fitting/replace.ts";
import { layOut } from "./layout.ts";
import { renderDraft, writeHeader } from "./render.ts";

/** Sizes in characters of the text. `anchor` gives the id under which a dropped part can be expanded; without it nothing is said of that. */
export type FitOptions = {
	/** 50,000 when absent. */
	readonly cap?: number;
	/** Used where the cap would lose controls; 200,000 when absent, never exceeded. */
	readonly extendedCap?: number;
	readonly anchor?: Anchor;
};

/** A page within its cap. */
export type Fitted = {
	readonly draft: Draft;
	readonly text: string;
	/** What the `…` lines and collapsed sections stand for, by the id that `expand` takes. */
	readonly collapsed: ReadonlyMap<number, readonly DraftLine[]>;
	/** Even sections near the visible area had to go; log it with host and counts, never with text. */
	readonly isOverLimit: boolean;
};

const defaults = { cap: 50_000, extendedCap: 200_000 } as const;
const farText = 300;

/** Room for `@shown` and the zone marks, which shortening changes. */
const slack = 200;
/** Room for `@shown` where there was none. */
const countLine = 40;

type Hidden = readonly (readonly [DraftLine, readonly DraftLine[]])[];
type State = { readonly draft: Draft; readonly hidden: Hidden; readonly size: number };

function sizeOf(draft: Draft): number {
	const header = writeHeader(draft.header).reduce((sum, line) => sum + line.length + 1, 0);
	let marks = 0;
	let zone = "none";
	let body = 0;
	for (const line of draft.lines) {
		if (line.zone !== zone && line.zone !== "none") marks += line.zone.length + 2;
		zone = line.zone;
		body += costOf(line);
	}
	return header + marks + body + slack;
}

function replace(state: State, choose: (lines: ReturnType<typeof weigh>) => readonly Replacement[]): State {
	const lines = weigh(state.draft);
	const applied = applyAll(lines, choose(lines));
	const draft = { ...state.draft, lines: applied.lines };
	return { draft, hidden: [...state.hidden, ...applied.hidden], size: sizeOf(draft) };
}

function mapLines(state: State, change: (line: DraftLine) => DraftLine, isAll: boolean): State {
	const lines = weigh(state.draft).map(({ line, isKept }) => (isKept && !isAll ? line : change(line)));
	const draft = { ...state.draft, lines };
	return { draft, hidden: state.hidden, size: sizeOf(draft) };
}

const cutFar = (line: DraftLine): DraftLine =>
	line.kind === "collapsed" ? line : { ...line, cells: line.cells.map((cell) => cutTexts(cell, farText)) };
const dropTargets = (line: DraftLine): DraftLine => ({ ...line, cells: line.cells.map(withoutTargets) });

/** Steps (a) to (c): what costs no control. */
function shortenText(start: State, cap: number, anchor: Anchor): State {
	let state = start;
	if (state.size > cap) state = mapLines(state, cutFar, false);
	if (state.size > cap) state = mapLines(state, dropTargets, false);
	const { size } = state;
	return size > cap ? replace(state, (lines) => takeUntil(textRuns(lines, anchor), { size, cap })) : state;
}

/** Steps (d) and (e): controls are named together instead of one by one. */
function collapse(start: State, cap: number, anchor: Anchor): State {
	let state = start;
	if (state.size > cap) state = replace(state, (lines) => repeatedRuns(lines, true));
	const { size } = state;
	return size > cap ? replace(state, (lines) => takeUntil(farSections(lines, anchor), { size, cap })) : state;
}

/** The visible area alone is too large: the same steps without regard to it, then whole lines from the far end. */
function shortenView(start: State, cap: number): State {
	let state = replace(start, (lines) => repeatedRuns(lines, false));
	if (state.size > cap) state = mapLines(state, cutFar, true);
	if (state.size > cap) state = mapLines(state, dropTargets, true);
	if (state.size > cap) state = mapLines(state, (line) => ({ ...line, cells: line.cells.map((cell) => cutTexts(cell, 80)) }), true);
	return state.size > cap ? dropLines(state, cap) : state;
}

function dropLines(state: State, cap: number): State {
	const order = state.draft.lines
		.map((line, index) => ({ index, rank: line.zone === "view" ? -1 : line.distance }))
		.sort((a, b) => b.rank - a.rank || b.index - a.index);
	const dropped = new Set<number>();
	let size = state.size + 60;
	for (const { index } of order) {
		if (size <= cap) break;
		const line = state.draft.lines[index];
		if (line === undefined) continue;
		size -= costOf(line);
		dropped.add(index);
	}
	const lines = state.draft.lines.filter((_, index) => !dropped.has(index));
	const note: DraftLine = {
		kind: "collapsed",
		depth: 0,
		zone: "none",
		distance: 0,
		level: 0,
		cells: [[{ kind: "text", text: `${dropped.size} more lines` }]],
	};
	const draft = { ...state.draft, lines: [...lines, note] };
	return { draft, hidden: state.hidden, size: sizeOf(draft) };
}

function countControls(draft: Draft): number {
	return draft.lines.reduce(
		(count, line) => count + elementsOf(line).filter(({ id, type }) => id !== undefined && type !== "section").length,
		0,
	);
}

function thousands(count: number): string {
	return count < 1_000 ? String(count) : `${Math.round(count / 1_000)}k`;
}

/** `212/840 controls, 48k/402k characters` */
function shownLine(before: Draft, after: Draft, sizes: { readonly shown: number; readonly all: number }): string {
	const all = Number(/^\d+\/(\d+) controls/.exec(before.header.shown)?.[1] ?? countControls(before));
	const controls = `${countControls(after)}/${all} controls`;
	return sizes.shown >= sizes.all ? controls : `${controls}, ${thousands(sizes.shown)}/${thousands(sizes.all)} characters`;
}

function finish(before: Draft, state: State, isOverLimit: boolean): Fitted {
	const all = sizeOf(before) - slack;
	const shown = Math.min(all, state.size - slack);
	const draft = { ...state.draft, header: { ...state.draft.header, shown: shownLine(before, state.draft, { shown, all }) } };
	const collapsed = new Map<number, readonly DraftLine[]>();
	const originals = new Map(state.hidden);
	for (const [line, hidden] of state.hidden) {
		const id = line.region?.id ?? expandId(line);
		if (id !== undefined)
			collapsed.set(
				id,
				hidden.flatMap((one) => originals.get(one) ?? [one]),
			);
	}
	return { draft, text: renderDraft(draft), collapsed, isOverLimit };
}

function expandId(line: DraftLine): number | undefined {
	const [part] = line.cells[0] ?? [];
	const digits = part?.kind === "text" ? /expand\((\d+)\)$/.exec(part.text)?.[1] : undefined;
	return digits === undefined ? undefined : Number(digits);
}

function draftOf(page: PageView | PageTree | Draft): Draft {
	if ("header" in page) return page;
	return "mode" in page ? draftOfView(page) : layOut(page);
}

/**
 * Brings a page within its cap; within it, it is complete to the last character.
 *
 * Over 50,000: far text is cut, far links lose their path, far text goes; where that would lose controls, up to 200,000 from the untouched
 * page (spec 001: a Save button at character 65,000 stays), and over that repeated siblings and far sections are collapsed. Dialog, focused
 * field and its form, visible and new controls stay. The tail is never simply cut, the hard limit always holds.
 *
 * @source page.md §5; spec 001 §1 "Adaptive DOM Size Strategy"
 */
export function fit(page: PageView | PageTree | Draft, options: FitOptions = {}): Fitted {
	const { cap = defaults.cap, anchor = () => undefined } = options;
	const extendedCap = Math.max(cap, options.extendedCap ?? defaults.extendedCap);
	const draft = draftOf(page);
	const whole: State = { draft, hidden: [], size: sizeOf(draft) };
	const counted = draft.header.shown === "" ? countLine : 0;
	const isWithin = (limit: number) => whole.size - slack + counted <= limit;
	if (isWithin(cap)) return finish(draft, whole, false);
	const small = shortenText(whole, cap, anchor);
	if (small.size <= cap) return finish(draft, small, false);
	if (isWithin(extendedCap)) return finish(draft, whole, false);
	const large = collapse(shortenText(whole, extendedCap, anchor), extendedCap, anchor);
	if (large.size <= extendedCap) return finish(draft, large, false);
	return finish(draft, shortenView(large, extendedCap), true);
}
