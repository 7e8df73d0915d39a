import { z } from "zod";
import { SessionId, WorkspaceId } from "../ids.ts";

/** Which workspace: the one named; else that of the agent session; else the one that this sign-in has selected. */
export const Target = z.object({ workspaceId: WorkspaceId.optional(), sessionId: SessionId.optional() });
export type Target = z.infer<typeof Target>;

/** Refusals of every call into a workspace. */
export const toolErrors = [
	"PATH_INVALID",
	"PATH_NOT_ALLOWED",
	"LINK_LOOP",
	"WORKSPACE_NOT_FOUND",
	"WORKSPACE_NOT_SELECTED",
	"WORKSPACE_MOVED",
	"SESSION_NOT_FOUND",
	"AGENT_TOOLS_DISABLED",
	"TOOL_RUNNER_UNAVAILABLE",
	"AUDIT_UNAVAILABLE",
] as const;

/** Refusals of what runs in the sandbox. */
export const sandboxErrors = ["SANDBOX_UNAVAILABLE", "PROGRAM_MISSING"] as const;
