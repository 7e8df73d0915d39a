import { ElementType } from "htmlparser2";
import type { OutlineBuilder } from "../outline.ts";
import type { PageElement, PageNode, Visitor } from "./visible.ts";
import { isElement, isVisible, walk } from "./visible.ts";

const blocks = new Set(
	"address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main ol option p pre section summary table tbody td tfoot th thead tr ul".split(
		" ",
	),
);
const heading = /^h[1-6]$/;
const mostColumns = 100;

/** A block of which half is links is a menu, not text (after Kohlschütter, link density). */
const mostLinked = 0.5;

/**
 * Puts the text of visited nodes into an outline; `end` after the last one. `isBeside`: they stand beside the page's main part, where menus are
 * left out, and headings are lines. So are those of an aside.
 */
export function createWriter(
	outline: OutlineBuilder,
	{ isBeside = false }: { readonly isBeside?: boolean } = {},
): Visitor & { readonly end: () => void } {
	let text = "";
	let mark = "";
	let isPreformatted = false;
	const counts = new Map<PageNode, number>();
	let linked = 0;
	let links = 0;
	let asides = isBeside ? 1 : 0;
	let table: { readonly element: PageElement; readonly rows: string[][] } | undefined;

	const flush = () => {
		const { length } = text.trim();
		if (length > 0 && !(asides > 0 && linked >= length * mostLinked)) {
			outline.lines(mark + text.trimStart());
			mark = "";
		}
		text = "";
		linked = 0;
	};
	const endTable = () => {
		outline.table(table?.rows ?? []);
		table = undefined;
	};
	/** The number of a list's item as a browser counts, or a dash. */
	const markOf = ({ parent }: PageElement) => {
		if (parent === null || !isElement(parent) || parent.name !== "ol") return "- ";
		const start = Number(parent.attribs["start"] ?? 1);
		const number = counts.get(parent) ?? (Number.isSafeInteger(start) ? start : 1);
		counts.set(parent, number + 1);
		return `${number}. `;
	};
	const addText = (words: string) => {
		text += words;
		if (links > 0) linked += words.trim().length;
	};
	const enterElement = (element: PageElement) => {
		const { name } = element;
		if (isLink(element)) links += 1;
		if (isAside(element)) asides += 1;
		if (name === "img") addText(describedBy(element));
		if (name === "br") text += table === undefined ? "\n" : " ";
		else if (!blocks.has(name)) return;
		else if (table !== undefined) {
			if (name === "tr") table.rows.push([]);
			// What stands beside the cells, a caption for example.
			if (name === "td" || name === "th" || name === "tr") flush();
			else text += " ";
		} else {
			flush();
			if (name === "table" && isDataTable(element)) table = { element, rows: [] };
			else if (name === "pre") isPreformatted = true;
			else if (name === "li") mark = markOf(element);
		}
	};
	const leaveElement = (element: PageElement) => {
		leaveBlock(element);
		if (isLink(element)) links -= 1;
		if (isAside(element)) asides -= 1;
	};
	const leaveBlock = (element: PageElement) => {
		const { name } = element;
		if (!blocks.has(name) || name === "br") return;
		if (table !== undefined) {
			if (name === "td" || name === "th") {
				table.rows.at(-1)?.push(text, ...emptyCells(element));
				text = "";
			} else if (name === "caption") flush();
			else if (element === table.element) {
				flush();
				endTable();
			} else text += " ";
		} else if (heading.test(name) && asides === 0) {
			outline.heading(Number(name[1]), text.replaceAll("\n", " "));
			text = "";
		} else {
			flush();
			if (name === "pre") isPreformatted = false;
			if (name === "li") mark = "";
		}
	};
	return {
		enter: (node) => {
			if (node.type === ElementType.Text) addText(isPreformatted ? node.data : node.data.replace(/\s+/g, " "));
			else if (isElement(node)) enterElement(node);
			return true;
		},
		leave: (node) => {
			if (isElement(node)) leaveElement(node);
		},
		end: flush,
	};
}

const isLink = ({ name, attribs }: PageElement) => name === "a" || name === "button" || attribs["role"] === "button";
const isAside = ({ name, attribs }: PageElement) => name === "aside" || attribs["role"] === "complementary";

/** What stands for a picture where it cannot be seen. */
function describedBy({ attribs: { alt = "" } }: PageElement): string {
	return alt.trim() === "" ? "" : ` ${alt} `;
}

/** A table within a table, or headings in it, mean that it lays out a page. */
function isDataTable(element: PageElement): boolean {
	let isData = true;
	walk(element, {
		enter: (node) => {
			if (isElement(node) && (node.name === "table" || heading.test(node.name))) isData = false;
			return isData && isVisible(node);
		},
		leave: () => {},
	});
	return isData;
}

function emptyCells(cell: PageElement): readonly string[] {
	const span = Number(cell.attribs["colspan"] ?? 1);
	return Number.isInteger(span) && span > 1 && span <= mostColumns ? new Array<string>(span - 1).fill("") : [];
}
