import type { ExecutionId, ExecutionState } from "@webhand/contracts/tools/executions";

const unfinished: ReadonlySet<ExecutionState> = new Set<ExecutionState>(["queued", "starting", "running", "cancelling"]);

/** @throws never */
export function isOver(state: ExecutionState): boolean {
	return !unfinished.has(state);
}

/** Where the output of an execution can be followed. @throws never */
export function streamUrlOf(id: ExecutionId): string {
	return `/api/v1/agent/exec/${id}/stream`;
}
