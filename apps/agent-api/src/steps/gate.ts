import type { Action } from "@webhand/contracts/action/grammar";
import type { Mode } from "@webhand/contracts/agent/task";
import type { PageView } from "@webhand/page/parse/view";
import type { Classified, DangerReason, GateClass, TaskFacts } from "./facts/danger/judge/class.ts";
import { classify } from "./facts/danger/risk.ts";

/** What the gate knows of the task. */
export type GateTask = TaskFacts & {
	readonly mode: Mode;
	/** The person allowed same-site searches for the rest of the task. */
	readonly allowsSearches: boolean;
};

/** Why an action was judged as it was; goes into the question, the log and the audit. */
export type Risk = { readonly class: GateClass; readonly reasons: readonly DangerReason[]; readonly isSearch?: boolean };

/** May this action go ahead? `handoff`: the person does it; `refuse`: never. */
export type Gate =
	| { readonly kind: "allow"; readonly risk: Risk; readonly isOwnValue: boolean }
	| { readonly kind: "warn" | "ask" | "handoff" | "refuse"; readonly risk: Risk; readonly isOwnValue: boolean };

/**
 * Decides from facts of the page, never from a model's word, whether an action may go ahead: careful asks before anything is committed,
 * autonomous warns, and the floor for money, credentials, destruction and data that leaves asks in every mode.
 *
 * @param page the page the action was decided on; the client checks the same facts again before acting
 * @throws never
 */
export function decideGate(action: Action, page: PageView, task: GateTask): Gate {
	const found = classify(action, page, task);
	return {
		kind: outcomeOf(found, task),
		risk: { class: found.class, reasons: found.reasons, ...(found.isSearch ? { isSearch: true } : {}) },
		isOwnValue: found.isOwnValue,
	};
}

function outcomeOf(found: Classified, task: GateTask): Gate["kind"] {
	const isCareful = task.mode === "careful";
	switch (found.class) {
		case "observe":
		case "navigate":
		case "fill":
			return "allow";
		case "navigate_offsite":
			return isCareful || found.reasons.includes("tainted") || found.reasons.includes("carries_page_text") ? "ask" : "warn";
		case "fill_sensitive":
			if (!found.isOwnValue) return "handoff";
			return isCareful || found.reasons.includes("outside_task") ? "ask" : "allow";
		case "commit":
			if (!isCareful) return "warn";
			return found.isSearch && task.allowsSearches ? "allow" : "ask";
		case "commit_protected":
		case "upload":
			return "ask";
		case "refused":
			return "refuse";
	}
}
