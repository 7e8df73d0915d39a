import type { ProposedList } from "@webhand/contracts/routine/routine";
import type { ListPlace } from "@webhand/contracts/routine/step";
import { layoutOf } from "@webhand/page/layout/build";
import { isDisabled } from "@webhand/page/layout/controls";
import type { Group, Layout } from "@webhand/page/layout/layout";
import type { PageView } from "@webhand/page/parse/view";
import { inputNameFor } from "../input-name.ts";
import { describeTarget } from "../target/describe.ts";
import { findList, headsOf, listsOf } from "../target/lists.ts";
import { headingAbove } from "../target/place.ts";
import type { ListColumn, Shape } from "./cells.ts";
import { cellsOf, placeOfHead, shapeOf } from "./cells.ts";

const mostLists = 5;
const mostColumns = 20;
const mostHeads = 40;
const mostRows = 5;
const mostWays = 5;
const longest = { label: 80, head: 200, slot: 100, text: 200 } as const;
const leastRows = 2;
/** A control that shows the next rows, in the five languages of the notations. */
const goingOn =
	/^(?:next(?: page)?|older|(?:load|show|see) more|more|weiter|nächste(?: seite)?|mehr (?:laden|anzeigen)|suivante?|page suivante|(?:afficher|voir|charger) plus|siguiente|(?:ver|cargar|mostrar) más|próxima|(?:ver|carregar|mostrar) mais)(?:\s*[›»>→])?$|^[›»→]$/iu;

/**
 * The lists of a page with the columns that they have, the largest first: columns by their heads or labels, else by their place. Buttons and
 * boxes are no columns.
 *
 * @throws never
 */
export function proposeColumns(view: PageView): ProposedList[] {
	const layout = layoutOf(view);
	const goesOn = waysOn(view);
	return listsOf(layout)
		.filter(({ blocks }) => blocks.length >= leastRows)
		.flatMap((group) => {
			const place = placeOf(layout, group);
			return place === undefined ? [] : [proposalOf(layout, { group, place })];
		})
		.filter(({ columns }) => columns.length > 0)
		.sort((one, other) => sizeOf(other) - sizeOf(one))
		.slice(0, mostLists)
		.map((proposal) => ({ ...proposal, goesOn: [...goesOn] }));
}

type Proposal = Omit<ProposedList, "goesOn">;

const sizeOf = ({ rowCount, columns }: Proposal): number => rowCount * columns.length;

/** The fewest words that mean this list: its columns, its heading, or both. A heading with a number or a quote is of this page alone. */
function placeOf(layout: Layout, group: Group): ListPlace | undefined {
	const heading = headingOf(layout, group);
	const heads = (headsOf(layout, group) ?? []).filter((head) => head !== "" && head.length <= longest.head).slice(0, mostHeads);
	const byColumns = heads.length === 0 ? [] : [{ columns: heads }];
	const byHeading = heading === undefined ? [] : [{ heading }, { heading, ...byColumns[0] }];
	const isLasting = heading !== undefined && !/[\d“”"„«»]/u.test(heading);
	const places: readonly ListPlace[] = isLasting ? [...byColumns, ...byHeading, {}] : [...byColumns, {}, ...byHeading];
	return places.find((place) => findList(layout, place) === group);
}

function headingOf(layout: Layout, { header, blocks: [first] }: Group): string | undefined {
	const start = header ?? first;
	return headingAbove(layout, layout.nodes[start?.from ?? -1]?.line ?? -1);
}

function proposalOf(layout: Layout, { group, place }: { readonly group: Group; readonly place: ListPlace }): Proposal {
	const { blocks, columns: all } = cellsOf(group, layout);
	const taken: string[] = [];
	const labels: string[] = [];
	const proposed = all.flatMap((column, cell) => {
		const texts = column.texts.filter((text): text is string => text !== undefined && text !== "");
		if (texts.length === 0 || column.isAct || isCaption(column, texts, group)) return [];
		const bare = labelOf(column, texts, taken.length === 0);
		const twins = labels.filter((label) => label === bare).length;
		labels.push(bare);
		const label = twins === 0 ? bare : `${bare} ${twins + 1}`;
		const name = inputNameFor(label, taken);
		taken.push(name);
		const isNamed = column.head !== "" && column.head.length <= longest.head && placeOfHead(layout, group, column.head) === cell;
		const where = isNamed ? { header: column.head } : column.slot === undefined ? { cell } : { slot: column.slot.slice(0, longest.slot) };
		return [{ column: { name, label, ...where, type: typeOf(texts) }, texts: column.texts }];
	});
	const columns = proposed.slice(0, mostColumns);
	return {
		title: headingOf(layout, group) ?? "",
		list: place,
		rowCount: blocks.length,
		columns: columns.map(({ column }) => column),
		rows: blocks.slice(0, mostRows).map((_, at) => columns.map(({ texts }) => (texts[at] ?? "").slice(0, longest.text))),
	};
}

/** A text without a head that each card has in the same words is its caption, and tells nothing of it. */
const isCaption = ({ head }: ListColumn, texts: readonly string[], { kind, blocks }: Group): boolean =>
	kind !== "row" && head === "" && texts.length === blocks.length && new Set(texts).size === 1;

const shapeWords: Readonly<Record<Shape, string>> = { money: "Amount", date: "Date", number: "Number", text: "Text" };

/** A column without a head is called by its place in the list, or by what it looks like. */
function labelOf({ head }: ListColumn, texts: readonly string[], isFirst: boolean): string {
	return head.slice(0, longest.label).trim() || (isFirst ? "Name" : shapeWords[typeOf(texts)]);
}

/** The shape that all texts of a column share. */
function typeOf(texts: readonly string[]): Shape {
	const [first, ...others] = new Set(texts.map(shapeOf));
	return first === undefined || others.length > 0 ? "text" : first;
}

/** Controls that may show further rows, each name once. */
function waysOn(view: PageView): ProposedList["goesOn"] {
	const found = layoutOf(view).elements.filter(
		(one) => (one.type === "a" || one.type === "button") && !isDisabled(one) && goingOn.test(one.name.trim()),
	);
	const targets = found.flatMap(({ id }) => describeTarget(view, id) ?? []);
	return [...new Map(targets.map((target) => [JSON.stringify(target.name), target])).values()].slice(0, mostWays);
}
