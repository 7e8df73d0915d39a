import { isRadio, isToggle, takesValue } from "@webhand/page/layout/controls";
import type { Group, Layout, PageNode, Range } from "@webhand/page/layout/layout";
import { isFact, isIn, isInRegion, nodesIn } from "@webhand/page/layout/layout";
import { namesOf, valueOf } from "@webhand/page/layout/names";
import { once } from "@webhand/page/once";
import { cardsOf, inlineRecords } from "./cards.ts";
import { withoutCount } from "./names.ts";
import { labelledPieces } from "./words.ts";

/** A row, item or card of a list, with the list that it belongs to. `isUnclear`: nothing says where it begins, so no words can tell it. */
export type Row = { readonly group: Group; readonly block: Range; readonly isUnclear?: boolean };

/** A longer text is content of a row and seldom stays as it is. */
const longestWord = 120;
/** Texts that tell a row apart: its title and a code. Where no text does so alone, up to `most` together. */
const enough = 2;
const most = 6;

const money = /\p{Sc}|(?<!\p{L})(?:usd|eur|gbp|chf|kr|zł)(?!\p{L})|\d[.,]\d{2}(?!\d)|%/iu;
const clock = /\d:\d{2}|(?<!\p{L})(?:ago|vor|hace|há|il y a)(?!\p{L})/iu;
const date = /(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{1,4}(?!\d)|(?<!\d)\d{1,2}\.? \p{L}{3,9}\.?,? \d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4}/u;
const code = /^#?[\p{L}\d._/@+-]*\d[\p{L}\d._/@+-]*$|^\S+@\S+$/u;
const buttonTypes: ReadonlySet<string> = new Set(["button", "submit", "reset", "summary", "menuitem", "tab", "image"]);

/**
 * The row of each node, the smallest around it; undefined outside of lists. A list of one inside another row is part of that row: a card may
 * hold its title as a row of its own. So are labels with their values.
 */
export const rowsByNode = once((layout: Layout): readonly (Row | undefined)[] => {
	const rows = new Array<Row | undefined>(layout.nodes.length).fill(undefined);
	const all = layout.groups.filter(({ isNav }) => !isNav).flatMap((group) => rowsOf(layout, group));
	for (const row of all.sort((left, right) => sizeOf(right.block) - sizeOf(left.block))) {
		const around = rows[row.block.from];
		if (row.group.blocks.length === 1 && (around?.group.blocks.length ?? 0) > 1) continue;
		if (around !== undefined && isOfFacts(layout, row.group)) continue;
		for (let order = row.block.from; order <= row.block.to; order += 1) rows[order] = row;
	}
	for (const { index } of layout.view.lines) {
		const start = layout.starts[index] ?? 0;
		// In a menu, or in a row already.
		if (rows[start] !== undefined || isInRegion(layout.view, index, "nav")) continue;
		const blocks = inlineRecords(layout, index);
		const group: Group = { kind: "item", blocks, isNav: false };
		for (const block of blocks) {
			const row: Row = { group, block };
			for (let order = block.from; order <= block.to; order += 1) rows[order] = row;
		}
	}
	return rows;
});

function rowsOf(layout: Layout, group: Group): readonly Row[] {
	const { clear, unclear } = cardsOf(layout, group);
	const whole = clear === group.blocks ? group : { ...group, blocks: [...clear, ...unclear] };
	return [...clear.map((block) => ({ group: whole, block })), ...unclear.map((block) => ({ group: whole, block, isUnclear: true }))];
}

/** Labels with their values, which a record has. */
const isOfFacts = (layout: Layout, { header, blocks }: Group): boolean =>
	[...(header === undefined ? [] : [header]), ...blocks].every(({ from }) => isFact(layout, layout.nodes[from]?.line ?? -1));

const sizeOf = ({ from, to }: Range): number => to - from;

/** The row around a control; undefined outside of lists. @throws never */
export function rowAround(layout: Layout, id: number): Row | undefined {
	const node = layout.nodeOf.get(id);
	return node === undefined ? undefined : rowsByNode(layout)[node.order];
}

/** Texts compare without counter and case. Folding more would cost more than all the rest on a long list. */
const keyOf = (text: string): string => withoutCount(text).trim().toLowerCase();

/** What a node says for comparing: its text, and the value of a field. */
function keysOf({ text, element }: PageNode): readonly string[] {
	const value = element === undefined || !isField(element) ? "" : keyOf(valueOf(element));
	const said = keyOf(text);
	return value === "" || value === said ? [said] : [said, value];
}

/** What the nodes of a row say, and the texts that stand side by side as one: a page may write them so. */
function keysIn(layout: Layout, block: Range): readonly string[] {
	return [...nodesIn(layout, block).flatMap(keysOf), ...runsIn(layout, block)];
}

/** Texts of a row that stand side by side, joined; those of a row inside of it are none of them. */
function runsIn(layout: Layout, block: Range): readonly string[] {
	const rows = rowsByNode(layout);
	const runs: string[][] = [[]];
	for (const node of nodesIn(layout, block)) {
		if (node.element === undefined && rows[node.order] === rows[block.from]) runs.at(-1)?.push(keyOf(node.text));
		else runs.push([]);
	}
	return runs.filter(({ length }) => length > 1).map((run) => run.join(" "));
}

/** Which of these texts stand in other rows of the list as well. */
function sharedIn(layout: Layout, { group, block }: Row, texts: ReadonlySet<string>): ReadonlySet<string> {
	const shared = new Set<string>();
	for (const sibling of group.blocks) {
		if (sibling === block) continue;
		for (let order = sibling.from; order <= sibling.to; order += 1) {
			const node = layout.nodes[order];
			if (node === undefined) continue;
			for (const key of keysOf(node)) if (texts.has(key)) shared.add(key);
		}
		if (shared.size === texts.size) break;
	}
	return shared;
}

type Strength = "code" | "name" | "weak";
type Candidate = { readonly text: string; readonly strength: Strength; readonly isAlone: boolean };

/**
 * The words that tell the row of a control from its sibling rows: its title and a code, else as many texts as it takes. Two equal rows have
 * the same words. Undefined outside of lists, and where the row says nothing but the control.
 *
 * @throws never
 */
export function rowWords(layout: Layout, id: number): readonly string[] | undefined {
	const row = rowAround(layout, id);
	return row === undefined ? undefined : identityOf(layout, row, id);
}

/** The words that tell the row of a value from its sibling rows without the value itself. Undefined as above. @throws never */
export function wordsBeside(layout: Layout, id: number, value: string): readonly string[] | undefined {
	const row = rowAround(layout, id);
	return row === undefined
		? undefined
		: wordsAmong(layout, row, { candidates: candidatesIn(layout, row, id).filter(({ text }) => text !== value) });
}

/** The same for a row as such. @param id of a field whose value does not count @throws never */
export function identityOf(layout: Layout, row: Row, id?: number): readonly string[] | undefined {
	return wordsAmong(layout, row, { candidates: candidatesIn(layout, row, id), own: id === undefined ? undefined : layout.nodeOf.get(id) });
}

function wordsAmong(
	layout: Layout,
	row: Row,
	{ candidates, own }: { readonly candidates: readonly Candidate[]; readonly own?: PageNode | undefined },
): readonly string[] | undefined {
	const strong = candidates.filter(({ strength }) => strength !== "weak");
	const alone = strong.filter(({ isAlone }) => isAlone);
	// A control that bears the name of its record tells it best.
	const title = alone.find(({ text }) => own !== undefined && text === withoutCount(own.text)) ?? alone[0];
	if (title !== undefined) {
		const second = alone.find((one) => one !== title && one.strength === "code");
		return textsOf(second === undefined ? [title] : [title, second]);
	}
	if (strong.length > 0 && isOnlyRow(layout, row, strong.slice(0, most))) return textsOf(strong.slice(0, most));
	const weak = candidates.filter(({ strength, isAlone }) => strength === "weak" && isAlone).slice(0, enough);
	const all = weak.length > 0 ? [...strong.slice(0, most - enough), ...weak] : candidates.slice(0, most);
	return all.length === 0 ? undefined : textsOf(all);
}

const textsOf = (candidates: readonly Candidate[]): readonly string[] => [...new Set(candidates.map(({ text }) => text))];

function isOnlyRow(layout: Layout, { group }: Row, wanted: readonly Candidate[]): boolean {
	const words = wanted.map(({ text }) => keyOf(text));
	const fits = group.blocks.filter((block) => saysAll(layout, block, words));
	return fits.length === 1;
}

function saysAll(layout: Layout, block: Range, words: readonly string[]): boolean {
	const said = new Set(keysIn(layout, block));
	return words.every((word) => said.has(word));
}

/** Texts that may name a row, in reading order: no buttons, no labels of its fields, and the control itself only as a title. */
function candidatesIn(layout: Layout, row: Row, id: number | undefined): readonly Candidate[] {
	const nodes = nodesIn(layout, row.block);
	const labels = new Set<string>();
	for (const { element } of nodes) {
		if (element !== undefined && isField(element)) for (const name of namesOf(layout, element)) labels.add(name);
	}
	const texts = nodes.flatMap((node): readonly Omit<Candidate, "isAlone">[] => {
		const { text, element, inside } = node;
		if (element !== undefined && isField(element)) {
			const value = element.id === id ? "" : valueOf(element);
			return value === "" || value.length > longestWord ? [] : [{ text: value, strength: "weak" }];
		}
		const isButton = element !== undefined && buttonTypes.has(element.type);
		const isInButton = inside.some((outer) => buttonTypes.has(layout.view.elements.get(outer)?.type ?? ""));
		const said = withoutCount(text);
		if (isButton || isInButton || said.length > longestWord || labels.has(text) || !/[\p{L}\p{N}]/u.test(said)) return [];
		return [{ text: said, strength: strengthOf(said) }];
	});
	const shared = sharedIn(layout, row, new Set(texts.map(({ text }) => keyOf(text))));
	return texts.map((candidate) => ({ ...candidate, isAlone: !shared.has(keyOf(candidate.text)) }));
}

const isField = (element: NonNullable<PageNode["element"]>): boolean => takesValue(element) || isToggle(element) || isRadio(element);

/** Amounts, times and plain numbers change while the row stays the same. */
function strengthOf(text: string): Strength {
	if (money.test(text) || clock.test(text) || date.test(text) || /^[\d.,\s]+$/.test(text)) return "weak";
	return code.test(text) ? "code" : "name";
}

/**
 * True if a control stands in the row that says all of these words: in the smallest row around each of them. A word outside of lists counts for
 * a control outside of lists, in its own line, or as the heading or region around it: the page of a record shows it so.
 *
 * @param words as the page may say them; at least one
 * @throws never
 */
export function standsInRow(layout: Layout, id: number, words: readonly string[]): boolean {
	const node = layout.nodeOf.get(id);
	if (node === undefined) return false;
	const own = rowsByNode(layout)[node.order];
	const places = rowPlaces(layout);
	return words.every((word) => {
		const at = places.get(keyOf(word)) ?? [];
		const isIt = (place: WordPlace) =>
			place.row === undefined
				? own === undefined && (place.line === node.line ? isOnlyTeller(layout, node.line) : isAround(layout, place.line, node.line))
				: place.row.isUnclear !== true && isIn(place.row.block, node.order);
		return at.some(isIt);
	});
}

/** True where one text or link alone tells what the buttons of a line are about. */
function isOnlyTeller({ nodes, starts }: Layout, line: number): boolean {
	const own = nodes.slice(starts[line] ?? 0, starts[line + 1] ?? 0);
	return own.filter(({ element, inside }) => (element === undefined ? inside.length === 0 : element.type === "a")).length === 1;
}

/** True for what encloses a line, and the headings above it. */
function isAround({ view: { lines } }: Layout, around: number, line: number): boolean {
	let depth = lines[line]?.depth ?? 0;
	let level = Number.POSITIVE_INFINITY;
	for (let at = line; at >= around; at -= 1) {
		const above = lines[at];
		if (above === undefined) continue;
		const isHeading = above.kind === "heading" && above.depth <= depth && above.level < level;
		const encloses = above.depth < depth;
		if (at === around) return isHeading || encloses;
		if (isHeading) level = above.level;
		depth = Math.min(depth, above.depth);
	}
	return false;
}

/** Where a text of the page stands: in the smallest row around it, else in its line. */
type WordPlace = { readonly row: Row | undefined; readonly line: number };

const rowPlaces = once((layout: Layout): ReadonlyMap<string, readonly WordPlace[]> => {
	const places = new Map<string, WordPlace[]>();
	const rows = rowsByNode(layout);
	const add = (key: string, place: WordPlace) => {
		const known = places.get(key);
		if (known === undefined) places.set(key, [place]);
		else if (place.row === undefined || known.at(-1)?.row !== place.row) known.push(place);
	};
	for (const node of layout.nodes) for (const key of keysOf(node)) add(key, { row: rows[node.order], line: node.line });
	for (const row of new Set(rows)) {
		const line = layout.nodes[row?.block.from ?? -1]?.line ?? -1;
		if (row !== undefined) for (const run of runsIn(layout, row.block)) add(run, { row, line });
	}
	return places;
});

/** The smallest rows that say all of these words; none outside of lists. @throws never */
export function rowsWith(layout: Layout, words: readonly string[]): readonly Range[] {
	const wanted = words.map((word) => keyOf(word));
	const [first] = wanted;
	const rows = first === undefined ? [] : (rowPlaces(layout).get(first) ?? []);
	const blocks = new Set(rows.flatMap(({ row }) => (row !== undefined && saysAll(layout, row.block, wanted) ? [row.block] : [])));
	return [...blocks];
}

/** The same where a page joins the texts of a row to one: its words stand between labels. @throws never */
export function joinedRowsWith(layout: Layout, words: readonly string[]): readonly Range[] {
	const wanted = words.map((word) => keyOf(word));
	const saysIt = ({ block }: Row) => {
		const said = new Set(nodesIn(layout, block).flatMap((node) => [...keysOf(node), ...labelledPieces(node.text).map(keyOf)]));
		return wanted.every((word) => said.has(word));
	};
	return [...new Set(rowsByNode(layout))].flatMap((row) => (row !== undefined && saysIt(row) ? [row.block] : []));
}
