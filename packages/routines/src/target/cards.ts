import type { Group, Layout, PageNode, Range } from "@webhand/page/layout/layout";

/** A control that stands once in each card, such as “Add to cart”: where its twins stand, and the bounds of the list around them. */
type Anchors = { readonly at: readonly number[]; readonly from: number; readonly to: number };

/** Parts of a page that are a card each, and those that may hold more than one. */
export type Cards = { readonly clear: readonly Range[]; readonly unclear: readonly Range[] };

/**
 * The cards of a list, each with all that belongs to it. Cards without a heading are only a pattern of lines, which may begin anywhere in a
 * card; the ends of the list say where they do. Where nothing says it, all of them are unclear.
 *
 * @throws never
 */
export function cardsOf(layout: Layout, group: Group): Cards {
	const isClear = group.kind !== "card" || group.isTitled === true || group.blocks.every((block) => isWhole(layout, block));
	if (isClear) return { clear: group.blocks, unclear: [] };
	const anchors = anchorsOf(layout, group);
	const blocks = anchors === undefined ? undefined : cutAt(layout, anchors);
	return blocks === undefined ? { clear: [], unclear: group.blocks } : sorted(layout, blocks);
}

/** A card without its anchor, such as one that is sold out, ends up in the next one: that has more in it than the others. */
function sorted(layout: Layout, blocks: readonly Range[]): Cards {
	const counts = blocks.map((block) => countsIn(layout, block));
	const usual = new Map<string, number>();
	for (const kind of new Set(counts.flatMap((count) => [...count.keys()]))) {
		const all = counts.map((count) => count.get(kind) ?? 0).sort((left, right) => left - right);
		usual.set(kind, all[(all.length - 1) >> 1] ?? 0);
	}
	const isDouble = (_: Range, at: number) =>
		[...(counts[at] ?? [])].some(([kind, count]) => {
			const most = usual.get(kind) ?? 0;
			return most > 0 && count >= 2 * most;
		});
	return { clear: blocks.filter((block, at) => !isDouble(block, at)), unclear: blocks.filter(isDouble) };
}

/** How many texts and controls of each kind a part holds. */
function countsIn({ nodes }: Layout, { from, to }: Range): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	for (let order = from; order <= to; order += 1) {
		const kind = nodes[order]?.element?.type ?? "text";
		counts.set(kind, (counts.get(kind) ?? 0) + 1);
	}
	return counts;
}

/** A card that begins with its heading, or that is a line with all that it encloses. */
function isWhole({ nodes, view, lastOf }: Layout, { from, to }: Range): boolean {
	const [first, last] = [nodes[from]?.line ?? -1, nodes[to]?.line ?? -1];
	return view.lines[first]?.kind === "heading" || (lastOf[first] ?? first) >= last;
}

function anchorsOf(layout: Layout, { blocks }: Group): Anchors | undefined {
	const { nodes, view, starts, lastOf } = layout;
	const [first, last] = [blocks[0], blocks.at(-1)];
	const line = view.lines[nodes[first?.from ?? -1]?.line ?? -1];
	if (first === undefined || last === undefined || line === undefined) return undefined;
	const members = nodes.slice(first.from, last.to + 1);
	// Where no name repeats, a kind of control does.
	const anchor = [keyOf, typeOf].map((key) => ({ key, value: commonest(members, key) })).find(({ value }) => value !== undefined);
	if (anchor === undefined) return undefined;
	const inside =
		line.parent === -1
			? { from: 0, to: nodes.length - 1 }
			: { from: starts[line.parent + 1] ?? 0, to: (starts[(lastOf[line.parent] ?? 0) + 1] ?? 0) - 1 };
	const at = nodes.slice(inside.from, inside.to + 1).flatMap((node) => (anchor.key(node) === anchor.value ? [node.order] : []));
	const isHeading = (node: PageNode | undefined) => view.lines[node?.line ?? -1]?.kind === "heading";
	let { from, to } = inside;
	for (let order = inside.from; order < (at[0] ?? 0); order += 1) if (isHeading(nodes[order])) from = order + 1;
	for (let order = inside.to; order > (at.at(-1) ?? 0); order -= 1) if (isHeading(nodes[order])) to = order - 1;
	return { at, from, to };
}

/**
 * Records that stand in one line, each with a control of the same name: "red × green ×". Each has a part of the line.
 *
 * @returns none where the line has no such control, or does not say which text belongs to which
 * @throws never
 */
export function inlineRecords(layout: Layout, line: number): readonly Range[] {
	const [from, to] = [layout.starts[line] ?? 0, (layout.starts[line + 1] ?? 0) - 1];
	const nodes = layout.nodes.slice(from, to + 1);
	const key = commonest(nodes, keyOf);
	const at = nodes.flatMap((node) => (key !== undefined && keyOf(node) === key ? [node.order] : []));
	return at.length < 2 ? [] : sorted(layout, cutAt(layout, { at, from, to }) ?? []).clear;
}

const typeOf = ({ element }: PageNode): string | undefined => element?.type;

/** What most nodes have in common, at least two of them. */
function commonest(nodes: readonly PageNode[], key: (node: PageNode) => string | undefined): string | undefined {
	const counts = new Map<string, number>();
	for (const node of nodes) {
		const value = key(node);
		if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
	}
	const [best] = [...counts].sort((left, right) => right[1] - left[1]);
	return best === undefined || best[1] < 2 ? undefined : best[0];
}

const keyOf = ({ element }: PageNode): string | undefined =>
	element === undefined || element.name === "" ? undefined : `${element.type} ${element.name}`;

/** Cuts a list between its cards: what follows the last anchor follows each one, what stands before the first stands before each. */
function cutAt(layout: Layout, { at, from, to }: Anchors): readonly Range[] | undefined {
	const [first = 0, second = 0] = at;
	const [last = 0, lastButOne = 0] = [at.at(-1), at.at(-2)];
	const sign = signsOf(layout, { from, to });
	const count = (one: number, other: number, { step, most }: { readonly step: 1 | -1; readonly most: number }) => {
		let same = 0;
		while (same < most && sign(one + step * (same + 1)) === sign(other + step * (same + 1))) same += 1;
		return same;
	};
	const before = count(first, second, { step: -1, most: Math.min(first - from, second - first - 1) });
	const behind = count(last, lastButOne, { step: 1, most: Math.min(to - last, last - lastButOne - 1) });
	const gaps = at.slice(1).map((order, index) => order - (at[index] ?? 0) - 1);
	const isEven = gaps.every((gap) => gap === before + behind);
	const isSameBehind = at.slice(0, -1).every((order) => count(order, last, { step: 1, most: behind }) === behind);
	const isSameBefore = at.slice(1).every((order) => count(order, first, { step: -1, most: before }) === before);
	// The first card may lack a text that the second one has, or have one more.
	const mostBefore = (order: number) => Math.min(first - from, order - first - 1);
	const start = first - Math.max(...at.slice(1).map((order) => count(first, order, { step: -1, most: mostBefore(order) })));
	if ((behind === to - last || isEven) && isSameBehind && gaps.every((gap) => gap >= behind))
		return at.map((order, index) => ({ from: index === 0 ? start : (at[index - 1] ?? 0) + behind + 1, to: order + behind }));
	if (before === first - from && isSameBefore && gaps.every((gap) => gap >= before))
		return at.map((order, index) => ({
			from: order - before,
			to: index === at.length - 1 ? last + behind : (at[index + 1] ?? 0) - before - 1,
		}));
	return undefined;
}

/** What a node is, without what differs from card to card: its kind, and its name where others have it as well. */
function signsOf({ nodes, view }: Layout, { from, to }: Range): (order: number) => string {
	const counts = new Map<string, number>();
	for (let order = from; order <= to; order += 1) {
		const key = keyOf(nodes[order] ?? ({} as PageNode));
		if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	return (order) => {
		const node = nodes[order];
		if (node === undefined || order < from || order > to) return `end ${order}`;
		const key = keyOf(node);
		// What a control holds is no text beside it.
		const depth = node.inside.length;
		if (key !== undefined && (counts.get(key) ?? 0) > 1) return `${depth} ${key}`;
		return `${depth} ${node.element?.type ?? view.lines[node.line]?.kind ?? "text"}`;
	};
}
