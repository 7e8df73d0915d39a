import { z } from "zod";
import { Question, Warning } from "../agent/interact.ts";
import { DecidedBy } from "../agent/step-labels.ts";
import { FailureCategory, TaskStatus, Verification } from "../agent/task.ts";
import { MessageId, QuestionId, SessionId, TaskId } from "../ids.ts";

/** Longest text of a message. */
export const maxMessageCharacters = 20_000;

/**
 * What a message is about, for display. `event`: what a message of the user or the system tells; a note is
 * `pending` until a step reads it, then `success`, or `failure` when the task ended first. Absent facts are unknown.
 */
export const MessageMetadata = z.object({
	stepIndex: z.number().int().nonnegative().optional(),
	status: TaskStatus.optional(),
	event: z
		.enum([
			...(["query", "note", "answer", "approved", "denied", "done"] as const),
			...(["cancelled", "expired", "question_expired", "question_superseded", "step_limit"] as const),
		])
		.optional(),
	questionId: QuestionId.optional(),
	question: Question.optional(),
	thought: z.string().optional(),
	targetName: z.string().optional(),
	actions: z.array(z.string()).optional(),
	reasoning: z
		.object({ source: z.enum(["page", "knowledge", "user", "model"]), confidence: z.number(), evidence: z.array(z.string()) })
		.optional(),
	decidedBy: DecidedBy.optional(),
	verification: Verification.optional(),
	warnings: z.array(Warning).optional(),
	failure: z.object({ category: FailureCategory, message: z.string() }).optional(),
	ms: z.number().nonnegative().optional(),
});
export type MessageMetadata = z.infer<typeof MessageMetadata>;

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
	metadata: MessageMetadata.optional(),
	/** The text was cut to fit an event; the stored message is complete. */
	truncated: z.literal(true).optional(),
});
export type Message = z.infer<typeof Message>;
