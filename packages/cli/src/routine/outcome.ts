import type { RoutineRun } from "@webhand/contracts/routine/run";
import { isRowOver } from "@webhand/contracts/routine/run";
import type { RoutineResult } from "./types.ts";

type Counts = RoutineRun["counts"];

/** How many rows have an end. @throws never */
export function rowsOver(counts: Counts): number {
	return statesOf(counts).reduce((sum, [state, count]) => (isRowOver(state) ? sum + count : sum), 0);
}

const statesOf = (counts: Counts) => Object.entries(counts) as (readonly [keyof Counts, number])[];
const good: ReadonlySet<string> = new Set(["done", "done_unchecked", "skipped"]);

/** How a run ended: `done` where each row is done or was skipped. @throws never */
export function outcomeOf({ id, counts, reason }: Pick<RoutineRun, "id" | "counts" | "reason">): RoutineResult {
	const bad = statesOf(counts).filter(([state, count]) => count > 0 && !good.has(state));
	const needsPerson = bad.some(([state]) => state === "needs_person");
	const why = reason ?? (bad.length === 0 ? undefined : bad.map(([state, count]) => `${count} ${state}`).join(", "));
	return {
		status: bad.length === 0 ? "done" : needsPerson ? "asked" : "failed",
		runId: id,
		counts: { ...counts },
		...(why === undefined ? {} : { reason: why }),
	};
}

/** Why nothing happens in a run, in words; undefined where something does. @throws never */
export function noticeOf({ state, queue, counts, reason }: Pick<RoutineRun, "state" | "queue" | "counts" | "reason">): string | undefined {
	if (state === "paused") return reason === undefined ? "The run is paused" : `The run is paused: ${reason}`;
	if ((counts.needs_person ?? 0) > 0) return "A row waits for a person: answer it in the inbox of the console";
	if (state !== "waiting" || queue === undefined) return undefined;
	if (queue.browser === "mine") return "No browser has taken the run: open one where the owner of the key is signed in to Webhand";
	const labels = queue.labels.length === 0 ? "" : ` with the labels ${queue.labels.join(", ")}`;
	return `No runner${labels} has taken the run: Runners in the console shows which are online`;
}
