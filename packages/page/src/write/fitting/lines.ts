import type { Draft, DraftElement, DraftLine, DraftPart } from "../draft.ts";
import { writeLine } from "../render.ts";

/** A line with what shortening needs to know of it. */
export type Weighed = {
	readonly line: DraftLine;
	/** Characters it takes in the text, its line end included. */
	readonly cost: number;
	/** Index of the enclosing line, -1 at the top. */
	readonly parent: number;
	/** Index behind the last line inside it. */
	readonly end: number;
	/** Must stay: in view, in a dialog, focused or in its form, new. */
	readonly isKept: boolean;
	readonly hasControls: boolean;
};

type Named = { readonly id?: number; readonly type: string; readonly isNew: boolean };

/** Lines do not change, and shortening weighs most of them several times. */
const knownElements = new WeakMap<DraftLine, readonly Named[]>();
const knownCosts = new WeakMap<DraftLine, number>();

/** Controls of a line, nested ones too, the region it opens included. @source page.md §5 */
export function elementsOf(line: DraftLine): readonly Named[] {
	const known = knownElements.get(line);
	if (known !== undefined) return known;
	const found: Named[] = [];
	if (line.region?.id !== undefined) found.push(line.region);
	for (const cell of line.cells) collect(cell, found);
	knownElements.set(line, found);
	return found;
}

function collect(parts: readonly DraftPart[], into: Named[]): void {
	for (const part of parts) {
		if (part.kind === "text") continue;
		into.push(part.element);
		collect(part.element.parts, into);
	}
}

/** Characters of a line in the text, its line end included. @source page.md §5 */
export function costOf(line: DraftLine): number {
	const known = knownCosts.get(line);
	const cost = known ?? line.depth + writeLine(line).length + 1;
	if (known === undefined) knownCosts.set(line, cost);
	return cost;
}

/** Parents and ends from depths: a line encloses the deeper ones that follow it. */
function nest(lines: readonly DraftLine[]): { readonly parents: readonly number[]; readonly ends: readonly number[] } {
	const parents: number[] = [];
	const ends = lines.map(() => lines.length);
	const open: number[] = [];
	for (const [index, { depth }] of lines.entries()) {
		for (let last = open.at(-1); last !== undefined && (lines[last]?.depth ?? -1) >= depth; last = open.at(-1)) {
			ends[last] = index;
			open.pop();
		}
		parents.push(open.at(-1) ?? -1);
		open.push(index);
	}
	return { parents, ends };
}

/** Indices that must stay whatever the size. @source page.md §5 "Always kept" */
function keptLines({ header, lines }: Draft, { parents, ends }: ReturnType<typeof nest>): ReadonlySet<number> {
	const kept = new Set<number>();
	const keepAll = (from: number) => {
		for (let index = from; index < (ends[from] ?? 0); index += 1) kept.add(index);
	};
	for (const [index, line] of lines.entries()) {
		const elements = elementsOf(line);
		const isFocused = header.focus !== undefined && elements.some(({ id }) => id === header.focus);
		if (line.zone === "view" || line.zone === "none" || elements.some(({ isNew }) => isNew) || isFocused) kept.add(index);
		if (line.region?.type === "dialog" || line.region?.type === "popover") keepAll(index);
		if (!isFocused) continue;
		for (let around = index; around !== -1; around = parents[around] ?? -1) if (lines[around]?.region?.type === "form") keepAll(around);
	}
	return kept;
}

/** Lines with their weight; linear in the text. @source page.md §5 */
export function weigh(draft: Draft): readonly Weighed[] {
	const nesting = nest(draft.lines);
	const kept = keptLines(draft, nesting);
	return draft.lines.map((line, index) => ({
		line,
		cost: costOf(line),
		parent: nesting.parents[index] ?? -1,
		end: nesting.ends[index] ?? index + 1,
		isKept: kept.has(index),
		hasControls: elementsOf(line).length > 0,
	}));
}

/** A part of a draft line with its links stripped of where they lead. @source page.md §5 */
export function withoutTargets(parts: readonly DraftPart[]): readonly DraftPart[] {
	return parts.map((part) => (part.kind === "text" ? part : { kind: "element", element: withoutTarget(part.element) }));
}

function withoutTarget(element: DraftElement): DraftElement {
	const { href: _href, ...rest } = element;
	return { ...rest, parts: withoutTargets(element.parts) };
}

/** Parts whose own text is cut at `limit` characters together; controls stay. @source page.md §5 */
export function cutTexts(parts: readonly DraftPart[], limit: number): readonly DraftPart[] {
	let left = limit;
	return parts.flatMap((part): readonly DraftPart[] => {
		if (part.kind === "element") return [part];
		const isWhole = part.text.length <= left;
		const text = isWhole
			? part.text
			: left > 0
				? `${part.text
						.slice(0, left)
						.toWellFormed()
						.replace(/\u{fffd}$/u, "")
						.trimEnd()}…`
				: "";
		left -= part.text.length;
		return text === "" ? [] : [{ kind: "text", text }];
	});
}
