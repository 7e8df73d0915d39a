import type { NoteAction } from "@webhand/contracts/auth/audit";

/**
 * A row of either source. `id` is unique among both: `a` and the id of auth's row, or `n` and the id of agent-api's note. `actorId` is null
 * for an unknown email.
 */
export type FoundRow = {
	readonly id: string;
	readonly at: Date;
	readonly actorId: string | null;
	readonly action: string;
	readonly target: string | null;
	readonly outcome: string;
	readonly reason: string | null;
	readonly ip: string | null;
	readonly userAgent: string | null;
	readonly facts: Readonly<Record<string, unknown>>;
};

/** Where a page of the audit ended. */
export type Place = Pick<FoundRow, "at" | "id">;

/** Where a source goes on: before this moment, or at it before the row `id`; with `isAtIncluded` at it, too. */
export type SourcePlace = { readonly at: Date; readonly id?: string; readonly isAtIncluded: boolean };

/** The row's id in auth. @throws never */
export const idOfRow = (id: string): string => `a${id}`;
/** The note's id in agent-api. @throws never */
export const idOfNote = (id: string): string => `n${id}`;

/** A place as clients carry it: milliseconds since the epoch in base 36, a dot, the row's id. @throws never */
export function cursorOf({ at, id }: Place): string {
	return `${at.getTime().toString(36)}.${id}`;
}

/** Reads a cursor; null when it is none of ours. @throws never */
export function readCursor(text: string): Place | null {
	const [, time, id] = /^([0-9a-z]{1,9})\.(a[0-9a-f]{24}|n[0-9a-f-]{32,36})$/.exec(text) ?? [];
	const at = new Date(Number.parseInt(time ?? "", 36));
	return id === undefined || Number.isNaN(at.getTime()) ? null : { at, id };
}

/**
 * Where each source goes on after a place: of one moment the notes come first, then auth's rows.
 *
 * @throws never
 */
export function continuationOf({ at, id }: Place): { readonly rows: SourcePlace; readonly notes: SourcePlace } {
	const own = { at, id: id.slice(1), isAtIncluded: false };
	return id.startsWith("n") ? { notes: own, rows: { at, isAtIncluded: true } } : { notes: { at, isAtIncluded: false }, rows: own };
}

/**
 * One page of two sources.
 *
 * @param rows,notes each newest first, at least one more than `limit` where there are so many
 * @returns the newest `limit` of both, and where the next page begins; null after the last
 * @throws never
 */
export function mergePage(
	rows: readonly FoundRow[],
	notes: readonly FoundRow[],
	limit: number,
): { readonly rows: readonly FoundRow[]; readonly nextCursor: string | null } {
	const all = [...rows, ...notes].sort((left, right) => right.at.getTime() - left.at.getTime() || (left.id < right.id ? 1 : -1));
	const page = all.slice(0, limit);
	const last = all.length > limit ? page.at(-1) : undefined;
	return { rows: page, nextCursor: last === undefined ? null : cursorOf(last) };
}

const ofNotes: ReadonlySet<string> = new Set<NoteAction>([
	"gate",
	"approval",
	"mode.raise",
	"model.choose",
	"model.drop",
	"trace.read",
	"trace.share",
	"trace.unshare",
]);

/** Is this an action that agent-api notes? @throws never */
export function isNoteAction(action: string): action is NoteAction {
	return ofNotes.has(action);
}
