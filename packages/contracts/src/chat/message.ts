import { z } from "zod";
import { MessageId, SessionId, TaskId } from "../ids.ts";

/** Most characters of a message's text. */
export const maxMessageCharacters = 20_000;

/**
 * One turn of a chat. `sequenceNumber` counts 0, 1, 2 … without holes in its session; `timestamp` is ISO 8601 UTC. A turn of the assistant is
 * `pending` until the next step has proven its action; values of sensitive fields are `•••` in all of it.
 */
export const Message = z.object({
	messageId: MessageId,
	sessionId: SessionId,
	sequenceNumber: z.number().int().nonnegative(),
	role: z.enum(["user", "assistant", "system"]),
	content: z.string().max(maxMessageCharacters),
	timestamp: z.iso.datetime(),
	taskId: TaskId,
	status: z.enum(["pending", "success", "failure"]).optional(),
	actionString: z.string().optional(),
	actionPayload: z.object({ action: z.string(), parsedAction: z.unknown() }).optional(),
	error: z.object({ message: z.string(), code: z.string(), action: z.string().optional(), elementId: z.number().optional() }).optional(),
	domSummary: z.string().max(2_000).optional(),
	metadata: z.record(z.string(), z.unknown()).optional(),
	/** The text was cut to fit an event; the message itself has it whole. */
	truncated: z.literal(true).optional(),
});
export type Message = z.infer<typeof Message>;
