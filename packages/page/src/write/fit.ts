import type { PageView } from "../parse/view.ts";
import type { PageTree } from "../read/page-node.ts";
import type { Draft, DraftLine } from "./draft.ts";
import { draftOfView } from "./draft.ts";
import { farSections, textRuns } from "./fitting/far-content.ts";
import { repeatedRuns } from "./fitting/repeats.ts";
import type { Anchor, Replacement } from "./fitting/replacements.ts";
import { applyAll, takeUntil } from "./fitting/replacements.ts";
import type { Measured, Weighed } from "./fitting/weighed-lines.ts";
import { measure, weigh, withCutTexts, withoutTargets } from "./fitting/weighed-lines.ts";
import { layOut } from "./layout.ts";
import { joinLines, writeHeader } from "./render.ts";

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
/** Characters that are left of a text outside of the visible area, and of one inside where even that is too large. */
const farText = 300;
const nearText = 80;

/** What must lose far text anyway is brought to this share of its cap: its upload then stays within 15 KB as gzip (p90). */
const eased = 0.88;

/** Room for `@shown` and the zone marks, which shortening changes. */
const slack = 200;
/** Room for `@shown` where there was none. */
const countLine = 40;

type Hidden = readonly (readonly [DraftLine, readonly DraftLine[]])[];
type Header = Draft["header"];
type State = { readonly header: Header; readonly lines: readonly Weighed[]; readonly hidden: Hidden; readonly size: number };

function stateOf(header: Header, lines: readonly Weighed[], hidden: Hidden): State {
	return { header, lines, hidden, size: sizeOf(header, lines) };
}

function sizeOf(header: Header, lines: readonly Weighed[]): number {
	const head = writeHeader(header).reduce((sum, line) => sum + line.length + 1, 0);
	let marks = 0;
	let zone = "none";
	let body = 0;
	for (const { line, cost } of lines) {
		if (line.zone !== zone && line.zone !== "none") marks += line.zone.length + 2;
		zone = line.zone;
		body += cost;
	}
	return head + marks + body + slack;
}

function replace({ header, lines, hidden }: State, replacements: readonly Replacement[]): State {
	if (replacements.length === 0) return { header, lines, hidden, size: sizeOf(header, lines) };
	const applied = applyAll(lines, replacements);
	return stateOf(header, weigh(header, applied.lines), [...hidden, ...applied.hidden]);
}

/** Each line changed on its own: what encloses what stays as it is. */
function mapLines({ header, lines, hidden }: State, change: (line: DraftLine) => DraftLine, isAll: boolean): State {
	const changed = lines.map((weighed) => {
		if (!isAll && weighed.isKept) return weighed;
		const line = change(weighed.line);
		return line === weighed.line ? weighed : { ...weighed, ...measure(line) };
	});
	return stateOf(header, changed, hidden);
}

const cutFar = (line: DraftLine): DraftLine => (line.kind === "collapsed" ? line : withCutTexts(line, farText));

/** Steps (a) and (b) of a page, done once for both caps, each when it is first asked for. */
class Shortened {
	readonly whole: State;
	#cut: State | undefined;
	#bare: State | undefined;

	constructor(whole: State) {
		this.whole = whole;
	}

	/** Steps (a) to (c), what costs no control, as far as the cap asks for them; undefined when they are not enough. */
	within(cap: number, anchor: Anchor): State | undefined {
		const bare = this.#withoutDetails(cap);
		if (bare.size <= cap) return bare;
		const runs = textRuns(bare.lines, anchor);
		const least = runs.reduce((size, { saved }) => size - saved, bare.size);
		if (least > cap) return undefined;
		const state = replace(bare, takeUntil(runs, { size: bare.size, cap }));
		return state.size <= cap ? state : undefined;
	}

	/** As far as steps (a) to (c) go. */
	shortest(anchor: Anchor): State {
		const bare = this.#withoutDetails(0);
		return replace(bare, textRuns(bare.lines, anchor));
	}

	#withoutDetails(cap: number): State {
		if (this.whole.size <= cap) return this.whole;
		this.#cut ??= mapLines(this.whole, cutFar, false);
		if (this.#cut.size <= cap) return this.#cut;
		this.#bare ??= mapLines(this.#cut, withoutTargets, false);
		return this.#bare;
	}
}

/** What is inside the lines that stayed may repeat itself too. */
const repeatedRounds = 3;

/** Step (d), from the outside in. */
function collapseRepeated(start: State, cap: number, options: { readonly keepsView: boolean; readonly anchor: Anchor }): State {
	let state = start;
	for (let round = 0; round < repeatedRounds && state.size > cap; round += 1) {
		const { size, lines } = state;
		const runs = repeatedRuns(lines, { size, cap, ...options });
		if (runs.length === 0) break;
		state = replace(state, runs);
	}
	return state;
}

/** Steps (d) and (e): controls are named together instead of one by one. */
function collapse(start: State, cap: number, anchor: Anchor): State {
	const state = collapseRepeated(start, cap, { keepsView: true, anchor });
	const { size, lines } = state;
	return size > cap ? replace(state, takeUntil(farSections(lines, anchor), { size, cap })) : state;
}

/** The visible area alone is too large: the same steps without regard to it, then whole lines from the far end. */
function shortenView(start: State, cap: number, anchor: Anchor): State {
	let state = collapseRepeated(start, cap, { keepsView: false, anchor });
	if (state.size > cap) state = mapLines(state, cutFar, true);
	if (state.size > cap) state = mapLines(state, withoutTargets, true);
	if (state.size > cap) state = mapLines(state, (line) => withCutTexts(line, nearText), true);
	return state.size > cap ? dropLines(state, cap) : state;
}

function dropLines(state: State, cap: number): State {
	const order = state.lines
		.map(({ line }, index) => ({ index, rank: line.zone === "view" ? -1 : line.distance }))
		.sort((a, b) => b.rank - a.rank || b.index - a.index);
	const dropped = new Set<number>();
	let size = state.size + 60;
	for (const { index } of order) {
		if (size <= cap) break;
		size -= state.lines[index]?.cost ?? 0;
		dropped.add(index);
	}
	const lines = state.lines.filter((_, index) => !dropped.has(index));
	const note: DraftLine = {
		kind: "collapsed",
		depth: 0,
		zone: "none",
		distance: 0,
		level: 0,
		cells: [[{ kind: "text", text: `${dropped.size} more lines` }]],
	};
	return stateOf(state.header, weigh(state.header, [...lines, measure(note)]), state.hidden);
}

function countControls(lines: readonly Measured[]): number {
	let count = 0;
	for (const { elements } of lines) for (const { id, type } of elements) if (id !== undefined && type !== "section") count += 1;
	return count;
}

function thousands(count: number): string {
	return count < 1_000 ? String(count) : `${Math.round(count / 1_000)}k`;
}

/** `212/840 controls, 48k/402k characters` */
function shownLine(before: State, after: State): string {
	const shown = countControls(after.lines);
	const counted = /^\d+\/(\d+) controls/.exec(before.header.shown)?.[1];
	const all = counted === undefined ? countControls(before.lines) : Number(counted);
	const controls = `${shown}/${all} controls`;
	const sizes = { shown: Math.min(before.size, after.size) - slack, all: before.size - slack };
	return sizes.shown >= sizes.all ? controls : `${controls}, ${thousands(sizes.shown)}/${thousands(sizes.all)} characters`;
}

function finish(before: State, state: State, isOverLimit: boolean): Fitted {
	const header = { ...state.header, shown: shownLine(before, state) };
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
	const draft = { header, lines: state.lines.map(({ line }) => line) };
	return { draft, text: joinLines(header, state.lines), collapsed, isOverLimit };
}

function expandId(line: DraftLine): number | undefined {
	const [part] = line.cells[0] ?? [];
	const digits = part?.kind === "text" ? /expand\((\d+)\)$/.exec(part.text)?.[1] : undefined;
	return digits === undefined ? undefined : Number(digits);
}

/** Brings a draft within its cap, as `fit` does a page: what a content script does with what it laid out. */
export function fitDraft(draft: Draft, options: FitOptions = {}): Fitted {
	const { cap = defaults.cap, anchor = () => undefined } = options;
	const extendedCap = Math.max(cap, options.extendedCap ?? defaults.extendedCap);
	const whole = stateOf(draft.header, weigh(draft.header, draft.lines.map(measure)), []);
	const counted = draft.header.shown === "" ? countLine : 0;
	const isWithin = (limit: number) => whole.size - slack + counted <= limit;
	if (isWithin(cap)) return finish(whole, whole, false);
	const shortened = new Shortened(whole);
	const small = shortened.within(Math.floor(cap * eased), anchor) ?? shortened.within(cap, anchor);
	if (small !== undefined) return finish(whole, small, false);
	if (isWithin(extendedCap)) return finish(whole, whole, false);
	const large = shortened.within(extendedCap, anchor) ?? collapse(shortened.shortest(anchor), extendedCap, anchor);
	if (large.size <= extendedCap) return finish(whole, large, false);
	return finish(whole, shortenView(large, extendedCap, anchor), true);
}

/**
 * Brings a page within its cap; within it, it is complete to the last character.
 *
 * Over 50,000: far text is cut, far links lose their path, far text goes; where that would lose controls, up to 200,000 from the untouched
 * page (spec 001: a Save button at character 65,000 stays), and over that repeated siblings and far sections are collapsed. Dialog, focused
 * field and its form, visible and new controls stay. The tail is never simply cut, the hard limit always holds.
 */
export function fit(page: PageView | PageTree, options: FitOptions = {}): Fitted {
	return fitDraft("mode" in page ? draftOfView(page) : layOut(page), options);
}
