import { isDisabled } from "@webhand/page/layout/controls";
import type { Layout, PageNode, Range } from "@webhand/page/layout/layout";
import { isIn, isInRegion, nodesIn, rangeOfLine, whole } from "@webhand/page/layout/layout";
import { namesOf } from "@webhand/page/layout/names";
import type { Phrase } from "@webhand/page/layout/phrase";
import { once } from "@webhand/page/once";
import type { ElementView } from "@webhand/page/parse/view";
import type { RoleNoun, Target } from "../clause.ts";
import { areSameLink, chosenOf } from "./choices.ts";
import type { Scope } from "./places.ts";
import { scopeOf } from "./places.ts";
import { contradicts, isOfRole } from "./roles.ts";
import type { Referent } from "./rows.ts";
import { blocksAround, heldAround } from "./rows.ts";
import { pick, sectionsOf } from "./sections.ts";
import { bestOf, gradeOf, grades, isNear, saysMore } from "./text.ts";

/** One control, several that fit equally well, or none, and then what comes near or whether the place is not there. */
export type Found =
	| { readonly kind: "one"; readonly element: ElementView; readonly grade: number }
	| { readonly kind: "tied"; readonly elements: readonly ElementView[] }
	| { readonly kind: "none"; readonly near: readonly ElementView[]; readonly missingPlace?: Target };

/** How to look: which controls count, the words of the whole order, what the person chose, and where "it" is. */
export type Search = {
	readonly accepts: (element: ElementView) => boolean;
	readonly order: string;
	readonly referent: Referent | undefined;
	readonly chosen: string | undefined;
	/** The form of the field filled last: of equals, the one in it is meant. */
	readonly form?: number | undefined;
};

/** The one matcher: name, then role, place, ordinal; of several equals none is taken. */
export function find(layout: Layout, target: Target, search: Search): Found {
	// A name may hold an "of" or an "in": all words together come first.
	if (target.places.length > 0 && !target.isQuoted && target.text !== "") {
		const named = findIn(layout, { ...target, name: target.text, places: [] }, { search, ranges: [whole(layout)] });
		if (named.kind === "one" && named.grade >= grades.folded) return named;
	}
	let scope: Scope = { ranges: [whole(layout)] };
	for (const place of target.places) {
		const narrower = scopeOf(layout, place, search.referent);
		if (narrower === undefined) return { kind: "none", near: [], missingPlace: place.anchor };
		const ranges = narrower.ranges.flatMap((range) => scope.ranges.flatMap((outer) => overlap(range, outer)));
		scope = { ...narrower, ranges };
		if (ranges.length === 0) return { kind: "none", near: [], missingPlace: place.anchor };
	}
	if (target.places.length === 0 && target.isPronoun === true && search.referent?.id !== undefined) {
		const element = search.referent.epoch === layout.view.epoch ? layout.view.elements.get(search.referent.id) : undefined;
		if (element !== undefined && search.accepts(element)) return { kind: "one", element, grade: grades.exact };
	}
	const direct = findIn(layout, target, { search, ...scope });
	// Of two rows of that name only one has such a control: nobody knows which is meant.
	if (direct.kind === "one" && scope.ranges.length > 1 && target.ordinal === undefined) return { kind: "none", near: [direct.element] };
	if (direct.kind !== "none" || target.places.length === 0) return direct;
	const [place, ...others] = target.places;
	const sections = place?.relation === "row" && others.length === 0 ? sectionsOf(layout, place.anchor) : [];
	const inSection: Found = sections.length === 0 ? direct : findIn(layout, target, { search, ranges: sections });
	if (inSection.kind !== "none") return inSection;
	return findAround(layout, target, { search, ...scope }) ?? direct;
}

function overlap(left: Range, right: Range): readonly Range[] {
	const range = { from: Math.max(left.from, right.from), to: Math.min(left.to, right.to) };
	return range.from > range.to ? [] : [range];
}

/** A card whose title is a row of its own: the block around it counts, unless a sibling of the row has such a control. */
function findAround(layout: Layout, target: Target, { search, ranges }: Within): Found | undefined {
	const [range] = ranges;
	if (ranges.length !== 1 || range === undefined || target.places.some(({ relation }) => relation !== "row")) return undefined;
	const elements = heldAround(layout, range, (outer) => {
		const found = findIn(layout, target, { search, ranges: [outer] });
		return found.kind === "one" ? [found.element] : found.kind === "tied" ? found.elements : [];
	});
	const [only, ...others] = elements;
	if (only === undefined) return undefined;
	return others.length > 0 ? { kind: "tied", elements } : { kind: "one", element: only, grade: grades.contained };
}

/** Where to look, and how. */
type Within = Scope & { readonly search: Search };

type Graded = { readonly element: ElementView; readonly node: PageNode; readonly grade: number };

function findIn(layout: Layout, target: Target, { search, ranges, nearest }: Within): Found {
	const wanted = layout.phrase(target.name);
	const order = layout.phrase(search.order);
	const { role, ordinal } = target;
	const candidates = controlsIn(layout, ranges).filter(
		({ element }) => search.accepts(element) && (role === undefined || !contradicts(element, role)),
	);
	const graded =
		target.name === "" ? unnamed(layout, target, candidates) : candidates.flatMap((one) => gradedBy(layout, one, { wanted, order }));
	const equals = withRole(bestOf(graded), role);
	const grade = equals[0]?.grade;
	if (grade === undefined) return { kind: "none", near: nearOf(layout, wanted, candidates) };
	const [one] = pick(nearest === undefined ? equals : byDistance(equals, nearest), ordinal);
	if (target.isAll === true && equals.length > 1) return { kind: "tied", elements: distinct(layout, equals).map(({ element }) => element) };
	if (ordinal === undefined && nearest === undefined) return settle(layout, distinct(layout, equals), search);
	return one === undefined ? { kind: "none", near: [] } : { kind: "one", element: one.element, grade };
}

/** The controls of some ranges. Below a dialog on top nothing can be pressed: its own alone count. */
function controlsIn(layout: Layout, ranges: readonly Range[]): readonly Graded[] {
	const all = controlsOf(layout);
	const [only] = ranges;
	const isWhole = ranges.length === 1 && only?.from === 0 && only.to === layout.nodes.length - 1;
	return isWhole ? all : ranges.flatMap((range) => all.filter(({ node }) => isIn(range, node.order)));
}

const controlsOf = once((layout: Layout): readonly Graded[] => {
	const range = dialogRange(layout) ?? whole(layout);
	return nodesIn(layout, range).flatMap((node) => (node.element === undefined ? [] : [{ element: node.element, node, grade: 0 }]));
});

/** The dialog on top that bars the page behind it. */
export function dialogRange(layout: Layout): Range | undefined {
	const [dialog] = layout.view.dialogs;
	if (dialog === undefined) return undefined;
	const line = layout.view.lines.find(({ region, name }) => region === "dialog" && (name === undefined || name === dialog.name));
	const isBarring = layout.view.lines.some(({ kind, text }) => kind === "collapsed" && text.startsWith("behind the dialog"));
	return line === undefined || !isBarring ? undefined : rangeOfLine(layout, line.index);
}

type Wanted = { readonly wanted: Phrase; readonly order: Phrase };

function gradedBy(layout: Layout, one: Graded, { wanted, order }: Wanted): readonly Graded[] {
	let best: number = grades.none;
	for (const name of namesOf(layout, one.element)) {
		const shown = layout.phrase(name);
		const grade = gradeOf(wanted, shown);
		if (grade <= grades.contained && saysMore(shown, order)) continue;
		best = Math.max(best, grade);
	}
	return best === grades.none ? [] : [{ ...one, grade: best }];
}

/** Without a name the role says it: "the checkbox", or a control called like the role: "the menu". */
function unnamed(layout: Layout, target: Target, candidates: readonly Graded[]): readonly Graded[] {
	const { role } = target;
	const words = layout.phrase(target.text || (role ?? ""));
	const called =
		words.words.length === 0
			? []
			: candidates.filter(({ element }) => namesOf(layout, element).some((name) => gradeOf(words, layout.phrase(name)) >= grades.folded));
	if (called.length === 1 && target.ordinal === undefined) return called.map((one) => ({ ...one, grade: grades.folded }));
	if (role === undefined) return [];
	return candidates.filter(({ element }) => isOfRole(element, role)).map((one) => ({ ...one, grade: grades.contained }));
}

function withRole(equals: readonly Graded[], role: RoleNoun | undefined): readonly Graded[] {
	if (role === undefined) return equals;
	const own = equals.filter(({ element }) => isOfRole(element, role));
	return own.length > 0 ? own : equals;
}

function byDistance(equals: readonly Graded[], order: number): readonly Graded[] {
	// Of two equally near ones the one behind is meant.
	const distance = ({ node }: Graded) => Math.abs(node.order - order) + (node.order < order ? 0.5 : 0);
	return [...equals].sort((left, right) => distance(left) - distance(right));
}

/** What leads to the same place is one control, and so is a link around a button of the same name. */
function distinct(layout: Layout, equals: readonly Graded[]): readonly Graded[] {
	const kept: Graded[] = [];
	const linked = new Set<string>();
	const ids = new Set(equals.map(({ element }) => element.id));
	for (const one of equals) {
		const { element, node } = one;
		const link = element.href === undefined ? undefined : `${element.href} ${layout.phrase(element.name).folded}`;
		if (link !== undefined && element.href !== "#" && linked.has(link)) continue;
		if (link !== undefined) linked.add(link);
		// The inner one is the control itself.
		const isAround = equals.some(({ node: inner }) => inner !== node && inner.inside.includes(element.id) && ids.has(element.id));
		if (!isAround) kept.push(one);
	}
	return kept;
}

function settle(layout: Layout, equals: readonly Graded[], { chosen, form, referent }: Search): Found {
	const [first, ...others] = equals;
	if (first === undefined) return { kind: "none", near: [] };
	if (others.length === 0) return { kind: "one", element: first.element, grade: first.grade };
	const chosenOne =
		chosen === undefined
			? undefined
			: chosenOf(
					layout,
					equals.map(({ element }) => element),
					chosen,
				);
	if (chosenOne !== undefined) return { kind: "one", element: chosenOne, grade: first.grade };
	const node = referent?.id === undefined || referent.epoch !== layout.view.epoch ? undefined : layout.nodeOf.get(referent.id);
	const around = node === undefined ? [] : blocksAround(layout, node).slice(0, 1);
	const filters: ((one: Graded) => boolean)[] = [
		(one) => form !== undefined && one.element.form === form,
		(one) => around.some((block) => isIn(block, one.node.order)),
		(one) => isInRegion(layout.view, one.node.line, "dialog"),
	];
	for (const filter of filters) {
		const left = equals.filter(filter);
		const [only] = left;
		if (left.length === 1 && only !== undefined) return { kind: "one", element: only.element, grade: only.grade };
	}
	const elements = equals.map(({ element }) => element);
	return areSameLink(elements) ? { kind: "one", element: first.element, grade: first.grade } : { kind: "tied", elements };
}

/** Controls that are called nearly so, in reading order, at most five. */
function nearOf(layout: Layout, wanted: Phrase, candidates: readonly Graded[]): readonly ElementView[] {
	if (wanted.words.length === 0) return [];
	const near: ElementView[] = [];
	const names = new Set<string>();
	for (const { element } of candidates) {
		const [name] = namesOf(layout, element);
		if (name === undefined || names.has(name) || isDisabled(element) || !isNear(wanted, layout.phrase(name))) continue;
		names.add(name);
		near.push(element);
		if (near.length === 5) break;
	}
	return near;
}
