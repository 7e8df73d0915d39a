import type { AuditEntry, AuditPart } from "@webhand/contracts/audit";
import { AppError } from "@webhand/service-kit/errors";

/** Where a page of the audit ended: the last row, in any part. */
export type Place = Pick<AuditEntry, "at" | "id">;

/** The first letter of a row's id. Of one moment, rows of a later letter come first. */
export const letterOf = { accounts: "a", host: "h", tasks: "n" } as const satisfies Record<AuditPart, string>;

/** A place as clients carry it: milliseconds since the epoch in base 36, a dot, the row's id. @throws never */
export function cursorOf({ at, id }: Place): string {
	return `${Date.parse(at).toString(36)}.${id}`;
}

/** Reads a cursor; undefined for none. @throws AppError VALIDATION_ERROR for a text that is no cursor of ours */
export function readCursor(text: string | undefined): Place | undefined {
	if (text === undefined) return undefined;
	const [, time, id] = /^([0-9a-z]{1,9})\.(a[0-9a-f]{24}|[hn][\w.:-]{1,140})$/.exec(text) ?? [];
	const at = new Date(Number.parseInt(time ?? "", 36));
	if (id !== undefined && !Number.isNaN(at.getTime())) return { at: at.toISOString(), id };
	const fields = [{ field: "cursor", message: "must be the nextCursor of the page before" }];
	throw new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields } });
}

/** Where a part goes on: before this moment, or at it before the row `id`; with `isAtIncluded` at it, too. */
export type PartPlace = { readonly at: Date; readonly id?: string; readonly isAtIncluded: boolean };

/** Where a part goes on after a place. @throws never */
export function placeIn(part: AuditPart, { at, id }: Place): PartPlace {
	const [last, own] = [id.charAt(0), letterOf[part]];
	return { at: new Date(at), isAtIncluded: last > own, ...(last === own && { id: id.slice(1) }) };
}

/**
 * One page of several parts.
 *
 * @param parts rows of each, newest first, at least one more than `limit` where there are so many
 * @returns the newest `limit` of all, and where the next page begins; null after the last
 * @throws never
 */
export function mergePage(parts: readonly (readonly AuditEntry[])[], limit: number): { rows: AuditEntry[]; nextCursor: string | null } {
	const all = parts.flat().sort((left, right) => (left.at === right.at ? (left.id < right.id ? 1 : -1) : left.at < right.at ? 1 : -1));
	const rows = all.slice(0, limit);
	const last = all.length > limit ? rows.at(-1) : undefined;
	return { rows, nextCursor: last === undefined ? null : cursorOf(last) };
}
