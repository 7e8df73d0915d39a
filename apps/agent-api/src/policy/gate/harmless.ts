import { isAgreeing } from "@webhand/lexicon/questions";
import { fold, splitWords } from "@webhand/lexicon/text";
import { wordsByForm } from "@webhand/lexicon/vocabulary/forms";
import { harmless } from "@webhand/lexicon/vocabulary/harmless";
import { once } from "@webhand/page/once";
import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";
import { dialogAround } from "../facts/lines.ts";
import { fullLabelOf, targetSite } from "./action-risk.ts";
import { showsByPlace } from "./place.ts";
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
