import { z } from "zod";
import { MessageId, SessionId, TaskId } from "../ids.ts";

/** Longest text of a message. */
export const maxMessageCharacters = 20_000;

/**
 * One message of a chat. `sequenceNumber` counts from 0 without gaps; `timestamp` is ISO 8601 UTC.
 * An assistant message is `pending` until the next step verified its action; values of sensitive fields are `•••`.
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
	/** The text was cut to fit an event; the stored message is complete. */
	truncated: z.literal(true).optional(),
});
export type Message = z.infer<typeof Message>;
