import { auditNotesRoute } from "@webhand/contracts/agent/audit-notes";
import type { QueryOf } from "@webhand/contracts/routes";
import type { FoundRow } from "./policy.ts";
import { idOfNote } from "./policy.ts";

/** Reads notes of the caller's tenant with the caller's token. @returns null without a good reply within a second; never throws */
export type AskNotes = (token: string, query: QueryOf<typeof auditNotesRoute>, signal: AbortSignal) => Promise<readonly FoundRow[] | null>;

const limitMs = 1_000;

/** Reads the notes over HTTP. */
export function createAskNotes(agentUrl: string): AskNotes {
	return async (token, query, signal) => {
		const address = new URL(auditNotesRoute.path, agentUrl);
		for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, String(value));
		try {
			const response = await fetch(address, {
				headers: { authorization: `Bearer ${token}` },
				redirect: "error",
				signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
			});
			if (!response.ok) {
				await response.body?.cancel();
				return null;
			}
			const { notes } = auditNotesRoute.reply.parse(await response.json());
			return notes.map(({ id, at, userId, ...note }) => ({
				...note,
				id: idOfNote(id),
				at: new Date(at),
				actorId: userId,
				reason: null,
				ip: null,
				userAgent: null,
			}));
		} catch {
			return null;
		}
	};
}
