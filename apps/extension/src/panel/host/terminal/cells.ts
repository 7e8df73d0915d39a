import { colorsIn, escape, styleAfter } from "./escape-sequences.ts";

/** One code point of a row, with the colour sequences that are in force there. Wide signs count as one place. */
type Cell = { readonly sign: string; readonly style: string };

const blank: Cell = { sign: " ", style: "" };

/** The code points of a row by their places. @param style colour sequences in force before the row */
export function cellsOf(text: string, style: string): readonly Cell[] {
	const cells: Cell[] = [];
	let before = style;
	let from = 0;
	const add = (until: number) => {
		for (const sign of text.slice(from, until)) cells.push({ sign, style: before });
	};
	for (const { index, text: found } of colorsIn(text)) {
		add(index);
		before = styleAfter(before, found);
		from = index + found.length;
	}
	add(text.length);
	return cells;
}

/** A row as text with its colour sequences. @param style colour sequences in force before the row */
export function textOfCells(cells: readonly Cell[], style: string): string {
	let before = style;
	return cells
		.map(({ sign, style: own }) => {
			const change = own === before ? "" : own.startsWith(before) ? own.slice(before.length) : `${escape}[0m${own}`;
			before = own;
			return change + sign;
		})
		.join("");
}

/** The row after a text was written over it from a column on; what lies between is blank. */
export function overwritten(row: readonly Cell[], column: number, written: readonly Cell[]): readonly Cell[] {
	const gap = Array.from({ length: Math.max(0, column - row.length) }, () => blank);
	return [...row.slice(0, column), ...gap, ...written, ...row.slice(column + written.length)];
}

/** The row after a part was erased: from the cursor on (0), up to it (1), or whole (2). */
export function erased(row: readonly Cell[], column: number, part: number): readonly Cell[] {
	if (part === 2) return [];
	return part === 0 ? row.slice(0, column) : row.map((cell, index) => (index <= column ? blank : cell));
}
