import { AuditNoteClaims } from "@webhand/contracts/audit";

/** A stored note of any version. */
type StoredNote = {
	readonly _id: string;
	readonly tenantId: string;
	readonly userId: string;
	readonly at: Date;
	readonly action: string;
	readonly target: string;
	readonly outcome: string;
	readonly facts: Readonly<Record<string, unknown>>;
};

/** What a person decided: the gate's other outcomes are its own. */
const byPerson: ReadonlySet<string> = new Set(["approved", "denied"]);
const refusals: Readonly<Record<string, string>> = {
	denied: "denied:person",
	void: "error:void",
	refuse: "denied:gate",
	handoff: "denied:handoff",
	failed: "error:failed",
};
const unapproved: ReadonlySet<string> = new Set([...Object.keys(refusals), "ask"]);
const mostFacts = 4_096;

/**
 * The claims of a note for the audit of the server host. Its own word for the outcome stands in `facts`; facts that are too long are left out.
 *
 * @returns null for a note that no version of the contract takes
 * @throws never
 */
export function claimsOf({ _id: id, tenantId, userId, at, action, target, outcome, facts }: StoredNote): AuditNoteClaims | null {
	const all = { ...facts, outcome };
	const claims = AuditNoteClaims.safeParse({
		iss: "webhand-agent-api",
		aud: "webhand-tool-runner",
		id,
		tenantId,
		userId,
		at: at.toISOString(),
		action,
		target: target.slice(0, 1_000),
		outcome: refusals[outcome] ?? "ok",
		facts: JSON.stringify(all).length > mostFacts ? { outcome, cut: true } : (JSON.parse(JSON.stringify(all)) as unknown),
		sessionId: null,
		workspaceId: null,
		approved: !unapproved.has(outcome),
		decidedBy: action !== "gate" || byPerson.has(outcome) ? "user" : "auto",
	});
	return claims.success ? claims.data : null;
}

/** A signed note. */
export type SignedNote = { readonly id: string; readonly jws: string };

/** The runner reads bodies of 256 KiB. */
const mostBytes = 250_000;

/** The notes from the first on that fit into one request. The first is always one of them. */
export function batchOf(notes: readonly SignedNote[]): readonly SignedNote[] {
	let bytes = 0;
	const end = notes.findIndex(({ jws }) => {
		bytes += jws.length + 3;
		return bytes > mostBytes;
	});
	return end === -1 ? notes : notes.slice(0, Math.max(end, 1));
}

const leastPauseMs = 5_000;
const longestPauseMs = 300_000;

/** How long to wait after so many failures in a row, in milliseconds. */
export function pauseAfter(failures: number): number {
	return Math.min(leastPauseMs * 2 ** (failures - 1), longestPauseMs);
}
