import type { Ordered } from "@webhand/lexicon/ordered";
import { areOrdered, isOrdered, saidIn } from "@webhand/lexicon/ordered";
import { isAgreeing, isAsking, isDeclining, isOfQuestions } from "@webhand/lexicon/questions";
import { wordsIn } from "@webhand/lexicon/text";
import type { ElementView, PageLine } from "@webhand/page/parse/view";
import type { Clause } from "../clause.ts";
import type { Turn } from "../turn.ts";
import { lastStep } from "../turn.ts";

/** The dialog that the last action opened to ask whether its deed is meant. `button`: what agrees, where one control alone does. */
export type Confirmation = { readonly name: string; readonly button: ElementView | undefined };

/**
 * The question of the page before a deed that was ordered by name: it is part of the deed. A dialog that is to be filled in, or that asks
 * about something else, has no button that agrees.
 *
 * @param row the words of the row in which the deed was pressed
 */
export function confirmationOf({ intent, text }: Clause, turn: Pick<Turn, "history" | "page">, row: string): Confirmation | undefined {
	if (intent.kind !== "named") return undefined;
	const { history, page: view } = turn;
	const last = lastStep(history);
	const [dialog] = view.dialogs;
	if (dialog === undefined || last?.verification?.observations.some((one) => one.startsWith("dialog_opened")) !== true) return undefined;
	const deeds = wordsIn(intent.verb).slice(0, 1);
	const at = view.lines.findIndex((line) => line.region === "dialog" && (line.name === undefined || line.name === dialog.name));
	const isInside = (line: number): boolean => line !== -1 && (line === at || isInside(view.lines[line]?.parent ?? -1));
	const lines = view.lines.filter(({ index }) => at !== -1 && isInside(index));
	const sentences = [dialog.name, ...lines.map(ownText)]
		.flatMap((said) => said.split(/(?<=[.?!])\s+|(?<=[？！])/u))
		.filter((said) => said.trim() !== "");
	const controls = [...view.elements.values()].filter((element) => isInside(element.line) && !element.states.has("disabled"));
	const isFilledIn = controls.some(({ type }) => type !== "button" && type !== "a" && type !== "dialog");
	const asking = sentences.filter(isAsking);
	const isOffered = asking.length === 0 && !isFilledIn && offersBoth(controls, deeds);
	const questions = isOffered ? sentences : asking;
	if (questions.length === 0) return isFilledIn ? { name: dialog.name, button: undefined } : undefined;
	if (isFilledIn) return { name: dialog.name, button: undefined };
	const said = saidIn(text, deeds);
	const isOfThing = wordsIn(dialog.name).some((word) => said.has(word) && !deeds.includes(word) && !isOfQuestions(word));
	const ordered: Ordered = {
		deeds,
		said: new Set([...(isOfThing ? wordsIn(text) : said), ...wordsIn(last.targetName ?? "")]),
		row: new Set(wordsIn(row)),
	};
	if (!areOrdered(questions, ordered)) return { name: dialog.name, button: undefined };
	const agreeing = controls.filter((element) => element.type === "button" && agrees(element, questions, ordered));
	const [button, ...others] = agreeing;
	return { name: dialog.name, button: others.length === 0 ? button : undefined };
}

function agrees(element: ElementView, questions: readonly string[], ordered: Ordered): boolean {
	const name = element.name || element.content;
	const own = wordsIn(name);
	const isRepeated =
		own.length > 1 &&
		ordered.deeds.includes(own[0] ?? "") &&
		questions.some((question) => own.every((word) => wordsIn(question).includes(word)));
	if (isDeclining(name)) return isRepeated;
	if (isAgreeing(name)) return true;
	return isRepeated || (own.some((word) => ordered.deeds.includes(word)) && isOrdered(name, ordered));
}

/** "Archive" beside "Cancel": to do it or to leave it is a question, whatever the sentences above it say. */
function offersBoth(controls: readonly ElementView[], deeds: readonly string[]): boolean {
	const names = controls.filter(({ type }) => type === "button").map(({ name, content }) => name || content);
	const isDeed = (name: string) => !isDeclining(name) && (isAgreeing(name) || deeds.includes(wordsIn(name)[0] ?? ""));
	return (
		names.some(isDeed) &&
		names.some((name) => /^(?:cancel|no|not now|keep|don['’]t|abort|abbrechen|nein|annuler|non|cancelar)(?![\p{L}\p{N}])/iu.test(name))
	);
}

/** A line without what its controls are called. */
const ownText = ({ cells }: PageLine): string =>
	cells.flatMap((cell) => cell.flatMap((part) => (part.kind === "text" ? [part.text] : []))).join(" ");
