import { hash } from "node:crypto";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import { ExecutionId } from "@webhand/contracts/tools/executions";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";

/** What one execution is made of: the same again is the same execution. */
export type ExecutionKey = {
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly workspaceId: WorkspaceId;
	readonly key: string;
};

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const letters = 22;

/** The id of an execution: 131 bits of SHA-256 in base62. No key of a user leads to an id of another one. @throws never */
export function executionIdOf({ tenantId, userId, workspaceId, key }: ExecutionKey): ExecutionId {
	let rest = BigInt(`0x${hash("sha256", [tenantId, userId, workspaceId, key].join("\n"))}`);
	let text = "";
	for (let index = 0; index < letters; index += 1) {
		text += alphabet[Number(rest % 62n)];
		rest /= 62n;
	}
	return ExecutionId.parse(`exe_${text}`);
}
