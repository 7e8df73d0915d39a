import { hash } from "node:crypto";
import type { TenantId, UserId, WorkspaceId } from "@webhand/contracts/ids";
import { ExecutionId } from "@webhand/contracts/tools/executions";

/** What a command or a call of an MCP tool is made of: the same again is the same one. */
export type CallKey = { readonly tenantId: TenantId; readonly userId: UserId; readonly workspaceId: WorkspaceId; readonly key: string };

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const letters = 22;

/** The id of a command or call: 131 bits of SHA-256 in base62. No key of a user leads to an id of another one. @throws never */
export function callIdOf(kind: "exec" | "mcp", { tenantId, userId, workspaceId, key }: CallKey): ExecutionId {
	const parts = [...(kind === "mcp" ? ["mcp"] : []), tenantId, userId, workspaceId, key];
	let rest = BigInt(`0x${hash("sha256", parts.join("\n"))}`);
	let text = "";
	for (let index = 0; index < letters; index += 1) {
		text += alphabet[Number(rest % 62n)];
		rest /= 62n;
	}
	return ExecutionId.parse(`exe_${text}`);
}
