import type { TaskView } from "@webhand/contracts/agent/task-trace";
import type { SessionId, TaskId } from "@webhand/contracts/ids";
import type { ArrivedEvent } from "../../../messages.ts";
import type { SignedInApi } from "../../../signed-in-api.ts";
import type { ReadingState } from "../../panel-props.ts";
import type { ReadFailure } from "./chat-reader.ts";
import { readFailureOf, readNewest, readOlder, readSince, readTask } from "./chat-reader.ts";
import type { Conversation } from "./conversation.ts";
import { emptyConversation, newestTaskOf, readAfter, withEvent, withPage } from "./conversation.ts";

/** The shown chat. `task` is the newest one as the server has it; `failure`: why messages could not be read. */
export type ChatState = {
	readonly conversation: Conversation | null;
	readonly task: TaskView | null;
	readonly failure: ReadFailure | null;
	readonly isLoadingOlder: boolean;
};

const nothing: ChatState = { conversation: null, task: null, failure: null, isLoadingOlder: false };

/**
 * What a panel tells of the reading. Nobody's answer is told by the panel itself, so it counts only while nothing can be shown.
 *
 * @throws never
 */
export function readingOf({ conversation, failure }: Pick<ChatState, "conversation" | "failure">): ReadingState {
	const isRead = conversation === null || conversation.isRead;
	if (failure === null || (failure.isOffline && isRead)) return { kind: isRead ? "ready" : "loading" };
	const { message, requestId } = failure;
	return { kind: "error", message, requestId };
}

/** Reads one chat at a time and keeps it up to date. Answers for a chat that is no longer shown change nothing. */
export function createChatStore(api: Pick<SignedInApi, "call">) {
	let state = nothing;
	let reading: AbortController | null = null;
	let isDue = false;
	let closing = new AbortController();
	const listeners = new Set<() => void>();

	const set = (part: Partial<ChatState>) => {
		state = { ...state, ...part };
		for (const tell of listeners) tell();
	};

	/** Reads what is new; calls during a reading make one more. */
	async function refresh(): Promise<void> {
		const { signal } = closing;
		isDue = true;
		if (reading !== null) return;
		const own = new AbortController();
		reading = own;
		try {
			while (isDue && !signal.aborted && state.conversation !== null) {
				isDue = false;
				await readOnce(state.conversation, signal);
			}
			if (!signal.aborted) set({ failure: null });
		} catch (cause) {
			if (!signal.aborted) set({ failure: readFailureOf(cause) });
		} finally {
			if (reading === own) reading = null;
		}
	}

	async function readOnce(conversation: Conversation, signal: AbortSignal): Promise<void> {
		const reader = { api, sessionId: conversation.sessionId, signal };
		const after = conversation.isRead ? readAfter(conversation) : undefined;
		const page = await (after === undefined ? readNewest(reader) : readSince(reader, after));
		if (signal.aborted || state.conversation === null) return;
		const next = withPage(state.conversation, page);
		const taskId = newestTaskOf(next);
		const task = taskId === null ? null : await readTask(reader, taskId);
		if (signal.aborted || state.conversation === null) return;
		// Events may have come while the task was read.
		set({ conversation: withPage(state.conversation, page), task });
	}

	return {
		get: (): ChatState => state,
		subscribe: (listener: () => void): (() => void) => {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		/** Shows a chat; a fresh one is not asked for, the server does not know it. */
		open: (sessionId: SessionId | null, isFresh: boolean): void => {
			if (state.conversation?.sessionId === sessionId && sessionId !== null) return;
			closing.abort();
			closing = new AbortController();
			reading = null;
			set({ ...nothing, conversation: sessionId === null ? null : { ...emptyConversation(sessionId), isRead: isFresh } });
			if (sessionId !== null && !isFresh) void refresh();
		},
		refresh: (): void => void refresh(),
		/** Reads again after a failure, which is no longer told. */
		retry: (): void => {
			set({ failure: null });
			void refresh();
		},
		onEvent: (event: ArrivedEvent): void => {
			if (state.conversation === null) return;
			const { conversation, isBehind } = withEvent(state.conversation, event);
			set({ conversation });
			const isTold = event.name === "new_message" || event.name === "task_status";
			if (isBehind || (isTold && isNewsOf(state.task, conversation))) void refresh();
		},
		loadOlder: async (): Promise<void> => {
			const { signal } = closing;
			const { conversation } = state;
			const first = conversation?.messages[0]?.sequenceNumber;
			if (conversation === null || first === undefined || state.isLoadingOlder) return;
			set({ isLoadingOlder: true });
			try {
				const page = await readOlder({ api, sessionId: conversation.sessionId, signal }, first);
				if (!signal.aborted && state.conversation !== null) set({ conversation: withPage(state.conversation, page) });
			} catch (cause) {
				if (!signal.aborted) set({ failure: readFailureOf(cause) });
			} finally {
				if (!signal.aborted) set({ isLoadingOlder: false });
			}
		},
	};
}

/** The task is read again when it changed without a step: an answer of another device, a stop. */
function isNewsOf(task: TaskView | null, conversation: Conversation): boolean {
	const newest = newestTaskOf(conversation);
	return (
		newest !== null &&
		(task === null || task.taskId !== newest || task.question !== undefined || hasOtherStatus(task, conversation, newest))
	);
}

function hasOtherStatus(task: TaskView, conversation: Conversation, taskId: TaskId): boolean {
	const told = conversation.tasks.get(taskId)?.status;
	return told !== undefined && told !== task.status;
}
