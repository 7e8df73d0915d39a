import type { SessionId, SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { AgentAudit } from "@webhand/contracts/tools/audit";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";

/** One fact for the audit, before it has a place in its chain. Never a file's content, and no secret. */
export type AuditFact = {
	/** Identifies the row: a fact that comes again is the same row. Made here when absent. */
	readonly id?: string;
	readonly tenantId: TenantId;
	/** The workspace, or `tenant` for what happens outside of any. */
	readonly chain: WorkspaceId | "tenant";
	/** The workspace that was asked for, where it is not the chain. */
	readonly workspaceId?: WorkspaceId;
	readonly kind: AgentAudit["kind"];
	readonly at: Date;
	readonly userId: UserId;
	readonly sid: SignInId | null;
	readonly ip: string | null;
	readonly requestId: string;
	readonly sessionId: SessionId | null;
	readonly action: string;
	readonly target: string;
	/** Arguments without contents. */
	readonly args: Readonly<Record<string, unknown>>;
	readonly argsHash: string | null;
	readonly approved: boolean;
	readonly approvalId: string | null;
	readonly decidedBy: AgentAudit["decided_by"];
	readonly reason: string | null;
	/** The grant that this row consumes; absent in all but intents, so that its index stays sparse. */
	readonly grantJti?: string;
	/** Null in intents. */
	readonly outcome: string | null;
	readonly bytes: number | null;
	readonly beforeHash: string | null;
	readonly afterHash: string | null;
};

/** A row: a fact at its place, with the hash of the row before and its own. */
export type AuditRow = Omit<AuditFact, "id"> & {
	readonly _id: string;
	/** From 1, without a hole. */
	readonly seq: number;
	/** MongoDB removes the row then. */
	readonly expireAt: Date;
	/** When the row before expires: until then it must be there. */
	readonly prevExpireAt: Date;
	readonly prevHash: string;
	readonly hash: string;
};

/** The end of a chain, or any place in it. */
export type ChainHead = Pick<AuditRow, "seq" | "hash" | "expireAt">;

/** Which chain. */
export type ChainName = Pick<AuditRow, "tenantId" | "chain">;
