/** What a content script counted; times in milliseconds of its clock, 0 for never. */
export type QuietCounters = {
	/** When the action ended, or the document began after a navigation. */
	readonly since: number;
	/** The document is new: it must be parsed first, and has longer. */
	readonly isNewDocument: boolean;
	/** `DOMContentLoaded` has been. */
	readonly isLoaded: boolean;
	/** Newest mutation that tells something, and newest finished resource. */
	readonly lastMutation: number;
	readonly lastResource: number;
};

/** Milliseconds: the shortest wait, how long nothing may happen, and when waiting ends all the same. */
const quietTimes = { least: 250, still: 300, cap: 3_000, capAfterNavigation: 15_000 } as const;

/** `quiet`: nothing happens any more. `capped`: the time is up and it still does (`@pending yes`). */
export type Quiet = "waiting" | "quiet" | "capped";

/**
 * Says whether a page has settled after an action.
 *
 * Pure: the background asks every 100 ms, since timers of hidden tabs are slow.
 *
 * @param now of the same clock as the counters
 */
export function isQuiet(counters: QuietCounters, now: number): Quiet {
	const waited = now - counters.since;
	const cap = counters.isNewDocument ? quietTimes.capAfterNavigation : quietTimes.cap;
	const newest = Math.max(counters.lastMutation, counters.lastResource, counters.since - quietTimes.still);
	const isStill = now - newest >= quietTimes.still;
	const isReady = !counters.isNewDocument || counters.isLoaded;
	if (isReady && waited >= quietTimes.least && isStill) return "quiet";
	return waited >= cap ? "capped" : "waiting";
}
