import type { RunRecord } from "../../../storage.ts";
import { stepUpdated } from "../report.ts";

/** How a run ends, and whether the server has to hear of it. */
export type Ending = {
	readonly end: "completed" | "failed" | "stopped";
	readonly message: string | null;
	readonly category?: string;
	readonly requestId?: string | undefined;
	readonly at: number;
	/** Tell the server, which may not know yet. */
	readonly cancel: boolean;
};

/** A pause lasts until the person ends it: nothing that passes by itself takes its place. */
export function pausedOrNull({ wait }: RunRecord): RunRecord["wait"] {
	return wait?.kind === "paused" ? wait : null;
}

/** The record of a run that is over: nothing more is done. */
export function ended(record: RunRecord, ending: Ending): RunRecord {
	const { message, category = ending.end, requestId } = ending;
	return {
		...record,
		phase: "ended",
		end: ending.end,
		wait: null,
		resumeAt: null,
		pending: null,
		intent: null,
		key: null,
		question: null,
		missingInformation: [],
		// A request that may be under way may have begun a task whose name is not known yet.
		cancel: ending.cancel && (record.taskId !== null || record.phase === "post") ? "pending" : "none",
		failure: message === null ? record.failure : { category, message, ...(requestId === undefined ? {} : { requestId }) },
		steps: stepUpdated(record.steps, { at: ending.at }),
		endedAt: ending.at,
	};
}
