import type { Audit } from "@webhand/audit/chain/audit";
import type { AuditFact } from "@webhand/audit/chain/chain";
import { plainFact } from "@webhand/audit/chain/chain";
import { AuditNoteClaims } from "@webhand/contracts/audit";
import { AppError } from "@webhand/service-kit/errors";
import { noteType } from "@webhand/service-kit/granted";
import type { VerifySigned } from "@webhand/service-kit/identity/signed";
import type { Log } from "@webhand/service-kit/logs";

export type NoteDeps = {
	readonly append: Audit["append"];
	/** Null without GRANT_JWKS: then no note is taken. */
	readonly verify: VerifySigned | null;
	readonly log: Log;
};

/**
 * Appends notes of agent-api, those of one chain in the order they come in.
 *
 * @param notes JWS of `AuditNoteClaims`
 * @returns ids of the notes that are safe; one that is signed and cannot be read is not among them
 * @throws AppError GRANT_INVALID when one is not signed by agent-api; AUDIT_UNAVAILABLE when none could be written
 */
export async function takeNotes({ append, verify, log }: NoteDeps, notes: readonly string[]): Promise<{ accepted: string[] }> {
	const read = await Promise.all(
		notes.map(async (jws) => {
			const reason = verify === null ? "no_keys" : "signature";
			const claims = await verify?.(noteType, jws).catch((cause: unknown) => {
				throw invalid(reason, cause);
			});
			if (claims === undefined) throw invalid(reason);
			return AuditNoteClaims.safeParse(claims);
		}),
	);
	const wrong = read.find(({ success }) => !success);
	if (wrong?.error !== undefined)
		log.warn({ fields: wrong.error.issues.map(({ path }) => path.join(".")) }, "a signed note cannot be read");
	const facts = read.flatMap(({ data }) => (data === undefined ? [] : [data]));
	const written = await Promise.allSettled(facts.map((note) => append(factOf(note))));
	const accepted = facts.filter((_note, index) => written[index]?.status === "fulfilled").map(({ id }) => id);
	const failure = written.find((one) => one.status === "rejected");
	if (accepted.length === 0 && failure !== undefined) throw failure.reason;
	return { accepted };
}

const invalid = (reason: string, cause?: unknown) =>
	new AppError("GRANT_INVALID", "This note is not signed by agent-api", { details: { reason }, cause });

function factOf({ id, at, workspaceId, facts, iss: _iss, aud: _aud, ...note }: AuditNoteClaims): AuditFact {
	return {
		...plainFact,
		...note,
		// Ids of two tenants are two ids.
		id: `${note.tenantId}:${id}`,
		chain: workspaceId ?? "tenant",
		kind: "note",
		at: new Date(at),
		args: facts,
		requestId: id,
	};
}
