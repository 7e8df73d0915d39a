import type { BatchPart, StepRow } from "./task.ts";

/** What was done in a step: its action, or those of its batch that the client carried out. */
export function doneActions(row: StepRow): readonly BatchPart[] {
	return row.batch?.filter((part, index) => index === 0 || part.verification !== undefined) ?? [row];
}

/** The newest step but for the engine's own waiting for what becomes of it. */
export function newestDeed<Row extends Pick<StepRow, "stepIndex" | "proves">>(past: readonly Row[]): Row | undefined {
	return past.findLast(({ proves }) => proves === undefined);
}

/** The action of a step that did not work. */
export function failedAction(row: StepRow): BatchPart {
	const [first, ...others] = doneActions(row);
	return [first, ...others].find((part) => part !== undefined && part.verification?.verdict !== "success") ?? first ?? row;
}
