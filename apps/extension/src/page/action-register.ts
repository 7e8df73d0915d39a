import type { ActResult } from "@webhand/page/execute/page-action";
import type { PageReply } from "./messages.ts";

const kept = 200;

/**
 * The actions that this document began and finished, by actionId. A repeated request gets the first result, so no action runs twice. The
 * register lives as long as the document, and so do the effects.
 */
export function createActionRegister() {
	const results = new Map<string, ActResult | null>();
	const finish = (actionId: string, result: ActResult): void => {
		results.set(actionId, result);
		const oldest = results.keys().next().value;
		if (results.size > kept && oldest !== undefined) results.delete(oldest);
	};
	return {
		finish,
		/** @returns false when the action began before and must not run */
		begin: (actionId: string): boolean => {
			if (results.has(actionId)) return false;
			results.set(actionId, null);
			return true;
		},
		outcomeOf: (actionId: string): PageReply<"page_outcome"> => {
			const result = results.get(actionId);
			if (result === undefined) return { state: "unknown" };
			return result === null ? { state: "begun" } : { state: "done", result };
		},
		/** Runs an action unless it began before. */
		once: async (actionId: string, work: () => Promise<ActResult>): Promise<ActResult> => {
			const before = results.get(actionId);
			if (before !== undefined)
				return before ?? { success: false, isOpen: true, code: "OUTCOME_UNKNOWN", message: "It is being done already" };
			results.set(actionId, null);
			const result = await work();
			finish(actionId, result);
			return result;
		},
	};
}
