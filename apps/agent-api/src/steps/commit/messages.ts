import { formatAction } from "@webhand/contracts/action/format";
import type { InteractRequest } from "@webhand/contracts/agent/interact";
import type { Message } from "@webhand/contracts/chat/message";
import { maxMessageCharacters } from "@webhand/contracts/chat/message";
import type { MessageId } from "@webhand/contracts/ids";
import { cut } from "@webhand/page/write/normalize";
import type { StepRow, Task } from "../task.ts";
import type { Outgoing } from "./reply.ts";
import type { MessageChange, OutboxMessage } from "./rows.ts";

const eventBytes = 9_000;

/** What a step says in the chat. `query` without its secrets; ids are made here, since the step keeps that of its own turn. */
export type Said = {
	readonly task: Pick<Task, "stepCount">;
	readonly query: string;
	readonly out: Outgoing;
	readonly row: Pick<StepRow, "action" | "parsed" | "stepIndex">;
	readonly messageId: MessageId;
	readonly newId: () => MessageId;
	readonly at: Date;
};

/**
 * The turns that a step adds to the chat: the person's words with the first one, and what the assistant says and does.
 *
 * @throws never
 */
export function messagesOf({ task, query, out, row, messageId, newId, at }: Said): readonly OutboxMessage[] {
	const timestamp = at.toISOString();
	const assistant: OutboxMessage = {
		messageId,
		role: "assistant",
		content: cut(out.answer ?? out.question?.text ?? out.thought, maxMessageCharacters),
		timestamp,
		status: out.status === "completed" ? "success" : out.status === "failed" ? "failure" : "pending",
		actionString: row.action,
		actionPayload: { action: formatAction(out.shown), parsedAction: row.parsed },
		metadata: { stepIndex: row.stepIndex, status: out.status },
	};
	if (task.stepCount > 0) return [assistant];
	return [{ messageId: newId(), role: "user", content: cut(query, maxMessageCharacters), timestamp }, assistant];
}

/**
 * What becomes of earlier turns: the one whose action was proven gets its outcome, the newest one is over in any case.
 *
 * @param past the newest steps, oldest first
 * @throws never
 */
export function settledMessages(
	past: readonly StepRow[],
	proven: { readonly stepIndex: number; readonly isSuccess: boolean } | null,
	error: InteractRequest["lastActionError"],
): readonly MessageChange[] {
	const newest = past.at(-1);
	const rows = past.filter((row) => row === newest || row.stepIndex === proven?.stepIndex);
	return rows.flatMap(({ messageId, stepIndex }): readonly MessageChange[] => {
		if (messageId === undefined) return [];
		const isFailure = stepIndex === proven?.stepIndex && !proven.isSuccess;
		if (!isFailure) return [{ messageId, status: "success" }];
		return [{ messageId, status: "failure", ...(error === undefined ? {} : { error: errorOf(error) }) }];
	});
}

function errorOf({ message, code, action, elementId }: NonNullable<InteractRequest["lastActionError"]>): NonNullable<Message["error"]> {
	return { message, code, action, ...(typeof elementId === "number" ? { elementId } : {}) };
}

/** A message as an event carries it: the wire takes 10 KB, so a long text is cut and says so. */
export function messageForEvent(message: Message): Message {
	if (Buffer.byteLength(JSON.stringify(message)) <= eventBytes) return message;
	const { actionString: _action, actionPayload: _payload, domSummary: _summary, error: _error, ...short } = message;
	let content = message.content;
	// Each round halves the text, so this ends after a dozen.
	while (content !== "" && Buffer.byteLength(JSON.stringify({ ...short, content })) > eventBytes - 32)
		content = content.slice(0, Math.floor(content.length / 2)).toWellFormed();
	return { ...short, content, truncated: true };
}
