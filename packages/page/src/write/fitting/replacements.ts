import type { DraftLine } from "../draft.ts";
import type { Measured, Weighed } from "./weighed-lines.ts";
import { measure } from "./weighed-lines.ts";

/** One line that replaces the lines from `from` up to `end`; `saved` is a lower bound in characters. */
export type Replacement = {
	readonly from: number;
	readonly end: number;
	readonly saved: number;
	readonly distance: number;
	/** Called only for replacements that are used, because it may give an id. */
	readonly write: () => DraftLine;
};

/** The id under which a part can be expanded; undefined if it cannot be. */
export type Anchor = (line: DraftLine) => number | undefined;

/** A `…` line in the place of another line. */
export function collapsedLine(at: DraftLine, text: string): DraftLine {
	const { depth, zone, distance } = at;
	return { kind: "collapsed", depth, zone, distance, level: 0, cells: [[{ kind: "text", text }]] };
}

/** Characters of the lines from `from` up to `end`. */
export function costBetween(lines: readonly Weighed[], from: number, end: number): number {
	let cost = 0;
	for (let index = from; index < end; index += 1) cost += lines[index]?.cost ?? 0;
	return cost;
}

/** Writes `1,240`. */
export function grouped(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Writes `, expand(7)`; "" without an id. */
export function expandWord(id: number | undefined): string {
	return id === undefined || id === 0 ? "" : `, expand(${id})`;
}

/** Farthest first. */
export function byDistance(a: Replacement, b: Replacement): number {
	return b.distance - a.distance || b.from - a.from;
}

/** Takes replacements in their order until the size is within `cap`. */
export function takeUntil(
	replacements: readonly Replacement[],
	{ size, cap }: { readonly size: number; readonly cap: number },
): readonly Replacement[] {
	const taken: Replacement[] = [];
	let left = size;
	for (const replacement of replacements) {
		if (left <= cap) break;
		left -= replacement.saved;
		taken.push(replacement);
	}
	return taken;
}

/** Applies replacements; `hidden` holds the lines behind each one. */
export function applyAll(
	lines: readonly Weighed[],
	replacements: readonly Replacement[],
): { readonly lines: readonly Measured[]; readonly hidden: readonly (readonly [DraftLine, readonly DraftLine[]])[] } {
	const byStart = new Map(replacements.map((replacement) => [replacement.from, replacement]));
	const out: Measured[] = [];
	const hidden: (readonly [DraftLine, readonly DraftLine[]])[] = [];
	for (let index = 0; index < lines.length; ) {
		const replacement = byStart.get(index);
		const weighed = lines[index];
		if (replacement !== undefined) {
			const written = measure(replacement.write());
			out.push(written);
			hidden.push([written.line, lines.slice(replacement.from, replacement.end).map(({ line }) => line)]);
			index = replacement.end;
		} else {
			if (weighed !== undefined) out.push(weighed);
			index += 1;
		}
	}
	return { lines: out, hidden };
}
