import type { Availability, RunnerStatus } from "@webhand/contracts/tools/availability";
import { serverBanner } from "@webhand/contracts/tools/workspaces";
import type { ToolsLevel } from "../level.ts";
import { hostRefusal } from "../level.ts";

const nothing: Availability["capabilities"] = { fs: false, search: false, git: false, exec: false, mcp: false };

const files = ["fs", "search", "git"] as const;
const promised: Record<NonNullable<ToolsLevel>, readonly (keyof Availability["capabilities"])[]> = {
	read: files,
	write: files,
	exec: [...files, "exec", "mcp"],
};

/** Reasons of the tool-runner that mean that nothing works. */
const fatal = new Set(["DISABLED", "PLATFORM", "DATABASE_DOWN"]);

type Installed = { readonly level: ToolsLevel; readonly autoApprove: boolean; readonly since: Date };

function offlineFor({ level, autoApprove, since }: Installed, why: { readonly code: string; readonly message: string }): Availability {
	return {
		status: "offline",
		reasons: [{ ...why, since: since.toISOString() }],
		warnings: [],
		capabilities: nothing,
		level: level ?? "off",
		autoApprove,
		banner: serverBanner,
	};
}

/** The availability for people whose organization does not allow the server host. @throws never */
export function forbiddenByPolicy(installed: Installed): Availability {
	return offlineFor(installed, { code: "DISABLED", message: `${hostRefusal}.` });
}

/**
 * The availability of server tools for the extension. Offline: switched off, unreachable, on a system that it does not know, or without its
 * database; degraded: a part of the configured level does not work. What lies above the level is not shown.
 *
 * @param status as the tool-runner reports it; null when it did not answer
 * @param since when it was first seen like this
 * @throws never
 */
export function availabilityOf(status: RunnerStatus | null, { level, autoApprove, since }: Installed): Availability {
	const offline = (code: string, message: string) => offlineFor({ level, autoApprove, since }, { code, message });
	if (level === null) return offline("DISABLED", "Server tools are switched off on this installation.");
	if (status === null) return offline("RUNNER_UNREACHABLE", "The service for server tools does not answer.");
	const { enabled, reasons, warnings, capabilities } = status;
	const isOffline = !enabled || reasons.some((reason) => fatal.has(reason.code));
	const works = Object.fromEntries(promised[level].map((name) => [name, !isOffline && capabilities[name]]));
	const isWhole = Object.values(works).every(Boolean);
	return {
		status: isOffline ? "offline" : isWhole ? "online" : "degraded",
		reasons,
		warnings,
		capabilities: { ...nothing, ...works },
		level,
		autoApprove,
		banner: serverBanner,
	};
}
