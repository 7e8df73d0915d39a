import { isWithinLevel } from "@webhand/contracts/tools/server-tools";
import type { Level } from "@webhand/contracts/tools/tiers";
import { reachOfLevel } from "@webhand/contracts/tools/tiers";
import { AppError } from "@webhand/service-kit/errors";

/** How far server tools go (004, Rollout Plan); null while they are switched off. */
export type ToolsLevel = Level | null;

/** True where the installation offers a tool. */
export function offersTool(level: ToolsLevel, tool: string): boolean {
	return level !== null && isWithinLevel(tool, level);
}

/** Lets a call go on where the installation offers its tool. @param tool absent: any server tool. @throws AppError AGENT_TOOLS_DISABLED */
export function requireTools(level: ToolsLevel, tool?: string): Level {
	if (level !== null && (tool === undefined || offersTool(level, tool))) return level;
	const message = level === null ? "Server tools are switched off" : `This installation lets server tools ${reachOfLevel[level]}`;
	throw new AppError("AGENT_TOOLS_DISABLED", message, { details: { level }, retryAfterSeconds: 60 });
}
