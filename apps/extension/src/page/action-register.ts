import type { ActResult, PageReply } from "./messages.ts";

const kept = 200;

/**
 * What this document has begun and finished, by actionId: whoever asks again gets the result of the first time. It lives and dies with the
 * document, and so does the effect.
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
		/** Notes that an action begins. @returns false when it has begun before: then it must not be done */
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
		/** Runs the work of an action unless it has begun before. */
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
