import type { PageMemory } from "../read/memory.ts";
import type { ReadOptions } from "../read/walk.ts";
import type { DraftLine } from "../write/draft.ts";
import { currentLines, linesInside, lineWith, placeAround, textOfParts } from "./current-lines.ts";

const rows = "tr,li,[role=row],[role=listitem],[role=treeitem]";
const isRow = ({ kind }: DraftLine) => kind === "row" || kind === "item";

/** The words of a row without those of one control, in lower case. */
function wordsOf(lines: readonly DraftLine[], id: number): ReadonlySet<string> {
	const texts = lines.flatMap(({ cells }) => cells.map((cell) => textOfParts(cell, id)));
	return new Set(
		texts
			.join(" ")
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? [],
	);
}

/** The row or entry around a control; else, where another element took its place, its line and the one above. */
function surroundings(lines: readonly DraftLine[], id: number, isRelocated: boolean): readonly DraftLine[] | undefined {
	const at = lineWith(lines, id);
	const row = at === -1 ? undefined : placeAround(lines, at, isRow);
	if (row !== undefined) return linesInside(lines, row);
	return at === -1 || !isRelocated ? undefined : lines.slice(Math.max(0, at - 1), at + 1);
}

/** The words that distinguish a row from its neighbours: "1041" of "Invoice 1041, paid". */
function ownWords(lines: readonly DraftLine[], id: number, around: readonly DraftLine[]): readonly string[] {
	const [first] = around;
	const row = first === undefined || !isRow(first) ? -1 : lines.indexOf(first);
	const before = lines.slice(0, Math.max(0, row)).findLastIndex(({ depth }) => depth <= (first?.depth ?? 0));
	const beside = row === -1 ? [] : [before, row + around.length].filter((place) => lines[place]?.depth === first?.depth);
	const shared = new Set(beside.flatMap((place) => [...wordsOf(linesInside(lines, place), id)]));
	return [...wordsOf(around, id)].filter((word) => !shared.has(word));
}

/**
 * True if a control stands in the same row or list entry as in the newest reading: half of the words that distinguish the row are still
 * there, or all of them where another element replaced the control. Lists reuse their rows for other entries.
 *
 * @param control its number in the newest text, and the element that it is now
 * @throws never
 */
export function isInSameRow(
	memory: PageMemory,
	{ id, element, isRelocated }: { readonly id: number; readonly element: Element; readonly isRelocated: boolean },
	options: ReadOptions,
): boolean {
	const around = surroundings(memory.lines, id, isRelocated);
	const own = around === undefined ? [] : ownWords(memory.lines, id, around);
	if (own.length === 0) return true;
	const number = memory.ids.idOf(element) ?? id;
	const isSame = (lines: readonly DraftLine[]) => {
		const words = wordsOf(lines, number);
		const left = own.filter((word) => words.has(word)).length;
		return isRelocated ? left === own.length : left * 2 >= own.length;
	};
	// The row alone is read first, because the whole page costs more.
	const part = memory.dom.closest(element, rows);
	const row = part === null ? undefined : currentLines(memory, options, part);
	if (row !== undefined && isSame(row)) return true;
	const lines = currentLines(memory, options);
	return lines === undefined ? !isRelocated : isSame(surroundings(lines, number, isRelocated) ?? []);
}
