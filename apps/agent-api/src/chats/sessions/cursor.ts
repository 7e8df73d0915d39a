import { createHash } from "node:crypto";
import { SessionId } from "@webhand/contracts/ids";

/** Where a page of chats ends: the chat that was last on it. */
export type ListPlace = { readonly updatedAt: Date; readonly sessionId: SessionId };

/** Writes a cursor. `list` are the owner and the filters of its list: the cursor fits no other. */
export function writeCursor({ updatedAt, sessionId }: ListPlace, list: readonly unknown[]): string {
	return `${updatedAt.getTime().toString(36)}.${sessionId}.${tagOf(list)}`;
}

/** Reads a cursor. @returns null for a broken cursor and for one of another list */
export function readChatCursor(cursor: string, list: readonly unknown[]): ListPlace | null {
	const [time = "", id = "", tag, ...more] = cursor.split(".");
	const sessionId = SessionId.safeParse(id);
	if (!/^[0-9a-z]{1,9}$/.test(time) || !sessionId.success || tag !== tagOf(list) || more.length > 0) return null;
	return { updatedAt: new Date(Number.parseInt(time, 36)), sessionId: sessionId.data };
}

/** It only tells lists apart: every query filters by tenant and user, whatever the cursor says. */
function tagOf(list: readonly unknown[]): string {
	return createHash("sha256").update(JSON.stringify(list)).digest("base64url").slice(0, 16);
}
