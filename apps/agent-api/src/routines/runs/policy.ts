import type { TaskStatus } from "@webhand/contracts/agent/task";
import type { CheckResult, RowState, RunQueue, RunStart, RunState } from "@webhand/contracts/routine/run";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import type { Heal } from "@webhand/routines/replay/state";
import { progressOf } from "../../decider/replay/progress.ts";
import type { OpenQuestion } from "../../shared/task.ts";

/**
 * The task of a row, as far as the row's end depends on it. `readsBack`: an earlier attempt may have saved it. `question`: its newest one, null
 * or left out where it asked nothing.
 */
export type EndedTask = {
	readonly status: TaskStatus;
	readonly failure?: { readonly message: string };
	readonly deciderState: unknown;
	readonly stepCount: number;
	readonly readsBack?: boolean;
	readonly question?: Pick<OpenQuestion, "kind" | "given" | "approval"> | null;
};

/**
 * How a row ended. `isToBeReadBack`: something may have been saved, and the routine knows the way there.
 */
export type RowEnd = {
	readonly state: RowState;
	readonly reason?: string;
	readonly step?: string;
	readonly checks: readonly CheckResult[];
	readonly heals: readonly Heal[];
	readonly isToBeReadBack: boolean;
	/** It was sent, and a record shows other values than were meant: to do it again would make another one. */
	readonly isThere?: true;
};

const notGoneOn = "Nobody went on with it in time";
export const doneBefore = "An earlier run did it";
export const brokenOff = "It was broken off after something was sent. Look whether it was saved";

/** The end of a row from the end of its task. @throws never */
export function rowEndOf({ status, failure, deciderState, stepCount, readsBack = false, question }: EndedTask): RowEnd {
	const progress = progressOf(deciderState);
	const replay = progress?.replay;
	const checks = replay?.checks ?? [];
	const isReadBack = readsBack || progress?.phase === "read_back";
	// Of a task whose state is lost nobody knows what it sent.
	const isLost = progress === null && stepCount > 0;
	// What nobody has allowed was not sent. A question about anything else, such as a site, says nothing of what was sent before it.
	const asked = question?.given === undefined ? question?.approval?.recorded?.step : undefined;
	const isHeld = replay?.sent?.steps.some((step) => step === asked) === true;
	const hasSent = isHeld ? replay?.sent?.hadCommitted === true : replay?.hasCommitted === true;
	const hasCommitted = isReadBack || isLost || hasSent;
	const end = (state: RowState, reason?: string): RowEnd => ({
		state,
		...(reason === undefined ? {} : { reason: reason.slice(0, mostReason) }),
		...(replay?.endedAt === undefined ? {} : { step: replay.endedAt }),
		checks,
		heals: replay?.healed ?? [],
		isToBeReadBack:
			state === "unknown" &&
			(readsBack || progress?.canReadBack === true) &&
			(status === "expired" || (status === "failed" && !isReadBack)),
	});
	const failed = checks.find(({ holds }) => !holds);
	const notSaved = (check: CheckResult): RowEnd => {
		const isThere = hasCommitted && checks.some(({ step, seen }) => step === check.step && seen !== undefined);
		return { ...end("not_saved", wordsOfCheck(check)), ...(isThere ? { isThere } : {}) };
	};
	switch (status) {
		case "completed":
			if (replay?.isStopped === true) return end("skipped", "You stopped before it was sent");
			if (failed !== undefined) return notSaved(failed);
			return end(checks.length > 0 && replay?.isUnread !== true ? "done" : "done_unchecked");
		case "cancelled":
			return hasCommitted ? end("unknown", brokenOff) : end("stopped", "You stopped it");
		case "expired":
			return hasCommitted ? end("unknown", brokenOff) : end("failed", notGoneOn);
		default:
			// A record that is not to be found may be elsewhere.
			if (failed !== undefined && !(isReadBack && failed.seen === undefined)) return notSaved(failed);
			// What the page refused was not saved; what failed behind a commit leaves something behind.
			if (hasCommitted && progress?.isRefused !== true) return end("unknown", failure?.message ?? brokenOff);
			return end("failed", failure?.message);
	}
}

const mostReason = 2_000;

/** A check that failed, in words. */
function wordsOfCheck({ label, expected, seen }: CheckResult): string {
	return seen === undefined ? `“${label}” is not to be found on the page` : `“${label}” is “${seen}” on the page, not “${expected}”`;
}

/** States of rows that another attempt may be given to, where no record is there. */
export const retriable = ["failed", "not_saved", "stopped"] as const satisfies readonly RowState[];

/** States of rows that are not over. */
export const openStates = ["waiting", "running", "needs_person"] as const satisfies readonly RowState[];

/** States in which a row may be done in the world: no later run does it again where that is wished. */
const mayBeDone = ["done", "done_unchecked", "unknown"] as const satisfies readonly RowState[];

/** True for a row that a later run does not do again. @throws never */
export const mayStand = ({ state, isThere }: Pick<RowEnd, "state" | "isThere">): boolean =>
	isThere === true || (mayBeDone as readonly RowState[]).includes(state);

/** States of rows that end a run which stops at a failure. */
export const failing = ["failed", "not_saved", "unknown"] as const satisfies readonly RowState[];

/** True for a run of which rows may be taken. @throws never */
export const isGoing = (state: RunState) => state === "waiting" || state === "running";

/**
 * True for a run that nobody watches: a schedule or another system started it, an API key did, or it waits for a runner. A person who starts a
 * run in a browser of their own sits in front of it.
 *
 * @throws never
 */
export const isUnwatched = ({ startedBy, key, queue }: RunOrigin): boolean =>
	startedBy !== undefined || key !== undefined || queue?.browser === "runner";

type AskedChange = {
	readonly change: "pause" | "resume" | "stop" | "retry";
	readonly withUnknown: boolean;
	readonly isByKey: boolean;
	readonly isForeign: boolean;
	readonly isOver: boolean;
};

/**
 * Whether a change of a run is refused, and what the audit says of it: what an admin does to another's run, and all that an API key does.
 * Rows of which nobody knows whether they were saved are done again after a look, and a program looks at nothing.
 *
 * @throws never
 */
export function judgeChange({ change, withUnknown, isByKey, isForeign, isOver }: AskedChange) {
	if (change === "retry" && withUnknown && isByKey) return { kind: "refused" } as const;
	const changesNothing = isOver && change !== "retry";
	if (changesNothing || !(isByKey || isForeign)) return { kind: "free" } as const;
	return { kind: "noted", action: `run.${change}` } as const;
}

/** Who or what started a run, and the browser that it waits for. */
type RunOrigin = {
	readonly startedBy: RunStart | undefined;
	readonly key: object | undefined;
	readonly queue: Pick<RunQueue, "browser"> | undefined;
};

/** Rows of a run by state; `there`: those whose record stands with other values. `ms`: the time that `timed` ended rows took. */
export type RunProgress = {
	readonly counts: Partial<Record<RowState, number>>;
	readonly there: number;
	readonly ms: number;
	readonly timed: number;
};

/** Counts the rows of a run that nobody took yet. @throws never */
export function progressAtStart(rows: readonly { readonly state: RowState }[]): RunProgress {
	const counts: Partial<Record<RowState, number>> = {};
	for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1;
	return { counts, there: 0, ms: 0, timed: 0 };
}

/** Counts by state, what a retry would take, and how long the rest takes at the pace of the rows that are over. @throws never */
export function shownProgress({ counts, there, ms, timed }: RunProgress) {
	const shown = Object.entries(counts).filter(([, count]) => count > 0);
	const sumOf = (states: readonly RowState[]) => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
	const open = sumOf(openStates);
	return {
		retries: { rows: sumOf(retriable) - there, withUnknown: sumOf([...retriable, "unknown"]) },
		counts: Object.fromEntries(shown) as Partial<Record<RowState, number>>,
		...(timed === 0 || open === 0 ? {} : { secondsLeft: Math.round((ms / timed / 1_000) * open) }),
	};
}

/** What a row is called where its task is told: the routine, and the values of the row, with `•••` for secrets. @throws never */
export function orderOf(name: string, inputs: readonly RoutineInput[], values: Readonly<Record<string, string>>): string {
	const told = inputs.flatMap(({ name: input, label }) => {
		const value = values[input] ?? "";
		return value === "" ? [] : [`${label} ${value}`];
	});
	const text = told.length === 0 ? name : `${name}: ${told.join(", ")}`;
	return text.length <= mostOrder ? text : `${text.slice(0, mostOrder - 1)}…`;
}

const mostOrder = 500;
