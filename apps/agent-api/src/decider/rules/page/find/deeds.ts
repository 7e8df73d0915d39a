import type { ElementView } from "@webhand/page/parse/view";
import { wordsOf } from "../../words/fold.ts";
import type { Group, Layout, Spot } from "../layout.ts";
import { doesADeed } from "../roles.ts";

const looking = new Set("open view show see read more details detail info information preview".split(" "));
// What holds more is a part of the page, not a row, and would be compared for long.
const longestRow = 40;
const known = new WeakMap<Layout, ReadonlySet<number>>();

/**
 * True for a button that opens nothing but does something, in any language: one that says so in words we know, or one of a row or card that
 * is called alike in others ("Löschen", "Löschen") or after its row and a word more ("Ada löschen"). A title is called neither way, and
 * what unfolds says so by its state. Only words for looking are taken from English: what is not known is not pressed.
 */
export function isDeed(layout: Layout, element: ElementView): boolean {
	if (doesADeed(element)) return true;
	const deeds = known.get(layout) ?? new Set(layout.groups.flatMap((group) => deedsOfRows(layout, group)));
	known.set(layout, deeds);
	return deeds.has(element.id);
}

function deedsOfRows(layout: Layout, { blocks }: Group): readonly number[] {
	const rows = blocks.map((block) => layout.spots.slice(block.from, block.to + 1));
	const rowsOfName = new Map<string, number>();
	for (const row of rows)
		for (const name of new Set(row.filter(isPlainButton).map(nameOf))) rowsOfName.set(name, (rowsOfName.get(name) ?? 0) + 1);
	return rows.flatMap((row) =>
		row
			.filter(isPlainButton)
			.filter(
				(spot) => (rowsOfName.get(nameOf(spot)) ?? 0) > 1 || (row.length <= longestRow && row.some((other) => isCalledAfter(spot, other))),
			)
			.flatMap(({ element }) => (element === undefined ? [] : [element.id])),
	);
}

/** A button with words of its own that neither unfolds anything nor says that it shows something. */
function isPlainButton({ element }: Spot): boolean {
	if (element === undefined || (element.type !== "button" && element.type !== "submit")) return false;
	const words = wordsOf(element.name || element.content);
	const isUnfolding = element.states.has("expanded") || element.states.has("collapsed");
	return !isUnfolding && words.some((word) => /\p{L}{2}/u.test(word)) && !words.some((word) => looking.has(word));
}

const nameOf = ({ element }: Spot): string => wordsOf(element?.name || element?.content || "").join(" ");

/** "Ada löschen" beside "Ada": the row's own words and more. */
function isCalledAfter(button: Spot, other: Spot): boolean {
	if (other === button || other.inside.includes(button.element?.id ?? -1)) return false;
	const [name, text] = [` ${nameOf(button)} `, wordsOf(other.text).join(" ")];
	return /\p{L}{2}/u.test(text) && name.trim() !== text && name.includes(` ${text} `);
}
