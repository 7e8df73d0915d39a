import type { RoutineId, RoutineRunId, TaskId } from "@webhand/contracts/ids";
import { pathOf } from "../../place/place.ts";

const page = "routines";
const runPage = "routine-runs";

/** The list of routines. */
export const libraryPath = pathOf({ page });
/** Where a file of a routine is looked through. */
export const importPath = pathOf({ page, parts: ["new"] });

/** Where a routine gets an address at which a system starts it. @throws never */
export const newTriggerPath = (routine: RoutineId) => pathOf({ page: "triggers", query: { routine } });

/** Where a finished task is looked through, to become a routine. @throws never */
export const draftPath = (task: TaskId) => pathOf({ page, parts: ["new"], query: { task } });

/** A routine, or one of its pages. @throws never */
export const routinePath = (id: RoutineId, ...parts: readonly string[]) => pathOf({ page, parts: [id, ...parts] });

/** A version beside the one `from`. @throws never */
export function versionPath(id: RoutineId, number: number, from?: number): string {
	return pathOf({ page, parts: [id, "versions", String(number)], query: { from: from === undefined ? "" : String(from) } });
}

/** Runs, of one routine or all. @throws never */
export const runsPath = (routine: RoutineId | "" = "") => pathOf({ page: runPage, query: { routine } });

/** A run; colleagues need its share. @throws never */
export const runPath = (id: RoutineRunId, share = "") => pathOf({ page: runPage, parts: [id], query: { share } });
