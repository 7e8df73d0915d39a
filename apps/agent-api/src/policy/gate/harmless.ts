import { isAgreeing } from "@webhand/lexicon/questions";
import { fold, splitWords } from "@webhand/lexicon/text";
import { wordsByForm } from "@webhand/lexicon/vocabulary/forms";
import { harmless } from "@webhand/lexicon/vocabulary/harmless";
import { once } from "@webhand/page/once";
import type { ElementView, LinePart, PageLine, PageView } from "@webhand/page/parse/view";
import { ancestorsOf, dialogAround, rowOf } from "../facts/lines.ts";
import { fullLabelOf, targetSite } from "./commit-risk.ts";
import { declinesQuestion } from "./requested.ts";
import { withoutHarmless } from "./words.ts";

/** Two buttons that agree so far are the same. */
const maxKey = 200;
const looking = wordsByForm(harmless.looking);
const parts = wordsByForm(harmless.parts);

/** True for a control that is pressed and belongs to no form: nothing but its own facts says what it does. */
export function isFormlessButton({ type, form }: ElementView): boolean {
	return form === undefined && (type === "button" || type === "menuitem");
}

/**
 * True for a button that is known to change only what is shown. Structure counts first, words second; words that commit, pay or destroy were
 * judged before.
 */
export function isHarmless(target: ElementView, page: PageView): boolean {
	// An invisible label does not count.
	if (target.states.has("unseen")) return false;
	return isHarmlessByStructure(target, page) || isHarmlessByWords(target, page);
}

/** A button of a site by all that it says, the question that it confirms included. */
export function pressKey(target: ElementView, page: PageView): string {
	return `${targetSite({ page, target })} ${target.type} ${fold(fullLabelOf(target, page))}`.slice(0, maxKey);
}

/** True for a button that folds, opens a menu or dialog, is current or selected, or whose place says that it only shows. */
function isHarmlessByStructure(target: ElementView, page: PageView): boolean {
	const { states } = target;
	if (["expanded", "collapsed", "has-popup", "current", "selected"].some((state) => states.has(state))) return true;
	return opensByItsSign(target) || showsByPlace(target, page, isNameOfViews);
}

const longestOpener = 40;
/** A sign that something folds, and the three points of what asks for more first. A long name ends with them where it is cut. */
const opens = /^[▾▴▼▲▿△⌄⌃▸▹]\s*\p{L}|\p{L}\s*[▾▴▼▲▿△⌄⌃▸▹]$|\p{L}\s?(?:…|\.\.\.)$/u;

/** "Specifications ▾", "Rename…". */
function opensByItsSign({ name }: ElementView): boolean {
	return name.length <= longestOpener && opens.test(name);
}

// Signs that open, close, sort, search, turn pages.
const sign = /^[▸▹►▶▾▿▼▲△▴▵‹›<>«»⌃⌄…⋯⋮+−–↑↓←→☰≡×✕✖🔍⌕☆★⚙✎✏\d\s.,|/-]+$/u;
const joining = /[&+/]|(?<!\p{L})(?:and|und|et|y|и)(?!\p{L})/u;

function isHarmlessByWords(target: ElementView, page: PageView): boolean {
	const own = [target.name, target.content, target.attributes.get("hint") ?? ""].filter((text) => text !== "");
	const labels = [...new Set(own.map(fold))].map((text) => withoutHarmless(text).replaceAll("[icon]", " ").trim());
	const said = labels.filter((text) => text !== "");
	if (own.length === 0 || (said.length === 0 && own.every((text) => text.includes("[icon]")))) return false;
	return said.every(
		(text) =>
			sign.test(text) ||
			saysDate(text) ||
			saysHarmless(text) ||
			declines(text, target, page) ||
			(isAgreeing(text) && asksHarmless(target, page)),
	);
}

const dateLocales = ["en", "de", "fr", "es", "ru"];

/** Names of months and weekdays as calendars write them. */
const dateWords: ReadonlySet<string> = new Set(
	dateLocales
		.flatMap((locale) =>
			(["long", "short"] as const).flatMap((style) => {
				const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: style, weekday: style, timeZone: "UTC" });
				return Array.from({ length: 12 }, (_month, month) => format.format(Date.UTC(2026, month, 1 + month)));
			}),
		)
		.flatMap((text) => splitWords(fold(text)).filter((word) => /\p{L}/u.test(word))),
);

/** A day of a calendar: "March 15, 2026", "Mo., 16. März". */
function saysDate(text: string): boolean {
	const words = splitWords(text);
	return /\d/.test(text) && words.some((word) => dateWords.has(word)) && words.every((word) => /^\d+$/.test(word) || dateWords.has(word));
}

/** True for a folded text that only speaks of looking, in each of its parts: "Show more", "Sort & filter", "Sort by owner". @throws never */
export function saysHarmless(text: string): boolean {
	const said = text.split(joining).map((part) => splitWords(part).filter((word) => !/^\d+$/.test(word)));
	const isSaid = said.some((words) => words.length > 0);
	return isSaid && said.every((words) => words.every((word) => looking.has(word) || parts.has(word)) || isOfLooking(words));
}

/** "Filters", "Sort by": a word for looking, in any of its forms, and nothing but such words and their parts. */
function isNameOfViews(name: string): boolean {
	const words = splitWords(fold(name));
	const isOfViews = (word: string) => [...looking.keys()].some((known) => word.startsWith(known));
	return words.some(isOfViews) && words.every((word) => isOfViews(word) || parts.has(word));
}

function isOfLooking(words: readonly string[]): boolean {
	return [words.at(0), words.at(-1)].some((word) => word !== undefined && looking.has(word));
}

/** A dialog is left by its no. */
function declines(text: string, target: ElementView, page: PageView): boolean {
	return dialogAround(target, page).length > 0 && declinesQuestion(target, text, page);
}

/** "OK" in a dialog that asks nothing closes it; one that asks is judged by its question. */
function asksHarmless(target: ElementView, page: PageView): boolean {
	const dialog = dialogAround(target, page);
	return dialog.length > 0 && asksOfLooking(dialog);
}

// Whole lines: a name inside a question may contain the end of a sentence.
const asksOfLooking = once((dialog: readonly PageLine[]) =>
	dialog.filter(({ text }) => /[?？]/.test(text)).every(({ text }) => saysHarmless(fold(text))),
);

/**
 * True for a button whose place says that it only changes what is shown: in a menu of the page, at the head of a column or a part, among page
 * numbers, in a group of views. Words that commit were judged before.
 *
 * @param isOfLooking says so of the name of a group, such as "Filters"
 */
function showsByPlace(target: ElementView, page: PageView, isOfLooking: (name: string) => boolean): boolean {
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
