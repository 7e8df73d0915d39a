/** What a tenant may run and store in a day: commands and calls of MCP tools, and bytes of what they say. */
export type DayLimits = { readonly runs: number; readonly bytes: number };

/** What a tenant ran and stored today. */
export type Used = { readonly runs: number; readonly bytes: number };

/** The budget that is used up. */
export type UsedUp = { readonly name: "runsPerDay" | "outputPerDay"; readonly limit: number; readonly message: string };

const mebibyte = 1_048_576;

/**
 * Is there budget for one more run? What runs already may still store its output, so a day ends a little above its bytes.
 *
 * @returns null, or what is used up, in words for a person
 * @throws never
 */
export function usedUp(used: Used, limits: DayLimits): UsedUp | null {
	const until = "It can go on after midnight UTC; who runs the server can allow more a day";
	if (used.runs >= limits.runs)
		return {
			name: "runsPerDay",
			limit: limits.runs,
			message: `Your organization has used its ${limits.runs} commands and tool calls of today. ${until}`,
		};
	if (used.bytes < limits.bytes) return null;
	const most = Math.floor(limits.bytes / mebibyte);
	return {
		name: "outputPerDay",
		limit: limits.bytes,
		message: `Commands and tool calls of your organization have stored their ${most} MiB of output for today. ${until}`,
	};
}

/** The day of a moment, in UTC, as `2026-11-29`. @throws RangeError for a date that is none */
export function dayOf(at: Date): string {
	return at.toISOString().slice(0, 10);
}

/** Whole seconds until the next day begins in UTC. @throws never */
export function secondsLeft(at: Date): number {
	const dayMs = 86_400_000;
	return Math.ceil((dayMs - (at.getTime() % dayMs)) / 1_000);
}
