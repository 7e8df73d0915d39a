import type { Action } from "@webhand/contracts/action/grammar";
import type { Turn } from "../../turn.ts";
import { nearestControls } from "./action/nearest.ts";
import { takesValue } from "./action/target.ts";
import { parseLoosely } from "./loose-json.ts";
import type { Answer } from "./read.ts";

/** What a model may have meant, best first. */
export type Choices = { readonly thought: string; readonly actions: readonly (Action & { readonly id: number })[] };

/**
 * What a model may have meant: an action whose target is not on the page, on at most five controls that share most words with the thought
 * and the task; or each label of a list that it only pressed.
 */
export function choicesFor(
	{ thought, action }: Pick<Answer, "thought" | "action">,
	{ query, page }: Pick<Turn, "query" | "page">,
): Choices {
	if (!("id" in action) || action.id === undefined || action.name === "drag") return { thought, actions: [] };
	if (action.name === "select" && action.options.length === 0) {
		const labels = page.elements.get(action.id)?.attributes.get("options")?.split("|") ?? [];
		const whole = labels.map((label) => label.replace(/\*$/, "")).filter((label) => label !== "" && !label.startsWith("… +"));
		return { thought, actions: whole.map((label) => ({ ...action, options: [label] })) };
	}
	const isValue = action.name === "setValue" || action.name === "select";
	const near = nearestControls(page, `${thought} ${query}`, (element) => !isValue || takesValue(element));
	return { thought, actions: near.map((id) => ({ ...action, id })) };
}

/** Reads the number of a choice; undefined where it names none of them. @throws never */
export function readChoice(text: string, { thought, actions }: Choices): Answer | undefined {
	const given: unknown = parseLoosely(text.trim().replaceAll(/^```[a-z]*|```$/g, ""));
	const chosen = typeof given === "object" && given !== null ? Number(Object.values(given)[0]) : Number(given);
	const action = actions[chosen - 1];
	return action === undefined ? undefined : { thought, action, repairs: ["chosen"] };
}
