import { z } from "zod";
import { ApprovalId, RoutineId, RoutineRunId, SessionId, TaskId, WebhookId, WorkspaceId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { Question } from "./interact.ts";

/** Of each thing that waits: `id` stays the same while it waits; `title` says which task, routine or run; times ISO 8601. */
const common = { id: z.string(), title: z.string().max(200), since: z.iso.datetime() };

/** The run of a routine that a task belongs to. `row` counts from 1. */
const OfRun = z.object({ runId: RoutineRunId, row: z.number().int().positive(), rowCount: z.number().int().positive() });

/**
 * A thing that waits for its person.
 *
 * - `question`: a task asks. After `question.expiresAt` the open browser of the task asks again; without one the task ends at `endsAt`
 * - `approval`: a tool call of the server host. It counts as a no after `expiresAt`
 * - `heal`: a proposed version of a routine. It waits until it is taken or refused
 * - `webhook`: for admins, a webhook that was paused because nothing arrived. It waits until it is changed or resumed
 * - `browser`: a run with rows left that no browser does. At `endsAt` its row under way ends; absent where no row is under way
 */
export const Waiting = z.discriminatedUnion("kind", [
	z.object({
		...common,
		kind: z.literal("question"),
		taskId: TaskId,
		sessionId: SessionId,
		question: Question,
		endsAt: z.iso.datetime(),
		run: OfRun.optional(),
	}),
	z.object({
		...common,
		kind: z.literal("approval"),
		/** Part of `PendingApproval`; all of it would weigh on the worker of the extension, which reads this list. */
		approval: z.object({
			id: ApprovalId,
			effect: z.string(),
			toolName: z.string(),
			workspace: z.object({ id: WorkspaceId, name: z.string() }),
			sessionId: SessionId,
		}),
		expiresAt: z.iso.datetime(),
	}),
	z.object({ ...common, kind: z.literal("webhook"), webhookId: WebhookId }),
	z.object({ ...common, kind: z.literal("heal"), routineId: RoutineId, version: z.number().int().positive() }),
	z.object({
		...common,
		kind: z.literal("browser"),
		runId: RoutineRunId,
		rowsLeft: z.number().int().positive(),
		endsAt: z.iso.datetime().optional(),
	}),
]);
export type Waiting = z.infer<typeof Waiting>;

/** At most so many of each kind are listed and counted. */
export const mostWaiting = 100;

export const waitingRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/waiting",
	summary: "What waits for the user",
	description:
		"Questions of tasks, approvals, proposed versions of the user's routines, runs without a browser and, for admins, webhooks at which nothing arrives, newest first. `count` is how many there are, 100 of each kind at most; `nextCursor` is null at the end.",
	query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(50), cursor: z.string().min(1).max(300).optional() }),
	reply: z.object({ waiting: z.array(Waiting), count: z.number().int().nonnegative(), nextCursor: z.string().nullable() }),
});
