import { z } from "zod";
import { SessionId, WorkspaceId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { AgentResult } from "./agent-events.ts";
import { AgentSettings } from "./approvals.ts";
import { FileDiff } from "./files.ts";
import { AgentSession } from "./workspaces.ts";

/** A tool call of a session; texts are previews (004, Session Persistence Shapes). */
export const StoredToolCall = z.object({
	id: z.string(),
	name: z.string(),
	arguments: z.string().max(2_000),
	result: z.string().max(4_000).optional(),
	status: z.enum(["pending", "running", "approved", "rejected", "completed", "error"]),
	timestamp: z.iso.datetime(),
	durationMs: z.number().nonnegative().optional(),
});
export type StoredToolCall = z.infer<typeof StoredToolCall>;

/** A session in a list, newest first. */
export const AgentSessionRow = AgentSession.extend({
	workspaceId: WorkspaceId.nullable(),
	task: z.string(),
	title: z.string(),
	currentStep: z.number().int().nonnegative(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
	messageCount: z.number().int().nonnegative(),
	toolCallCount: z.number().int().nonnegative(),
});
export type AgentSessionRow = z.infer<typeof AgentSessionRow>;

const sessionErrors = ["SESSION_NOT_FOUND", "AGENT_TOOLS_DISABLED"] as const;
const Params = z.strictObject({ id: SessionId });

export const agentSessionsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/sessions",
	summary: "Sessions on the server host, newest first",
	description: "Sessions of the caller on the server host.",
	query: z.strictObject({
		status: AgentSession.shape.status.optional(),
		workspaceId: WorkspaceId.optional(),
		limit: z.coerce.number().int().min(1).max(100).default(20),
		cursor: z.string().max(300).optional(),
	}),
	reply: z.object({ sessions: z.array(AgentSessionRow), nextCursor: z.string().nullable() }),
	errors: ["AGENT_TOOLS_DISABLED"],
});

export const agentSessionRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/sessions/:id",
	summary: "A session on the server host",
	description:
		"A session whole, flat (004: StoredAgentSession with the fields of AgentSession); the newest 200 of each list, oldest first. `before` pages the tool calls: the time of the oldest one that was read, while `hasMoreBefore`.",
	params: Params,
	query: z.strictObject({ before: z.iso.datetime().optional() }),
	reply: AgentSessionRow.omit({ messageCount: true, toolCallCount: true }).extend({
		schemaVersion: z.literal(1),
		session_id: SessionId,
		messages: z.array(
			z.object({
				role: z.enum(["user", "assistant", "tool"]),
				content: z.string(),
				timestamp: z.iso.datetime(),
				toolCallId: z.string().optional(),
			}),
		),
		toolCalls: z.array(StoredToolCall),
		pendingApprovals: z.array(
			z.object({
				toolCallId: z.string(),
				toolName: z.string(),
				argsPreview: z.string(),
				tier: z.enum(["auto", "batch", "individual"]),
				status: z.enum(["pending", "approved", "rejected"]),
			}),
		),
		diffs: z.array(FileDiff.omit({ hunks: true })),
		executions: z.array(
			z.object({
				id: z.string(),
				command: z.string(),
				exitCode: z.number().int().optional(),
				outputPreview: z.string().optional(),
				timestamp: z.iso.datetime(),
			}),
		),
		hasMoreBefore: z.boolean(),
		/** Of a server-run task. */
		settings: AgentSettings.optional(),
		result: AgentResult.optional(),
	}),
	errors: sessionErrors,
});

export const changeAgentSessionRoute = defineRoute({
	service: "agent-api",
	method: "PATCH",
	path: "/api/v1/agent/sessions/:id",
	summary: "Rename a session on the server host, or change its settings",
	description: "Renames a session, or changes what passes without a question in it.",
	params: Params,
	body: z.strictObject({ title: z.string().trim().min(1).max(200).optional(), settings: AgentSettings.partial().optional() }),
	reply: z.object({ session: AgentSessionRow }),
	errors: sessionErrors,
});

export const removeAgentSessionRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: "/api/v1/agent/sessions/:id",
	status: 204,
	summary: "Remove a session on the server host",
	description: "Removes a session from the history; its audit rows stay.",
	params: Params,
	errors: [...sessionErrors, "SESSION_ACTIVE"],
});
