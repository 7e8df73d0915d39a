import type { Thing } from "../../sentence/clause.ts";
import { canonical, meaningOf, wordsOf } from "../../words/fold.ts";
import type { Finder } from "../find/finder.ts";
import { headedBy } from "../find/items.ts";
import type { Block, Group, Spot } from "../layout.ts";
import { blockUnderHeading } from "../layout.ts";
import { compareNames, nameOf } from "../names.ts";
import { fitOf, isRadio, isToggle } from "../roles.ts";
import { bodyOf, spotsInCell } from "../rows.ts";
import { cellText, textOfSpot } from "./columns.ts";
import { goesOn, hasEarlier } from "./numbers.ts";

/** How many there are of a thing: said by the page, else the controls, rows or items that are called so; undefined where that is not sure. */
export function countOf(finder: Finder, thing: Thing): string | undefined {
	const role = thing.roles[0];
	const elements = [...finder.view.elements.values()];
	const [place, ...more] = thing.places.filter(({ anchor }) => anchor.name !== "");
	if (place !== undefined) return more.length === 0 ? countIn(finder, place.anchor) : undefined;
	const isSort = thing.name === "" && role !== undefined;
	const drawn = isSort ? elements.filter(({ type }) => type === "shape" || type === "box") : [];
	if (drawn.length > 0 && (thing.roles.includes("shape") || thing.roles.includes("section") || role === "number"))
		return String(drawn.length);
	const said = saidCounts(finder, thing);
	if (said.length > 0) return said.length === 1 ? said[0] : undefined;
	const sorts = isSort ? elements.filter((element) => drawn.includes(element) || thing.roles.some((one) => fitOf(element, one) >= 1)) : [];
	if (sorts.length > 0) return String(sorts.length);
	return thing.traits.length > 0 || goesOn(finder) || hasEarlier(finder) ? undefined : countListed(finder, thing);
}

/** "46 parts" anywhere on the page; what a row of a table or a longer number holds ("+34 600 111") counts nothing. */
function saidCounts({ layout, view }: Finder, thing: Thing): readonly string[] {
	const noun = thing.whole.split(" ").at(-1) ?? "";
	if (noun === "") return [];
	const words = canonical(meaningOf(wordsOf(thing.whole)));
	const pattern = new RegExp(`(?<![\\d,.+/#$€£-]\\s?)(\\d[\\d,.]*)\\s+(?:\\p{L}+\\s+){0,2}${escape(noun)}\\p{L}*`, "iu");
	const rows = new Set(
		layout.groups
			.flatMap(({ blocks }) => (blocks.length < 2 ? [] : blocks.map(({ first }) => first)))
			.filter((line) => view.lines[line]?.kind === "row"),
	);
	const found = layout.spots.flatMap(({ text, line }) => {
		const match = rows.has(line) ? null : pattern.exec(text);
		// "46 parts" says nothing of how many of them are blue.
		return match !== null && words.every((word) => canonical(wordsOf(match[0])).includes(word)) ? [match[1] ?? ""] : [];
	});
	return [...new Set(found)];
}

/** "How many cards are in To do?": the list below that heading, told by its heading or counted. */
function countIn(finder: Finder, { name }: Thing): string | undefined {
	const wanted = nameOf(name);
	const titles = finder.view.lines.filter(({ kind, text }) => kind === "heading" && compareNames(wanted, nameOf(text), true) >= 0.95);
	const [title, ...others] = titles;
	if (title === undefined || others.length > 0) return undefined;
	const said = /[([]\s*(\d+)\s*[)\]]$/.exec(title.text)?.[1];
	if (said !== undefined) return said;
	const below = blockUnderHeading(finder.layout, title.index);
	const lists = listsIn(finder).filter(({ blocks }) => holds(below, blocks));
	const [list, ...more] = lists;
	return list === undefined || more.length > 0 || goesOn(finder) ? undefined : String(bodyOf(finder.layout, list.blocks).length);
}

const listsIn = ({ layout }: Finder): readonly Group[] =>
	layout.groups.filter(({ blocks, isNavigation }) => !isNavigation && blocks.length > 1);

/** What anything in a list may be called. */
const general = /^(?:item|row|entry|record|line|result|element|thing)$/;

/**
 * The rows of the list that is called so, or those of them that say so in a cell: "products", "active products", "drafts". A list that is
 * called otherwise is not counted: it may hold anything.
 */
function countListed(finder: Finder, thing: Thing): string | undefined {
	const words = canonical(wordsOf(thing.whole)).filter((word) => !/^(?:is|are|was|were|the|there)$/.test(word));
	const all = listsIn(finder);
	const lists = all.filter((list) => !all.some((other) => other !== list && list.blocks.some((block) => holds(block, other.blocks))));
	const counts = lists.map((list) => {
		const own = words.filter((word) => isCalledSo(finder, { list, word, isOnly: lists.length === 1, isSort: thing.name === "" }));
		const rest = words.filter((word) => !own.includes(word));
		const rows = bodyOf(finder.layout, list.blocks);
		return { isNamed: own.length > 0 || words.length === 0, count: rest.length === 0 ? rows.length : countSaying(finder, rows, rest) };
	});
	const named = counts.filter(({ isNamed }) => isNamed);
	const [one, ...others] = (named.length > 0 ? named : counts).flatMap(({ count }) => count ?? []);
	return one === undefined || others.length > 0 ? undefined : String(one);
}

type Called = { readonly list: Group; readonly word: string; readonly isOnly: boolean; readonly isSort: boolean };

/** By the heading over it, its first column, or for a noun of things in lists ("emails") by the page or a part of it. */
function isCalledSo(finder: Finder, { list, word, isOnly, isSort }: Called): boolean {
	if (headedBy(finder, list, [word])) return true;
	const [header] = list.blocks;
	const isNaming = header !== undefined && bodyOf(finder.layout, list.blocks).length < list.blocks.length;
	if (isNaming && firstTitle(finder, header) === word) return true;
	if (!isOnly) return false;
	const titles = finder.view.lines.flatMap(({ kind, name, text }) => (kind === "region" ? [name ?? ""] : kind === "heading" ? [text] : []));
	return general.test(word) || (isSort && [finder.view.title, ...titles].some((title) => canonical(wordsOf(title)).includes(word)));
}

function firstTitle(finder: Finder, { first }: Block): string {
	const cells = finder.view.lines[first]?.cells ?? [];
	const titles = cells.map((_, cell) => canonical(wordsOf(cellText(finder, first, cell))).join(" "));
	return titles.find((title) => title !== "" && !/\ball\b/.test(title)) ?? "";
}

/** The rows that have a cell of these words alone, in one column of which no other cell holds them ("Nurse", "Charge nurse"). */
function countSaying(finder: Finder, rows: readonly Block[], words: readonly string[]): number | undefined {
	const wanted = words.join(" ");
	const said = rows.flatMap(({ first }) =>
		(finder.view.lines[first]?.kind === "row" ? (finder.view.lines[first]?.cells ?? []) : []).flatMap((_, cell) => {
			const text = canonical(wordsOf(saidIn(finder, first, cell)));
			const isSo = text.join(" ") === wanted;
			return isSo || words.every((word) => text.includes(word)) ? [{ cell, isSo }] : [];
		}),
	);
	const columns = new Set(said.flatMap(({ cell, isSo }) => (isSo ? [cell] : [])));
	const [column] = columns;
	const inColumn = said.filter(({ cell }) => cell === column);
	return column === undefined || columns.size > 1 || inColumn.some(({ isSo }) => !isSo) ? undefined : inColumn.length;
}

/** What a cell says of its row: texts, links and values, of boxes and switches those that are on; what can be pressed there says nothing. */
function saidIn(finder: Finder, line: number, cell: number): string {
	const isSaying = ({ element }: Spot) =>
		element === undefined || (isToggle(element) || isRadio(element) ? element.states.has("checked") : element.type !== "button");
	return spotsInCell(finder.layout, line, cell).filter(isSaying).map(textOfSpot(finder)).join(" ");
}

const holds = (block: Block, inside: readonly Block[]): boolean => inside.every(({ from, to }) => block.from <= from && to <= block.to);

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/s$/, "s?");
