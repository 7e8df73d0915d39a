import { z } from "zod";
import type { ApprovalTier } from "./approvals.ts";
import type { ServerTool } from "./grant.ts";

/** What a tool may do (004, MCP tool definitions). */
export const ToolTier = z.enum(["read", "write", "exec"]);
export type ToolTier = z.infer<typeof ToolTier>;

/** How far the tools of an installation go (004, Rollout Plan): up to tools of this tier. */
export type Level = ToolTier;

/** What a level lets tools do, in words. */
export const reachOfLevel = {
	read: "only read",
	write: "read and write, not run",
	exec: "run",
} as const satisfies Record<Level, string>;

/** The tier of each call into a workspace; a tool of an MCP server has the one that its operator gave it. */
export const tierOfTool = {
	"fs.list": "read",
	"fs.read": "read",
	"fs.write": "write",
	"fs.apply_patch": "write",
	"fs.mkdir": "write",
	"fs.delete": "write",
	"search.grep": "read",
	"search.glob": "read",
	"git.status": "read",
	"git.diff": "read",
	"git.log": "read",
	"git.branch": "read",
	"git.add": "write",
	"git.commit": "write",
	"exec.run": "exec",
	"mcp.call": "exec",
} as const satisfies Record<ServerTool, ToolTier>;

/** Tools that are no call into a workspace. `git.push` is known and never there: the sandbox has no network. */
const tierOfOther = { "workspace.list": "read", "workspace.pwd": "read", "workspace.chdir": "read", "git.push": "exec" } as const;
const tiers: Readonly<Record<string, ToolTier>> = { ...tierOfTool, ...tierOfOther };

/** The tier of a tool by its name; one that is unknown may do anything. @throws never */
export const tierOf = (tool: string): ToolTier => (Object.hasOwn(tiers, tool) ? tiers[tool] : undefined) ?? "exec";

const approvalOfTier = { read: "auto", write: "batch", exec: "individual" } as const satisfies Record<ToolTier, ApprovalTier>;

/** How calls of a tool are approved (004, Approval Tiers): deleting asks by itself. @param tier of the tool of an MCP server */
export function approvalOf(tool: string, tier: ToolTier = tierOf(tool)): ApprovalTier {
	return tool === "fs.delete" ? "individual" : approvalOfTier[tier];
}

/** The same for a tool of an MCP server, as an agent's call of it is asked: one that only reads asks where its server is reached by an address. */
export function approvalOfMcp({ tier, isRemote }: { readonly tier: ToolTier; readonly isRemote: boolean }): ApprovalTier {
	return tier === "read" && isRemote ? "batch" : approvalOf("mcp.call", tier);
}

const order: readonly Level[] = ["read", "write", "exec"];

/** True when an installation of that level offers the tool. @param tier of the tool of an MCP server */
export function isWithinLevel(tool: string, level: Level, tier: ToolTier = tierOf(tool)): boolean {
	return order.indexOf(tier) <= order.indexOf(level);
}
