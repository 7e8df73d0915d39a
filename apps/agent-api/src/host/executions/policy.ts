import type { ExecutionId } from "@webhand/contracts/tools/executions";

/** Where the output of an execution can be followed. @throws never */
export function streamUrlOf(id: ExecutionId): string {
	return `/api/v1/agent/exec/${id}/stream`;
}
