import { hash } from "node:crypto";
import type { ApprovalId } from "@webhand/contracts/ids";
import type { GrantClaims } from "@webhand/contracts/tools/grant";
import { grantType } from "@webhand/service-kit/granted";
import type { Identity } from "@webhand/service-kit/guard";
import type { Signer } from "@webhand/service-kit/identity/signed";
import type { StoredApproval } from "./row.ts";

/** Seconds in which a grant can be used. */
const grantSeconds = 120;

/** The id of the grant for a call: signing again for the same call gives the same one, which the runner accepts once. */
export function grantIdOf(approval: ApprovalId, toolCallId: string): string {
	return hash("sha256", `${approval}\n${toolCallId}`, "base64url");
}

/** For whom a grant is signed, in which request. */
export type Grantee = { readonly identity: Pick<Identity, "sid">; readonly requestId: string };

/** Signs that one call was approved. */
export type SignGrant = (approval: StoredApproval, grantee: Grantee, at: Date) => Promise<string>;

/** Signs with the key of this installation. */
export const createSignGrant =
	({ sign }: Signer): SignGrant =>
	(approval, { identity, requestId }, at) => {
		const iat = Math.floor(at.getTime() / 1_000);
		const claims: GrantClaims = {
			iss: "webhand-agent-api",
			aud: "webhand-tool-runner",
			jti: grantIdOf(approval._id, approval.toolCallId),
			iat,
			exp: iat + grantSeconds,
			sub: approval.userId,
			tid: approval.tenantId,
			sid: identity.sid,
			tool: approval.toolName,
			ws: approval.workspaceId,
			ags: approval.sessionId,
			apr: approval._id,
			by: approval.decidedBy,
			hash: approval.hash,
			req: requestId,
		};
		return sign(grantType, claims);
	};
