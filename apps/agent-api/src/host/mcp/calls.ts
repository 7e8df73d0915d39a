import { hash } from "node:crypto";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import type { Execution, ExecutionState } from "@webhand/contracts/tools/executions";
import type { McpCall } from "@webhand/contracts/tools/mcp";
import { McpCallId } from "@webhand/contracts/tools/mcp";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";

/** What one call is made of: the same again is the same call. */
export type CallKey = { readonly tenantId: TenantId; readonly userId: UserId; readonly workspaceId: WorkspaceId; readonly key: string };

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const letters = 22;

/** The id of a call: 131 bits of SHA-256 in base62, which no command of the same key has. @throws never */
export function callIdOf({ tenantId, userId, workspaceId, key }: CallKey): McpCallId {
	let rest = BigInt(`0x${hash("sha256", ["mcp", tenantId, userId, workspaceId, key].join("\n"))}`);
	let text = "";
	for (let index = 0; index < letters; index += 1) {
		text += alphabet[Number(rest % 62n)];
		rest /= 62n;
	}
	return McpCallId.parse(`exe_${text}`);
}

const unfinished: ReadonlySet<ExecutionState> = new Set<ExecutionState>(["queued", "starting", "running", "cancelling"]);

/** True once nothing more happens to a call. @throws never */
export function isOver(state: ExecutionState): boolean {
	return !unfinished.has(state);
}

/** Where the progress of a call can be followed. @throws never */
export function streamUrlOf(id: McpCallId): string {
	return `/api/v1/agent/mcp/call/${id}/stream`;
}

/** A command as a call of a tool: any exit code is a result, a command that was ended is not. @throws never */
export function commandCall({
	executionId: id,
	state,
	exitCode,
	signal,
	reason,
	durationMs,
	omittedBytes,
	stdout,
	stderr,
}: Execution): McpCall {
	const shared = { id, state, streaming: !isOver(state), durationMs };
	if (!isOver(state)) return { ...shared, ok: false };
	const told = { executionId: id, state, exitCode, signal, reason, durationMs, omittedBytes, stdout, stderr };
	const data = { content: [{ type: "text", text: JSON.stringify(told) }], structuredContent: told, isError: state !== "exited" };
	if (state === "exited") return { ...shared, ok: true, data };
	return { ...shared, ok: false, data, error: { code: state.toUpperCase(), message: `The command ended as ${state}` } };
}

/** What a tool of Webhand itself answered, as a call that is over. @throws never */
export function ownCall(id: McpCallId, outcome: Pick<McpCall, "error"> & { readonly data?: unknown }, durationMs: number): McpCall {
	const { data, error } = outcome;
	const shared = { id, streaming: false, durationMs: Math.max(0, Math.round(durationMs)), state: "exited" as const };
	if (error !== undefined) return { ...shared, ok: false, error };
	const structured = typeof data === "object" && data !== null && !Array.isArray(data) ? { structuredContent: { ...data } } : {};
	return { ...shared, ok: true, data: { content: [{ type: "text", text: JSON.stringify(data) }], ...structured, isError: false } };
}
