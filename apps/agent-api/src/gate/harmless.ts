import { isAgreeing } from "@webhand/lexicon/questions";
import { fold, splitWords } from "@webhand/lexicon/text";
import { wordsByForm } from "@webhand/lexicon/vocabulary/forms";
import { harmless } from "@webhand/lexicon/vocabulary/harmless";
import type { ElementView, LinePart, PageLine, PageView } from "@webhand/page/parse/view";
import { ancestorsOf, dialogAround } from "../facts/lines.ts";
import { once } from "../facts/once.ts";
import { fullLabelOf, targetSite } from "./action-risk.ts";
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

/** True for a button that folds, opens a menu or dialog, is current or selected, stands in a navigation landmark, or heads a column. */
function isHarmlessByStructure(target: ElementView, page: PageView): boolean {
	const { states, line } = target;
	if (states.has("expanded") || states.has("collapsed") || states.has("has-popup")) return true;
	if (states.has("current") || states.has("selected")) return true;
	return ancestorsOf(line, page).some(({ region }) => region === "nav") || headsColumn(target, page);
}

/**
 * The first row of a table, with rows of as many cells below: of several buttons that each fill a cell of it, one over a cell without a
 * button sorts by that column. A table without a head has its buttons in each row.
 */
function headsColumn({ id, line }: ElementView, { lines, elements }: PageView): boolean {
	const [above, own, below] = [lines[line - 1], lines[line], lines[line + 1]];
	if (own?.kind !== "row" || above?.kind === "row" || below?.kind !== "row" || own.cells.length !== below.cells.length) return false;
	const isButton = (part: LinePart) => part.kind === "element" && elements.get(part.id)?.type === "button";
	const heads = own.cells.map(([first, ...others]) => (others.length === 0 && first !== undefined && isButton(first) ? first : undefined));
	const column = heads.findIndex((part) => part?.kind === "element" && part.id === id);
	return column !== -1 && heads.filter((part) => part !== undefined).length > 1 && below.cells[column]?.some(isButton) === false;
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
		(text) => sign.test(text) || saysHarmless(text) || declines(text, target, page) || (isAgreeing(text) && asksHarmless(target, page)),
	);
}

/** True for a folded text that only speaks of looking, in each of its parts: "Show more", "Sort & filter", "Sort by owner". @throws never */
export function saysHarmless(text: string): boolean {
	const said = text.split(joining).map((part) => splitWords(part).filter((word) => !/^\d+$/.test(word)));
	const isSaid = said.some((words) => words.length > 0);
	return isSaid && said.every((words) => words.every((word) => looking.has(word) || parts.has(word)) || isOfLooking(words));
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
