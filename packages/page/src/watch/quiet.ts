/** Counts of a content script. Times in milliseconds of its clock, 0 for never. */
export type QuietCounters = {
	/** The end of the action, or the beginning of a new document. */
	readonly since: number;
	/** A new document must be parsed first and gets more time. */
	readonly isNewDocument: boolean;
	/** `DOMContentLoaded` has fired. */
	readonly isLoaded: boolean;
	/** The newest relevant mutation, and the newest finished resource. */
	readonly lastMutation: number;
	readonly lastResource: number;
};

/** In milliseconds: shortest wait, time without activity, and longest waits. */
export const quietTimes = { least: 250, still: 300, cap: 3_000, capAfterNavigation: 15_000 } as const;

/** `capped`: the time is up although the page is still active (`@pending yes`). */
export type Quiet = "waiting" | "quiet" | "capped";

/**
 * Decides whether one document has settled after an action, from its own counts. The worker combines the documents of a tab.
 *
 * @param now time of the same clock as the counters
 */
export function isQuiet(counters: QuietCounters, now: number): Quiet {
	const waited = now - counters.since;
	const cap = counters.isNewDocument ? quietTimes.capAfterNavigation : quietTimes.cap;
	const isReady = !counters.isNewDocument || counters.isLoaded;
	if (isReady && quietInMs(counters, now) === 0) return "quiet";
	return waited >= cap ? "capped" : "waiting";
}

/** Milliseconds until a document has settled that does nothing more from now on; 0 once it has. */
export function quietInMs({ since, lastMutation, lastResource }: QuietCounters, now: number): number {
	return Math.max(0, since + quietTimes.least - now, Math.max(lastMutation, lastResource) + quietTimes.still - now);
}
