import type { TaskStatus, Verification } from "@webhand/contracts/agent/task";
import type { Message } from "@webhand/contracts/chat/message";
import type { MessageId, SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { LeasedTask, QueuedNote, StepRow, Task, VerdictFields } from "./task.ts";

/** Whose rows. */
export type Owner = { readonly tenantId: TenantId; readonly userId: UserId };

/** What makes a request known again; without a key a retry is a new step. */
export type IdempotencyKey = { readonly key?: string; readonly bodyHash?: string };

/** An event before it is numbered. `data` never holds a sensitive value. */
export type OutboxEvent = {
	readonly eventId: string;
	readonly name: "new_message" | "interact_response" | "plan_update" | "task_status" | "agent_event";
	readonly data: Readonly<Record<string, unknown>>;
};

/** An event as stored: the outbox and the log in one. `seq` counts 1, 2, 3 … per session. */
export type StoredEvent = OutboxEvent & {
	readonly tenantId: TenantId;
	readonly sessionId: SessionId;
	readonly seq: number;
	readonly createdAt: Date;
	readonly publishedAt: Date | null;
	/** Absent where the log's own term is the shorter one. */
	readonly expireAt?: Date;
};

/** A step as its writer recognizes it: no duplicate of the request shares its message id. */
export type WrittenStep = Pick<StepRow, "taskId" | "stepIndex"> & Required<Pick<StepRow, "messageId">>;

/** A turn of a chat before it is numbered; session and task come with the write. */
export type OutboxMessage = Omit<Message, "sequenceNumber" | "sessionId" | "taskId">;

/** The outcome of an earlier turn, with the verdict on its action. */
export type MessageChange = Pick<Message, "messageId" | "error"> & {
	readonly status: "success" | "failure";
	readonly "metadata.verification"?: Verification;
};

/** A turn of a chat as stored. `expireAt` is that of its task. */
export type StoredMessage = Message & { readonly tenantId: TenantId; readonly expireAt: Date };

/**
 * What a write of a task changes in its chat. `page` is absent without a step; `isNewTask` gives the chat its title.
 */
export type SessionChange = {
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly sessionId: SessionId;
	readonly taskId: TaskId;
	readonly status: TaskStatus;
	readonly page?: { readonly url: string; readonly domain: string | null; readonly title: string; readonly isNewTask: boolean };
	readonly events: number;
	readonly messages: number;
	readonly at: Date;
	/** When its newest step expires; absent without a step. */
	readonly expireAt?: Date;
};

/** One step to be written, all or nothing. `patch` holds the task's new state; what the step spent is added to the task's sums. */
export type StepWrite = {
	readonly task: LeasedTask;
	readonly patch: Partial<Omit<Task, "spent">>;
	readonly step: StepRow;
	/** The verdict on an earlier step. */
	readonly verified?: VerdictFields & { readonly stepIndex: number };
	readonly session: SessionChange;
	readonly notes: readonly StepAuditNote[];
	readonly messages: readonly OutboxMessage[];
	readonly settled: readonly MessageChange[];
	/** The queued notes that the step has read. */
	readonly heard: readonly MessageId[];
	readonly events: readonly OutboxEvent[];
};

/**
 * A write to a task without a step: words of its user, a question that expired, its end. It stands on the `rev` that was read, but for a
 * note (`queued`), which is added whatever is written meanwhile.
 */
export type TaskWrite = Pick<StepWrite, "patch" | "session" | "messages" | "events"> & {
	/** Of the holder, as leased. */
	readonly task: Task | LeasedTask;
	readonly queued?: QueuedNote;
};

/** A note of a step for the audit. */
export type StepAuditNote = {
	readonly action: "gate" | "mode.raise";
	readonly outcome: string;
	readonly facts: Readonly<Record<string, unknown>>;
};
