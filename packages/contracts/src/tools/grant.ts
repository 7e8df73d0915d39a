import { z } from "zod";
import { ApprovalId, SessionId, SignInId, TenantId, UserId, WorkspaceId } from "../ids.ts";
import { ServerTool } from "./server-tools.ts";

/**
 * The claims of a grant: a JWS (RFC 7515) with Ed25519 and `typ: grant+jwt`, which agent-api signs for one approved call and tool-runner
 * accepts once. `hash` is SHA-256 of the RFC 8785 form of the whole request; `apr` the approval, `by` who decided, `ags` the agent session,
 * `req` the request id.
 */
export const GrantClaims = z.strictObject({
	iss: z.literal("webhand-agent-api"),
	aud: z.literal("webhand-tool-runner"),
	jti: z.string().min(20).max(100),
	iat: z.number().int(),
	exp: z.number().int(),
	sub: UserId,
	tid: TenantId,
	sid: SignInId,
	tool: ServerTool,
	ws: WorkspaceId,
	ags: SessionId.nullable(),
	apr: ApprovalId,
	by: z.enum(["user", "caller", "setting", "session", "rule", "auto"]),
	hash: z.string().regex(/^[0-9a-f]{64}$/),
	req: z.string().max(200),
});
export type GrantClaims = z.infer<typeof GrantClaims>;

/** What a grant's hash covers: the tool, the workspace and the arguments as they are sent. */
export type GrantedRequest = { readonly tool: ServerTool; readonly workspaceId: string; readonly arguments: unknown };
