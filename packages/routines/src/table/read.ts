import type { ReadTable } from "@webhand/contracts/routine/run";
import type { ReadColumn, ReadStep } from "@webhand/contracts/routine/step";
import { layoutOf } from "@webhand/page/layout/build";
import { isDisabled } from "@webhand/page/layout/controls";
import type { Group, Layout } from "@webhand/page/layout/layout";
import { textIn } from "@webhand/page/layout/layout";
import type { PageView } from "@webhand/page/parse/view";
import { findList } from "../target/lists.ts";
import { resolveTarget } from "../target/resolve.ts";
import { cellsOf, placeOfHead } from "./cells.ts";

type Reading = Extract<ReadStep, { do: "read" }>;

/** A row that was read, with its source. */
export type ReadRow = ReadTable["rows"][number];

/**
 * What a page shows of a list. `missing` are columns that the list does not have; `isCut`: the page text leaves rows out.
 */
export type ReadList =
	| { readonly kind: "list"; readonly rows: readonly ReadRow[]; readonly missing: readonly string[]; readonly isCut: boolean }
	| { readonly kind: "none" };

const longestWords = 500;

/**
 * Reads a list of a page. Each cell is a text of the page as it stands there, "" where the row has none; a row without any is left out.
 *
 * @param page number of the page of the list, from 1
 * @throws never
 */
export function readTable(view: PageView, { list: place, columns }: Pick<Reading, "list" | "columns">, page = 1): ReadList {
	const layout = layoutOf(view);
	const list = findList(layout, place);
	if (list === undefined) return { kind: "none" };
	const { blocks, columns: all } = cellsOf(list, layout);
	const places = columns.map((column) => placeOf(layout, list, column));
	const rows = blocks.flatMap((block, at): readonly ReadRow[] => {
		const cells = places.map((cell) => all[cell]?.texts[at] ?? "");
		return cells.every((cell) => cell === "") ? [] : [{ cells, url: view.url, page, words: textIn(layout, block, longestWords) }];
	});
	// A list without rows has the columns that its head names.
	const isMissing = (place: number) => place === -1 || (blocks.length > 0 && all[place] === undefined);
	const lacking = columns.filter((_, at) => isMissing(places[at] ?? -1)).map(({ label }) => label);
	// No card of this page may have a badge that others have.
	const missing = list.kind === "row" || lacking.length === columns.length ? lacking : [];
	return { kind: "list", rows, missing, isCut: isCut(layout, list) };
}

function placeOf(layout: Layout, list: Group, { header, slot, cell }: ReadColumn): number {
	if (header !== undefined) return placeOfHead(layout, list, header);
	return slot === undefined ? (cell ?? -1) : cellsOf(list, layout).columns.findIndex((column) => column.slot === slot);
}

/** A line stands for rows that the page text leaves out, beside those that it has. */
function isCut({ view, nodes }: Layout, { blocks: [first] }: Group): boolean {
	const parent = view.lines[nodes[first?.from ?? -1]?.line ?? -1]?.parent;
	return parent !== undefined && view.lines.some((line) => line.kind === "collapsed" && line.parent === parent);
}

/** What tells a row from the others: the column of the key, else all of its cells. @throws never */
export function keyOfRow({ cells }: Pick<ReadRow, "cells">, { columns, key }: Pick<Reading, "columns" | "key">): string {
	const at = columns.findIndex(({ name }) => name === key);
	return at === -1 ? JSON.stringify(cells) : (cells[at] ?? "");
}

/** The rows whose keys are not known yet, each key once. @throws never */
export function newRows(rows: readonly ReadRow[], step: Pick<Reading, "columns" | "key">, known: ReadonlySet<string>): readonly ReadRow[] {
	const seen = new Set(known);
	return rows.filter((row) => {
		const key = keyOfRow(row, step);
		const isNew = !seen.has(key);
		seen.add(key);
		return isNew;
	});
}

/**
 * How a list goes on from a page: the control to press, or a scroll; undefined at its end, where the control is gone or switched off.
 *
 * @throws never
 */
export function nextPageOf(view: PageView, { paging }: Pick<Reading, "paging">): { readonly press: number } | "scroll" | undefined {
	if (paging?.by === undefined) return undefined;
	if (paging.by === "scroll") return "scroll";
	const found = resolveTarget(view, paging.by, { values: {}, isCommit: false });
	const element = found.kind === "one" ? view.elements.get(found.id) : undefined;
	return element === undefined || isDisabled(element) || element.states.has("current") ? undefined : { press: element.id };
}
