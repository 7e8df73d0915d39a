import type { AuditFact, AuditRow } from "./store.ts";

/** What comes before the first row of a chain. */
export const chainStart = { seq: 0, hash: "0".repeat(64) } as const;

/**
 * Puts a fact at the place after `head`.
 *
 * @param hashOf SHA-256 in hex of the row before's hash and the RFC 8785 form of the row
 */
export function rowAfter(
	head: Pick<AuditRow, "seq" | "hash">,
	fact: AuditFact,
	hashOf: (prevHash: string, row: object) => string,
): AuditRow {
	const placed = { ...fact, seq: head.seq + 1, prevHash: head.hash };
	return { ...placed, hash: hashOf(head.hash, { ...placed, at: placed.at.toISOString() }) };
}
