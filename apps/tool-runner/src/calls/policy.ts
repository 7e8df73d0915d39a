import type { ErrorCode } from "@webhand/contracts/errors";
import type { GrantClaims, ServerTool } from "@webhand/contracts/tools/grant";

/** How far the tools of an installation go (004, Rollout Plan). */
export type Level = "read" | "write" | "exec";

/** The call that a grant has to fit; `hash` is of the whole request. */
export type GrantedCall = Pick<GrantClaims, "sub" | "tid" | "sid" | "tool" | "ws" | "hash">;

const compared = ["sub", "tid", "sid", "tool", "ws", "hash"] as const satisfies readonly (keyof GrantedCall)[];

/**
 * Why a grant does not allow this call; undefined when it does.
 *
 * @param seconds since the epoch
 * @throws never
 */
export function grantProblem(claims: GrantClaims, call: GrantedCall, seconds: number): string | undefined {
	if (claims.exp <= seconds) return "expired";
	// A grant lives two minutes; one that lives longer was not made by agent-api.
	if (claims.exp - claims.iat > 120 || claims.iat > seconds + 30) return "life";
	return compared.find((name) => claims[name] !== call[name]);
}

const reads: ReadonlySet<ServerTool> = new Set([
	...(["fs.list", "fs.read", "search.grep", "search.glob", "git.status", "git.diff", "git.log", "git.branch"] as const),
]);

/** True when an installation of that level offers the tool. @throws never */
export function isWithinLevel(tool: ServerTool, level: Level): boolean {
	return level !== "read" || reads.has(tool);
}

const denials: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
	...(["FORBIDDEN", "PATH_INVALID", "PATH_NOT_ALLOWED", "LINK_LOOP", "WORKSPACE_NOT_FOUND", "WORKSPACE_READ_ONLY"] as const),
	...(["GRANT_INVALID", "COMMAND_NOT_ALLOWED", "AGENT_TOOLS_DISABLED", "GIT_DIR_UNTRUSTED", "FILTER_DRIVER_REFUSED"] as const),
]);

/** True for a refusal of a guard: nobody may fill the audit with those. @throws never */
export function isDenial(code: ErrorCode): boolean {
	return denials.has(code);
}

/** What the audit says of a refusal: `denied:<code>` where a guard said no, else `error:<code>`. @throws never */
export function outcomeOf(code: ErrorCode): string {
	return `${isDenial(code) ? "denied" : "error"}:${code}`;
}
