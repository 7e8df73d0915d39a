import type { WorkspaceId } from "@webhand/contracts/ids";

/** Calls and diffs of one reply. */
export const historyLimit = 200;

/** The title of a session: the person's own, else what it works on and since when, such as `Files of demo, 23 Nov`. Days are those of UTC. */
export function titleOf(
	{ title, workspaceId, createdAt }: { readonly title?: string; readonly workspaceId: WorkspaceId | null; readonly createdAt: Date },
	names: ReadonlyMap<WorkspaceId, string>,
): string {
	if (title !== undefined) return title;
	const day = createdAt.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
	const name = workspaceId === null ? undefined : names.get(workspaceId);
	return `${name === undefined ? "Files on the server" : `Files of ${name}`}, ${day}`;
}

/**
 * The newest rows that fit into a reply. A page ends between two moments, since the next one is asked for by a moment.
 *
 * @param rows newest first, up to one more than the limit
 */
export function newestOf<Row extends { readonly at: Date }>(
	rows: readonly Row[],
	limit = historyLimit,
): { page: readonly Row[]; hasMoreBefore: boolean } {
	const next = rows[limit];
	if (next === undefined) return { page: rows, hasMoreBefore: false };
	const page = rows.slice(0, limit);
	const whole = page.filter(({ at }) => at.getTime() > next.at.getTime());
	// More rows of one moment than fit: the others stay out of reach.
	return { page: whole.length === 0 ? page : whole, hasMoreBefore: true };
}

/** When each workspace was used last, and in how many sessions. */
export function usageOf(
	sessions: readonly { readonly used: Readonly<Partial<Record<WorkspaceId, Date>>> }[],
): ReadonlyMap<WorkspaceId, { readonly lastUsedAt: Date; readonly sessionCount: number }> {
	const usage = new Map<WorkspaceId, { lastUsedAt: Date; sessionCount: number }>();
	for (const [id, at] of sessions.flatMap(({ used }) => Object.entries(used) as [WorkspaceId, Date][])) {
		const { lastUsedAt, sessionCount } = usage.get(id) ?? { lastUsedAt: at, sessionCount: 0 };
		usage.set(id, { lastUsedAt: new Date(Math.max(at.getTime(), lastUsedAt.getTime())), sessionCount: sessionCount + 1 });
	}
	return usage;
}
