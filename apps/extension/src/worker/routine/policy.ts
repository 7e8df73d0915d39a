import type { RoutineRun } from "@webhand/contracts/routine/run";
import type { PlayView } from "../../panel-state.ts";
import type { RoutinePlay } from "../../routine-play.ts";
import type { RunRecord } from "../../run-record.ts";
import type { Failure } from "../run/retry.ts";

/** What the worker does next for a run of a routine. Each worker derives the same one from what is stored. */
export type PlayCommand =
	/** Its row is under way, or the person has to go on. */
	| { readonly kind: "rest" }
	| { readonly kind: "sleep"; readonly until: number }
	/** The person stopped its row: no further one begins. */
	| { readonly kind: "pause" }
	/** A runner that drains begins no further row. */
	| { readonly kind: "give_back" }
	/** Its row began no task: the same row would fail again. */
	| { readonly kind: "ask"; readonly problem: NonNullable<RoutinePlay["problem"]> }
	| { readonly kind: "take" };

/** What became of an attempt to take a row. `over`: the run is gone, or another browser's. */
export type PlayRecovery =
	| { readonly kind: "retry"; readonly at: number }
	| { readonly kind: "wait_for_sign_in" }
	| { readonly kind: "ask" }
	| { readonly kind: "over" };

/**
 * Derives the next command.
 *
 * @param record the task of the row that began last; undefined where none began, or it is forgotten
 * @param now ms since the epoch
 * @throws never
 */
export function nextOfPlay(
	play: RoutinePlay,
	record: RunRecord | undefined,
	{ now, isSignedIn, isDraining }: { readonly now: number; readonly isSignedIn: boolean; readonly isDraining: boolean },
): PlayCommand {
	if (play.problem !== null || !isSignedIn) return { kind: "rest" };
	if (record !== undefined && record.phase !== "ended") return { kind: "rest" };
	if (isDraining) return { kind: "give_back" };
	if (play.retry !== null && now < play.retry.at) return { kind: "sleep", until: play.retry.at };
	if (record?.end === "stopped") return { kind: "pause" };
	// The row was stopped between its taking and its first step: the server says what is next.
	if (record?.failure?.category === "RUN_ENDED") return { kind: "take" };
	if (record?.end === "failed" && record.taskId === null) return { kind: "ask", problem: problemOf(record) };
	return { kind: "take" };
}

function problemOf({ failure }: RunRecord): NonNullable<RoutinePlay["problem"]> {
	return { code: failure?.category ?? "FAILED", message: failure?.message ?? "The row could not begin" };
}

const waitsMs = [1_000, 2_000, 5_000, 10_000, 30_000] as const;
const longestWaitMs = 30_000;

/**
 * Says how to go on after a refused or lost call. A server that is away is asked again for as long as the run is there.
 *
 * @throws never
 */
export function recoveryOf({ status, code, retryAfterMs }: Failure, play: Pick<RoutinePlay, "retry">, now: number): PlayRecovery {
	if (status === 401) return { kind: "wait_for_sign_in" };
	if (status === 404 || code === "RUN_ENDED") return { kind: "over" };
	const isPassing = status === 0 || status === 429 || status >= 500;
	if (!isPassing) return { kind: "ask" };
	return { kind: "retry", at: now + (retryAfterMs ?? waitsMs[play.retry?.count ?? 0] ?? longestWaitMs) };
}

/** A run as a panel shows it. @param records runs of tabs @throws never */
export function playViewOf({ runId, tabId, runKey, problem }: RoutinePlay, records: readonly RunRecord[]): PlayView {
	const record = records.find((run) => run.runKey === runKey && run.phase !== "ended");
	const wait = record?.wait ?? null;
	return {
		runId,
		tabId: record?.currentTabId ?? tabId,
		row: record?.query ?? "",
		step: record?.steps.at(-1)?.thought ?? "",
		problem,
		needsUser: wait !== null && wait.kind !== "busy",
		// What Chrome itself withholds is granted beside the tab.
		site: wait?.kind === "site" && !wait.withheld ? wait.domain : null,
	};
}

/** True where the pages of a run need nobody any more: the browser opened them by itself, and each row was done. @throws never */
export function isFinished({ isTaken }: Pick<RoutinePlay, "isTaken">, run: Pick<RoutineRun, "state" | "counts"> | null): boolean {
	const isDone = (state: string) => state === "done" || state === "done_unchecked" || state === "skipped";
	return isTaken === true && run?.state === "done" && Object.keys(run.counts).every(isDone);
}

/** Tabs that a row opened beside its own: the next row begins without them. @throws never */
export function leftOpen(record: Pick<RunRecord, "tabs"> | undefined, { tabId }: Pick<RoutinePlay, "tabId">): readonly number[] {
	return record?.tabs.filter((tab) => tab !== tabId) ?? [];
}
