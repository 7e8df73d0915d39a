import type { Action } from "@webhand/contracts/action/grammar";
import type { NextAction } from "@webhand/contracts/agent/interact";
import { fold } from "@webhand/lexicon/text";
import { cut } from "@webhand/page/write/normalize";
import type { Turn } from "../decider/turn.ts";
import { targetOf } from "../facts/target.ts";
import { hide, isSecretFill, secretsIn } from "../secrets/find.ts";

/** What an action rests on, for the badge and the evidence of a chat turn. */
type Reasoning = NonNullable<NextAction["reasoning"]>;

const maxEvidence = 200;
const shortestValue = 2;

/**
 * Says what an action rests on where its decider does not: a value from the person's own words, from knowledge, a control that stands on
 * the page (the surer, when the task speaks of it), or nothing but the decider's judgement. Never a secret.
 *
 * @returns confidence 0.4 to 0.95, by the kind of ground alone
 * @throws never
 */
export function reasoningOf(action: Action, { page, query, notes, knowledge }: Turn): Reasoning {
	const target = targetOf(action, page);
	const given = valueOf(action);
	const value = target !== undefined && given !== undefined && isSecretFill(target, given) ? undefined : given;
	if (value !== undefined && value.trim().length >= shortestValue) {
		const wanted = fold(value);
		const said = [...notes].reverse().find((note) => fold(note).includes(wanted));
		if (said !== undefined) return grounds("user", 0.95, [hide(said, secretsIn(said))]);
		if (fold(query).includes(wanted)) return grounds("user", 0.95, [`“${value}” stands in the task`]);
		// That there was knowledge is told, never which: no chunk and no citation reaches a client.
		if (knowledge.some(({ content }) => fold(content).includes(wanted))) return grounds("knowledge", 0.85, []);
	}
	if (target === undefined) return grounds("model", 0.4, []);
	const name = target.name === "" ? target.content : target.name;
	const isSpokenOf = (fold(name).match(/[\p{L}\p{N}]{3,}/gu) ?? []).some((word) => fold(query).includes(word));
	return grounds("page", isSpokenOf ? 0.85 : 0.6, name === "" ? [kindOf(target.type)] : [`${kindOf(target.type)} “${name}”`]);
}

/** What a person calls a control; the page text has a word of its own for some. */
const kinds: Readonly<Record<string, string>> = {
	...{ a: "link", area: "link", menuitem: "menu entry", menuitemcheckbox: "menu entry", menuitemradio: "menu entry", treeitem: "entry" },
	...{ select: "list", combobox: "list", listbox: "list", option: "choice", radio: "choice", checkbox: "box", gridcell: "cell" },
	...{ input: "field", textarea: "field", editable: "field", email: "field", tel: "field", url: "field", number: "field", search: "field" },
};
const kindOf = (type: string): string => kinds[type] ?? type;

/** An end that the page was seen to justify. */
export function reasoningOfEnd(evidence: string): Reasoning {
	return grounds("page", 0.9, evidence.trim() === "" ? [] : [evidence]);
}

function grounds(source: Reasoning["source"], confidence: number, evidence: readonly string[]): Reasoning {
	return { source, confidence, evidence: evidence.map((text) => cut(text, maxEvidence)) };
}

function valueOf(action: Action): string | undefined {
	if (action.name === "setValue") return action.text;
	if (action.name === "select") return action.options[0];
	return action.name === "navigate" || action.name === "openTab" ? action.url : undefined;
}
