import type { Execution, ExecutionId } from "@webhand/contracts/tools/executions";
import { isOver } from "@webhand/contracts/tools/executions";
import type { McpCall } from "@webhand/contracts/tools/mcp";

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
export function ownCall(id: ExecutionId, outcome: Pick<McpCall, "error"> & { readonly data?: unknown }, durationMs: number): McpCall {
	const { data, error } = outcome;
	const shared = { id, streaming: false, durationMs: Math.max(0, Math.round(durationMs)), state: "exited" as const };
	if (error !== undefined) return { ...shared, ok: false, error };
	const structured = typeof data === "object" && data !== null && !Array.isArray(data) ? { structuredContent: { ...data } } : {};
	return { ...shared, ok: true, data: { content: [{ type: "text", text: JSON.stringify(data) }], ...structured, isError: false } };
}
