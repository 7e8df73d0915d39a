import type { Layout, Range } from "@webhand/page/layout/layout";
import { rangeOfLine } from "@webhand/page/layout/layout";
import type { Place } from "../clause.ts";
import type { Referent } from "./rows.ts";
import { blocksAround, blocksOf } from "./rows.ts";
import { anchorOf, linesOf, sectionsOf } from "./sections.ts";

/** What a place allows: ranges of the page, one for each meaning; `nearest` where the closest control to an anchor is meant. */
export type Scope = { readonly ranges: readonly Range[]; readonly nearest?: number };

/** Where a place of an order is; undefined where the page does not say its anchor. */
export function scopeOf(layout: Layout, { anchor, relation }: Place, referent: Referent | undefined): Scope | undefined {
	const rows = () => blocksOf(layout, anchor, referent);
	const sections = () => sectionsOf(layout, anchor);
	if (relation === "row") return first(rows, sections, () => (anchor.name === "" ? [] : linesOf(layout, anchor)));
	if (relation === "section") return first(sections, rows);
	const node = anchorOf(layout, anchor);
	if (node === undefined) return first(rows);
	const nearest = node.order;
	if (relation === "below") return { ranges: [{ from: nearest + 1, to: layout.nodes.length - 1 }], nearest };
	if (relation === "above") return { ranges: [{ from: 0, to: nearest - 1 }], nearest };
	const [block] = blocksAround(layout, node);
	return {
		ranges: [block ?? rangeOfLine(layout, Math.max(0, node.line - 1), Math.min(layout.view.lines.length - 1, node.line + 1))],
		nearest,
	};
}

function first(...ways: readonly (() => readonly Range[])[]): Scope | undefined {
	for (const way of ways) {
		const ranges = way();
		if (ranges.length > 0) return { ranges };
	}
	return undefined;
}
