import type { RunRecord } from "../../../run-record.ts";
import { stepUpdated } from "../report.ts";

export type Ending = {
	readonly end: "completed" | "failed" | "stopped";
	readonly message: string | null;
	readonly category?: string;
	readonly requestId?: string | undefined;
	readonly at: number;
	/** The server has to hear of the stop. */
	readonly cancel: boolean;
};

/** Only the user ends a pause. */
export function pausedOrNull({ wait }: RunRecord): RunRecord["wait"] {
	return wait?.kind === "paused" ? wait : null;
}

export function ended(record: RunRecord, ending: Ending): RunRecord {
	const { message, category = ending.end, requestId } = ending;
	// A request under way may begin a task whose id is unknown yet: its key is stopped then.
	const key = record.taskId === null && record.phase === "post" ? record.key : null;
	const isToldServer = ending.cancel && (record.taskId !== null || key !== null);
	return {
		...record,
		phase: "ended",
		end: ending.end,
		wait: null,
		resumeAt: null,
		pending: null,
		intent: null,
		key: isToldServer ? key : null,
		question: null,
		missingInformation: [],
		cancel: isToldServer ? "pending" : "none",
		failure: message === null ? record.failure : { category, message, ...(requestId === undefined ? {} : { requestId }) },
		steps: stepUpdated(record.steps, { at: ending.at }),
		endedAt: ending.at,
	};
}

/** A run for one step is over once its first action is done and the page has settled. */
export function afterOneStep(record: RunRecord, at: number): RunRecord {
	const isDone = record.phase === "look" && record.wait === null && record.steps.at(-1)?.state === "done";
	if (record.client?.isOneStep !== true || !isDone) return record;
	return ended(record, { end: "stopped", message: null, at, cancel: true });
}
