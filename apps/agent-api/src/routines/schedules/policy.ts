import type { PauseReason, ScheduleTimes } from "@webhand/contracts/authority/schedule";

/** A start that was due, and whether its run begins. `reason`: why not, in words. */
export type DueStart = { readonly dueAt: Date; readonly begins: boolean; readonly reason?: string };

/** So late a start may be before it counts as missed: the clock was there, and busy. */
const lateMs = 120_000;

/** Starts that are told one by one; of longer outages the newest count. */
export const mostMissed = 100;

const notThere = "Webhand was not running at that time";

/**
 * Which of the starts that were due begin. Those that were missed follow the schedule's rule; one that is on time begins.
 *
 * @param due in order
 * @throws never
 */
export function startsOf(due: readonly Date[], { missed, now }: Pick<ScheduleTimes, "missed"> & { readonly now: Date }): DueStart[] {
	const isLate = (dueAt: Date) => now.getTime() - dueAt.getTime() > lateMs;
	const newestLate = due.findLast(isLate);
	return due.map((dueAt) => {
		const begins = !isLate(dueAt) || missed === "each" || (missed === "once" && dueAt === newestLate);
		return begins ? { dueAt, begins } : { dueAt, begins, reason: notThere };
	});
}

/** What a pause says in the audit and in a refusal. @throws never */
export const wordsOfPause: Readonly<Record<PauseReason, string>> = {
	person: "It was paused",
	owner_left: "Its owner may not work in this organization any more",
	no_access: "Its owner may not run the routine any more",
	routine_gone: "The routine was deleted",
};

/**
 * How much later a start comes than its time: the same for the same start, and spread over the schedules.
 *
 * @param seed a number of the schedule and the start
 * @throws never
 */
export const jitterOf = (jitterMinutes: number, seed: number): number => (jitterMinutes === 0 ? 0 : seed % (jitterMinutes * 60_000));

/** Pauses behind a start that failed for no reason of its own, in milliseconds: about nine minutes in all. */
const pauses = [30_000, 60_000, 120_000, 300_000] as const;

/** The pause behind so many failures of a start; null where it counts as refused. @throws never */
export const pauseBehind = (tries: number): number | null => pauses[tries - 1] ?? null;
