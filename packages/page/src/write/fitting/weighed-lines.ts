import type { Draft, DraftElement, DraftLine, DraftPart } from "../draft.ts";
import { isMerePath } from "../parts/target.ts";
import { writeLine } from "../render.ts";

type Named = { readonly id?: number; readonly type: string; readonly isNew: boolean };

/** A line with measures that are needed repeatedly. Lines never change, so each is measured once. */
export type Measured = {
	readonly line: DraftLine;
	/** The written line without indentation and line end. */
	readonly text: string;
	/** Characters of the line with indentation and line end. */
	readonly cost: number;
	/** Controls of the line, including nested ones and its own region. */
	readonly elements: readonly Named[];
};

/** A line with its nesting, for shortening. */
export type Weighed = Measured & {
	/** Index of the enclosing line, -1 at the top. */
	readonly parent: number;
	/** Index after the last line inside it. */
	readonly end: number;
	/** Must stay: in view, in a dialog, new, focused, or in the focused form. */
	readonly isKept: boolean;
	readonly hasControls: boolean;
};

/** Writes a line and lists its controls. */
export function measure(line: DraftLine): Measured {
	const text = writeLine(line);
	const elements: Named[] = [];
	if (line.region?.id !== undefined) elements.push(line.region);
	for (const cell of line.cells) collect(cell, elements);
	return { line, text, cost: line.depth + text.length + 1, elements };
}

function collect(parts: readonly DraftPart[], into: Named[]): void {
	for (const part of parts) {
		if (part.kind === "text") continue;
		into.push(part.element);
		collect(part.element.parts, into);
	}
}

/** Derives parents and ends from depths. */
function nest(lines: readonly Measured[]): { readonly parents: readonly number[]; readonly ends: readonly number[] } {
	const parents: number[] = [];
	const ends = lines.map(() => lines.length);
	const open: number[] = [];
	for (let index = 0; index < lines.length; index += 1) {
		const depth = lines[index]?.line.depth ?? 0;
		for (let last = open.at(-1); last !== undefined && (lines[last]?.line.depth ?? -1) >= depth; last = open.at(-1)) {
			ends[last] = index;
			open.pop();
		}
		parents.push(open.at(-1) ?? -1);
		open.push(index);
	}
	return { parents, ends };
}

/** Indices of lines that must stay. */
function keptLines(header: Draft["header"], lines: readonly Measured[], { parents, ends }: ReturnType<typeof nest>): ReadonlySet<number> {
	const kept = new Set<number>();
	const keepAll = (from: number) => {
		for (let index = from; index < (ends[from] ?? 0); index += 1) kept.add(index);
	};
	for (let index = 0; index < lines.length; index += 1) {
		const measured = lines[index];
		if (measured === undefined) continue;
		const { line, elements } = measured;
		const isFocused = header.focus !== undefined && elements.some(({ id }) => id === header.focus);
		if (line.zone === "view" || line.zone === "none" || elements.some(({ isNew }) => isNew) || isFocused) kept.add(index);
		if (line.region?.type === "dialog" || line.region?.type === "popover") keepAll(index);
		if (!isFocused) continue;
		for (let around = index; around !== -1; around = parents[around] ?? -1)
			if (lines[around]?.line.region?.type === "form") keepAll(around);
	}
	return kept;
}

/** Adds nesting to lines. Linear. */
export function weigh(header: Draft["header"], lines: readonly Measured[]): readonly Weighed[] {
	const nesting = nest(lines);
	const kept = keptLines(header, lines, nesting);
	return lines.map((measured, index) => {
		const { line, text, cost, elements } = measured;
		return {
			line,
			text,
			cost,
			elements,
			parent: nesting.parents[index] ?? -1,
			end: nesting.ends[index] ?? index + 1,
			isKept: kept.has(index),
			hasControls: elements.length > 0,
		};
	});
}

/** The line without link targets on its own site; the same object if there are none. */
export function withoutTargets(line: DraftLine): DraftLine {
	return line.cells.some(hasTarget) ? { ...line, cells: line.cells.map(partsWithoutTargets) } : line;
}

function hasTarget(parts: readonly DraftPart[]): boolean {
	return parts.some((part) => part.kind === "element" && (isPath(part.element.href) || hasTarget(part.element.parts)));
}

const isPath = (href: string | undefined) => href !== undefined && isMerePath(href);

function partsWithoutTargets(parts: readonly DraftPart[]): readonly DraftPart[] {
	return parts.map((part) => (part.kind === "text" ? part : { kind: "element", element: withoutTarget(part.element) }));
}

function withoutTarget(element: DraftElement): DraftElement {
	const { href, ...rest } = element;
	const kept = href === undefined || isPath(href) ? {} : { href };
	return { ...rest, ...kept, parts: partsWithoutTargets(element.parts) };
}

/** The line with its text cut at `limit` characters a cell, and all its controls; the same object if nothing is cut. */
export function withCutTexts(line: DraftLine, limit: number): DraftLine {
	const isLong = (parts: readonly DraftPart[]) =>
		parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : 0), 0) > limit;
	return line.cells.some(isLong) ? { ...line, cells: line.cells.map((cell) => cutTexts(cell, limit)) } : line;
}

function cutTexts(parts: readonly DraftPart[], limit: number): readonly DraftPart[] {
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
