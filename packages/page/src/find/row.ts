import { flatParent } from "../read/flat-tree.ts";
import type { PageMemory } from "../read/memory.ts";
import type { Leaf, Seen } from "../read/seen.ts";
import { seenIn } from "../read/seen.ts";
import type { ReadOptions } from "../read/walk.ts";
import { walkDocument } from "../read/walk.ts";

const marks = "tr,li,[role=row],[role=listitem],[role=treeitem],[role=option]";
/** Asks about one thing, and is used again for the next one. */
const question = "dialog,[role=dialog],[role=alertdialog]";
/** In a longer row, such as a message, a part of the words may change. */
const shortRow = { words: 300, leaves: 100 } as const;
const leastOfLong = 0.8;
/** The nearest ones that a row is compared with. */
const mostTwins = 100;
const word = /[\p{L}\p{N}]+|\p{S}/gu;
const hasLetters = /\p{L}/u;

/**
 * The row around a control: so many levels above it. `span` counts its columns where the cells of all rows are children of one element.
 * `isShared`: there are others, or it is marked as a row, so that its nodes may be reused for another one.
 */
type Row = { readonly levels: number; readonly span: number; readonly isShared: boolean };

/** A control in what was seen, and its place there; -1 where only its surroundings were seen. */
type Spot = { readonly seen: Seen; readonly at: number; readonly control: Element };

type Column = { readonly place: Element; readonly leaves: Leaf[] };

function pathOf({ parents }: Seen, start: Element): readonly Element[] {
	const path: Element[] = [];
	for (let element: Element | null = start; element !== null; element = parents.get(element) ?? null) path.push(element);
	return path;
}

function isInside({ parents }: Seen, inner: Element, outer: Element): boolean {
	for (let element: Element | null = inner; element !== null; element = parents.get(element) ?? null) if (element === outer) return true;
	return false;
}

const spoken = (leaves: readonly Leaf[]) => leaves.flatMap(({ said, value = "" }) => `${said} ${value}`.toLowerCase().match(word) ?? []);
const wordsIn = (leaves: readonly Leaf[]): ReadonlySet<string> => new Set(spoken(leaves));

/** Each text with words as it stands; of figures that may change, none. */
function textsIn(leaves: readonly Leaf[], hasFigures: boolean): ReadonlySet<string> {
	const texts = leaves.map((leaf) => {
		const words = spoken([leaf]);
		if (!hasFigures) return words.filter((each) => hasLetters.test(each)).join(" ");
		return words.length === 0 ? "" : `${leaf.said} ${leaf.value ?? ""}`.replaceAll(/\s+/g, " ").trim();
	});
	return new Set(texts.filter((text) => text !== ""));
}

const hasAll = (words: ReadonlySet<string>, wanted: ReadonlySet<string>) => [...wanted].every((each) => words.has(each));

/** The leaves of a part around a control, which stand together. */
function leavesAround({ seen, at }: Spot, part: Element): readonly Leaf[] {
	const isIn = (leaf: Leaf | undefined) => leaf !== undefined && isInside(seen, leaf.element, part);
	let first = Math.max(0, at);
	let end = first;
	while (isIn(seen.leaves[first - 1])) first -= 1;
	while (isIn(seen.leaves[end])) end += 1;
	return seen.leaves.slice(first, end);
}

const columnsOf = new WeakMap<Seen, Map<Element, readonly Column[]>>();

/** The children of a part that hold leaves, in order; a text of the part itself stands for itself. */
function columnsAround(spot: Spot, part: Element): readonly Column[] {
	const known = columnsOf.get(spot.seen) ?? new Map<Element, readonly Column[]>();
	columnsOf.set(spot.seen, known);
	const columns = known.get(part) ?? readColumns(spot, part);
	known.set(part, columns);
	return columns;
}

function readColumns(spot: Spot, part: Element): readonly Column[] {
	const columns: Column[] = [];
	for (const leaf of leavesAround(spot, part)) {
		const path = pathOf(spot.seen, leaf.element);
		const place = path[path.indexOf(part) - 1] ?? leaf.element;
		const last = columns.at(-1);
		if (last?.place === place && place !== part) last.leaves.push(leaf);
		else columns.push({ place, leaves: [leaf] });
	}
	return columns;
}

/** True for what a control's name tells; what a long name leaves out is told by the texts inside. */
function isPartOf({ seen, at, control }: Spot, element: Element): boolean {
	return seen.leaves[at]?.isLong === true ? element === control : isInside(seen, element, control);
}

/** The wanted leaf that shares the smallest part with a control, and how far above the control that part is. */
function nearest(spot: Spot, isWanted: (leaf: Leaf) => boolean): { readonly levels: number; readonly leaf?: Leaf } {
	const { seen, at, control } = spot;
	const path = pathOf(seen, control);
	const isOther = (leaf: Leaf) => isWanted(leaf) && !isPartOf(spot, leaf.element);
	const found = [seen.leaves.slice(0, at).findLast(isOther), seen.leaves.slice(at + 1).find(isOther)];
	const shared = found.flatMap((leaf) => {
		const levels = leaf === undefined ? -1 : path.findIndex((part) => isInside(seen, leaf.element, part));
		return leaf === undefined || levels === -1 ? [] : [{ levels, leaf }];
	});
	return shared.sort((a, b) => a.levels - b.levels)[0] ?? { levels: Number.POSITIVE_INFINITY };
}

/** False for two parts of different kinds, such as the head and the list of a page. */
function isAlike({ dom }: PageMemory, one: Element, other: Element): boolean {
	const [classes, others] = [one, other].map((part) => (dom.attribute(part, "class") ?? "").split(/\s+/).filter(Boolean));
	const sharesClass = !classes?.length || !others?.length || classes.some((name) => others.includes(name));
	return sharesClass && dom.localName(one) === dom.localName(other);
}

/**
 * The row around a control: the largest part without another control of its type and name, or the part around that is marked as a row. A
 * part without words tells no row from another, so the next one with words is taken then.
 */
function rowAround(memory: PageMemory, spot: Spot, twins: readonly Spot[]): Row | undefined {
	const { seen, at, control } = spot;
	const path = pathOf(seen, control);
	const isLong = seen.leaves[at]?.isLong === true;
	const worded = nearest(spot, (leaf) => spoken([leaf]).length > 0).levels;
	if (path[worded] === undefined) return undefined;
	const key = seen.leaves[at]?.key;
	const { levels: shared, leaf: twin } = nearest(spot, (leaf) => leaf.key === key);
	const [own, list] = [path[shared - 1], path[shared]];
	const other = twin === undefined || list === undefined ? undefined : pathOf(seen, twin.element);
	const branch = list === undefined ? undefined : other?.[other.indexOf(list) - 1];
	const isShort = (part: Element) => leavesAround(spot, part).length <= shortRow.leaves;
	const markedFrom = (least: number, wanted = marks) => {
		const levels = path.findIndex((part, level) => level >= least && memory.dom.matches(part, wanted));
		const part = path[levels];
		return part !== undefined && isShort(part) ? levels : -1;
	};
	if (own !== undefined && branch !== undefined && list !== undefined) {
		// Two buttons of one name in one row: the row is the part that is marked.
		if (worded < shared && isAlike(memory, own, branch))
			return { levels: Math.max(shared - 1, markedFrom(shared - 1)), span: 0, isShared: true };
		const columns = columnsAround(spot, list).map(({ place }) => place);
		const span = Math.abs(columns.indexOf(own) - columns.indexOf(branch)) - 1;
		if (worded === shared && span > 0) return { levels: shared, span, isShared: true };
	}
	const marked = markedFrom(worded, `${marks},${question}`);
	const part = path[worded];
	// Those beside it in one card belong to what the card shows.
	const isOneOfSeveral = shared <= worded && (isShort(part) || twins.some((other) => !isInside(seen, other.control, part)));
	// A link or field with a name of its own says by itself what it is for; beside it, figures may change.
	const isNamed = twins.length === 0 && !/^button\n|\n$/.test(key ?? "");
	return { levels: Math.max(worded, marked), span: 0, isShared: isLong || isOneOfSeveral || (marked !== -1 && !isNamed) };
}

/** What a row of this shape around a control says, without the control's name. */
function leavesOfRow(spot: Spot, { levels, span }: Row): readonly Leaf[] {
	const path = pathOf(spot.seen, spot.control);
	const part = path[levels];
	if (part === undefined) return [];
	const columns = span === 0 ? [] : columnsAround(spot, part);
	const at = columns.findIndex(({ place }) => place === path[levels - 1]);
	const leaves =
		span === 0 ? leavesAround(spot, part) : columns.slice(Math.max(0, at - span), at + span + 1).flatMap((column) => column.leaves);
	return leaves.filter(({ element }) => !isPartOf(spot, element));
}

/** What the page shows now so many levels above an element; undefined where it does not stand so deep. */
function around(
	memory: PageMemory,
	{ control, levels }: { readonly control: Element; readonly levels: number },
	options: ReadOptions,
): Spot | undefined {
	const { dom } = memory;
	const parents = new Map<Element, Element | null>();
	let part = control;
	for (let up = 0; up < levels; up += 1) {
		const parent = flatParent(dom, part);
		if (parent === null || dom.nodeType(parent) !== 1) return undefined;
		parents.set(part, parent as Element);
		part = parent as Element;
	}
	const walk = walkDocument(memory, options, part);
	const { leaves, parents: walked } = seenIn(memory, walk, walk.rest);
	const seen = { leaves, parents: new Map([...walked, ...parents, [part, null]]) };
	return { seen, at: leaves.findIndex(({ element }) => element === control), control };
}

/**
 * Figures that changed by themselves between the two newest readings, in a row whose other words stayed and tell it from all others. They
 * are values, such as a price that ticks.
 */
function tickingIn({ seenBefore }: PageMemory, row: Row, { control, words, others }: Known): ReadonlySet<string> {
	const at = seenBefore?.leaves.findIndex(({ element }) => element === control) ?? -1;
	if (seenBefore === undefined || at === -1) return new Set();
	const before = wordsIn(leavesOfRow({ seen: seenBefore, at, control }, row));
	const changed = [...words].filter((each) => !before.has(each));
	const gone = [...before].filter((each) => !words.has(each));
	const isNamed = [...words].some((each) => hasLetters.test(each) && !others.some((other) => other.has(each)));
	return new Set(isNamed && ![...changed, ...gone].some((each) => hasLetters.test(each)) ? changed : []);
}

/** True if an element says all that it said. */
function saysStill(memory: PageMemory, { element, said }: Pick<Leaf, "element" | "said">, options: ReadOptions): boolean {
	return hasAll(wordsIn(around(memory, { control: element, levels: 0 }, options)?.seen.leaves ?? []), wordsIn([{ element, said }]));
}

/** A row as it was read, and the rows beside it. */
type Known = { readonly control: Element; readonly words: ReadonlySet<string>; readonly others: readonly ReadonlySet<string>[] };

/**
 * True if a control stands in the same row as when it was read: each text that the row had beside the control is still in it. Lists reuse the
 * nodes of a row for another one. Where two rows say the same, the whole list has to say what it said.
 *
 * @param target its number, and the element that it is now
 * @throws never
 */
export function isInSameRow(
	memory: PageMemory,
	{ id, element }: { readonly id: number; readonly element: Element },
	options: ReadOptions,
): boolean {
	const { seenByLookup } = memory;
	const seen = [memory.seen, seenByLookup].find((each) => each?.leaves.some((leaf) => leaf.id === id));
	const at = seen?.leaves.findIndex((leaf) => leaf.id === id) ?? -1;
	const leaf = seen?.leaves[at];
	if (seen === undefined || leaf === undefined) return true;
	// No guard has the name of what a lookup found.
	if (seen === seenByLookup && !saysStill(memory, { ...leaf, element }, options)) return false;
	const spot: Spot = { seen, at, control: leaf.element };
	const twins = seen.leaves.flatMap(({ key, element: control }, place) =>
		key === leaf.key && place !== at ? [{ seen, at: place, control }] : [],
	);
	const row = rowAround(memory, spot, twins);
	// Without other rows, only a control that replaced the one that was read may belong to something else.
	if (row === undefined || (!row.isShared && element === leaf.element)) return true;
	const isOurs = (part: Element | undefined) => part !== undefined && memory.touched.has(part);
	const leaves = leavesOfRow(spot, row).filter((each) => !pathOf(seen, each.element).some(isOurs));
	const words = wordsIn(leaves);
	const now = around(memory, { control: element, levels: row.levels }, options);
	if (now === undefined) return false;
	const leavesNow = leavesOfRow(now, row);
	const wordsNow = wordsIn(leavesNow);
	const near = twins.toSorted((one, twin) => Math.abs(one.at - at) - Math.abs(twin.at - at)).slice(0, mostTwins);
	const others = near.map((twin) => wordsIn(leavesOfRow(twin, row)));
	const ticking = tickingIn(memory, row, { control: leaf.element, words, others });
	const gone = [...words].filter((each) => !wordsNow.has(each) && !ticking.has(each)).length;
	const isLongRow = words.size > shortRow.words;
	if (gone > (isLongRow ? words.size * (1 - leastOfLong) : 0)) return false;
	// A text that says more than before may be another one: a new one beside it is not.
	const hasFigures = ticking.size === 0;
	if (!isLongRow && !hasAll(textsIn(leavesNow, hasFigures), textsIn(leaves, hasFigures))) return false;
	const list: Row = { levels: row.levels + 1, span: 0, isShared: true };
	if (!others.some((other) => other.size === words.size && hasAll(other, words))) return true;
	const listNow = around(memory, { control: element, levels: list.levels }, options);
	return listNow === undefined || spoken(leavesOfRow(spot, list)).join() === spoken(leavesOfRow(listNow, list)).join();
}
