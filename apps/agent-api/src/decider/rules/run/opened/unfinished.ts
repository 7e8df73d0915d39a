import { wordsIn } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import type { PastStep } from "../../../turn.ts";
import { lastAction } from "../../../turn.ts";
import { isTextField } from "../../page/roles.ts";
import type { Clause } from "../../sentence/clause.ts";

/** What a deed has come to that is no end of it. `pick`: the one of the choices offered that the instruction names. */
export type Unfinished =
	| { readonly kind: "pick"; readonly element: ElementView }
	| { readonly kind: "offers" | "wants"; readonly names: readonly string[] };

const opens =
	/^(?:edit|show|view|see|display|compose|start|begin|continue|proceed|skip|search|find|filter|customi[sz]e|log|sign|register|go|try|unlock)\b/i;
const adds = /^(?:add|create|invite|schedule|book|assign|share|send|post|comment|reply)\b/i;
const most = 4;

/**
 * A list that opened and waits for a choice, a dialog or a form that opened with fields to fill: the deed that was asked for has only begun.
 * A click that was asked for as such ends where it was done, and so does what is asked to be opened.
 *
 * @returns undefined where nothing is left open
 */
export function unfinishedOf({ intent, text }: Clause, view: PageView, history: readonly PastStep[]): Unfinished | undefined {
	if (intent.kind !== "named" && intent.kind !== "confirm" && intent.kind !== "tick" && intent.kind !== "submit") return undefined;
	const last = lastAction(history);
	const seen = last?.verification?.observations ?? [];
	if (last?.parsed.name !== "click" && last?.parsed.name !== "press") return undefined;
	const controls = [...view.elements.values()].filter((element) => !element.states.has("disabled"));
	const choices = hasSeen(seen, "elements_added", "dropdown_opened")
		? controls.filter((element) => element.isNew && isChoice(element))
		: [];
	if (choices.length > 1) {
		const element = namedIn(goalOf(text), choices);
		return element === undefined ? { kind: "offers", names: namesOf(choices) } : { kind: "pick", element };
	}
	if (opens.test(text)) return undefined;
	const empty = controls.filter((element) => isTextField(element) && isEmpty(element));
	const wanted = hasSeen(seen, "dialog_opened") && view.dialogs.length > 0 ? empty.filter(isInDialog(view)) : [];
	const inPlace =
		adds.test(text) && hasSeen(seen, "target_gone") && hasSeen(seen, "elements_added")
			? empty.filter(({ isNew }) => isNew).filter(isOfForm(text, controls))
			: [];
	const names = namesOf([...wanted, ...inPlace]);
	return names.length === 0 ? undefined : { kind: "wants", names };
}

const hasSeen = (seen: readonly string[], ...names: readonly string[]): boolean =>
	seen.some((one) => names.some((name) => one.startsWith(name)) && !one.endsWith("(client)"));

const isChoice = ({ type }: ElementView): boolean => /^(?:option|menuitem|menuitemradio)$/.test(type);
const namesOf = (elements: readonly ElementView[]): readonly string[] =>
	elements.map(({ name, content, type }) => name || content || type).slice(0, most);
const isEmpty = ({ states, attributes }: ElementView): boolean =>
	(attributes.get("value") ?? "") === "" && !states.has("filled") && !states.has("readonly");

function isInDialog(view: PageView): (element: ElementView) => boolean {
	const isInside = (line: number): boolean =>
		line !== -1 && (view.lines[line]?.region === "dialog" || isInside(view.lines[line]?.parent ?? -1));
	return ({ line }) => isInside(line);
}

/** A field that came in the place of the button pressed: the button of its form is called by the same deed. */
function isOfForm(text: string, controls: readonly ElementView[]): (element: ElementView) => boolean {
	const [verb = ""] = wordsIn(text);
	return ({ form }) =>
		form !== undefined &&
		controls.some((other) => other.form === form && other.type === "button" && wordsIn(other.name || other.content)[0] === verb);
}

/** Where a deed leads: "Lee" of "assign the ticket to Lee". */
const goalOf = (text: string): string => /^.*\b(?:to|as|into|onto|by)\s+(?:the\s+)?(.+)$/isu.exec(text)?.[1] ?? "";

function namedIn(goal: string, choices: readonly ElementView[]): ElementView | undefined {
	const wanted = wordsIn(goal);
	if (wanted.length === 0) return undefined;
	const said = (element: ElementView) => wordsIn(element.name || element.content);
	const exact = choices.filter((element) => said(element).join(" ") === wanted.join(" "));
	const holding = choices.filter((element) => wanted.every((word) => said(element).includes(word)));
	const [only, ...others] = exact.length > 0 ? exact : holding;
	return others.length === 0 ? only : undefined;
}
