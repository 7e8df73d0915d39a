import type { RowState } from "@webhand/contracts/routine/run";

const caught: ReadonlySet<RowState> = new Set(["needs_person", "done_unchecked", "not_saved", "failed", "unknown"]);

/** Whether a row says what its save deserves. A bad save whose row was not played to its end was not caught. @throws never */
export function isRight(isBad: boolean, state: RowState | undefined): boolean {
	return isBad ? state !== undefined && caught.has(state) : state === "done";
}
