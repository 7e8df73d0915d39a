import type { auditNotesRoute, AuditNote as NoteView } from "@webhand/contracts/agent/audit-notes";
import type { SessionId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { agentAuditRoute, sessionAuditRoute, verifyAuditRoute } from "@webhand/contracts/tools/audit";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { z } from "zod";
import type { AuditStore } from "./store.ts";

/** Who reads the audit of the server host, and with which request. */
type AuditRequest = { readonly identity: Identity; readonly requestId: string; readonly ip: string; readonly signal: AbortSignal };

/** What reading notes, and the audit of the server host, needs. */
export type AuditDeps = {
	readonly audit: Pick<AuditStore, "page">;
	/** The runner's own answers. It decides what the caller may see, also while server tools are switched off. @throws AppError */
	readonly readRows: (request: AuditRequest, query: z.output<typeof agentAuditRoute.query>) => Promise<ReplyOf<typeof agentAuditRoute>>;
	/** Is the session one of the caller's? */
	readonly isOwnSession: (identity: Identity, id: SessionId) => Promise<boolean>;
	readonly verify: (request: AuditRequest, query: z.output<typeof verifyAuditRoute.query>) => Promise<ReplyOf<typeof verifyAuditRoute>>;
};

/** Notes of the caller's tenant, newest first, for auth's audit. @throws AppError FORBIDDEN */
export async function readNotes(
	{ audit }: Pick<AuditDeps, "audit">,
	{ identity, query }: { readonly identity: Pick<Identity, "tenantId" | "roles">; readonly query: z.output<typeof auditNotesRoute.query> },
): Promise<{ notes: NoteView[] }> {
	if (!identity.roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins read the audit");
	const { beforeAt, beforeId, limit, ...filter } = query;
	const before = beforeAt === undefined ? undefined : { at: new Date(beforeAt), id: beforeId };
	const rows = await audit.page(identity.tenantId, filter, { before, limit });
	return { notes: rows.map(({ _id, at, facts, ...note }) => ({ ...note, id: _id, at: at.toISOString(), facts: { ...facts } })) };
}

/** The audit of a session. A session that is gone, and one without rows, are the same to an admin. @throws AppError SESSION_NOT_FOUND */
export async function readSessionAudit(
	deps: Pick<AuditDeps, "readRows" | "isOwnSession">,
	request: AuditRequest,
	{ id: sessionId, ...query }: z.output<typeof sessionAuditRoute.query> & { readonly id: SessionId },
): Promise<ReplyOf<typeof sessionAuditRoute>> {
	const isOwn = await deps.isOwnSession(request.identity, sessionId);
	const page = isOwn || request.identity.roles.includes("admin") ? await deps.readRows(request, { ...query, sessionId }) : null;
	if (page === null || (!isOwn && page.entries.length === 0)) throw new AppError("SESSION_NOT_FOUND", "There is no such session");
	return page;
}
