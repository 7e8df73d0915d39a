import { ApiError } from "@webhand/client/api-error";
import type { TaskView } from "@webhand/contracts/agent/task-trace";
import { taskRoute } from "@webhand/contracts/agent/task-trace";
import type { Message } from "@webhand/contracts/chat/message";
import { messagesRoute } from "@webhand/contracts/chat/sessions";
import type { SessionId, TaskId } from "@webhand/contracts/ids";
import type { SignedInApi } from "../../../signed-in-api.ts";
import type { MessagePage } from "./conversation.ts";

/** Messages of one request. */
const pageSize = 200;
const exportPageSize = 500;

/** A read that failed, in words for the panel. `isOffline`: nobody answered, so it is repeated by itself. */
export type ReadFailure = { readonly message: string; readonly requestId?: string; readonly isOffline: boolean };

/** What a failed call means for a list. */
export function readFailureOf(cause: unknown): ReadFailure {
	if (!(cause instanceof ApiError)) return { message: String(cause), isOffline: false };
	const { message, requestId, status } = cause;
	return { message, isOffline: status === 0, ...(requestId === undefined ? {} : { requestId }) };
}

type Reader = { readonly api: Pick<SignedInApi, "call">; readonly sessionId: SessionId; readonly signal: AbortSignal };

/** The newest messages of a chat; none of a chat that the server does not know yet. */
export async function readNewest({ api, sessionId, signal }: Reader): Promise<MessagePage> {
	const page = await api.call(messagesRoute, { params: { sessionId }, query: { limit: pageSize }, signal });
	return { ...page, asked: "newest" };
}

/** The messages before a number. */
export async function readOlder({ api, sessionId, signal }: Reader, before: number): Promise<MessagePage> {
	const page = await api.call(messagesRoute, { params: { sessionId }, query: { limit: pageSize, before }, signal });
	return { ...page, asked: "before" };
}

/** All messages after a number. */
export async function readSince({ api, sessionId, signal }: Reader, after: number): Promise<MessagePage> {
	const messages: Message[] = [];
	for (let last = after; ; ) {
		const page = await api.call(messagesRoute, { params: { sessionId }, query: { limit: exportPageSize, after: last }, signal });
		messages.push(...page.messages);
		const next = page.messages.at(-1)?.sequenceNumber;
		if (!page.hasMoreAfter || next === undefined) return { messages, hasMoreBefore: page.hasMoreBefore, asked: "after" };
		last = next;
	}
}

/** Every message of a chat, oldest first, read from the newest page back: messages that arrive meanwhile shift nothing. */
export async function readAll(reader: Reader): Promise<readonly Message[]> {
	let page = await readNewest(reader);
	const pages = [page.messages];
	for (;;) {
		const first = page.messages[0]?.sequenceNumber;
		if (!page.hasMoreBefore || first === undefined) return pages.toReversed().flat();
		page = await readOlder(reader, first);
		pages.push(page.messages);
	}
}

/** A task as it stands; null for one that the server does not know. */
export async function readTask({ api, signal }: Pick<Reader, "api" | "signal">, taskId: TaskId): Promise<TaskView | null> {
	try {
		const { task } = await api.call(taskRoute, { params: { taskId }, query: {}, signal });
		return task;
	} catch (cause) {
		if (cause instanceof ApiError && cause.code === "TASK_NOT_FOUND") return null;
		throw cause;
	}
}
