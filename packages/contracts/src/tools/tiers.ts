import { z } from "zod";

/** What a tool may do (004, MCP tool definitions). */
export const ToolTier = z.enum(["read", "write", "exec"]);
export type ToolTier = z.infer<typeof ToolTier>;

/** How a tool is approved: without a question, several in one, or each alone (004, Approval Tiers). */
export const ApprovalTier = z.enum(["auto", "batch", "individual"]);
export type ApprovalTier = z.infer<typeof ApprovalTier>;

/** How far the tools of an installation go (004, Rollout Plan): up to tools of this tier. */
export type Level = ToolTier;

/** What a level lets tools do, in words. */
export const reachOfLevel = {
	read: "only read",
	write: "read and write, not run",
	exec: "run",
} as const satisfies Record<Level, string>;
