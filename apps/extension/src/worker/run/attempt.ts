import type { Action } from "@webhand/contracts/action/grammar";
import type { ActResult } from "@webhand/page/execute/page-action";
import type { Intent, RunRecord } from "../../run-record.ts";
import type { Command } from "./policy.ts";
import type { RunEvent } from "./transitions/event.ts";

export type Attempt = { readonly actionId: string; readonly action: Action; readonly intent: Intent };

/** Where an action goes. `refused`: it cannot be done. `harmless`: it has no effect and needs no intent. */
export type Destination =
	| { readonly kind: "at"; readonly at: Intent["at"] }
	| { readonly kind: "harmless" }
	| { readonly kind: "refused"; readonly result: ActResult };

/** Acts on tabs and pages. */
export type Performer = {
	/** Pure: reads the record only. */
	readonly destinationOf: (record: RunRecord, action: Action) => Destination;
	readonly lookUp: (record: RunRecord, action: Action) => Promise<ActResult>;
	/** `silent`: the page began and does not answer, as during a dialog; its outcome is queried later. */
	readonly perform: (record: RunRecord, attempt: Attempt) => Promise<ActResult | "silent">;
	/** What the document knows of an action. `unknown`: never begun. `gone`: the document no longer exists. */
	readonly queryOutcome: (
		record: RunRecord,
		attempt: Attempt,
	) => Promise<{ readonly kind: "done"; readonly result: ActResult } | { readonly kind: "unknown" | "begun" | "gone" | "silent" }>;
};

/** The result of an action during which the page opened a window that nobody could read. */
const withDialog = (result: ActResult): ActResult => ({
	...result,
	actualState: { ...result.actualState, dialogs: [{ type: "unknown", message: "" }] },
});

export type AttemptDeps = {
	readonly performer: Performer;
	readonly runs: { readonly apply: (run: RunRecord, event: RunEvent) => Promise<RunRecord | undefined> };
	readonly now: () => number;
};

/** The action may have happened unseen; the server verifies by reading the page. */
export const outcomeUnknown: ActResult = {
	success: false,
	isOpen: true,
	code: "OUTCOME_UNKNOWN",
	message: "The action may have happened; its outcome is not known",
};

/**
 * Does an action for the first time, after the intent is written.
 *
 * @throws when the worker cannot go on; the record then holds the intent, and `queryOutcome` follows
 */
export async function attempt(
	deps: AttemptDeps,
	record: RunRecord,
	command: Extract<Command, { kind: "begin" }>,
): Promise<ActResult | "silent"> {
	const { actionId, action } = command;
	// A document keeps no trace of interrupted trusted input, so it is never begun again.
	const destination: Destination =
		record.pending?.isTrusted === true ? { kind: "at", at: { kind: "worker" } } : deps.performer.destinationOf(record, action);
	if (destination.kind === "refused") return destination.result;
	if (destination.kind === "harmless") return deps.performer.lookUp(record, action);
	const intent: Intent = { actionId, at: destination.at };
	const written = await announce(deps, record, intent);
	return written === null ? notBegun : deps.performer.perform(written, { actionId, action, intent });
}

const notBegun: ActResult = { ...outcomeUnknown, isInert: true };

/** Writes the intent. @returns the record with it; null when the run must not act any more */
async function announce(deps: AttemptDeps, record: RunRecord, intent: Intent): Promise<RunRecord | null> {
	const written = await deps.runs.apply(record, { kind: "intended", intent, at: deps.now() });
	return written?.runKey === record.runKey && written.intent?.actionId === intent.actionId ? written : null;
}

/** Finds out what became of an action that an earlier worker began. It runs now only when its document never began it. */
export async function queryOutcome(
	deps: AttemptDeps,
	record: RunRecord,
	command: Extract<Command, { kind: "query_outcome" }>,
): Promise<ActResult | "silent"> {
	const { actionId, action, intent } = command;
	// The page opened a window in the middle of real input, so that has reached the page.
	if (intent.actionId === actionId && record.pending?.isTrusted === true && record.hadDialog) return withDialog({ success: true });
	if (intent.actionId !== actionId || intent.at.kind === "worker") return outcomeUnknown;
	const found = await deps.performer.queryOutcome(record, { actionId, action, intent });
	switch (found.kind) {
		case "done":
			return record.hadDialog ? withDialog(found.result) : found.result;
		case "unknown": {
			// Written again: the run may have been stopped during the query.
			const written = await announce(deps, record, intent);
			return written === null ? notBegun : deps.performer.perform(written, { actionId, action, intent });
		}
		case "silent":
			return "silent";
		case "begun":
		case "gone":
			return outcomeUnknown;
	}
}
