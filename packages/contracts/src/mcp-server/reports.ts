import { z } from "zod";
import { SessionId, TaskId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { BrowserCallId, browserCallLimits } from "./calls.ts";

/** A step as a client is told of it; a value of a secret field is hidden. */
export const CallStep = z.object({
	index: z.number().int().nonnegative(),
	thought: z.string().max(4_000),
	action: z.string().max(20_000),
	/** What the page answered; absent while the step is under way. */
	result: z.object({ success: z.boolean(), message: z.string().max(2_000).optional() }).optional(),
});
export type CallStep = z.infer<typeof CallStep>;

/** How a call stands. `waitsFor` says in words what only the person can do. */
export const CallReport = z.discriminatedUnion("state", [
	z.object({
		state: z.literal("running"),
		taskId: TaskId.nullable(),
		sessionId: SessionId,
		steps: z.array(CallStep).max(browserCallLimits.steps),
		waitsFor: z.string().max(1_000).nullable(),
	}),
	z.object({
		state: z.literal("ended"),
		taskId: TaskId.nullable(),
		sessionId: SessionId,
		steps: z.array(CallStep).max(browserCallLimits.steps),
		outcome: z.enum(["completed", "failed", "stopped"]),
		answer: z.string().max(8_000).nullable(),
		failure: z.object({ category: z.string().max(100), message: z.string().max(4_000) }).nullable(),
	}),
	z.object({ state: z.literal("read"), url: z.string().max(8_192), dom: z.string().min(1).max(500_000) }),
	z.object({ state: z.literal("refused"), code: z.string().max(64), message: z.string().max(1_000) }),
]);
export type CallReport = z.infer<typeof CallReport>;

export const reportBrowserCallRoute = defineRoute({
	service: "agent-api",
	method: "PUT",
	path: "/api/v1/agent/mcp-calls/:id",
	summary: "Report on a call of an MCP client",
	description: "Says how a call stands; the newest report counts. `isEnded`: the client or the server gave it up, so the browser stops.",
	params: z.strictObject({ id: BrowserCallId }),
	body: CallReport,
	reply: z.object({ isEnded: z.boolean() }),
	bodyLimit: 2_500_000,
	gzip: true,
	errors: ["NOT_FOUND"],
});
