import type { auditNotesRoute, AuditNote as NoteView } from "@webhand/contracts/agent/audit-notes";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { z } from "zod";
import type { AuditStore } from "./store.ts";

/** What reading notes needs. */
export type AuditDeps = { readonly audit: Pick<AuditStore, "page"> };

/** Notes of the caller's tenant, newest first, for auth's audit. @throws AppError FORBIDDEN */
export async function readNotes(
	{ audit }: AuditDeps,
	{ identity, query }: { readonly identity: Pick<Identity, "tenantId" | "roles">; readonly query: z.output<typeof auditNotesRoute.query> },
): Promise<{ notes: NoteView[] }> {
	if (!identity.roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins read the audit");
	const { beforeAt, beforeId, limit, ...filter } = query;
	const before = beforeAt === undefined ? undefined : { at: new Date(beforeAt), id: beforeId };
	const rows = await audit.page(identity.tenantId, filter, { before, limit });
	return { notes: rows.map(({ _id, at, facts, ...note }) => ({ ...note, id: _id, at: at.toISOString(), facts: { ...facts } })) };
}
