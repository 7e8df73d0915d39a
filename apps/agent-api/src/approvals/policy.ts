import type { ServerTool } from "@webhand/contracts/tools/grant";

/** How a change is asked for (004, Approval Tiers): together with others, or alone. */
export type Tier = "batch" | "individual";

/** The tier of a tool that changes something. @throws never */
export function tierOf(tool: ServerTool): Tier {
	return tool === "fs.delete" ? "individual" : "batch";
}

/** What became of an approved change, for its row. `unknown`: it was sent, and nobody answered. */
export type Outcome = "ok" | "unknown" | `error:${string}`;

/** The outcome of a refusal. @param isSent false when the runner certainly did nothing. @throws never */
export function outcomeOf(code: string, isSent: boolean): Outcome {
	return code === "TOOL_RUNNER_UNAVAILABLE" && isSent ? "unknown" : `error:${code}`;
}
