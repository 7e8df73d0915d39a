import type { ElementView } from "@webhand/page/parse/view";
import type { Place, Target } from "../clause.ts";
import type { Group, Layout, PageNode, Range } from "./layout.ts";
import { isIn, isInRegion, isWithin, nodesIn, rangeOfLine, rangeUnderHeading, textIn, whole } from "./layout.ts";
import type { Phrase } from "./text.ts";
import { gradeOf, grades, holdsPhrase, stem } from "./text.ts";

/** Where the last thing stood: what "it" and "them" mean. */
export type Referent = { readonly text: string; readonly epoch: string; readonly id?: number | undefined };

/** Lists of a page that an order can count: not the navigation, unless there is nothing else. */
export function listsOf(layout: Layout): readonly Group[] {
	const lists = layout.groups.filter(({ isNav, blocks }) => !isNav && blocks.length > 0);
	return lists.filter(({ blocks }) => !isInRegion(layout.view, lineOf(layout, blocks[0]), "footer"));
}

const lineOf = (layout: Layout, range: Range | undefined): number => layout.nodes[range?.from ?? -1]?.line ?? -1;

/** The list that a noun like "row", "result" or "email" counts: tables for rows, else the list with most in it that leads somewhere. */
export function mainList(layout: Layout, target: Target): Group | undefined {
	const lists = listsOf(layout);
	const tables = target.role === "row" || /^rows? /i.test(target.name) ? lists.filter(({ kind }) => kind === "row") : [];
	const candidates = (tables.length > 0 ? tables : lists).filter(({ blocks }) => blocks.some((block) => block.to >= block.from));
	const sizeOf = ({ blocks }: Group) => blocks.reduce((sum, block) => sum + block.to - block.from + 1, 0);
	const hasControl = ({ blocks }: Group) => nodesIn(layout, blocks[0] ?? { from: 0, to: -1 }).some(({ element }) => element !== undefined);
	const acting = candidates.filter(hasControl);
	return (acting.length > 0 ? acting : candidates).reduce<Group | undefined>(
		(best, one) => (best === undefined || sizeOf(one) > sizeOf(best) ? one : best),
		undefined,
	);
}

/** The rows, items or cards that a target means: by ordinal, by what "it" was, or by the words that stand in them; the smallest ones. */
export function blocksOf(layout: Layout, target: Target, referent: Referent | undefined): readonly Range[] {
	if (target.isPronoun === true) return referent === undefined ? [] : blocksOfReferent(layout, referent);
	const placed = placedBlocks(layout, target, referent);
	const named = target.name === "" ? undefined : blocksNamed(layout, target.name, target.isQuoted);
	const both =
		named === undefined || placed === undefined
			? named
			: named.filter((block) => placed.some(({ from, to }) => from === block.from && to === block.to));
	if (both !== undefined && both.length > 0) return pick(both, target.ordinal);
	const kind = kindOf(layout, target);
	if (named !== undefined && named.length > 0 && kind === undefined) return [];
	const isNoun = target.name === "" || (kind !== undefined && kind.rest === undefined);
	if (placed !== undefined && isNoun) return pick(smallest(placed), target.ordinal);
	if (kind?.rest !== undefined && target.ordinal === undefined)
		return blocksNamed(layout, kind.rest, target.isQuoted).filter(
			(block) => placed === undefined || placed.some(({ from, to }) => from === block.from && to === block.to),
		);
	if (placed !== undefined) return [];
	const number = /^(?:row |#)?(\d{1,3})$/i.exec(target.name)?.[1];
	const ordinal =
		target.ordinal ?? (number === undefined || !(target.role === "row" || /^row /i.test(target.name)) ? undefined : Number(number));
	// The last of a list that goes on stands on another page.
	if (ordinal !== undefined && ordinal < 0 && goesOn(layout)) return [];
	const isNth = target.name === "" || number !== undefined || (kind !== undefined && kind.rest === undefined);
	const ofNewest = target.age === undefined ? ordinal : undefined;
	if (!isNth || ofNewest === undefined) return [];
	const blocks = mainList(layout, target)?.blocks ?? [];
	return pick(blocks, ofNewest);
}

/** The rows that lie where the places of a target say: of the row, in the section, below or above what they name. */
function placedBlocks(layout: Layout, { places, role, name }: Target, referent: Referent | undefined): readonly Range[] | undefined {
	let blocks: readonly Range[] | undefined;
	for (const { relation, anchor } of places) {
		const rows = blocksOf(layout, anchor, referent);
		const isSibling = (relation === "below" || relation === "above") && (role === "row" || role === "item") && name === "";
		const ranges = isSibling
			? rows.flatMap((row) => siblingOf(layout, row, relation === "below" ? 1 : -1))
			: relation === "row" && rows.length > 0
				? rows
				: (scopeOf(layout, { relation: relation === "row" ? "section" : relation, anchor }, referent)?.ranges ?? []);
		const isSame = isSibling || (relation === "row" && rows.length > 0);
		blocks = (blocks ?? allBlocks(layout)).filter((block) =>
			ranges.some((range) => (isSame ? block.from === range.from && block.to === range.to : isWithin(block, range))),
		);
	}
	return blocks;
}

function siblingOf(layout: Layout, row: Range, step: 1 | -1): readonly Range[] {
	const group = layout.groups.find(({ blocks }) => blocks.some(({ from, to }) => from === row.from && to === row.to));
	const at = group?.blocks.findIndex(({ from }) => from === row.from) ?? -1;
	const sibling = at === -1 || at + step < 0 ? undefined : group?.blocks[at + step];
	return sibling === undefined ? [] : [sibling];
}

/**
 * A sort of things ("customer", "ticket 4021") that a heading, column or title of the page names: `rest` are the words that tell which one.
 * Beside a code ("PO-2"), which tells one thing alone, any noun may stand.
 */
function kindOf(layout: Layout, { name, isQuoted }: Target): { readonly rest?: string } | undefined {
	const { words } = layout.phrase(name);
	if (isQuoted || words.length === 0) return undefined;
	const rest = words.filter((word) => !layout.kinds().has(stem(word)));
	if (rest.length === 0) return {};
	if (rest.length < words.length) return { rest: rest.join(" ") };
	const codes = words.filter((word) => /\d/.test(word) && /[\p{L}#-]/u.test(word));
	return codes.length > 0 && words.length - codes.length === 1 ? { rest: codes.join(" ") } : undefined;
}

const pick = (blocks: readonly Range[], ordinal: number | undefined): readonly Range[] => {
	if (ordinal === undefined) return blocks;
	const block = blocks.at(ordinal > 0 ? ordinal - 1 : ordinal);
	return block === undefined ? [] : [block];
};

function blocksOfReferent(layout: Layout, { text, epoch, id }: Referent): readonly Range[] {
	const node = id !== undefined && epoch === layout.view.epoch ? layout.nodeOf.get(id) : undefined;
	if (node !== undefined) return blocksAround(layout, node).slice(0, 1);
	return text === "" ? [] : blocksNamed(layout, text, false);
}

/** The blocks of like siblings around a node, the smallest first. */
export function blocksAround(layout: Layout, node: Pick<PageNode, "order">): readonly Range[] {
	return allBlocks(layout)
		.filter((block) => isIn(block, node.order))
		.sort((left, right) => left.to - left.from - (right.to - right.from));
}

const kept = new WeakMap<Layout, readonly Range[]>();
function allBlocks(layout: Layout): readonly Range[] {
	const blocks = kept.get(layout) ?? layout.groups.flatMap((group) => (group.isNav ? [] : group.blocks));
	kept.set(layout, blocks);
	return blocks;
}

/** The smallest blocks that say a name, those that say it best alone. */
function blocksNamed(layout: Layout, name: string, isQuoted: boolean): readonly Range[] {
	const wanted = layout.phrase(name);
	const rare = wanted.words
		.map((word) => layout.index().get(word) ?? [])
		.reduce<readonly number[] | undefined>((least, one) => (least === undefined || one.length < least.length ? one : least), undefined);
	const graded =
		(rare ?? []).length === 0
			? []
			: allBlocks(layout)
					.filter((block) => isAnyIn(block, rare ?? []))
					.map((block) => ({ block, grade: gradeOfBlock(layout, block, { wanted, isQuoted }) }));
	const best = graded.reduce((top, { grade }) => Math.max(top, grade), 1);
	return smallest(graded.filter(({ grade }) => grade === best).map(({ block }) => block));
}

/** True where one of some orders, which ascend, lies in a range. */
function isAnyIn({ from, to }: Range, orders: readonly number[]): boolean {
	let [low, high] = [0, orders.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((orders[middle] ?? 0) < from) low = middle + 1;
		else high = middle;
	}
	return (orders[low] ?? Number.POSITIVE_INFINITY) <= to;
}

/** Blocks that enclose no other one of them. Blocks either nest or lie apart, so neighbours in reading order tell. */
export function smallest(blocks: readonly Range[]): readonly Range[] {
	const sorted = [...blocks].sort((left, right) => left.from - right.from || right.to - left.to);
	return sorted
		.filter((block, at) => {
			const next = sorted[at + 1];
			return next === undefined || !isWithin(next, block) || (next.from === block.from && next.to === block.to);
		})
		.filter((block, at, all) => at === 0 || block.from !== all[at - 1]?.from || block.to !== all[at - 1]?.to);
}

function gradeOfBlock(layout: Layout, block: Range, { wanted, isQuoted }: { readonly wanted: Phrase; readonly isQuoted: boolean }): number {
	let best: number = grades.none;
	const words = new Set<string>();
	for (let order = block.from; order <= block.to; order += 1) {
		const node = layout.nodes[order];
		if (node === undefined) break;
		const shown = layout.phrase(node.text);
		best = Math.max(best, gradeOf(wanted, shown, isQuoted));
		if (best === grades.exact) return best;
		for (const word of shown.words) words.add(word);
	}
	// "The customer from Rome": all its words stand in the row, if not together.
	if (best === grades.none && !isQuoted && wanted.words.length > 1 && wanted.words.every((word) => words.has(word))) return grades.typo;
	return best;
}

/** What a place allows: ranges of the page, one for each meaning; `nearest` where the closest control to an anchor is meant. */
export type Scope = {
	readonly ranges: readonly Range[];
	readonly nearest?: { readonly order: number; readonly side: "after" | "before" | "any" };
};

/** Where a place of an order is; undefined where the page does not say its anchor. */
export function scopeOf(layout: Layout, place: Place, referent: Referent | undefined): Scope | undefined {
	const { anchor, relation } = place;
	switch (relation) {
		case "row":
			return found(blocksOf(layout, anchor, referent)) ?? found(sectionsOf(layout, anchor)) ?? found(linesOf(layout, anchor));
		case "section":
			return found(sectionsOf(layout, anchor)) ?? found(blocksOf(layout, anchor, referent));
		case "beside":
		case "below":
		case "above": {
			const node = anchorOf(layout, anchor);
			if (node === undefined) return found(blocksOf(layout, anchor, referent));
			if (relation === "below")
				return { ranges: [{ from: node.order + 1, to: layout.nodes.length - 1 }], nearest: { order: node.order, side: "after" } };
			if (relation === "above") return { ranges: [{ from: 0, to: node.order - 1 }], nearest: { order: node.order, side: "before" } };
			const [block] = blocksAround(layout, node);
			const line = layout.view.lines[node.line];
			const around =
				block ?? rangeOfLine(layout, Math.max(0, node.line - 1), Math.min(layout.view.lines.length - 1, (line?.index ?? 0) + 1));
			return { ranges: [around], nearest: { order: node.order, side: "any" } };
		}
	}
}

const found = (ranges: readonly Range[]): Scope | undefined => (ranges.length === 0 ? undefined : { ranges });

/** The one node that says an anchor best. */
function anchorOf(layout: Layout, anchor: Target): PageNode | undefined {
	const wanted = layout.phrase(anchor.name || anchor.text);
	let best: { node: PageNode; grade: number } | undefined;
	for (const node of layout.nodes) {
		const grade = gradeOf(wanted, layout.phrase(node.text), anchor.isQuoted);
		if (grade >= grades.contained && (best === undefined || grade > best.grade)) best = { node, grade };
	}
	return best?.node;
}

const regionWords: Readonly<Record<string, readonly string[]>> = {
	form: ["form"],
	dialog: ["dialog"],
	navigation: ["nav"],
	nav: ["nav"],
	menu: ["nav", "menu"],
	header: ["header"],
	footer: ["footer"],
	sidebar: ["aside", "complementary"],
};

/** Sections by their name: regions, headings with what stands below them, open details and tab panels. */
export function sectionsOf(layout: Layout, anchor: Target): readonly Range[] {
	const { lines, dialogs } = layout.view;
	if (anchor.name === "" && anchor.role === "page") return [whole(layout)];
	const kinds =
		anchor.role === "dialog"
			? ["dialog"]
			: anchor.name === "" || regionWords[anchor.name.toLowerCase()]
				? regionWords[(anchor.name || anchor.text).toLowerCase().replace(/^(?:the|this) /, "")]
				: undefined;
	if (kinds !== undefined && (anchor.name === "" || !dialogs.some(({ name }) => name === anchor.name))) {
		const ranges = lines
			.filter(({ region }) => region !== undefined && kinds.includes(region))
			.map(({ index }) => rangeOfLine(layout, index));
		if (ranges.length > 0 && anchor.name === "") return pick(smallest(ranges), anchor.ordinal);
		if (ranges.length === 1) return ranges;
	}
	if (anchor.name === "") return [];
	const wanted = layout.phrase(anchor.name.replace(/^(?:section|form|panel|group|area|dialog) (?=\p{L})/iu, ""));
	const graded: { grade: number; range: Range }[] = [];
	for (const { index, kind, name, text } of lines) {
		const title = kind === "region" ? (name ?? "") : kind === "heading" ? text : "";
		const grade = title === "" ? 0 : gradeOf(wanted, layout.phrase(title), anchor.isQuoted);
		if (grade > 0) graded.push({ grade, range: kind === "heading" ? rangeUnderHeading(layout, index) : rangeOfLine(layout, index) });
	}
	for (const { element, order } of layout.nodes) {
		if (element?.states.has("expanded") !== true || element.type === "combobox") continue;
		const grade = gradeOf(wanted, layout.phrase(element.name || element.content), anchor.isQuoted);
		const next = layout.nodes.find(
			(node) => node.order > order && node.element?.type === element.type && /^(?:summary|button)$/.test(element.type),
		);
		if (grade > 0) graded.push({ grade, range: { from: order + 1, to: (next?.order ?? layout.nodes.length) - 1 } });
	}
	const best = Math.max(0, ...graded.slice(0, 5_000).map(({ grade }) => grade));
	const ranges = graded.filter(({ grade }) => grade === best).map(({ range }) => range);
	return pick(smallest(ranges), anchor.ordinal);
}

/** Lines of plain text that hold an anchor: what stands with it on the line belongs to it. */
function linesOf(layout: Layout, anchor: Target): readonly Range[] {
	if (anchor.name === "") return [];
	const wanted = layout.phrase(anchor.name.replace(/^(?:section|form|panel|group|area|dialog) (?=\p{L})/iu, ""));
	const ranges = layout.view.lines.flatMap(({ index, cells }) => {
		const hasControl = cells.some((cell) => cell.some(({ kind }) => kind === "element"));
		return hasControl && holdsPhrase(layout.phrase(layout.view.lines[index]?.text ?? ""), wanted) ? [rangeOfLine(layout, index)] : [];
	});
	return smallest(ranges);
}

/** What a range is called by its title or first words, to tell it from others in a question. */
export function titleOf(layout: Layout, range: Range): string {
	const heading = nodesIn(layout, range).find(({ line }) => layout.view.lines[line]?.kind === "heading");
	const named = nodesIn(layout, range).find(({ element, text }) => text !== "" && element?.type !== "checkbox" && element?.type !== "row");
	return heading?.text ?? named?.text ?? textIn(layout, range, 60);
}

/** True where a list of the page goes on: on a next page, or behind a button that loads more. */
export function goesOn({ view }: Layout): boolean {
	const isMore = ({ name, states, type }: ElementView) =>
		(type === "a" || type === "button") &&
		!states.has("disabled") &&
		/^(?:next|next page|older|more|load more|show more|previous|prev|weiter|suivant|siguiente|(?:page |seite )?[2-9]|\d\d)(?:\s*[›»>→])?$/iu.test(
			name.trim(),
		);
	return (
		view.lines.some(({ kind, text }) => kind === "collapsed" && !text.startsWith("behind the dialog")) ||
		[...view.elements.values()].some(isMore)
	);
}
