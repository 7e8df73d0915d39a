import type { RoutineRow, RowState } from "@webhand/contracts/routine/run";
import { isRowOver } from "@webhand/contracts/routine/run";
import type { RoutineInput } from "@webhand/contracts/routine/words";

const stateWords: Readonly<Record<RowState, string>> = {
	waiting: "waiting",
	running: "running",
	needs_person: "needs a person",
	done: "done",
	done_unchecked: "done, not checked",
	not_saved: "not saved",
	failed: "failed",
	unknown: "unknown",
	skipped: "skipped",
	stopped: "stopped",
};

/** Why a row ended so, where nothing else says it. */
const reasonWords: Readonly<Partial<Record<RowState, string>>> = {
	done: "What was saved was read back, and is right",
	done_unchecked: "Every step worked; nothing was read back",
	not_saved: "The page does not show what was meant",
	unknown: "It broke off after a save: look before it is repeated",
};

/** The columns that results add to those of the list. */
const added = ["Result", "Reason", "Checked", "Evidence"] as const;

/** The head of a CSV of results: a column for each input, then those of the result. @throws never */
export function resultHead(inputs: readonly Pick<RoutineInput, "label">[]): readonly string[] {
	return [...inputs.map(({ label }) => label), ...added];
}

/**
 * A row of a CSV of results, as plain text: `csvStream` of service-kit writes it so that no cell is a formula, and `readRows` reads it back.
 *
 * @param evidence the address where the steps of a row can be seen; "" for none
 * @throws never
 */
export function resultCells(row: RoutineRow, inputs: readonly Pick<RoutineInput, "name">[], evidence: string): readonly string[] {
	const checked = row.checks.map(({ label, expected, seen, holds }) =>
		holds ? `${label}: ${seen ?? expected}` : `${label}: ${seen ?? "not found"} instead of ${expected}`,
	);
	const reason = row.reason ?? reasonWords[row.state] ?? "";
	const read = checked.length === 0 && isRowOver(row.state) ? "nothing" : checked.join("; ");
	return [...inputs.map(({ name }) => row.inputs[name] ?? ""), stateWords[row.state], reason, read, evidence];
}
