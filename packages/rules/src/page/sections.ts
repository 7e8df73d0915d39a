import type { Layout, PageNode, Range } from "@webhand/page/layout/layout";
import { isWithin, nodesIn, rangeOfLine, rangeUnderHeading, textIn, whole } from "@webhand/page/layout/layout";
import type { Target } from "../clause.ts";
import { bestOf, gradeOf, grades, holdsPhrase } from "./text.ts";

const regionNouns: Readonly<Record<string, string>> = { form: "form", dialog: "dialog", navigation: "nav", nav: "nav", menu: "nav" };

/** True for equal ranges. */
export const isSame = (left: Range, right: Range): boolean => left.from === right.from && left.to === right.to;

/** The ranges of an ordinal, counted from the end when negative; all of them without one. */
export const pick = <Item>(items: readonly Item[], ordinal: number | undefined): readonly Item[] =>
	ordinal === undefined ? items : items.slice(ordinal > 0 ? ordinal - 1 : ordinal).slice(0, 1);

/** Ranges that enclose no other one of them, each once. Ranges either nest or lie apart, so neighbours in reading order tell. */
export function smallest(ranges: readonly Range[]): readonly Range[] {
	const sorted = [...ranges].sort((left, right) => left.from - right.from || right.to - left.to);
	return sorted.filter((range, at) => {
		const next = sorted[at + 1];
		return next === undefined || !isWithin(next, range);
	});
}

const withoutNoun = (name: string): string => name.replace(/^(?:section|form|panel|group|area|dialog) (?=\p{L})/iu, "");

/** Sections by their name: regions, headings with what stands below them, what is unfolded; by their kind alone: "the form". */
export function sectionsOf(layout: Layout, { name, text, role, ordinal }: Target): readonly Range[] {
	const { lines } = layout.view;
	if (name === "" && role === "page") return [whole(layout)];
	const kind = role === "dialog" ? "dialog" : regionNouns[(name || text).toLowerCase().replace(/^(?:the|this) /, "")];
	const regions =
		kind === undefined ? [] : smallest(lines.filter(({ region }) => region === kind).map(({ index }) => rangeOfLine(layout, index)));
	if (name === "" || regions.length === 1) return pick(regions, ordinal);
	const wanted = layout.phrase(withoutNoun(name));
	const graded: { readonly grade: number; readonly range: () => Range }[] = [];
	for (const { index, kind: lineKind, name: regionName = "", text: lineText } of lines) {
		const title = lineKind === "region" ? regionName : lineKind === "heading" ? lineText : "";
		const grade = title === "" ? 0 : gradeOf(wanted, layout.phrase(title));
		if (grade > 0)
			graded.push({ grade, range: () => (lineKind === "heading" ? rangeUnderHeading(layout, index) : rangeOfLine(layout, index)) });
	}
	for (const { element, order } of layout.nodes) {
		if (element?.states.has("expanded") !== true || (element.type !== "summary" && element.type !== "button")) continue;
		const next = layout.nodes.find((node) => node.order > order && node.element?.type === element.type);
		const grade = gradeOf(wanted, layout.phrase(element.name || element.content));
		if (grade > 0) graded.push({ grade, range: () => ({ from: order + 1, to: (next?.order ?? layout.nodes.length) - 1 }) });
	}
	return pick(smallest(bestOf(graded).map(({ range }) => range())), ordinal);
}

/** The one node that says an anchor best. */
export function anchorOf(layout: Layout, { name, text }: Target): PageNode | undefined {
	const wanted = layout.phrase(name || text);
	let best: { readonly node: PageNode; readonly grade: number } | undefined;
	for (const node of layout.nodes) {
		const grade = gradeOf(wanted, layout.phrase(node.text));
		if (grade >= grades.contained && grade > (best?.grade ?? 0)) best = { node, grade };
	}
	return best?.node;
}

/** Lines with a control that hold an anchor as text: what stands with it on the line belongs to it. */
export function linesOf(layout: Layout, { name }: Target): readonly Range[] {
	const wanted = layout.phrase(name);
	const lines = layout.view.lines.filter(
		({ cells, text }) => cells.some((cell) => cell.some(({ kind }) => kind === "element")) && holdsPhrase(layout.phrase(text), wanted),
	);
	return smallest(lines.map(({ index }) => rangeOfLine(layout, index)));
}

/** What a range is called by its title or first words, to tell it from others. */
export function titleOf(layout: Layout, range: Range): string {
	const nodes = nodesIn(layout, range);
	const heading = nodes.find(({ line }) => layout.view.lines[line]?.kind === "heading");
	const named = nodes.find(({ element, text }) => text !== "" && element?.type !== "checkbox" && element?.type !== "row");
	return heading?.text ?? named?.text ?? textIn(layout, range, 60);
}
