import type { Thing } from "../../sentence/clause.ts";
import { canonical, meaningOf, wordsOf } from "../../words/fold.ts";
import { calculate, numberIn } from "../../words/math.ts";
import type { Finder } from "../find/finder.ts";
import { headedBy } from "../find/items.ts";
import type { Block, Group } from "../layout.ts";
import { blockUnderHeading } from "../layout.ts";
import { compareNames, nameOf } from "../names.ts";
import { fitOf } from "../roles.ts";
import { bodyOf } from "../rows.ts";
import { columnOf } from "./columns.ts";

export function countOf(finder: Finder, thing: Thing): string | undefined {
	const role = thing.roles[0];
	const elements = [...finder.view.elements.values()];
	const [place, ...more] = thing.places.filter(({ anchor }) => anchor.name !== "");
	if (place !== undefined) return more.length === 0 ? countIn(finder, place.anchor) : undefined;
	const isSort = thing.name === "" && role !== undefined;
	const drawn = isSort ? elements.filter(({ type }) => type === "shape" || type === "box") : [];
	if (drawn.length > 0 && (thing.roles.includes("shape") || thing.roles.includes("section") || role === "number"))
		return String(drawn.length);
	const noun = escape(thing.whole.split(" ").at(-1) ?? "");
	const words = canonical(meaningOf(wordsOf(thing.whole)));
	// "46 parts" says nothing of how many of them are blue.
	const said = finder.layout.spots
		.map(({ text }) => (noun === "" ? null : new RegExp(`(?<![\\d,.])(\\d[\\d,.]*)\\s+(?:\\w+\\s+){0,2}${noun}\\w*`, "i").exec(text)))
		.find((match) => match !== null && words.every((word) => canonical(wordsOf(match[0])).includes(word)))?.[1];
	if (said !== undefined) return said;
	const sorts = isSort ? elements.filter((element) => drawn.includes(element) || thing.roles.some((one) => fitOf(element, one) >= 1)) : [];
	if (sorts.length > 0) return String(sorts.length);
	const group = listOf(finder, thing);
	// What is shown is a part of a list that goes on elsewhere.
	if (group === undefined || group.blocks.length < 2 || goesOn(finder) || hasControl(finder, earlier)) return undefined;
	return String(bodyOf(finder.layout, group.blocks).length);
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
	const lists = finder.layout.groups.filter(({ blocks, isNavigation }) => !isNavigation && blocks.length > 1 && holds(below, blocks));
	const [list, ...more] = lists;
	return list === undefined || more.length > 0 || goesOn(finder) ? undefined : String(bodyOf(finder.layout, list.blocks).length);
}

/**
 * The list that a count is of: the one under a heading that names it, else the only one there is. "Unread emails", "customers from Bath"
 * are a part of one, which nothing here tells from the rest.
 */
function listOf(finder: Finder, thing: Thing): Group | undefined {
	const words = canonical(wordsOf(thing.whole));
	const isPart = thing.places.some(({ anchor }) => anchor.name !== "") || thing.traits.length > 0;
	const lists = finder.layout.groups.filter(({ isNavigation, blocks }) => !isNavigation && blocks.length > 1);
	const inner = lists.filter((list) => !lists.some((other) => other !== list && list.blocks.some((block) => holds(block, other.blocks))));
	if (isPart) return undefined;
	const headed = inner.filter((list) => words.length > 0 && headedBy(finder, list, words));
	if (words.length > 1 && headed.length === 0) return undefined;
	const [first, second] = headed.length > 0 ? headed : inner;
	return second === undefined || headed.length > 0 ? first : undefined;
}

const holds = (block: Block, inside: readonly Block[]): boolean => inside.every(({ from, to }) => block.from <= from && to <= block.to);

const more =
	/^(?:next(?: page)?|(?:load|show) more|more|older|weiter|n\u00e4chste(?: seite)?|mehr (?:laden|anzeigen)|[\u203a\u00bb\u2192>])$/i;

const earlier = /^(?:prev(?:ious)?(?: page)?|newer|zur\u00fcck|vorherige(?: seite)?|[\u2039\u00ab\u2190<])$/i;

const hasControl = (finder: Finder, names: RegExp): boolean =>
	[...finder.view.elements.values()].some(
		(element) => !element.states.has("disabled") && names.test((element.name || element.content).trim()),
	);

/** True where a list has further pages: a control that leads to them. */
export const goesOn = (finder: Finder): boolean => hasControl(finder, more);

function numbersOf(finder: Finder, thing: Thing): readonly number[] {
	const { texts: column, hasTable } = columnOf(finder, thing.name || thing.whole);
	if (column !== undefined) return column.flatMap((text) => numberIn(text) ?? []);
	if (hasTable && thing.name !== "") return [];
	const matches = thing.name === "" ? undefined : finder.all(thing, () => 1);
	const texts =
		matches !== undefined && matches.length > 1
			? matches.map((match) => match.element.content || match.element.name)
			: finder.layout.spots.filter((spot) => /^[-\u2212$€£\s\d.,]+$/.test(spot.text)).map((spot) => spot.text);
	return texts.flatMap((text) => numberIn(text) ?? []);
}

export function sumOf(finder: Finder, thing: Thing): string | undefined {
	const numbers = numbersOf(finder, thing);
	return numbers.length === 0 ? undefined : String(Math.round(numbers.reduce((sum, one) => sum + one, 0) * 1e6) / 1e6);
}

export function extremeOf(finder: Finder, thing: Thing, end: "most" | "least"): string | undefined {
	const numbers = numbersOf(finder, { ...thing, name: "" });
	return numbers.length === 0 ? undefined : String(end === "most" ? Math.max(...numbers) : Math.min(...numbers));
}

/** The result of the one calculation that the page shows ("3 + 4 =", "What is 6 × 7?"). */
export function solve(finder: Finder): string | undefined {
	const lines = finder.view.lines.map((line) => line.text);
	for (const text of [...lines, lines.join(" ")]) {
		const result = calculate(text);
		if (result !== undefined) return String(result);
	}
	return undefined;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/s$/, "s?");
