import type { Action } from "@webhand/contracts/action/grammar";
import type { Expectation } from "@webhand/contracts/agent/task";

const nameable: ReadonlySet<Expectation["kind"]> = new Set([
	...(["url_contains", "url_changes", "text_appears", "text_gone", "element_appears", "element_gone"] as const),
	...(["dialog_opens", "dialog_closes", "state_is", "value_is"] as const),
]);

/**
 * True for a wait whose decider says what it waits for: that may take a minute, and is no idleness meanwhile.
 *
 * @param isExplicit false where what is expected held before, so that the wait is for nothing
 */
export function isAwaiting(action: Action, expect: Expectation | undefined, isExplicit: boolean): boolean {
	return action.name === "wait" && isExplicit && expect !== undefined && nameable.has(expect.kind);
}

/** True for a task that says how long to wait: "wait 30 seconds". */
export function asksToWait(query: string): boolean {
	return /\bwait\b[^.;!?]{0,20}\b(?:\d+|a|one|two|three|half|few) ?(?:s|secs?|seconds?|mins?|minutes?)\b/i.test(query);
}
