import type { ElementView } from "@webhand/page/parse/view";
import type { Thing } from "../../sentence/clause.ts";
import { canonical, wordsOf } from "../../words/fold.ts";
import { numberIn } from "../../words/math.ts";
import type { Block, Group } from "../layout.ts";
import { isIn, textOfBlock } from "../layout.ts";
import { clickable, isRadio, isTextField, isToggle } from "../roles.ts";
import { bodyOf } from "../rows.ts";
import { isOfAnother } from "./belongs.ts";
import { isDeed } from "./deeds.ts";
import type { Finder } from "./finder.ts";
import type { Match } from "./match.ts";
import { matchOf } from "./match.ts";
import { pagerOf } from "./pager.ts";

/** An item of a list with the control that opens it. `all`: the blocks of the list that may be meant, of which it is one. */
export type Item = { readonly block: Block; readonly element: ElementView; readonly all: readonly Block[] };

/** What looking for an item came to; `seen` counts the items of the list that was looked at. `isListed`: it is of that list, shown or not. */
export type ItemFound = { readonly item: Item | undefined; readonly seen: number; readonly isListed?: boolean };

/**
 * The item of a list that a thing means ("the 3rd result", "the email by Ada", "the cheapest lamp").
 *
 * @param passed items on pages turned before, which ordinals count as well
 */
export function findItem(finder: Finder, thing: Thing, passed: number): ItemFound {
	const lists = listsOf(finder);
	const anchored = byPlace(finder, thing, lists);
	if (anchored !== undefined) return anchored;
	const words = canonical(wordsOf(thing.name));
	const named =
		words.length === 0
			? lists
			: lists
					.map((list) => ({ ...list, blocks: list.blocks.filter((block) => holdsWords(finder, block, words)) }))
					.filter((list) => list.blocks.length > 0 && !opensAnother(finder, list, thing));
	const headed = thing.isQuoted || words.length === 0 ? undefined : lists.find((one) => headedBy(finder, one, words));
	// Of two lists each under its heading, the parts of the page hold the word; the items are those below it.
	const isPart = (list: Group | undefined) => headed !== undefined && list?.blocks.some((block) => holdsList(block, headed)) === true;
	const list = named[0] === undefined || isPart(named[0]) ? headed : named[0];
	if (list === undefined) return { item: undefined, seen: lists[0]?.blocks.length ?? 0 };
	// A list is not opened at its first item because its heading shares a word with what was asked for.
	const isGuess = list === headed && thing.position === undefined && thing.superlative === undefined && list.blocks.length > 1;
	const block = isGuess ? undefined : pick(finder, list, { thing, passed });
	const element = block === undefined ? undefined : mainControl(finder, block);
	return {
		item: block === undefined || element === undefined ? undefined : { block, element, all: list.blocks },
		seen: list.blocks.length,
		isListed: block === undefined && !isGuess,
	};
}

/** A column of cards holds the words of one of them, and begins with another. */
function opensAnother(finder: Finder, { blocks: [first] }: Group, thing: Thing): boolean {
	if (first === undefined || thing.position !== undefined || thing.superlative !== undefined) return false;
	const element = mainControl(finder, first);
	return element !== undefined && isOfAnother(finder.layout, element, finder.anchors(thing));
}

/**
 * The item of a list under its heading, whether a control opens it or not: "the second customer" of a table with buttons alone. What is
 * called by its sort alone ("the cheapest product") is of the list that says most.
 */
export function findBlock(finder: Finder, thing: Thing, passed: number): Block | undefined {
	const words = canonical(wordsOf(thing.name));
	const lists = finder.layout.groups
		.map((group) => ({ ...group, blocks: bodyOf(finder.layout, group.blocks), isLone: group.blocks.length < 2 }))
		.filter(({ isNavigation }) => !isNavigation);
	const isSort = words.length === 0 && thing.role === "item" && (thing.superlative !== undefined || thing.position !== undefined);
	// A table of one row is a list too.
	const list = isSort
		? mostSaying(
				finder,
				lists.filter((one) => !one.isLone && !isToolbar(finder, one)),
			)
		: lists.find((one) => words.length > 0 && headedBy(finder, one, words));
	return list === undefined ? undefined : pick(finder, list, { thing, passed });
}

/** Buttons alone, side by side or all of them for deeds, are what can be done to the thing that is open, and no things themselves. */
function isToolbar({ layout }: Finder, { blocks }: Group): boolean {
	const buttons = blocks.flatMap(({ from, to }) => (from === to ? (layout.spots[from]?.element ?? []) : []));
	if (buttons.length < blocks.length || buttons.some(({ type }) => type !== "button" && type !== "menuitem")) return false;
	return blocks.every(({ first }) => first === blocks[0]?.first) || buttons.every((button) => isDeed(layout, button));
}

/** "The second part", where a list below "46 parts" or "Parts" stands: an item of it, whatever sort of thing a part is elsewhere. */
export function asListed(finder: Finder, thing: Thing): Thing {
	const { name, noun, position, isQuoted, places, role } = thing;
	const isOther = role === undefined || /^(?:item|row|page|option|column|button|link|field|checkbox|tab)$/.test(role);
	if (position === undefined || name !== "" || noun === "" || isQuoted || places.length > 0 || isOther) return thing;
	const words = canonical([noun]);
	const lists = finder.layout.groups.filter(({ isNavigation, blocks }) => !isNavigation && blocks.length > 1);
	const isListed = lists.some((list) => worth(finder, list) > 0 && (headedBy(finder, list, words) || isCounted(finder, list, words)));
	return isListed ? { ...thing, role: "item", roles: ["item"], traits: [] } : thing;
}

/** "The Office World order", where a list of orders has a row that says "Office World": the row is told by the rest of the words. */
export function namedInList(finder: Finder, thing: Thing): Thing {
	const { name, isQuoted, places, position, role } = thing;
	const at = name.lastIndexOf(" ");
	if (at < 1 || isQuoted || places.length > 0 || position !== undefined || role !== undefined || finder.isShown(thing)) return thing;
	const [rest, noun] = [name.slice(0, at), canonical(wordsOf(name.slice(at + 1)))];
	const told: Thing = { ...thing, whole: rest, name: rest };
	return listedBy(finder, told, noun).length > 0 ? told : thing;
}

// Lines between a heading and its list: filters, tabs, a toolbar.
const farthestHeading = 100;

/** What opens the items that "the Office World order" or "the ticket from Ada" may mean: those of the list under that noun that say so. */
export function openersListed(finder: Finder, thing: Thing): readonly ElementView[] {
	const { name, isQuoted, position, superlative, role, places } = thing;
	const [place, ...others] = places;
	const isPlaced = place?.relation === "of" && others.length === 0 && place.anchor.name !== "" && /^\p{L}+$/u.test(name);
	if (isQuoted || (position ?? superlative ?? role) !== undefined || (place !== undefined && !isPlaced)) return [];
	// "Ticket 4021", "#4021": the number tells which of them.
	const numbered = place === undefined ? /^(?:(\p{L}+) #?|#)[\w-]*\d{2,}$/u.exec(name) : null;
	const told = numbered !== null ? thing : place === undefined ? namedInList(finder, thing) : place.anchor;
	const noun = numbered === null ? wordsOf(name).slice(-1) : wordsOf(numbered[1] ?? "");
	const blocks = told === thing && numbered === null ? [] : listedBy(finder, told, canonical(noun));
	return blocks.flatMap((block) => mainControl(finder, block) ?? []);
}

/** The items that say a thing's words, of the list that stands under a noun. */
function listedBy(finder: Finder, told: Thing, noun: readonly string[]): readonly Block[] {
	const anchors = finder.anchors(told);
	const lists = finder.layout.groups.filter(({ isNavigation, blocks }) => !isNavigation && blocks.length > 1);
	const blocks = lists
		.filter((list) => isUnder(finder, list, { words: noun, reach: farthestHeading }) || isCounted(finder, list, noun))
		.map((list) => list.blocks.filter((block) => anchors.some((anchor) => isIn(block, anchor))));
	return blocks.find((said) => said.length > 0) ?? [];
}

/** "46 parts" right above a list. */
function isCounted(finder: Finder, list: Group, words: readonly string[]): boolean {
	const first = list.blocks[0]?.first ?? 0;
	return finder.view.lines.slice(Math.max(0, first - 2), first).some(({ text }) => {
		const said = canonical(wordsOf(text));
		return said.some((word, at) => /^\d+$/.test(said[at - 1] ?? "") && words.includes(word));
	});
}

/** The control that opens a block: the one around it all, the link in its heading, else the first with a name of its own; no deed, no box to tick. */
export function mainControl(finder: Finder, block: Block): ElementView | undefined {
	const all = finder.layout.spots
		.slice(block.from, block.to + 1)
		.filter((spot) => spot.element !== undefined && !isTextField(spot.element) && clickable(spot.element) > 0)
		.filter((spot) => spot.element === undefined || !isDeed(finder.layout, spot.element));
	const openers = all.filter(
		({ element }) => element !== undefined && !isToggle(element) && !isRadio(element) && !element.states.has("pressed"),
	);
	const spots = openers.length > 0 ? openers : all;
	const around = spots.find(
		(spot) => spots.length > 1 && spots.every((other) => other === spot || other.inside.includes(spot.element?.id ?? -1)),
	);
	if (around?.element !== undefined) return around.element;
	const heading = spots.find((spot) => finder.view.lines[spot.line]?.kind === "heading");
	if (heading?.element !== undefined) return heading.element;
	const link = spots.find((spot) => spot.element?.type === "a" && /\p{L}{2}/u.test(spot.text));
	return (link ?? spots.find((spot) => /\p{L}{2}/u.test(spot.text)) ?? spots[0])?.element;
}

function listsOf(finder: Finder): readonly Group[] {
	const scored = finder.layout.groups
		.map((group) => ({ ...group, blocks: bodyOf(finder.layout, group.blocks) }))
		.filter((group) => group.blocks.some((block) => mainControl(finder, block) !== undefined))
		.map((group) => ({ group, score: worth(finder, group) }))
		.filter(({ score }) => score > 0);
	return scored.sort((left, right) => right.score - left.score).map(({ group }) => group);
}

function mostSaying(finder: Finder, lists: readonly Group[]): Group | undefined {
	const scored = lists.map((list) => ({ list, score: worth(finder, list) })).filter(({ score }) => score > 0);
	return scored.sort((left, right) => right.score - left.score)[0]?.list;
}

/** Lists of content come before menus: long texts, headings, more than one line to an item. */
function worth(finder: Finder, group: Group): number {
	const texts = group.blocks.map((block) => textOfBlock(finder.layout, block).length);
	const average = texts.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length);
	const hasHeading = group.blocks.some((block) =>
		finder.view.lines.slice(block.first, block.last + 1).some((line) => line.kind === "heading"),
	);
	const isBelowFields = group.blocks.every((block) =>
		finder.layout.spots.slice(block.from, block.to + 1).some((spot) => spot.element !== undefined && isTextField(spot.element)),
	);
	// A card with a title and a number to order is more than a row of fields.
	if (isBelowFields && !hasHeading) return 0;
	return (
		Math.min(average, 120) +
		(hasHeading ? 60 : 0) +
		(group.blocks.length > 1 ? 30 : 0) +
		(isInMain(finder, group) ? 20 : 0) -
		(group.isNavigation ? 100 : 0)
	);
}

function isInMain(finder: Finder, group: Group): boolean {
	for (let at = group.blocks[0]?.first ?? -1; at >= 0; at = finder.view.lines[at]?.parent ?? -1)
		if (finder.view.lines[at]?.region === "main") return true;
	return false;
}

function byPlace(finder: Finder, thing: Thing, lists: readonly Group[]): ItemFound | undefined {
	const place = thing.places[0];
	if (place === undefined) return undefined;
	const anchors = finder.anchors(place.anchor);
	const blocks = lists
		.flatMap((list) => list.blocks.map((block) => ({ block, count: list.blocks.length })))
		.filter(({ block }) => anchors.some((anchor) => isIn(block, anchor)));
	const smallest = blocks.sort((left, right) => left.block.to - left.block.from - (right.block.to - right.block.from));
	const position = thing.position ?? 1;
	const found = smallest.flatMap(({ block, count }) => {
		const element = mainControl(finder, block);
		return element === undefined ? [] : [{ block, element, count }];
	});
	const wanted = position > 0 ? found[position - 1] : found[found.length + position];
	const all = found
		.map(({ block }) => block)
		.filter((block, _, others) => !others.some((other) => other !== block && isWithin(other, block)));
	if (wanted !== undefined) return { item: { ...wanted, all }, seen: wanted.count };
	return anchors.length > 0 ? undefined : { item: undefined, seen: lists[0]?.blocks.length ?? 0 };
}

function holdsWords(finder: Finder, block: Block, words: readonly string[]): boolean {
	const shown = new Set(canonical(wordsOf(textOfBlock(finder.layout, block, 400))));
	return words.every((word) => shown.has(word));
}

const isWithin = ({ from, to }: Block, block: Block): boolean => block.from <= from && to <= block.to;
const holdsList = (block: Block, list: Group): boolean => list.blocks.every((one) => isWithin(one, block));

// "the 3rd search result", "the first blue lamp": words may stand above the list, not in it.
/** True for a list below a heading that holds the words. */
export const headedBy = (finder: Finder, list: Group, words: readonly string[]): boolean => isUnder(finder, list, { words, reach: 6 });

function isUnder(finder: Finder, list: Group, { words, reach }: { readonly words: readonly string[]; readonly reach: number }): boolean {
	const first = list.blocks[0]?.first ?? 0;
	// A heading further up is the list's own only where it stands over the nearer one.
	let level = 7;
	for (let at = first - 1; at >= Math.max(0, first - reach); at -= 1) {
		const line = finder.view.lines[at];
		if (line?.kind !== "heading" || line.level >= level) continue;
		level = line.level;
		const said = canonical(wordsOf(line.text));
		if (words.every((word) => said.includes(word))) return true;
	}
	return false;
}

function pick(finder: Finder, list: Group, { thing, passed }: { readonly thing: Thing; readonly passed: number }): Block | undefined {
	if (thing.superlative !== undefined) {
		const { end, of } = thing.superlative;
		if (of === "date") return newestOf(finder, list.blocks, end);
		const valued = list.blocks.flatMap((block) => {
			const value = measure(finder, block, thing.superlative?.of ?? "");
			return value === undefined ? [] : [{ block, value }];
		});
		// Where some say no number, the greatest is not known.
		return valued.length < list.blocks.length
			? undefined
			: valued.reduce((best, one) => ((end === "most" ? one.value > best.value : one.value < best.value) ? one : best)).block;
	}
	const position = thing.position ?? (list.blocks.length === 1 || thing.name !== "" ? 1 : undefined);
	if (position === undefined) return undefined;
	// The last of a list that goes on stands on its last page.
	if (position < 0) return pagerOf(finder.view).next === undefined ? list.blocks.at(position) : undefined;
	return list.blocks[position - 1 - passed];
}

const dated = /\b(?:\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2})?|\d{1,2} [A-Z][a-z]{2,8} \d{4}|[A-Z][a-z]{2,8} \d{1,2}, \d{4})\b/;
/** By the dates that all of them show. */
function newestOf(finder: Finder, blocks: readonly Block[], end: "most" | "least"): Block | undefined {
	const valued = blocks.flatMap((block) => {
		const value = Date.parse(dated.exec(textOfBlock(finder.layout, block, 400))?.[0] ?? "");
		return Number.isNaN(value) ? [] : [{ block, value }];
	});
	if (valued.length === 0 || valued.length < blocks.length) return undefined;
	return valued.reduce((best, one) => ((end === "most" ? one.value > best.value : one.value < best.value) ? one : best)).block;
}

/** The number of a block that "cheapest", "greatest" … compare: an amount of money, else the number behind the word, else the first. */
function measure(finder: Finder, block: Block, of: string): number | undefined {
	const text = textOfBlock(finder.layout, block, 400);
	const money = /[$€£]\s?\d[\d.,]*|\d[\d.,]*\s?[$€£]/.exec(text)?.[0];
	if ((of === "price" || of.includes("price") || of.includes("cost")) && money !== undefined) return numberIn(money);
	const noun = of.split(" ").at(-1) ?? "";
	const beside =
		noun.length < 3
			? null
			: new RegExp(`(\\d[\\d.,]*)\\s*${noun.replace(/\W/g, "")}|${noun.replace(/\W/g, "")}\\w*\\D{0,3}(\\d[\\d.,]*)`, "i").exec(text);
	const said = numberIn(beside?.[1] ?? beside?.[2] ?? "");
	// Any number tells of what is greatest, but not of what is newest or shortest.
	return said ?? (/date|time|recen|length|size/.test(of) ? undefined : numberIn(text));
}

/** The item as a search result of the finder. */
export const matchOfItem = ({ element }: Item): Match => matchOf(element);
