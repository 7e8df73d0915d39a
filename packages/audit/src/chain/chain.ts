import { hash } from "node:crypto";
import type { AgentAudit } from "@webhand/contracts/audit";
import type { SessionId, SignInId, TenantId, UserId, WorkspaceId } from "@webhand/contracts/ids";
import canonicalize from "canonicalize";

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

/** What a fact does not have, for those who say only what it has. */
export const plainFact = {
	sid: null,
	ip: null,
	sessionId: null,
	argsHash: null,
	approved: false,
	approvalId: null,
	decidedBy: null,
	reason: null,
	outcome: null,
	bytes: null,
	beforeHash: null,
	afterHash: null,
} as const satisfies Partial<AuditFact>;

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

/** What comes before the first row of a chain. */
export const chainStart: ChainHead = { seq: 0, hash: "0".repeat(64), expireAt: new Date(0) };

/** The id of the row that says what came of an intent. @throws never */
export function outcomeId(intentId: string): string {
	return `${intentId}.outcome`;
}

/** The id of the row that says that nobody knows what came of an intent. @throws never */
export function unknownId(intentId: string): string {
	return `${intentId}.unknown`;
}

/**
 * SHA-256 in hex over the hash of the row before and the RFC 8785 form of a row without its own hash.
 *
 * @throws Error for a number or a text that JSON does not have
 */
export function hashOfRow(prevHash: string, row: object): string {
	return hash("sha256", prevHash + canonicalize(row));
}

/**
 * Puts facts at the places after `head`, in their order. No row expires before the one in front of it, so what expires is always the
 * beginning of a chain.
 *
 * @param facts with their ids
 * @param expireAt of a row that is written now
 * @throws TypeError for a number or a text that JSON does not have
 */
export function rowsAfter(head: ChainHead, facts: readonly (AuditFact & { readonly id: string })[], expireAt: Date): readonly AuditRow[] {
	let last = head;
	return facts.map(({ id, ...fact }) => {
		const expires = last.expireAt > expireAt ? last.expireAt : expireAt;
		const placed = { _id: id, ...fact, seq: last.seq + 1, expireAt: expires, prevExpireAt: last.expireAt, prevHash: last.hash };
		const row = { ...placed, hash: hashOfRow(placed.prevHash, placed) };
		last = row;
		return row;
	});
}

/** The first row of a chain that is not as it was written. */
export type ChainProblem = { readonly seq: number; readonly reason: "changed" | "missing" };

/**
 * Compares a row with the one in front of it.
 *
 * @param last the row in front, or `chainStart`
 * @param row as MongoDB gives it, so anything may be in it
 * @returns undefined for a row that follows, also for one behind rows that have expired
 * @throws never
 */
export function problemOf(last: ChainHead, row: AuditRow, now: Date): ChainProblem | undefined {
	const isWhole = hasOwnHash(row);
	if (row.seq !== last.seq + 1) {
		const isExpired = isWhole && row.seq > last.seq && row.prevExpireAt instanceof Date && row.prevExpireAt <= now;
		return isExpired ? undefined : { seq: last.seq + 1, reason: "missing" };
	}
	if (!isWhole) return { seq: row.seq, reason: "changed" };
	// The row in front was rewritten together with its hash.
	return row.prevHash === last.hash ? undefined : { seq: Math.max(last.seq, 1), reason: "changed" };
}

function hasOwnHash({ hash: own, ...content }: AuditRow): boolean {
	try {
		return hashOfRow(content.prevHash, content) === own;
	} catch {
		return false;
	}
}
