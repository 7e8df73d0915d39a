import type { ServerTool } from "@webhand/contracts/tools/grant";
import { AppError } from "@webhand/service-kit/errors";

/** How far server tools go (004, Rollout Plan); null while they are switched off. */
export type ToolsLevel = "read" | "write" | "exec" | null;

const reads: ReadonlySet<ServerTool> = new Set([
	...(["fs.list", "fs.read", "search.grep", "search.glob", "git.status", "git.diff", "git.log", "git.branch"] as const),
]);

/** True for a tool that changes something: it needs an approval. @throws never */
function isChange(tool: ServerTool): boolean {
	return !reads.has(tool);
}

/** Lets a call go on where the installation offers its tool. @param tool absent: any server tool. @throws AppError AGENT_TOOLS_DISABLED */
export function requireTools(level: ToolsLevel, tool?: ServerTool): void {
	if (level !== null && (level !== "read" || tool === undefined || !isChange(tool))) return;
	const message = level === null ? "Server tools are switched off" : "This installation only lets server tools read";
	throw new AppError("AGENT_TOOLS_DISABLED", message, { details: { level }, retryAfterSeconds: 60 });
}
