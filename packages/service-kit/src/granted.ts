import { hash } from "node:crypto";
import type { GrantedRequest } from "@webhand/contracts/tools/grant";
import type { CallJob } from "@webhand/contracts/tools/internal/calls";
import canonicalize from "canonicalize";

/** `typ` of a grant and of a note for the audit. */
export const grantType = "grant+jwt";
export const noteType = "audit-note+jwt";

/**
 * SHA-256 of the RFC 8785 form of a whole request, in hex: what an approval and its grant are about. Absent and undefined members are the
 * same.
 *
 * @throws TypeError for numbers and texts that JSON does not have
 */
export function hashOfGranted({ tool, workspaceId, arguments: given }: GrantedRequest): string {
	return hash("sha256", canonicalize({ tool, workspaceId, arguments: given }) ?? "");
}

const tools = { exec: "exec.run", mcp: "mcp.call" } as const satisfies Record<CallJob["kind"], GrantedRequest["tool"]>;

/** What the key of a call stands for: its request without what the server adds, such as the version of a rule. */
export function hashOfAsked({ kind, workspaceId, request }: Pick<CallJob, "kind" | "workspaceId" | "request">): string {
	const asked = { ...request, executionId: undefined, rule: undefined, callId: undefined, toolHash: undefined };
	return hashOfGranted({ tool: tools[kind], workspaceId, arguments: asked });
}
