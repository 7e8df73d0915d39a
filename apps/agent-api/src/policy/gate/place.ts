import { splitWords } from "@webhand/lexicon/text";
import type { ElementView, LinePart, PageLine, PageView } from "@webhand/page/parse/view";
import { ancestorsOf, rowOf } from "../facts/lines.ts";

/**
 * True for a button whose place says that it only changes what is shown: in a menu of the page, at the head of a column or a part, among page
 * numbers, in a group of views. Words that commit were judged before.
 *
 * @param isOfLooking says so of the name of a group, such as "Filters"
 */
export function showsByPlace(target: ElementView, page: PageView, isOfLooking: (name: string) => boolean): boolean {
	const around = ancestorsOf(target.line, page);
	if (around.some(({ region }) => region === "nav") || headsColumn(target, page) || turnsPages(target, page)) return true;
	if (rowOf(target.line, page) !== undefined) return false;
	const isView = around.some(({ region = "", name = "" }) => groups.has(region) && isOfLooking(name));
	return isView || (around[0]?.kind === "heading" && isAlone(target, around[0]));
}

const groups: ReadonlySet<string> = new Set(["fieldset", "dialog", "popover"]);

const partsOf = ({ cells }: PageLine): readonly LinePart[] =>
	cells.flat().filter((part) => part.kind === "element" || part.text.trim() !== "");

/** The button of a part that folds is all of the part's heading. */
function isAlone({ id }: ElementView, line: PageLine): boolean {
	const [only, ...others] = partsOf(line);
	return others.length === 0 && only?.kind === "element" && only.id === id;
}

const sortSign = /^[▲▼△▽▴▾↑↓↕⇅⇵\s]*$/u;

/**
 * The first row of a table, with rows of as many cells below: a button that fills a cell of it, over cells without a button, sorts by that
 * column. Other heads stand beside it, or it has words where all rows below have figures. A table without a head has its buttons in each row.
 */
function headsColumn({ id, line, attributes }: ElementView, { lines, elements }: PageView): boolean {
	if (attributes.has("sort")) return true;
	const own = lines[line];
	if (own?.kind !== "row" || lines[line - 1]?.kind === "row") return false;
	const end = lines.findIndex(({ kind }, at) => at > line && kind !== "row");
	const below = lines.slice(line + 1, end === -1 ? lines.length : end);
	const isButton = (part: LinePart) => part.kind === "element" && elements.get(part.id)?.type === "button";
	const heads = own.cells.map((cell) => {
		const button = cell.find(isButton);
		const isWhole = cell.every((part) => part === button || (part.kind === "text" && sortSign.test(part.text)));
		return isWhole && button?.kind === "element" ? button.id : undefined;
	});
	const column = heads.indexOf(id);
	if (column === -1 || below[0]?.cells.length !== own.cells.length || below[0].cells[column]?.some(isButton) !== false) return false;
	const isOfWords = !/\d/.test(own.text) && below.every(({ text }) => /\d/.test(text));
	return heads.filter((head) => head !== undefined).length > 1 || isOfWords;
}

/** "1–50 of 1,204", "Page 2 of 9", "2 / 9" as all that a text says. */
const place = /^(?:\p{L}+\s)?\d[\d.,]*\s*(?:[–-]\s*\d[\d.,]*\s*\p{L}{1,3}|\p{L}{1,3}|\/)\s*\d[\d.,]*$/u;

/** True in a line of at least two controls of one or two words, with page numbers, or with a place among pages as its only text. */
function turnsPages(target: ElementView, { lines, elements }: PageView): boolean {
	const line = lines[target.line];
	if (line === undefined || line.kind === "heading") return false;
	const parts = partsOf(line);
	const controls = parts.flatMap((part) => (part.kind === "element" ? (elements.get(part.id) ?? []) : []));
	const isShort = controls.length > 1 && controls.every(({ name }) => splitWords(name).length <= 2);
	const [text, ...more] = parts.flatMap((part) => (part.kind === "text" && /[\p{L}\p{N}]/u.test(part.text) ? [part.text.trim()] : []));
	if (!isShort || more.length > 0) return false;
	return text === undefined ? controls.filter(({ name }) => /^\d{1,4}$/.test(name)).length > 1 : place.test(text);
}
