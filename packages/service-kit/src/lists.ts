import { AppError } from "./errors.ts";

/** Where a page of rows ended: the next one begins after this key, and after this id where keys are equal. */
export type Cursor = { readonly key: string; readonly id: string };

/** Rows of one page. */
export const pageSize = 50;

/**
 * The rows of a page and the cursor of the next.
 *
 * @param rows at most `size + 1`, in order: one more than a page tells that there is another
 */
export function pageOf<Row>(
	rows: readonly Row[],
	cursorOf: (row: Row) => Cursor,
	size: number = pageSize,
): { page: readonly Row[]; nextCursor: string | null } {
	const page = rows.slice(0, size);
	const last = page.at(-1);
	if (rows.length <= size || last === undefined) return { page, nextCursor: null };
	const { key, id } = cursorOf(last);
	return { page, nextCursor: Buffer.from(`${id}\n${key}`).toString("base64url") };
}

/** @param keys what keys of this list look like; @throws AppError VALIDATION_ERROR for a text that is no cursor of ours */
export function readCursor(text: string | undefined, keys = /^.*$/s): Cursor | null {
	if (text === undefined) return null;
	const [, id, key] = /^([\w.:-]{1,140})\n(.*)$/s.exec(Buffer.from(text, "base64url").toString()) ?? [];
	if (id !== undefined && key !== undefined && keys.test(key)) return { id, key };
	const fields = [{ field: "cursor", message: "must be the nextCursor of the page before" }];
	throw new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields } });
}

/** Finds the text that was typed, anywhere in a value, in any case. */
export function containing(text: string): RegExp {
	return new RegExp(text.normalize("NFC").replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "i");
}
