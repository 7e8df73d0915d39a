import { formatAction } from "@webhand/contracts/action/format";
import type { InteractRequest } from "@webhand/contracts/agent/interact";
import type { Message } from "@webhand/contracts/chat/message";
import { maxMessageCharacters } from "@webhand/contracts/chat/message";
import type { MessageId } from "@webhand/contracts/ids";
import { cut } from "@webhand/page/write/normalize";
import { defined } from "../../defined.ts";
import type { StepRow, Task } from "../task.ts";
import type { Outgoing } from "./reply.ts";
import type { MessageChange, OutboxMessage } from "./rows.ts";

const eventBytes = 9_000;

/** What the chat turns of a step are made from. `query` without its secrets; `messageId` is the one that the step keeps. */
export type MessageFacts = {
	readonly task: Pick<Task, "stepCount">;
	readonly query: string;
	readonly outgoing: Outgoing;
	readonly row: Pick<StepRow, "action" | "parsed" | "stepIndex">;
	readonly messageId: MessageId;
	readonly newId: () => MessageId;
	readonly at: Date;
};

/** The turns that a step adds to the chat: the user's words with the first step, and what the assistant says and does. @throws never */
export function messagesOf({ task, query, outgoing, row, messageId, newId, at }: MessageFacts): readonly OutboxMessage[] {
	const timestamp = at.toISOString();
	const assistant: OutboxMessage = {
		messageId,
		role: "assistant",
		content: cut(outgoing.answer ?? outgoing.question?.text ?? outgoing.thought, maxMessageCharacters),
		timestamp,
		status: outgoing.status === "completed" ? "success" : outgoing.status === "failed" ? "failure" : "pending",
		actionString: row.action,
		actionPayload: { action: formatAction(outgoing.shown), parsedAction: row.parsed },
		metadata: { stepIndex: row.stepIndex, status: outgoing.status },
	};
	if (task.stepCount > 0) return [assistant];
	return [{ messageId: newId(), role: "user", content: cut(query, maxMessageCharacters), timestamp }, assistant];
}

/**
 * The outcomes of earlier turns: the turn of the verified action gets its verdict, the newest turn is over in any case.
 *
 * @param past the newest steps, oldest first
 * @throws never
 */
export function settledMessages(
	past: readonly StepRow[],
	verified: { readonly stepIndex: number; readonly isSuccess: boolean } | null,
	error: InteractRequest["lastActionError"],
): readonly MessageChange[] {
	const newest = past.at(-1);
	const rows = past.filter((row) => row === newest || row.stepIndex === verified?.stepIndex);
	return rows.flatMap(({ messageId, stepIndex }): readonly MessageChange[] => {
		if (messageId === undefined) return [];
		const isFailure = stepIndex === verified?.stepIndex && !verified.isSuccess;
		if (!isFailure) return [{ messageId, status: "success" }];
		return [{ messageId, status: "failure", ...defined({ error: error && errorOf(error) }) }];
	});
}

function errorOf({ message, code, action, elementId }: NonNullable<InteractRequest["lastActionError"]>): NonNullable<Message["error"]> {
	return { message, code, action, ...(typeof elementId === "number" ? { elementId } : {}) };
}

/** A message as an event carries it: an event holds 10 KB, so a long text is cut and marked `truncated`. */
export function messageForEvent(message: Message): Message {
	if (Buffer.byteLength(JSON.stringify(message)) <= eventBytes) return message;
	const { actionString: _action, actionPayload: _payload, domSummary: _summary, error: _error, ...short } = message;
	let content = message.content;
	// Each round halves the text: a dozen rounds at most.
	while (content !== "" && Buffer.byteLength(JSON.stringify({ ...short, content })) > eventBytes - 32)
		content = content.slice(0, Math.floor(content.length / 2)).toWellFormed();
	return { ...short, content, truncated: true };
}
