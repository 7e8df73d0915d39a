import type { Action } from "@webhand/contracts/action/grammar";
import type { NextAction } from "@webhand/contracts/agent/interact";
import { fold } from "@webhand/lexicon/text";
import { cut } from "@webhand/page/write/normalize";
import type { Turn } from "../../../decider/turn.ts";
import { targetOf } from "../../../policy/facts/target.ts";
import { hide, isSecretFill, secretsIn } from "../../../policy/secrets/find.ts";

/** The reason of an action, for the badge and the evidence of a chat turn. */
type Reasoning = NonNullable<NextAction["reasoning"]>;

const maxEvidence = 200;
const shortestValue = 2;

/**
 * Derives the reason of an action where its decider gives none: a value from the user's words or from knowledge, a control on the page
 * (with more confidence when the task names it), or only the decider's judgement. Never holds a secret.
 *
 * @returns confidence 0.4 to 0.95, by the kind of source alone
 * @throws never
 */
export function reasoningOf(action: Action, { page, query, notes, knowledge }: Turn): Reasoning {
	const target = targetOf(action, page);
	const given = valueOf(action);
	const value = target !== undefined && given !== undefined && isSecretFill(target, given) ? undefined : given;
	if (value !== undefined && value.trim().length >= shortestValue) {
		const wanted = fold(value);
		const note = notes.findLast((text) => fold(text).includes(wanted));
		if (note !== undefined) return reasoning("user", 0.95, [hide(note, secretsIn(note))]);
		if (fold(query).includes(wanted)) return reasoning("user", 0.95, [`“${value}” stands in the task`]);
		// No chunk and no citation reaches a client: only that there was knowledge.
		if (knowledge.some(({ content }) => fold(content).includes(wanted))) return reasoning("knowledge", 0.85, []);
	}
	if (target === undefined) return reasoning("model", 0.4, []);
	const name = target.name === "" ? target.content : target.name;
	const isNamed = (fold(name).match(/[\p{L}\p{N}]{3,}/gu) ?? []).some((word) => fold(query).includes(word));
	return reasoning("page", isNamed ? 0.85 : 0.6, name === "" ? [wordOf(target.type)] : [`${wordOf(target.type)} “${name}”`]);
}

/** What users call a control, where the page text has another word. */
const kinds: Readonly<Record<string, string>> = {
	a: "link",
	area: "link",
	menuitem: "menu entry",
	menuitemcheckbox: "menu entry",
	menuitemradio: "menu entry",
	treeitem: "entry",
	select: "list",
	combobox: "list",
	listbox: "list",
	option: "choice",
	radio: "choice",
	checkbox: "box",
	gridcell: "cell",
	input: "field",
	textarea: "field",
	editable: "field",
	email: "field",
	tel: "field",
	url: "field",
	number: "field",
	search: "field",
};
const wordOf = (type: string): string => kinds[type] ?? type;

/** The reason of a finish: the evidence on the page. */
export function reasoningOfEnd(evidence: string): Reasoning {
	return reasoning("page", 0.9, evidence.trim() === "" ? [] : [evidence]);
}

function reasoning(source: Reasoning["source"], confidence: number, evidence: readonly string[]): Reasoning {
	return { source, confidence, evidence: evidence.map((text) => cut(text, maxEvidence)) };
}

function valueOf(action: Action): string | undefined {
	if (action.name === "setValue") return action.text;
	if (action.name === "select") return action.options[0];
	return action.name === "navigate" || action.name === "openTab" ? action.url : undefined;
}
