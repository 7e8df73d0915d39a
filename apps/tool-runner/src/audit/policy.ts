import type { AgentAudit } from "@webhand/contracts/tools/audit";
import type { AuditFact, AuditRow, ChainHead } from "./row.ts";

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

/** SHA-256 in hex of the hash of the row before and of the RFC 8785 form of a row. */
export type HashRow = (prevHash: string, row: object) => string;

/**
 * Puts facts at the places after `head`, in their order. No row expires before the one in front of it, so what expires is always the
 * beginning of a chain.
 *
 * @param facts with their ids
 * @param expireAt of a row that is written now
 * @throws TypeError for a number or a text that JSON does not have
 */
export function rowsAfter(
	head: ChainHead,
	facts: readonly (AuditFact & { readonly id: string })[],
	{ expireAt, hashOf }: { readonly expireAt: Date; readonly hashOf: HashRow },
): readonly AuditRow[] {
	let last = head;
	return facts.map(({ id, ...fact }) => {
		const expires = last.expireAt > expireAt ? last.expireAt : expireAt;
		const placed = { _id: id, ...fact, seq: last.seq + 1, expireAt: expires, prevExpireAt: last.expireAt, prevHash: last.hash };
		const row = { ...placed, hash: hashOf(placed.prevHash, placed) };
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
export function problemOf(
	last: ChainHead,
	row: AuditRow,
	{ now, hashOf }: { readonly now: Date; readonly hashOf: (...given: Parameters<HashRow>) => string | undefined },
): ChainProblem | undefined {
	const { hash, ...content } = row;
	const isWhole = typeof hash === "string" && hashOf(row.prevHash, content) === hash;
	if (row.seq !== last.seq + 1) {
		const isExpired = isWhole && row.seq > last.seq && row.prevExpireAt instanceof Date && row.prevExpireAt <= now;
		return isExpired ? undefined : { seq: last.seq + 1, reason: "missing" };
	}
	if (!isWhole) return { seq: row.seq, reason: "changed" };
	// The row in front was rewritten together with its hash.
	return row.prevHash === last.hash ? undefined : { seq: Math.max(last.seq, 1), reason: "changed" };
}

/** A row as it is read. An intent has no outcome yet: the row of its outcome follows. @throws never */
export function entryOf(row: AuditRow): AgentAudit {
	return {
		id: row._id,
		user_id: row.userId,
		action: row.action,
		target: row.target,
		approved: row.approved,
		timestamp: row.at.toISOString(),
		outcome: row.outcome ?? "intended",
		kind: row.kind,
		workspace_id: row.chain === "tenant" ? (row.workspaceId ?? null) : row.chain,
		session_id: row.sessionId,
		execution_id: null,
		decided_by: row.decidedBy,
		reason: row.reason,
		request_id: row.requestId,
		seq: row.seq,
		hash: row.hash,
	};
}
