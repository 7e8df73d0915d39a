import type { Message } from "@webhand/contracts/chat/message";
import { MessageId, SessionId, TaskId } from "@webhand/contracts/ids";

const uuid = (kind: number, index: number) => `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(index).padStart(12, "0")}`;

export const sessionId = SessionId.parse(uuid(1, 1));
export const taskIdOf = (index: number) => TaskId.parse(uuid(2, index));

/** Message `sequenceNumber` of a chat; the assistant's unless told otherwise. */
export function message(sequenceNumber: number, part: Partial<Message> = {}): Message {
	return {
		messageId: MessageId.parse(uuid(3, sequenceNumber)),
		sessionId,
		sequenceNumber,
		role: "assistant",
		content: `message ${sequenceNumber}`,
		timestamp: new Date(sequenceNumber * 1_000).toISOString(),
		taskId: taskIdOf(1),
		...part,
	};
}
