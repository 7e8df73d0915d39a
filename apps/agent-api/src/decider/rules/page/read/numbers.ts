import type { Thing } from "../../sentence/clause.ts";
import { calculate, numberIn } from "../../words/math.ts";
import type { Finder } from "../find/finder.ts";
import { pagerOf } from "../find/pager.ts";
import { blocksAround } from "../layout.ts";
import { columnOf } from "./columns.ts";

const more =
	/^(?:next(?: page)?|(?:load|show) more|more|older|weiter|n\u00e4chste(?: seite)?|mehr (?:laden|anzeigen)|[\u203a\u00bb\u2192>])$/i;

const otherPage = /^(?:go to )?(?:page|seite) \d{1,5}$/i;

const earlier = /^(?:prev(?:ious)?(?: page)?|newer|zur\u00fcck|vorherige(?: seite)?|[\u2039\u00ab\u2190<])$/i;

function hasControl({ view, layout }: Finder, names: RegExp): boolean {
	const called = [...view.elements.values()].filter(({ states, name, content }) => {
		const said = (name || content).trim();
		return !states.has("disabled") && (names.test(said) || names.test(said.replace(/\s+[›»→>‹«←<]$|^[‹«←<]\s+/u, "")));
	});
	// A "more" in each row opens what is for that row.
	const rows = called.flatMap(({ id }) => {
		const spot = layout.spotOf.get(id);
		const row = spot === undefined ? undefined : blocksAround(layout, spot)[0];
		return row === undefined ? [] : [row.from];
	});
	return called.length > 0 && !(new Set(rows).size > 1 && rows.length === called.length);
}

/** True where a list has further pages or rows: a control that leads to them, or a page text that leaves some out. */
export const goesOn = (finder: Finder): boolean =>
	hasControl(finder, more) ||
	[...finder.view.elements.values()].some(({ name, states }) => otherPage.test(name) && !states.has("current")) ||
	finder.view.lines.some(({ kind }) => kind === "collapsed") ||
	pagerOf(finder.view).next !== undefined;

/** True on a page of a list that is not its first. */
export const hasEarlier = (finder: Finder): boolean => hasControl(finder, earlier);

function numbersOf(finder: Finder, thing: Thing): readonly number[] {
	const { texts: column, hasTable } = columnOf(finder, thing.name || thing.whole);
	// Of a list that goes on elsewhere, this is a part of what stands in the column.
	if (column !== undefined) return goesOn(finder) || hasEarlier(finder) ? [] : column.flatMap((text) => numberIn(text) ?? []);
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
