import type { ElementView } from "@webhand/page/parse/view";
import { numberIn } from "../../words/math.ts";
import type { Layout } from "../layout.ts";
import { blocksAround, textOfBlock } from "../layout.ts";
import { takesValue } from "../roles.ts";
import type { Match } from "./match.ts";

/** Which end of the scale is wanted, and the words around a control whose own name holds no number. */
export type Measure = { readonly end: "most" | "least"; readonly surroundings: (element: ElementView) => string };

/** Of controls inside one another with one name ("tab" around its link) only the outermost: they are the same thing. */
export function outermost(layout: Layout, matches: readonly Match[]): readonly Match[] {
	if (matches.length < 2) return matches;
	const ids = new Set(matches.map(({ element }) => element.id));
	return matches.filter(
		({ element }) =>
			!(layout.spotOf.get(element.id)?.inside ?? []).some((id) => ids.has(id) && layout.view.elements.get(id)?.name === element.name),
	);
}

/** The match whose visible number is greatest or least; undefined where numbers are missing. */
export function extremeOf(matches: readonly Match[], { end, surroundings }: Measure): Match | undefined {
	const numbered = matches.flatMap((match) => {
		const value = numberIn(match.element.content || match.element.name) ?? numberIn(surroundings(match.element));
		return value === undefined ? [] : [{ match, value }];
	});
	if (numbered.length < 2) return numbered[0]?.match;
	return numbered.reduce((best, one) => ((end === "most" ? one.value > best.value : one.value < best.value) ? one : best)).match;
}

/** The name of the innermost part of the page that a control stands in; "" where it has none. */
export function partOf({ view }: Layout, element: ElementView): string {
	for (let at = view.lines[element.line]?.parent ?? -1; at >= 0; at = view.lines[at]?.parent ?? -1) {
		const name = view.lines[at]?.name ?? "";
		if (name !== "") return name;
	}
	return "";
}

/** True for controls that a person would not tell apart: one name, one target, no row of their own with other words. */
export function areTheSame(layout: Layout, matches: readonly Match[]): boolean {
	const [first, ...rest] = matches;
	if (first === undefined) return false;
	if (rest.some(({ element }) => element.name !== first.element.name)) return false;
	// "Street" of the one address is not that of the other.
	if (takesValue(first.element) && new Set(matches.map(({ element }) => partOf(layout, element))).size > 1) return false;
	// A link and a button of one name do the same; two links to different places do not.
	const targets = new Set(matches.flatMap(({ element }) => element.href ?? []));
	if (targets.size > 1) return false;
	if (targets.size === 1 && matches.every(({ element }) => element.href !== undefined)) return true;
	const blocks = matches.map(({ element }) => {
		const spot = layout.spotOf.get(element.id);
		return spot === undefined ? undefined : blocksAround(layout, spot)[0];
	});
	const texts = new Set(blocks.map((block) => (block === undefined ? "" : textOfBlock(layout, block))));
	return !(blocks.every((block) => block !== undefined) && texts.size > 1);
}
