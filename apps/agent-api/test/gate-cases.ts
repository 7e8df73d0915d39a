import { parseAction } from "@webhand/contracts/action/parse";
import { parsePage } from "@webhand/page/parse/parse";
import type { PageView } from "@webhand/page/parse/view";
import type { Gate, GateTask } from "../src/policy/gate/gate.ts";
import { decideGate } from "../src/policy/gate/gate.ts";

/** Where a case takes place unless it says otherwise. */
export const home = "https://shop.example/";

/** A page of some address from the lines of its view. */
export const pageAt = (url: string, body: string): PageView => parsePage(`@page 1\n@url ${url}\n@title T\n@epoch e1\n\n@view\n${body}`);

/** A careful task on the shop that says nothing of what it wants. */
export const task: GateTask = {
	query: "Do it",
	mode: "careful",
	origins: ["shop.example"],
	isTainted: false,
	allowsSearches: false,
	ownFills: [],
};

/** An action on a page, with what is otherwise than usual of the task. */
export type Case = { readonly action: string; readonly body?: string; readonly url?: string; readonly facts?: Partial<GateTask> };

/** The gate's word. */
export function gateOf({ action: text, body = "", url = home, facts = {} }: Case): Gate {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.message}`);
	return decideGate(parsed.action, pageAt(url, body), { ...task, ...facts });
}

/** The class, and the outcome in careful and in autonomous mode: `commit: ask, warn`. */
export function outcomes(input: Case): string {
	const [careful, autonomous] = (["careful", "autonomous"] as const).map((mode) => gateOf({ ...input, facts: { ...input.facts, mode } }));
	return `${careful?.risk.class}: ${careful?.kind}, ${autonomous?.kind}`;
}

// What most cases expect, as of `outcomes`.
export const plainFill = "fill: allow, allow";
/** A button of which nobody knows what it does. */
export const unknownPress = "press_unknown: ask, allow";
export const plainNavigation = "navigate: allow, allow";
export const offsite = "navigate_offsite: ask, warn";
export const plainCommit = "commit: ask, warn";
export const protectedCommit = "commit_protected: ask, ask";
/** A secret that the user gave, for a site of the task. */
export const ownSecret = "fill_sensitive: ask, allow";
export const handoff = "fill_sensitive: handoff, handoff";
export const refused = "refused: refuse, refuse";
