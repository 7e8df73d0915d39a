import type { AnswerRequest, Heard } from "@webhand/contracts/agent/runs";
import type { MessageMetadata } from "@webhand/contracts/chat/message";
import { maxMessageCharacters } from "@webhand/contracts/chat/message";
import type { MessageId } from "@webhand/contracts/ids";
import { cut } from "@webhand/page/write/normalize";
import type { OutboxMessage, TaskWrite } from "../../shared/rows.ts";
import type { OpenQuestion, QueuedNote, Task, UserAnswer } from "../../shared/task.ts";

type Event = NonNullable<MessageMetadata["event"]>;
type Stamp = { readonly messageId: MessageId; readonly at: Date };

/** What a decision or an answer tells. @throws never */
export function eventOfAnswer({ approved, answer }: Pick<AnswerRequest, "approved" | "answer">): Exclude<Heard["event"], "note"> {
	if (approved !== undefined) return approved ? "approved" : "denied";
	return answer === undefined ? "done" : "answer";
}

const decisions = { denied: "Denied.", done: "I’m done." } as const;
/** By how far the yes reaches. */
const allowed = {
	task: "Allowed once.",
	run: "Allowed for all rows of this run.",
	routine: "Allowed each time this routine runs.",
} as const;

/** The person's answer to a question as a message; `given` is masked. @throws never */
export function answerMessage(
	given: UserAnswer,
	{ id: questionId, stepIndex }: Pick<OpenQuestion, "id" | "stepIndex">,
	stamp: Stamp,
): OutboxMessage {
	const event = eventOfAnswer(given);
	const decision = event === "answer" ? undefined : event === "approved" ? allowed[given.remember ?? "task"] : decisions[event];
	const always = given.remember === "task" && event === "approved" ? "Do not ask again for searches in this task." : undefined;
	const content = [decision, given.answer, always].filter((part) => part !== undefined).join(" ");
	return { ...base("user", content, stamp), metadata: { event, questionId, stepIndex } };
}

/** A note as a message: `pending` until a step reads it. @throws never */
export function noteMessage({ messageId, text }: QueuedNote, at: Date, status: "pending" | "success" = "pending"): OutboxMessage {
	return { ...base("user", text, { messageId, at }), status, metadata: { event: "note" } };
}

/** Tells that nobody answered in time. `isAway`: no client of the task calls, so that it waits. @throws never */
export function unansweredMessage(
	{ id: questionId, stepIndex }: Pick<OpenQuestion, "id" | "stepIndex">,
	{ isAway, ...stamp }: Stamp & { readonly isAway: boolean },
): OutboxMessage {
	const next = isAway ? "The task waits here, and can be continued on its page." : "This step is decided again.";
	return {
		...base("system", `Nobody answered in time. ${next}`, stamp),
		metadata: { event: "question_expired", questionId, stepIndex },
	};
}

/** Tells that an approval was not used in time, or that the page changed since. @throws never */
export function supersededMessage({ id: questionId, stepIndex }: Pick<OpenQuestion, "id" | "stepIndex">, stamp: Stamp): OutboxMessage {
	const content = "The page changed or too much time went by since you said yes, so this step is decided again.";
	return { ...base("system", content, stamp), metadata: { event: "question_superseded", questionId, stepIndex } };
}

/**
 * The write that says of a task without a client that its question expired: the task waits until somebody goes on. Null where it has no
 * question.
 *
 * @throws never
 */
export function unansweredWrite(task: Task, { at, messageId, eventId }: Stamp & { readonly eventId: string }): TaskWrite | null {
	const { tenantId, userId, sessionId, _id: taskId, status, question } = task;
	if (question === null) return null;
	return {
		task,
		patch: { question: { ...question, expiredAt: at } },
		messages: [unansweredMessage(question, { messageId, at, isAway: true })],
		events: [{ eventId, name: "task_status", data: { taskId, status, reason: "question_expired" } }],
		session: { tenantId, userId, sessionId, taskId, status, events: 2, messages: 1, at },
	};
}

/** Tells how a task ended without a step. @throws never */
export function endMessage(
	{ status, failure }: { readonly status: "failed" | "cancelled" | "expired"; readonly failure?: NonNullable<Task["failure"]> },
	stamp: Stamp,
): OutboxMessage {
	const [event, content] = endings[status](failure?.message);
	return { ...base("system", content, stamp), metadata: { event, status, ...(failure === undefined ? {} : { failure }) } };
}

const endings: Record<"failed" | "cancelled" | "expired", (message?: string) => readonly [Event, string]> = {
	cancelled: () => ["cancelled", "The task was stopped."],
	expired: () => ["expired", "The task ended, because nothing happened for too long."],
	failed: (message = "All steps are used") => ["step_limit", `${message}, so the task ended.`],
};

function base(role: "user" | "system", content: string, { messageId, at }: Stamp): OutboxMessage {
	return { messageId, role, content: cut(content, maxMessageCharacters), timestamp: at.toISOString() };
}
