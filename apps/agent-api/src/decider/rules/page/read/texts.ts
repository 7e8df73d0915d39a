import type { ElementView } from "@webhand/page/parse/view";
import type { Thing, Value } from "../../sentence/clause.ts";
import { wordsOf } from "../../words/fold.ts";
import type { Finder } from "../find/finder.ts";
import type { Item } from "../find/items.ts";
import { asListed, findBlock, findItem } from "../find/items.ts";
import type { Spot } from "../layout.ts";
import { blocksAround, isIn, textOfBlock } from "../layout.ts";
import { nameOf } from "../names.ts";
import { fitOf, isTextField, isToggle, takesValue } from "../roles.ts";
import { bodyOf } from "../rows.ts";
import { cellBeside, valueInBlock } from "./beside.ts";
import { cellIn, cellUnder, isColumnName } from "./columns.ts";
import { countOf } from "./counts.ts";
import { amount, labelled, labelledTexts } from "./labels.ts";
import { extremeOf, goesOn, hasEarlier, solve, sumOf } from "./numbers.ts";
import { partOf } from "./pieces.ts";
import { longestText, mainText, paragraph } from "./plain.ts";

/** What was copied or worked out on earlier pages. */
export type Remembered = { readonly copied?: string | undefined; readonly remembered?: string | undefined };

/** The text a value stands for on this page; undefined where the page does not show it. Pure. */
export function readValue(finder: Finder, value: Value, known: Remembered): string | undefined {
	switch (value.kind) {
		case "literal":
			return value.text;
		case "copied":
			return known.copied;
		case "remembered":
			return known.remembered ?? known.copied;
		case "day":
			return value.text;
		case "math":
			return solve(finder);
		case "text":
			// "its last word": of what was read just before.
			return partOf(
				value.part !== undefined && value.thing.whole === "" && known.remembered !== undefined
					? known.remembered
					: textOf(finder, value.thing),
				value.part,
			);
		case "cell":
			return cellOf(finder, value.labels, value.row);
		case "count":
			return countOwned(finder, value.thing) ?? countOf(finder, value.thing);
		case "sum":
			return totalOf(finder, value.thing);
		case "extreme":
			return extremeOf(finder, value.thing, value.end);
	}
}

/** "How many hours does Carla work?": the number that stands under "Hours" in her row. */
function countOwned(finder: Finder, thing: Thing): string | undefined {
	const [place, ...more] = thing.places;
	if (place?.relation !== "of" || more.length > 0 || thing.name === "") return undefined;
	const text = textAtPlace(finder, thing) ?? "";
	return /^\d[\d.,]*(?: \p{Ll}+)?$/u.test(text) ? text : undefined;
}

// Things that have a total of their own, which the page has worked out; prices and numbers are added up.
const reckoned = /^(?:cart|basket|bag|order|bill|invoice|receipt|checkout|booking|account|purchase|trolley)$/;

/** The total that the page shows, else the sum of the numbers meant: nobody adds up a cart whose total is not there. */
function totalOf(finder: Finder, thing: Thing): string | undefined {
	const name = "total";
	const shown = thing.whole === "" ? undefined : labelled(finder, { ...thing, whole: name, name });
	const isReckoned = wordsOf(thing.whole).some((word) => reckoned.test(word));
	return shown ?? (isReckoned ? undefined : sumOf(finder, thing));
}

/** The text of a thing: a field's value, what stands beside its label, the text of its place. */
function textOf(finder: Finder, thing: Thing): string | undefined {
	if (thing.whole === "") return mainText(finder);
	if (thing.roles.includes("page") && thing.name === "") return finder.view.title;
	const words = wordsOf(thing.whole).join(" ");
	if (/^(?:page )?title$/.test(words)) return finder.view.title;
	if (/^(?:page )?(?:url|address|web address)$/.test(words) && thing.places.length === 0) return finder.view.url;
	const placed = thing.places[0];
	if (placed !== undefined) {
		const inBlock = textAtPlace(finder, thing);
		if (inBlock !== undefined) return inBlock;
		return undefined;
	}
	if (thing.position !== undefined && thing.role === undefined && thing.name !== "")
		return labelled(finder, { ...thing, name: "" }) ?? itemAt(finder, thing);
	// "The oldest customer" stands beside no label, below a heading "Customers" stands another one.
	return (thing.superlative === undefined ? labelled(finder, thing) : undefined) ?? textByRole(finder, thing);
}

/** "the last customer": of the list under that heading; the last of a list that goes on elsewhere is not to be seen here. */
function itemAt(finder: Finder, thing: Thing): string | undefined {
	const { item } = (thing.position ?? 1) < 0 && goesOn(finder) ? { item: undefined } : findItem(finder, thing, 0);
	return item === undefined ? undefined : calledIn(finder, item);
}

/** What an item is called: by the control that opens it, in a row where no other cell says more of it before. */
function calledIn({ layout, view }: Finder, { block, element }: Item): string | undefined {
	const own = layout.spotOf.get(element.id);
	const before = view.lines[block.first]?.kind === "row" ? (layout.spotsOfLine[block.first] ?? []) : [];
	const isNamed = before.every(
		(spot) => spot.cell >= (own?.cell ?? 0) || spot.text === "" || (spot.element !== undefined && isToggle(spot.element)),
	);
	return isNamed && !isToggle(element) ? element.content || element.name : undefined;
}

/** "the price of the blue lamp", "Ada's phone": a label or an amount inside the block of the other thing. */
function textAtPlace(finder: Finder, thing: Thing): string | undefined {
	const { view } = finder;
	const fields = [...view.elements.values()].filter((element) => takesValue(element));
	let elements: readonly ElementView[] | undefined = fields;
	for (const place of thing.places) elements = elements === undefined ? undefined : finder.narrow(elements, place);
	const named = elements === undefined || thing.name === "" ? undefined : bestNamed(finder, elements, thing);
	if (named !== undefined) return finder.valueOf(named);
	const [place] = thing.places;
	// "The town of the second customer": a row by its number.
	const row = place?.anchor.position === undefined ? undefined : findBlock(finder, place.anchor, 0);
	if (row !== undefined && thing.name !== "") return cellIn(finder, row, thing.name);
	const anchors = anchorsOf(finder, thing);
	const [text, ...others] = textsBeside(finder, thing, anchors);
	// Two people of one name: nobody knows whose company is meant.
	if (others.length > 0 || anchors.length > maxAnchors) return undefined;
	if (text !== undefined) return text;
	if (anchors.length === 0) return undefined;
	// A page about one thing names it in its heading; what follows is about it.
	const anchor = anchors.find((spot) => view.lines[spot.line]?.kind === "heading") ?? anchors[0];
	if (anchor === undefined) return undefined;
	return valueInBlock(
		finder,
		{ first: anchor.line, last: view.lines.length - 1, from: anchor.order, to: finder.layout.spots.length },
		{ thing, anchor },
	);
}

// What stands at more spots than these is no one thing's name, and each of them is looked around at length.
const maxAnchors = 200;

/** What belongs to a thing at the spots of its place; of different texts two, which is one too many. */
function textsBeside(finder: Finder, thing: Thing, anchors: readonly Spot[]): readonly string[] {
	const told = new Set<string>();
	for (const anchor of anchors.slice(0, maxAnchors)) {
		const text = textBeside(finder, thing, anchor);
		if (text !== undefined) told.add(text);
		if (told.size > 1) break;
	}
	return [...told];
}

/** True where several texts are what a value asks for, and none of them more than the others. */
export const hasSeveral = (finder: Finder, { thing }: Extract<Value, { readonly kind: "text" | "count" }>): boolean =>
	(thing.places.length > 0 ? textsBeside(finder, thing, anchorsOf(finder, thing)) : labelledTexts(finder, thing)).length > 1;

const anchorsOf = (finder: Finder, { places }: Thing): readonly Spot[] => places.flatMap(({ anchor }) => finder.anchors(anchor));

/** What belongs to the thing at one spot of its place: under a column's name, in the row, in the block around it. */
function textBeside(finder: Finder, thing: Thing, anchor: Spot): string | undefined {
	const isColumn = thing.name !== "" && isColumnName(finder, anchor);
	const under = isColumn ? cellUnder(finder, anchor, finder.anchors({ ...thing, places: [] })) : undefined;
	if (under !== undefined) return under;
	if (thing.name === "" && thing.roles.length > 0 && thing.position === undefined)
		return anchor.element !== undefined && takesValue(anchor.element) ? finder.valueOf(anchor.element) : anchor.text;
	const cell = cellBeside(finder, anchor, thing.name);
	if (cell !== undefined) return cell;
	for (const block of blocksAround(finder.layout, anchor)) {
		const found = valueInBlock(finder, block, { thing, anchor });
		if (found !== undefined) return found;
	}
	return undefined;
}

function bestNamed(finder: Finder, elements: readonly ElementView[], thing: Thing): ElementView | undefined {
	const wanted = nameOf(thing.name);
	const named = elements.filter((element) => finder.nameScore(element, wanted, false) >= 0.8);
	return new Set(named.map((element) => finder.valueOf(element))).size === 1 ? named[0] : undefined;
}

function textByRole(finder: Finder, thing: Thing): string | undefined {
	const { role } = asListed(finder, thing);
	if (role === undefined && thing.name === "") return undefined;
	if (thing.superlative !== undefined) return greatest(finder, thing);
	if (role === "textarea" || role === "field") {
		const field = fieldByRole(finder, thing);
		if (field !== undefined) return finder.valueOf(field);
		return role === "textarea" ? longestText(finder) : undefined;
	}
	if (thing.noun === "heading" || thing.noun === "title") {
		const headings = finder.view.lines.filter((line) => line.kind === "heading");
		return headings.at((thing.position ?? 1) > 0 ? (thing.position ?? 1) - 1 : (thing.position ?? -1))?.text;
	}
	if (role === "section" && thing.position !== undefined) return undefined;
	if (role === "text" || role === "section") {
		if (thing.name === "")
			return thing.noun === "paragraph" || thing.noun === "text" ? paragraph(finder, thing.position) : longestText(finder);
	}
	// "The last product" is one of the list, and no tab above it.
	if (thing.position !== undefined && thing.name === "" && role === "item") return itemAt(finder, asListed(finder, thing));
	const found = finder.find(thing, () => 1);
	if (found.kind === "one")
		return takesValue(found.match.element) ? finder.valueOf(found.match.element) : found.match.element.content || found.match.element.name;
	const [anchor, ...others] = finder.anchors(thing);
	if (anchor === undefined) return undefined;
	const block = blocksAround(finder.layout, anchor)[0];
	// "Who is from Bath?", where several rows say so, is not the first of them.
	if (block !== undefined && (others.some((other) => !isIn(block, other)) || isColumnName(finder, anchor))) return undefined;
	return block === undefined ? finder.view.lines[anchor.line]?.text : textOfBlock(finder.layout, block, 500);
}

/** "The newest claim", "the cheapest product": an item of the one list, by the days or prices that all of its items show. */
function greatest(finder: Finder, thing: Thing): string | undefined {
	const isTold = /\b(?:date|price|cost)/.test(thing.superlative?.of ?? "");
	const { item } = isTold && !goesOn(finder) && !hasEarlier(finder) ? findItem(finder, thing, 0) : { item: undefined };
	// "Edit" in the cheapest row is not what the cheapest one is called.
	if (item === undefined || item.element.type === "button") return undefined;
	const list = finder.layout.groups.find(({ blocks }) => blocks.some(({ from }) => from === item.block.from))?.blocks ?? [];
	const isPriced = bodyOf(finder.layout, list).every((block) => amount.test(textOfBlock(finder.layout, block, 400)));
	return isPriced || thing.superlative?.of === "date" ? calledIn(finder, item) : undefined;
}

/** The field whose value a text stands for; undefined where it is read elsewhere. */
export function sourceField(finder: Finder, value: Value): ElementView | undefined {
	if (value.kind !== "text" || value.thing.places.length > 0) return undefined;
	const { thing } = value;
	if (thing.role === "textarea" || thing.role === "field") return fieldByRole(finder, thing);
	if (thing.name === "") return undefined;
	const wanted = nameOf(thing.name);
	return [...finder.view.elements.values()].find((element) => isTextField(element) && finder.nameScore(element, wanted, false) >= 0.85);
}

// A text area may be a plain box of text as well, which is no field.
function fieldByRole(finder: Finder, thing: Thing): ElementView | undefined {
	const isArea = thing.role === "textarea";
	const found = finder.find(thing, (element) => (takesValue(element) && (!isArea || fitOf(element, "textarea") === 1) ? 1 : 0));
	return found.kind === "one" ? found.match.element : found.kind === "tied" ? found.matches[0]?.element : undefined;
}

/** Cells by row and column labels; with a row alone or a label alone the value beside it. */
function cellOf(finder: Finder, labels: readonly string[], row: Thing | undefined): string | undefined {
	const values = labels.map((label) => {
		const thing: Thing = {
			whole: label,
			name: label,
			isQuoted: false,
			roles: [],
			noun: "",
			isAll: false,
			places: row === undefined ? [] : [{ relation: "of", anchor: row }],
			traits: [],
		};
		return textOf(finder, thing);
	});
	return values.every((value) => value !== undefined) && values.length > 0 ? values.join(" ") : undefined;
}
