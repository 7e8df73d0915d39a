import type { TaskStatus, Verification } from "@webhand/contracts/agent/task";
import type { SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { BatchPart, LeasedTask, StepRow, Task } from "./task.ts";

/** A request as the idempotency record knows it; without a key a retry is a new step. */
export type RequestMark = { readonly key?: string; readonly bodyHash?: string };

/** An event before it has its number. `data` never holds a sensitive value. @source realtime.md §3 */
export type OutboxEvent = {
	readonly eventId: string;
	readonly name: "interact_response" | "plan_update" | "task_status";
	readonly data: Readonly<Record<string, unknown>>;
};

/** An event as stored: the outbox and the log in one. `seq` counts 1, 2, 3 … per session. @source realtime.md §3 */
export type StoredEvent = OutboxEvent & {
	readonly tenantId: TenantId;
	readonly sessionId: SessionId;
	readonly seq: number;
	readonly createdAt: Date;
	readonly publishedAt: Date | null;
};

/** What a write of a task means for its chat session. `domain` and `url` of the newest page; `isNewTask` gives the session its title. */
export type SessionChange = {
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly sessionId: SessionId;
	readonly taskId: TaskId;
	readonly status: TaskStatus;
	readonly page?: { readonly url: string; readonly domain: string | null; readonly title: string; readonly isNewTask: boolean };
	readonly events: number;
	readonly at: Date;
};

/** One step to be written: all of it or nothing. `patch` is the task's new state. */
export type StepWrite = {
	readonly task: LeasedTask;
	readonly patch: Partial<Task>;
	readonly step: StepRow;
	readonly proof?: {
		readonly stepIndex: number;
		readonly verification: Verification;
		readonly isProven: boolean;
		readonly batch?: readonly BatchPart[];
	};
	readonly session: SessionChange;
	readonly events: readonly OutboxEvent[];
};

/** The end of a task without a step: the 51st request, an hour without one, a cancel. */
export type EndWrite = Pick<StepWrite, "patch" | "session" | "events"> & { readonly task: Task };
