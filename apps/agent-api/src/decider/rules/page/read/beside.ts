import type { Thing } from "../../sentence/clause.ts";
import { canonical, wordsOf } from "../../words/fold.ts";
import type { Finder } from "../find/finder.ts";
import type { Block, Spot } from "../layout.ts";
import { spotsIn } from "../layout.ts";
import { compareNames, nameOf } from "../names.ts";
import { cellText } from "./columns.ts";
import { afterLabel, amount } from "./labels.ts";

/** What a block says for a label: its first two spots that tell, as one of them may be the anchor itself, and its first amount. */
type Told = { readonly labelled: readonly { readonly spot: Spot; readonly text: string }[]; readonly priced: string | undefined };

// A name may stand a hundred times in one block of a long page, and below as many rows: each is read once for all of them.
type Known = { readonly told: Map<string, Told>; readonly columns: Map<string, number> };

const known = new WeakMap<Finder, Known>();

function knownOf(finder: Finder): Known {
	const found: Known = known.get(finder) ?? { told: new Map(), columns: new Map() };
	known.set(finder, found);
	return found;
}

/** What a block says behind the name of a thing; where that is a price, its first amount. */
export function valueInBlock(
	finder: Finder,
	block: Block,
	{ thing, anchor }: { readonly thing: Thing; readonly anchor: Spot },
): string | undefined {
	const isPrice = canonical(wordsOf(thing.name)).some((word) => /^(?:price|cost|total|amount|sum|fee|charge)$/.test(word));
	const { told } = knownOf(finder);
	const label = nameOf(thing.name || thing.noun).text;
	const key = `${block.from} ${block.to} ${isPrice} ${label}`;
	const { labelled, priced } = told.get(key) ?? toldIn(finder, block, { label, isPrice });
	told.set(key, { labelled, priced });
	const found = labelled.find(({ spot }) => spot !== anchor);
	if (found !== undefined) return found.text;
	return isPrice ? (amount.exec(anchor.text)?.[0] ?? priced)?.trim() : undefined;
}

function toldIn(finder: Finder, block: Block, { label, isPrice }: { readonly label: string; readonly isPrice: boolean }): Told {
	const labelled: { readonly spot: Spot; readonly text: string }[] = [];
	let priced: string | undefined;
	for (const spot of spotsIn(finder.layout, block)) {
		const text = afterLabel(finder, spot, label);
		if (text !== undefined) labelled.push({ spot, text });
		if (labelled.length > 1) break;
		if (isPrice) priced ??= amount.exec(spot.text)?.[0];
	}
	return { labelled, priced };
}

/** A table cell: the row of the anchor, the column headed by the label. */
export function cellBeside(finder: Finder, anchor: Spot, label: string): string | undefined {
	const row = finder.view.lines[anchor.line];
	if (row?.kind !== "row" || label === "") return undefined;
	for (let above = anchor.line; above >= 0; above -= 1) {
		const line = finder.view.lines[above];
		if (line?.kind !== "row" || line.parent !== row.parent) break;
		const column = columnIn(finder, above, label);
		if (column !== -1 && above !== anchor.line) return cellText(finder, anchor.line, column) || undefined;
	}
	return undefined;
}

/** The first cell of a row that is called so; -1 where none is. */
function columnIn(finder: Finder, line: number, label: string): number {
	const { columns } = knownOf(finder);
	const key = `${line} ${label}`;
	const found = columns.get(key);
	if (found !== undefined) return found;
	const wanted = nameOf(label);
	const cells = finder.view.lines[line]?.cells ?? [];
	const column = cells.findIndex((_, index) => compareNames(wanted, nameOf(cellText(finder, line, index)), false) >= 0.8);
	columns.set(key, column);
	return column;
}
