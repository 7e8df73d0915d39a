import { z } from "zod";
import { IdempotencyHeaders } from "../headers.ts";
import { SessionId, WorkspaceId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { LoopEvent } from "./agent-events.ts";
import { AgentSettings } from "./approvals.ts";
import { AgentSessionRow } from "./sessions.ts";

/** How long a server-run task may be. */
export const serverTaskLimits = { task: 10_000, steps: { usual: 20, most: 50 } } as const;

const Params = z.strictObject({ id: SessionId });
const Text = z.string().trim().min(1).max(serverTaskLimits.task);
const errors = ["SESSION_NOT_FOUND", "SESSION_ACTIVE", "AGENT_TOOLS_DISABLED", "TOOL_RUNNER_UNAVAILABLE", "IDEMPOTENCY_CONFLICT"] as const;

export const startServerTaskRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/sessions",
	status: 201,
	summary: "Start a server-run task",
	description:
		"Gives the server host a task: agent-api runs it to its end, whoever listens. `channel` carries its events as realtime does.",
	headers: IdempotencyHeaders,
	body: z.strictObject({
		task: Text,
		workspaceId: WorkspaceId.optional(),
		title: z.string().trim().min(1).max(200).optional(),
		settings: AgentSettings.partial().optional(),
		maxSteps: z.number().int().min(1).max(serverTaskLimits.steps.most).default(serverTaskLimits.steps.usual),
	}),
	reply: z.object({ session: AgentSessionRow, eventsUrl: z.string(), channel: z.string() }),
	errors: [...errors, "WORKSPACE_NOT_FOUND", "WORKSPACE_NOT_SELECTED", "WORKSPACE_MOVED", "LIMIT_REACHED"],
});

export const continueServerTaskRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/sessions/:id/continue",
	status: 202,
	summary: "Go on with a server-run task",
	description: "The next turn of a session that is at rest.",
	params: Params,
	headers: IdempotencyHeaders,
	body: z.strictObject({ message: Text }),
	reply: z.object({ session: AgentSessionRow }),
	errors,
});

export const cancelServerTaskRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/sessions/:id/cancel",
	status: 202,
	summary: "Cancel a server-run task",
	description: "Stops a task: its running tool is cancelled, its approvals are rejected. One that is over answers with its state.",
	params: Params,
	reply: z.object({ session: AgentSessionRow }),
	errors: ["SESSION_NOT_FOUND", "AGENT_TOOLS_DISABLED"],
});

export const serverTaskEventsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/sessions/:id/events",
	summary: "Events of a server-run task",
	description: "The events of a task after `Last-Event-ID` or `after`, then as they come, until the task rests. `seq` is that of realtime.",
	produces: "event-stream",
	params: Params,
	headers: z.object({ "last-event-id": z.string().max(20).optional() }),
	query: z.strictObject({ after: z.coerce.number().int().min(0).max(1_000_000_000).optional() }),
	reply: z.object({ seq: z.number().int().nonnegative(), event: LoopEvent }),
	errors: ["SESSION_NOT_FOUND", "AGENT_TOOLS_DISABLED"],
});
