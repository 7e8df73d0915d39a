import type { PageView } from "../parse/view.ts";
import type { Draft, DraftLine } from "./draft.ts";
import { draftOfView } from "./draft.ts";
import { farSections, textRuns } from "./fitting/far-content.ts";
import { repeatedRuns } from "./fitting/repeats.ts";
import type { Anchor, Replacement } from "./fitting/replacements.ts";
import { applyAll, takeUntil } from "./fitting/replacements.ts";
import type { Measured, Weighed } from "./fitting/weighed-lines.ts";
import { measure, weigh, withCutTexts, withoutTargets } from "./fitting/weighed-lines.ts";
import { joinLines, writeHeader } from "./render.ts";

/** Sizes in characters. `anchor` gives the id under which a dropped part can be expanded. */
export type FitOptions = {
	/** 50,000 by default. */
	readonly cap?: number;
	/** Used if `cap` would lose controls; never exceeded. 200,000 by default. */
	readonly extendedCap?: number;
	readonly anchor?: Anchor;
};

/** A page within its limits. */
export type Fitted = {
	readonly draft: Draft;
	readonly text: string;
	/** Lines behind the `…` lines and collapsed sections, by the id that `expand` takes. */
	readonly collapsed: ReadonlyMap<number, readonly DraftLine[]>;
	/** True if even sections near the visible area were collapsed. Log it with host and counts, never with text. */
	readonly isOverLimit: boolean;
};

const defaults = { cap: 50_000, extendedCap: 200_000 } as const;
/** Characters that remain of a long text, outside the visible area and inside it. */
const farText = 300;
const nearText = 80;

/** A page that loses distant text anyway is shortened to this share of its cap, so that its upload stays within 15 KB as gzip (p90). */
const eased = 0.88;

/** Space for `@shown` and zone marks, which shortening changes. */
const slack = 200;
/** Space for `@shown` if there was none. */
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

/** Changes lines one by one; their nesting stays. */
function mapLines({ header, lines, hidden }: State, change: (line: DraftLine) => DraftLine, isAll: boolean): State {
	const changed = lines.map((weighed) => {
		if (!isAll && weighed.isKept) return weighed;
		const line = change(weighed.line);
		return line === weighed.line ? weighed : { ...weighed, ...measure(line) };
	});
	return stateOf(header, changed, hidden);
}

const cutFar = (line: DraftLine): DraftLine => (line.kind === "collapsed" ? line : withCutTexts(line, farText));

/** Cuts distant texts and link targets. Both caps share the results. */
class Shortened {
	readonly whole: State;
	#cut: State | undefined;
	#bare: State | undefined;

	constructor(whole: State) {
		this.whole = whole;
	}

	/** Removes no control. Undefined if that does not reach the cap. */
	within(cap: number, anchor: Anchor): State | undefined {
		const bare = this.#withoutDetails(cap);
		if (bare.size <= cap) return bare;
		const runs = textRuns(bare.lines, anchor);
		const least = runs.reduce((size, { saved }) => size - saved, bare.size);
		if (least > cap) return undefined;
		const state = replace(bare, takeUntil(runs, { size: bare.size, cap }));
		return state.size <= cap ? state : undefined;
	}

	/** The shortest page with all its controls. */
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

/** Lines that remain may repeat as well. */
const repeatedRounds = 3;

/** Collapses repeated siblings, from the outside in. */
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

/** Collapses repeated siblings, then distant sections: their controls are only counted. */
function collapse(start: State, cap: number, anchor: Anchor): State {
	const state = collapseRepeated(start, cap, { keepsView: true, anchor });
	const { size, lines } = state;
	return size > cap ? replace(state, takeUntil(farSections(lines, anchor), { size, cap })) : state;
}

/** For a visible area that is too large: the same steps inside it, then whole lines from the far end. */
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

/** Writes `212/840 controls, 48k/402k characters`. */
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

/** Shortens a draft to its limits, as `fit` does with a parsed page. */
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
 * Shortens a page to its limits. A page within its cap stays complete.
 *
 * Up to 50,000: distant text is cut, distant links lose their path, distant text goes. If that would lose controls, up to 200,000 (spec 001:
 * a Save button at character 65,000 stays), then repeated siblings and distant sections are collapsed. Dialogs, the focused form, visible
 * and new controls stay.
 */
export function fit(page: PageView, options: FitOptions = {}): Fitted {
	return fitDraft(draftOfView(page), options);
}
