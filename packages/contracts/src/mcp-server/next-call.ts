import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { BrowserCall, BrowserCallId, browserCallLimits } from "./calls.ts";

export const nextBrowserCallRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/mcp-calls/next",
	summary: "Take the next call of an MCP client",
	description:
		"Takes the next call for the person's browser, waiting up to `waitSeconds` for one. `running` are calls that this browser works on; those that have ended meanwhile come back in `ended`, at once.",
	body: z.strictObject({
		running: z.array(BrowserCallId).max(browserCallLimits.open).default([]),
		waitSeconds: z.number().int().min(0).max(browserCallLimits.waitSeconds).default(browserCallLimits.waitSeconds),
	}),
	waits: true,
	reply: z.object({ call: BrowserCall.nullable(), ended: z.array(BrowserCallId) }),
});
