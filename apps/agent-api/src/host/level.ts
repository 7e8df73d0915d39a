import type { TenantId } from "@webhand/contracts/ids";
import { isWithinLevel } from "@webhand/contracts/tools/server-tools";
import type { Level } from "@webhand/contracts/tools/tiers";
import { reachOfLevel } from "@webhand/contracts/tools/tiers";
import { AppError } from "@webhand/service-kit/errors";

/** How far server tools go (004, Rollout Plan); null while they are switched off. */
export type ToolsLevel = Level | null;

/** True where the organization's policy lets its people use the server host. */
export type AllowsHost = (tenantId: TenantId) => Promise<boolean>;

/** Lets a call go on where the organization allows the server host. @throws AppError AGENT_TOOLS_DISABLED */
export async function requireHost(
	{ allowsHost }: { readonly allowsHost: AllowsHost },
	{ tenantId }: { readonly tenantId: TenantId },
): Promise<void> {
	if (await allowsHost(tenantId)) return;
	throw new AppError("AGENT_TOOLS_DISABLED", hostRefusal, { details: { reason: "policy" }, retryAfterSeconds: 60 });
}

/** Why nothing of the server host may be used. */
export const hostRefusal = "Your organization does not allow the server host: an admin can change that under Policy";

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
