import type { Group, Layout, PageNode, Range } from "@webhand/page/layout/layout";
import { elementsIn, isIn, isWithin, nodesIn, positionOf } from "@webhand/page/layout/layout";
import type { Phrase } from "@webhand/page/layout/phrase";
import { stem } from "@webhand/page/layout/phrase";
import { once } from "@webhand/page/once";
import type { ElementView } from "@webhand/page/parse/view";
import type { Target } from "../clause.ts";
import { kindsOf, nodesByWord } from "./kinds.ts";
import { anchorOf, isSame, pick, sectionsOf, smallest } from "./sections.ts";
import { bestOf, gradeOf, grades } from "./text.ts";

/** Where the last thing stood: what "it" and "them" mean. */
export type Referent = { readonly text: string; readonly epoch: string; readonly id?: number | undefined };

/** Lists of a page that an order can count: not the navigation. */
export const listsOf = ({ groups }: Layout): readonly Group[] => groups.filter(({ isNav, blocks }) => !isNav && blocks.length > 0);

/** The list that a noun like "row", "result" or "email" counts: tables for rows, else the list with most in it that can be acted on. */
export function mainList(layout: Layout, { role, name }: Target): Group | undefined {
	const lists = listsOf(layout);
	const tables = role === "row" || /^rows? /i.test(name) ? lists.filter(({ kind }) => kind === "row") : [];
	const candidates = tables.length > 0 ? tables : lists;
	const acting = candidates.filter(({ blocks: [first] }) => first !== undefined && elementsIn(layout, first).length > 0);
	const sizeOf = (group: Group | undefined) => (group?.blocks ?? []).reduce((sum, { from, to }) => sum + to - from + 1, 0);
	return (acting.length > 0 ? acting : candidates).reduce<Group | undefined>(
		(best, one) => (sizeOf(one) > sizeOf(best) ? one : best),
		undefined,
	);
}

/** The rows, items or cards that a target means: by ordinal, by what "it" was, or by the words that stand in them; the smallest ones. */
export function blocksOf(layout: Layout, target: Target, referent: Referent | undefined): readonly Range[] {
	const { name, ordinal, isQuoted } = target;
	if (target.isPronoun === true) return blocksOfReferent(layout, referent);
	const [, code] = isQuoted || target.role === "row" ? [] : (/^\p{L}+ #?(\d+)$/u.exec(target.text) ?? []);
	// "Card 15" is what the page calls "#15", wherever it stands.
	if (code !== undefined && layout.nodes.some((node) => /^#\d/.test(node.text))) {
		const isIt = new RegExp(`^#${code}(?!\\d)`);
		return smallest(allBlocks(layout).filter((block) => nodesIn(layout, block).some((node) => isIt.test(node.text))));
	}
	const placed = placedBlocks(layout, target, referent);
	const inPlace = (block: Range) => placed === undefined || placed.some((one) => isSame(one, block));
	const named = name === "" ? [] : blocksNamed(layout, name, isQuoted);
	if (named.some(inPlace)) return pick(named.filter(inPlace), ordinal);
	const kind = kindOf(layout, target);
	const isNoun = name === "" || kind?.rest === "";
	if (named.length > 0 && kind === undefined) return [];
	if (placed !== undefined && isNoun) return pick(smallest(placed), ordinal);
	if (kind !== undefined && kind.rest !== "" && ordinal === undefined) return blocksNamed(layout, kind.rest, isQuoted).filter(inPlace);
	const number = /^(?:row |#)?(\d{1,3})$/i.exec(name)?.[1];
	const isRow = target.role === "row" || /^row /i.test(name);
	const nth = ordinal ?? (number === undefined || !isRow ? undefined : Number(number));
	// The last of a list that goes on stands on another page.
	const isNth = placed === undefined && nth !== undefined && (nth > 0 || !goesOn(layout)) && (isNoun || number !== undefined);
	return isNth ? pick(mainList(layout, target)?.blocks ?? [], nth) : [];
}

/** The rows that lie where the places of a target say: of the row, in the section, below or above what they name. */
function placedBlocks(layout: Layout, { places, role, name }: Target, referent: Referent | undefined): readonly Range[] | undefined {
	let blocks: readonly Range[] | undefined;
	for (const { relation, anchor } of places) {
		const rows = blocksOf(layout, anchor, referent);
		const step = relation === "below" ? 1 : relation === "above" ? -1 : 0;
		const isSibling = step !== 0 && (role === "row" || role === "item") && name === "";
		const order = step === 0 ? undefined : anchorOf(layout, anchor)?.order;
		const side = order === undefined ? [] : [step > 0 ? { from: order + 1, to: layout.nodes.length } : { from: 0, to: order - 1 }];
		const own = isSibling ? rows.flatMap((row) => siblingOf(layout, row, step)) : relation === "section" ? [] : step === 0 ? rows : [];
		const around = own.length > 0 || isSibling ? [] : step === 0 ? sectionsOf(layout, anchor) : side;
		blocks = (blocks ?? allBlocks(layout)).filter(
			(block) => own.some((one) => isSame(one, block)) || around.some((range) => isWithin(block, range)),
		);
	}
	return blocks;
}

/** The group of like siblings that a block is one of. */
const groupOf = ({ groups }: Layout, block: Range): Group | undefined =>
	groups.find(({ blocks }) => blocks.some((one) => isSame(one, block)));

function siblingOf(layout: Layout, row: Range, step: number): readonly Range[] {
	const blocks = groupOf(layout, row)?.blocks ?? [];
	const at = blocks.findIndex((one) => isSame(one, row)) + step;
	return blocks.slice(Math.max(0, at), at + 1);
}

/**
 * A sort of things ("customer", "ticket 4021") that a heading, column or title of the page names: `rest` are the words that tell which one.
 * Beside a code ("PO-2"), which tells one thing alone, any noun may stand.
 */
function kindOf(layout: Layout, { name, isQuoted }: Target): { readonly rest: string } | undefined {
	const { words } = layout.phrase(name);
	if (isQuoted || words.length === 0) return undefined;
	const rest = words.filter((word) => !kindsOf(layout).has(stem(word)));
	if (rest.length < words.length) return { rest: rest.join(" ") };
	const codes = words.filter((word) => /\d/.test(word) && /[\p{L}#-]/u.test(word));
	return codes.length > 0 && words.length - codes.length === 1 ? { rest: codes.join(" ") } : undefined;
}

function blocksOfReferent(layout: Layout, referent: Referent | undefined): readonly Range[] {
	if (referent === undefined) return [];
	const node = referent.id !== undefined && referent.epoch === layout.view.epoch ? layout.nodeOf.get(referent.id) : undefined;
	if (node !== undefined) return blocksAround(layout, node).slice(0, 1);
	return referent.text === "" ? [] : blocksNamed(layout, referent.text, false);
}

/** The blocks of like siblings around a node, the smallest first. */
export const blocksAround = (layout: Layout, { order }: Pick<PageNode, "order">): readonly Range[] =>
	allBlocks(layout)
		.filter((block) => isIn(block, order))
		.sort((left, right) => left.to - left.from - (right.to - right.from));

/** A card whose title is a row of its own: what the block around it holds, unless that belongs to a sibling of the row. */
export function heldAround(layout: Layout, block: Range, look: (range: Range) => readonly ElementView[]): readonly ElementView[] {
	const siblings = groupOf(layout, block)?.blocks ?? [];
	const outer = blocksAround(layout, { order: block.from }).filter(
		(one) => isWithin(block, one) && one.to - one.from > block.to - block.from,
	);
	const found = outer.map(look).find(({ length }) => length > 0) ?? [];
	const isOthers = (element: ElementView) => siblings.some((one) => isIn(one, positionOf(layout, element)));
	return found.some(isOthers) ? [] : found;
}

const allBlocks = once((layout: Layout): readonly Range[] => listsOf(layout).flatMap((group) => group.blocks));

/** The smallest blocks that say a name, those that say it best alone. */
function blocksNamed(layout: Layout, name: string, isQuoted: boolean): readonly Range[] {
	const wanted = layout.phrase(name);
	const [rare = []] = wanted.words.map((word) => nodesByWord(layout).get(word) ?? []).sort((left, right) => left.length - right.length);
	const candidates = rare.length === 0 ? [] : allBlocks(layout).filter((block) => isAnyIn(block, rare));
	const graded = candidates.map((block) => ({ block, grade: gradeOfBlock(nodesIn(layout, block), { wanted, isQuoted, layout }) }));
	return smallest(bestOf(graded).map(({ block }) => block));
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

function gradeOfBlock(
	nodes: readonly PageNode[],
	{ wanted, isQuoted, layout }: { readonly wanted: Phrase; readonly isQuoted: boolean; readonly layout: Layout },
): number {
	const phrases = nodes.map(({ text }) => layout.phrase(text));
	const best = phrases.reduce((top, shown) => Math.max(top, gradeOf(wanted, shown)), 0);
	if (best > 0 || isQuoted || wanted.words.length < 2) return best;
	// "John Smith Globex": all its words stand in the row, if not together.
	const words = new Set(phrases.flatMap((phrase) => phrase.words));
	return wanted.words.every((word) => words.has(word)) ? grades.loose : 0;
}

const goingOn =
	/^(?:next|next page|older|more|load more|show more|previous|prev|weiter|suivant|siguiente|(?:page |seite )?[2-9]|\d\d)(?:\s*[›»>→])?$/iu;

/** True where a list of the page goes on: on a next page, or behind a button that loads more. */
export function goesOn({ view, elements }: Layout): boolean {
	const isMore = ({ name, states, type }: ElementView) =>
		(type === "a" || type === "button") && !states.has("disabled") && goingOn.test(name.trim());
	return view.lines.some(({ kind, text }) => kind === "collapsed" && !text.startsWith("behind the dialog")) || elements.some(isMore);
}
