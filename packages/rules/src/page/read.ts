import { isToggle, takesValue } from "@webhand/page/layout/controls";
import type { Layout, PageNode, Range } from "@webhand/page/layout/layout";
import { elementsIn, isInRegion, nodesIn, rangeUnderHeading, textIn, whole } from "@webhand/page/layout/layout";
import { columnsOf, namesOf, valueOf } from "@webhand/page/layout/names";
import type { Phrase } from "@webhand/page/layout/phrase";
import { stem } from "@webhand/page/layout/phrase";
import type { Target } from "../clause.ts";
import { scopeOf } from "./places.ts";
import { isOfRole } from "./roles.ts";
import type { Referent } from "./rows.ts";
import { blocksOf, goesOn, listsOf } from "./rows.ts";
import { sectionsOf } from "./sections.ts";
import { bestOf, gradeOf, grades, indexOfRun } from "./text.ts";

/** The values that stand with all the words of a question: one answers it, several or none do not. */
export type Reading = { readonly values: readonly string[]; readonly missing?: Target };

const amount =
	/[-−+]?(?:[$€£¥]|USD|EUR|GBP|CHF)\s?\d[\d.,'\s]*\d?|[-−+]?\d[\d.,']*(?:\s\d{3})*\s?(?:[$€£¥]|USD|EUR|GBP|CHF|zł|kr)(?!\p{L})/u;
const money = /^(?:price|cost|total|amount|sum|subtotal|balance|revenue|fee)s?$/;

/** Reads what a question asks for: in the row, card or section of `of`, else the one place of the page that says its words. */
export function readValue(
	layout: Layout,
	{ target, of }: { readonly target: Target; readonly of?: Target | undefined },
	referent: Referent | undefined,
): Reading {
	// "The page title", "the title of this page".
	if (/^(?:page )?title(?: of (?:this|the)(?: page)?)?$/i.test(target.text) && (of === undefined || of.role === "page"))
		return { values: layout.view.title === "" ? [] : [layout.view.title] };
	const anchors = [
		...(of === undefined ? [] : [of]),
		...target.places.filter(({ relation }) => relation === "row" || relation === "section").map(({ anchor }) => anchor),
	];
	let ranges: readonly Range[] = [whole(layout)];
	for (const anchor of anchors) {
		const scope = rangesOf(layout, anchor, referent);
		if (scope.length === 0) return { values: [], missing: anchor };
		ranges = scope;
	}
	const isOfOne = anchors.length > 0;
	// Several rows of the same name: each must say the same.
	const values = ranges.map((range) => valuesIn(layout, range, { target, isOfOne }));
	if (isOfOne && values.some(({ length }) => length === 0)) return { values: [] };
	return { values: [...new Set(values.flat())] };
}

function rangesOf(layout: Layout, anchor: Target, referent: Referent | undefined): readonly Range[] {
	const blocks = blocksOf(layout, anchor, referent);
	if (blocks.length > 0) return blocks;
	const sections = sectionsOf(layout, anchor);
	return sections.length > 0 ? sections : (scopeOf(layout, { relation: "row", anchor }, referent)?.ranges ?? []);
}

function valuesIn(
	layout: Layout,
	range: Range,
	{ target, isOfOne }: { readonly target: Target; readonly isOfOne: boolean },
): readonly string[] {
	const wanted = layout.phrase(target.name || target.text);
	if (target.name === "" || target.ordinal !== undefined) return [];
	const cells = inColumn(layout, range, wanted);
	if (cells.length > 0) return cells;
	const labelled = beside(layout, range, { wanted, isQuoted: target.isQuoted });
	if (labelled.length > 0) return labelled;
	if (!isOfOne || !wanted.words.some((word) => money.test(word)) || wanted.words.length > 1) return [];
	// The price of a row is the only amount that stands in it.
	const amounts = nodesIn(layout, range).flatMap(({ text }) => amount.exec(text)?.[0].trim() ?? []);
	return [...new Set(amounts)];
}

/** The cell of a row in the column of that name. */
function inColumn(layout: Layout, range: Range, wanted: Phrase): readonly string[] {
	const line = layout.nodes[range.from]?.line ?? -1;
	const columns = columnsOf(layout, range.from);
	if (columns === undefined || layout.nodes[range.to]?.line !== line) return [];
	const graded = columns.map((name, cell) => ({ cell, grade: gradeOf(wanted, layout.phrase(name)) }));
	const fitting = bestOf(graded.filter(({ grade }) => grade >= grades.contained));
	return fitting.map(({ cell }) => textOfCell(layout, range, cell)).filter((text) => text !== "");
}

function textOfCell(layout: Layout, range: Range, cell: number): string {
	const nodes = nodesIn(layout, range).filter((node) => node.cell === cell);
	const field = nodes.flatMap(({ element }) => element ?? []).find(takesValue);
	if (field !== undefined) return valueOf(field);
	const [first, last] = [nodes[0], nodes.at(-1)];
	return first === undefined || last === undefined ? "" : textIn(layout, { from: first.order, to: last.order });
}

/** A label as a question names it. */
type Label = { readonly wanted: Phrase; readonly isQuoted: boolean };

/** Values that stand behind their label: in one text ("Total: 41.90 €"), in the next one, in the next cell, or in the field called so. */
function beside(layout: Layout, range: Range, { wanted, isQuoted }: Label): readonly string[] {
	const found: { readonly value: string; readonly grade: number }[] = [];
	for (const node of nodesIn(layout, range)) {
		if (node.element !== undefined) {
			const value = ofControl(layout, node, { wanted, isQuoted });
			if (value !== undefined) found.push(value);
			continue;
		}
		const [, label = "", value = ""] = /^(.{1,60}?)\s*(?:[:=]\s+|[:=]$|\s(?=[$€£]?\d))(.*)$/s.exec(node.text) ?? [];
		const own = label === "" || value === "" ? 0 : gradeOf(wanted, layout.phrase(label));
		if (own >= grades.contained) found.push({ value: value.trim(), grade: own });
		else if (node.text.length <= 60) {
			const grade = gradeOf(wanted, layout.phrase(node.text));
			const next =
				grade >= grades.folded || (grade === grades.contained && /:$/.test(node.text.trim())) ? nextTo(layout, node, range) : undefined;
			if (next !== undefined) found.push({ value: next, grade });
		}
	}
	return [...new Set(bestOf(found).map(({ value }) => value))];
}

function ofControl(
	layout: Layout,
	{ element }: PageNode,
	{ wanted }: Label,
): { readonly value: string; readonly grade: number } | undefined {
	if (element === undefined || !(takesValue(element) || isToggle(element))) return undefined;
	const grade = Math.max(0, ...namesOf(layout, element).map((name) => gradeOf(wanted, layout.phrase(name))));
	const value = isToggle(element) ? (element.states.has("checked") ? "on" : "off") : valueOf(element);
	return grade < grades.contained || value === "" ? undefined : { value, grade };
}

/** The text right behind a label: the rest of its cell or line, else the line below it, unless that is a heading or another label. */
function nextTo(layout: Layout, node: PageNode, range: Range): string | undefined {
	const next = layout.nodes[node.order + 1];
	if (next === undefined || next.order > range.to) return undefined;
	const lines = layout.view.lines;
	const isSameLine = next.line === node.line;
	if (!isSameLine && (next.line !== node.line + 1 || lines[next.line]?.kind === "heading" || lines[next.line]?.kind === "row"))
		return undefined;
	// The columns of a header stand side by side and are no values.
	if (layout.groups.some(({ header }) => header !== undefined && node.order >= header.from && node.order <= header.to)) return undefined;
	if (next.element !== undefined && takesValue(next.element)) return valueOf(next.element) || undefined;
	return next.text === "" || next.text.endsWith(":") ? undefined : next.text;
}

/** How many there are: a number that stands before the noun, else the rows of the one list that is meant. */
export function countOf(layout: Layout, target: Target, referent: Referent | undefined): Reading {
	const noun = layout.phrase(target.name || target.text).words.at(-1) ?? "";
	const place = target.places.find(({ relation }) => relation === "section" || relation === "row");
	const scope = place === undefined ? [whole(layout)] : (scopeOf(layout, place, referent)?.ranges ?? []);
	const [range, ...others] = scope;
	if (range === undefined || others.length > 0) return { values: [], ...(place === undefined ? {} : { missing: place.anchor }) };
	const role = target.name === "" ? target.role : undefined;
	// "How many links are there?", where none is left out of the text.
	if (role !== undefined && role !== "row" && role !== "item" && role !== "page") {
		const controls = elementsIn(layout, range).filter((element) => isOfRole(element, role));
		return { values: layout.view.lines.some(({ kind }) => kind === "collapsed") ? [] : [String(controls.length)] };
	}
	if (noun.length < 2 || /^\d/.test(noun)) return { values: [] };
	const wanted = layout.phrase(target.name || target.text).words.map(stem);
	const said = nodesIn(layout, range).flatMap(({ text, line }) => {
		if (isInRegion(layout.view, line, "nav") && place === undefined) return [];
		const words = layout.phrase(text).words.map(stem);
		const at = indexOfRun(words, wanted);
		const before = words[at - 1] ?? "";
		const behind = at === -1 ? "" : (words[at + wanted.length] ?? "");
		if (at > 0 && /^\d[\d.,]*$/.test(before) && before !== "page") return [before];
		return at === 0 && words.length === wanted.length + 1 && /^\d[\d.,]*$/.test(behind) ? [behind] : [];
	});
	if (said.length > 0) return { values: [...new Set(said)] };
	return { values: counted(layout, range, { wanted, isRows: target.role === "row" }) };
}

function counted(
	layout: Layout,
	range: Range,
	{ wanted, isRows }: { readonly wanted: readonly string[]; readonly isRows: boolean },
): readonly string[] {
	if (goesOn(layout)) return [];
	const lists = listsOf(layout).filter(({ blocks }) => (blocks[0]?.from ?? -1) >= range.from && (blocks.at(-1)?.to ?? 0) <= range.to);
	const tables = isRows ? lists.filter(({ kind }) => kind === "row") : lists;
	// A list is told by its heading, or it is the only one.
	const headed = tables.filter(({ blocks }) => {
		const line = layout.nodes[blocks[0]?.from ?? -1]?.line ?? -1;
		const heading = layout.view.lines.slice(0, line).findLast(({ kind }) => kind === "heading");
		const words = heading === undefined ? [] : layout.phrase(heading.text).words.map(stem);
		const isUnder = heading !== undefined && rangeUnderHeading(layout, heading.index).to >= (blocks.at(-1)?.to ?? 0);
		return isUnder && indexOfRun(words, wanted) !== -1;
	});
	const [only, ...others] = headed.length > 0 ? headed : isRows ? tables : [];
	return only === undefined || others.length > 0 ? [] : [String(only.blocks.length)];
}
