import type { Draft, DraftElement, DraftLine, DraftPart } from "../draft.ts";
import { writeLine } from "../render.ts";

type Named = { readonly id?: number; readonly type: string; readonly isNew: boolean };

/** A line and what is asked of it again and again. Lines do not change, so this is found out once for each. */
export type Measured = {
	readonly line: DraftLine;
	/** As it stands in the text, without indentation and line end. */
	readonly text: string;
	/** Characters it takes in the text, indentation and line end included. */
	readonly cost: number;
	/** Controls of the line, nested ones too, the region it opens included. */
	readonly elements: readonly Named[];
};

/** A line with what shortening needs to know of it. */
export type Weighed = Measured & {
	/** Index of the enclosing line, -1 at the top. */
	readonly parent: number;
	/** Index behind the last line inside it. */
	readonly end: number;
	/** Must stay: in view, in a dialog, focused or in its form, new. */
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

/** Parents and ends from depths: a line encloses the deeper ones that follow it. */
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

/** Indices that must stay whatever the size. */
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

/** Lines with their weight; linear in the text. */
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

/** A line whose links do not say where they lead; the same line where none does. */
export function withoutTargets(line: DraftLine): DraftLine {
	return line.cells.some(hasTarget) ? { ...line, cells: line.cells.map(partsWithoutTargets) } : line;
}

function hasTarget(parts: readonly DraftPart[]): boolean {
	return parts.some((part) => part.kind === "element" && (part.element.href !== undefined || hasTarget(part.element.parts)));
}

function partsWithoutTargets(parts: readonly DraftPart[]): readonly DraftPart[] {
	return parts.map((part) => (part.kind === "text" ? part : { kind: "element", element: withoutTarget(part.element) }));
}

function withoutTarget(element: DraftElement): DraftElement {
	const { href: _href, ...rest } = element;
	return { ...rest, parts: partsWithoutTargets(element.parts) };
}

/** A line whose own text is cut at `limit` characters a cell; its controls stay. The same line where nothing is cut. */
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
