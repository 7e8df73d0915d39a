import type { Ordered } from "@webhand/lexicon/ordered";
import { allWords, areOrdered, isOrdered, saidIn } from "@webhand/lexicon/ordered";
import { isAgreeing, isAsking, isDeclining, isOfQuestions } from "@webhand/lexicon/questions";
import { wordsIn } from "@webhand/lexicon/text";
import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";
import type { PastStep } from "../../../turn.ts";
import { lastAction } from "../../../turn.ts";
import type { Clause } from "../../sentence/clause.ts";
import { wordsOf } from "../../words/fold.ts";
import { stopWords } from "../../words/synonyms.ts";

/** The dialog that the last action opened to ask whether its deed is meant. `button`: what agrees, where one control alone does. */
export type Confirmation = { readonly name: string; readonly button: ElementView | undefined };

/** What is known when something has opened. `beside`: the words of the row in which the last press was made. */
export type Seen = { readonly view: PageView; readonly history: readonly PastStep[]; readonly beside: string | undefined };

/**
 * The question of the page before a deed that was asked for by name: it is part of the deed. A dialog that is to be filled in, or that
 * asks nothing, is none; one that asks about something else ("Add insurance?") has no button that agrees.
 *
 * @returns undefined where the last action opened no such dialog, or what was asked for is only a click
 */
export function confirmationOf({ intent, text }: Clause, { view, history, beside }: Seen): Confirmation | undefined {
	const verb = intent.kind === "named" ? intent.verb : intent.kind === "close" && intent.thing !== undefined ? "close" : undefined;
	if (verb === undefined && intent.kind !== "submit") return undefined;
	const deeds = verb === undefined ? sendingWords : wordsOf(verb).slice(0, 1);
	return questionOf({ deeds, text, isAnswered: false }, { view, history, beside });
}

/**
 * The question that "… and confirm" answers: the deed is what was pressed before.
 *
 * @param text the clause of that deed
 */
export function confirmationOfOrder(text: string, seen: Seen): Confirmation | undefined {
	const pressed = lastAction(seen.history)?.targetName ?? "";
	return questionOf({ deeds: wordsOf(pressed).slice(0, 1), text, isAnswered: true }, seen);
}

type Deed = { readonly deeds: readonly string[]; readonly text: string; readonly isAnswered: boolean };

function questionOf({ deeds, text, isAnswered }: Deed, { view, history, beside = "" }: Seen): Confirmation | undefined {
	const last = lastAction(history);
	const isOpened = last?.verification?.observations.some((one) => one.startsWith("dialog_opened")) === true;
	const [dialog] = view.dialogs;
	if (!isOpened || dialog === undefined) return undefined;
	const at = view.lines.findIndex((line) => line.region === "dialog" && (line.name === undefined || line.name === dialog.name));
	const inside = (line: number): boolean => line !== -1 && (line === at || inside(view.lines[line]?.parent ?? -1));
	const lines = view.lines.filter((line) => at !== -1 && inside(line.index));
	const sentences = [dialog.name, ...lines.map(ownText)].flatMap((said) => said.split(endOfSentence)).filter((said) => said.trim() !== "");
	const controls = [...view.elements.values()].filter((element) => inside(element.line) && !element.states.has("disabled"));
	const isFilledIn = controls.some((element) => element.type !== "button" && element.type !== "a" && element.type !== "dialog");
	const pressed = last?.targetName ?? "";
	const asking = sentences.filter(isAsking);
	const isOffered = asking.length === 0 && !isFilledIn && offersBoth(controls, [...deeds, ...wordsOf(pressed).slice(0, 1)]);
	const questions = isOffered ? sentences : asking;
	if (questions.length === 0) return undefined;
	if (isFilledIn) return { name: dialog.name, button: undefined };
	const ordered = { deeds, said: new Set([...saidUnder(dialog.name, text, deeds), ...wordsIn(pressed)]), row: new Set(wordsIn(beside)) };
	const isAbout = isAnswered && questions.every((question) => saysSort(question, ordered)) && tellsOf(lines.map(ownText), ordered);
	if (!isAbout && !areOrdered(questions, ordered)) return { name: dialog.name, button: undefined };
	const isDeed = (element: ElementView) =>
		isAnswered ||
		wordsOf(nameOf(element)).some((word) => deeds.includes(word)) ||
		questions.some((question) => isSaidIn(question, element, deeds));
	const [button, ...others] = controls.filter(
		(element) =>
			element.type === "button" &&
			(!isDeclining(nameOf(element)) || questions.some((question) => isRepeated(question, element, deeds))) &&
			(isAgreeing(nameOf(element)) || isDeed(element)),
	);
	const isOnly =
		button !== undefined &&
		others.length === 0 &&
		(isAgreeing(nameOf(button)) || isOrdered(nameOf(button), ordered) || questions.some((question) => isSaidIn(question, button, deeds)));
	return { name: dialog.name, button: isOnly ? button : undefined };
}

/** "Archive" beside "Cancel": to do it or to leave it is a question, whatever the sentences above it say. */
function offersBoth(controls: readonly ElementView[], deeds: readonly string[]): boolean {
	const names = controls.filter(({ type }) => type === "button").map(nameOf);
	const isDeed = (name: string) => !isDeclining(name) && (isAgreeing(name) || deeds.includes(wordsOf(name)[0] ?? ""));
	return names.some(isDeed) && names.some((name) => leaves.test(name));
}

// A message that was read is closed; what has not been done yet is cancelled.
const leaves = /^(?:cancel|no|not now|keep|don['’]t|abort|abbrechen|nein|annuler|non|cancelar)(?![\p{L}\p{N}])/iu;

/** Below "Reset password" what "the password of Anna" is about may be told by its place alone: "Send a link to Anna?". */
function saidUnder(title: string, text: string, deeds: readonly string[]): Iterable<string> {
	const said = saidIn(text, deeds);
	const isOfThing = wordsIn(title).some((word) => said.has(word) && !deeds.includes(word) && !isOfQuestions(word));
	return isOfThing ? wordsIn(text) : said;
}

const mostOfSort = 2;

/** "Delete standing order?", "Are you sure?": no more than the deed and a sort of thing. */
function saysSort(question: string, { deeds }: Ordered): boolean {
	const names = wordsIn(question).filter((word) => !isOfQuestions(word));
	return names.length === 0 || (names.some((word) => deeds.includes(word)) && names.length <= mostOfSort + 1);
}

/** "The order to Gym Fit will be deleted" below "Delete standing order?": what it is about is named by the order and by the row of the deed. */
function tellsOf(texts: readonly string[], { said, row }: Required<Ordered>): boolean {
	const words = texts.flatMap(wordsIn);
	if (words.some((word) => allWords.has(word) && !said.has(word))) return false;
	return words.some((word) => said.has(word) && row.has(word) && !stopWords.has(word));
}

/** A full stop inside an address ends no sentence. */
const endOfSentence = /(?<=[.?!])\s+|(?<=[？！])/u;

/** "Close ticket" below "Close ticket?", "Cancel order" below "Cancel the order?": no word for leaving it as it is. */
const isRepeated = (question: string, button: ElementView, deeds: readonly string[]): boolean =>
	wordsIn(nameOf(button)).length > 1 && deeds.includes(wordsIn(nameOf(button))[0] ?? "") && isSaidIn(question, button, deeds);

/** "Send link" below "Send a reset link to Ada?": the question speaks of the deed, and the button says no more than it does. */
function isSaidIn(question: string, button: ElementView, deeds: readonly string[]): boolean {
	const words = wordsIn(question);
	const own = wordsIn(nameOf(button));
	return own.length > 0 && words.some((word) => deeds.includes(word)) && own.every((word) => words.includes(word));
}

const sendingWords = ["submit", "send", "save", "place", "order"];

const nameOf = ({ name, content }: ElementView): string => name || content;

/** A line without what its controls are called. */
const ownText = ({ cells }: PageLine): string =>
	cells.flatMap((cell) => cell.flatMap((part) => (part.kind === "text" ? [part.text] : []))).join(" ");
