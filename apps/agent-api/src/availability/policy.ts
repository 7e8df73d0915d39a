import type { Availability, RunnerStatus } from "@webhand/contracts/tools/availability";

const nothing: Availability["capabilities"] = { fs: false, search: false, git: false, exec: false, mcp: false };

/** The level of server tools that the operator configured. */
export type ToolsLevel = "read" | "write" | "exec";

const files = ["fs", "search", "git"] as const;
const promised: Record<ToolsLevel, readonly (keyof Availability["capabilities"])[]> = {
	read: files,
	write: files,
	exec: [...files, "exec", "mcp"],
};

/** Reasons of the tool-runner that mean that nothing works. */
const fatal = new Set(["DISABLED", "DATABASE_DOWN"]);

/**
 * The availability of server tools for the extension. Offline: switched off, unreachable, or without its database; degraded: a part of the
 * configured level does not work.
 *
 * @param status as the tool-runner reports it; null when it did not answer
 * @throws never
 */
export function availabilityOf(
	status: RunnerStatus | null,
	{ level, now }: { readonly level: ToolsLevel; readonly now: Date },
): Availability {
	const banner = "Actions run on the server host.";
	if (status === null) {
		const reason = { code: "RUNNER_UNREACHABLE", message: "The service for server tools does not answer.", since: now.toISOString() };
		return { status: "offline", reasons: [reason], warnings: [], capabilities: nothing, level, banner };
	}
	const { enabled, reasons, warnings, capabilities } = status;
	const isOffline = !enabled || reasons.some((reason) => fatal.has(reason.code));
	const isWhole = promised[level].every((name) => capabilities[name]);
	return {
		status: isOffline ? "offline" : isWhole ? "online" : "degraded",
		reasons,
		warnings,
		capabilities: isOffline ? nothing : capabilities,
		level,
		banner,
	};
}
