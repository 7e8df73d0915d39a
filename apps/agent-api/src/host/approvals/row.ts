import type { ApprovalId, SessionId, TenantId, UserId, WorkspaceId } from "@webhand/contracts/ids";
import type { ApprovalScope, PendingApproval } from "@webhand/contracts/tools/approvals";
import type { GrantClaims } from "@webhand/contracts/tools/grant";
import type { ServerTool } from "@webhand/contracts/tools/server-tools";
import type { ApprovalTier } from "@webhand/contracts/tools/tiers";

/** What became of an approved change, for its row. `unknown`: it was sent, and nobody answered. */
export type Outcome = "ok" | "unknown" | `error:${string}`;

/** What a person sees of a call that waits for them, masked; `ruleText` says what each wider scope would cover. */
export type ShownCall = Pick<
	PendingApproval,
	"toolName" | "command" | "commandArgs" | "cwd" | "effect" | "diff" | "notShown" | "ruleText"
> & {
	readonly workspaceName: string;
};

/**
 * Which later calls an approval of a wider scope would let pass: those with the same `key` (tool, and version of its rule or hash of its
 * schema), for commands also with the same first words.
 */
export type Coverage = { readonly key: string; readonly words: readonly string[] };

/**
 * A decision about one change. `hash` is of the whole request, `args` are for people: without file contents. `usesLeft` falls with each grant;
 * `expiresAt` ends its use, `expireAt` its row. `outcome` is absent while the change is under way. Of a change that an agent asked for:
 * `shown`; `frozen`, what the server put into the request when it asked; `coverage`, and with a wider scope `standingUntil`.
 */
export type StoredApproval = {
	readonly _id: ApprovalId;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly sessionId: SessionId;
	readonly workspaceId: WorkspaceId;
	readonly toolCallId: string;
	readonly toolName: ServerTool;
	readonly args: Readonly<Record<string, unknown>>;
	readonly hash: string;
	readonly tier: ApprovalTier;
	readonly status: "pending" | "approved" | "rejected";
	readonly scope: ApprovalScope;
	readonly usesLeft: number;
	readonly decidedBy: GrantClaims["by"];
	readonly decidedAt: Date;
	readonly createdAt: Date;
	readonly expiresAt: Date;
	readonly expireAt: Date;
	readonly reason?: string;
	readonly shown?: ShownCall;
	readonly frozen?: Readonly<Record<string, unknown>>;
	readonly coverage?: Coverage;
	readonly standingUntil?: Date;
	/** The approval of a wider scope that this one came from. */
	readonly standingId?: ApprovalId;
	readonly idempotencyHash?: string;
	readonly bodyHash?: string;
	readonly grantJti?: string;
	readonly outcome?: Outcome;
	readonly finishedAt?: Date;
};
