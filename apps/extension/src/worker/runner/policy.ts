import type { RoutineRunId } from "@webhand/contracts/ids";
import { runnerBeat } from "@webhand/contracts/routine/runner";

/** Which runs this browser takes by itself, and how many side by side; no room while it takes nothing new. */
export type Duty = { readonly browser: "mine" | "runner"; readonly labels: readonly string[]; readonly room: number };

/** The duty of a browser. A runner is one only while its process says so. @throws never */
export function dutyOf(
	runner: { readonly labels: readonly string[]; readonly capacity: number } | null,
	asked: { readonly isDraining: boolean } | null,
): Duty {
	if (runner === null) return { browser: "mine", labels: [], room: 1 };
	return { browser: "runner", labels: runner.labels, room: asked === null || asked.isDraining ? 0 : runner.capacity };
}

/** A rule of `declarativeNetRequest` that keeps tabs on sites. */
export type BlockRule = {
	readonly id: number;
	readonly action: { readonly type: "block" };
	// Chrome's own types are of lists that change.
	readonly condition: {
		readonly resourceTypes: ("main_frame" | "sub_frame")[];
		readonly excludedRequestDomains: string[];
		readonly tabIds?: number[];
		readonly excludedTabIds?: number[];
	};
};

/**
 * The rules for pages and frames in the browser of a runner. A tab of a run opens the sites of that run. A tab that a page has just opened
 * belongs to no run yet, so it opens the sites of all of them; without a run nothing opens.
 *
 * @param runs `sites` as of `siteOfAddress`; names below them count as well, on this computer all ports of a host
 * @throws never
 */
export function blockRules(runs: readonly { readonly tabs: readonly number[]; readonly sites: readonly string[] }[]): readonly BlockRule[] {
	const there = runs.filter(({ tabs }) => tabs.length > 0);
	return [
		ruleOf(
			1,
			runs.flatMap(({ sites }) => sites),
			{ excludedTabIds: there.flatMap(({ tabs }) => tabs) },
		),
		...there.map(({ tabs, sites }, index) => ruleOf(index + 2, sites, { tabIds: [...tabs] })),
	];
}

type TabFilter = Pick<BlockRule["condition"], "tabIds" | "excludedTabIds">;

function ruleOf(id: number, sites: readonly string[], tabs: TabFilter): BlockRule {
	// Chrome refuses all rules for one name that it cannot read, so such a site stays shut.
	const hosts = [...new Set(sites.map((site) => site.replace(/:\d+$/, "")))].filter((host) => /^[a-z\d._-]+$/.test(host));
	return {
		id,
		action: { type: "block" },
		condition: { resourceTypes: ["main_frame", "sub_frame"], excludedRequestDomains: hosts, ...tabs },
	};
}

/** When half of the life of an access token is over, ms since the epoch. @throws never */
export function renewalOf({ expiresAt }: { readonly expiresAt: string }, now: number): number {
	return now + (Date.parse(expiresAt) - now) / 2;
}

/** The word of a runner to the server. */
export type Beat = { readonly runs: readonly RoutineRunId[]; readonly draining: boolean };

/**
 * True where a word is due: other runs or another wish than the last one said, or a third of the time after which a silent runner is gone.
 *
 * @throws never
 */
export function isBeatDue(beat: Beat, told: { readonly text: string; readonly at: number } | null, now: number): boolean {
	return told === null || told.text !== textOf(beat) || now - told.at >= runnerBeat.everyMs;
}

/** A word as it is kept for the next comparison. @throws never */
export const textOf = ({ runs, draining }: Beat): string => JSON.stringify([draining, [...runs].sort()]);
