import type { TaskStatus, Verification } from "@webhand/contracts/agent/task";
import type { Message } from "@webhand/contracts/chat/message";
import type { SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { BatchPart, LeasedTask, StepRow, Task } from "../task.ts";

/** A request as the idempotency record knows it; without a key a retry is a new step. */
export type IdempotencyKey = { readonly key?: string; readonly bodyHash?: string };

/** An event before it has its number. `data` never holds a sensitive value. */
export type OutboxEvent = {
	readonly eventId: string;
	readonly name: "new_message" | "interact_response" | "plan_update" | "task_status";
	readonly data: Readonly<Record<string, unknown>>;
};

/** An event as stored: the outbox and the log in one. `seq` counts 1, 2, 3 … per session. */
export type StoredEvent = OutboxEvent & {
	readonly tenantId: TenantId;
	readonly sessionId: SessionId;
	readonly seq: number;
	readonly createdAt: Date;
	readonly publishedAt: Date | null;
};

/** A step as its writer knows it again. Its message has an id of its own, which no twin of the request shares. */
export type WrittenStep = Pick<StepRow, "taskId" | "stepIndex"> & Required<Pick<StepRow, "messageId">>;

/** A turn of a chat before it has its number; the write knows the session and the task. */
export type OutboxMessage = Omit<Message, "sequenceNumber" | "sessionId" | "taskId">;

/** What becomes of an earlier turn. */
export type MessageChange = Pick<Message, "messageId" | "error"> & { readonly status: "success" | "failure" };

/** A turn of a chat as stored. `expireAt` is that of its task. */
export type StoredMessage = Message & { readonly tenantId: TenantId; readonly expireAt: Date };

/** What a write of a task means for its chat. `page` is absent when it ends without one; `isNewTask` gives the chat its title. */
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
	/** Until when its newest step is kept; absent where no step was taken. */
	readonly expireAt?: Date;
};

/** One step to be written: all of it or nothing. `patch` is the task's new state, but for what it has spent: that of the step is added to it. */
export type StepWrite = {
	readonly task: LeasedTask;
	readonly patch: Partial<Omit<Task, "spent">>;
	readonly step: StepRow;
	readonly proof?: {
		readonly stepIndex: number;
		readonly verification: Verification;
		readonly isProven: boolean;
		readonly batch?: readonly BatchPart[];
	};
	readonly session: SessionChange;
	/** For the audit. */
	readonly notes: readonly StepNote[];
	readonly messages: readonly OutboxMessage[];
	readonly settled: readonly MessageChange[];
	readonly events: readonly OutboxEvent[];
};

/** The end of a task without a step: the 51st request, an hour without one, a cancel. */
export type EndWrite = Pick<StepWrite, "patch" | "session" | "messages" | "events"> & { readonly task: Task };

/** What an audit has to know of a step. */
export type StepNote = {
	readonly action: "gate" | "mode.raise";
	readonly outcome: string;
	readonly facts: Readonly<Record<string, unknown>>;
};
