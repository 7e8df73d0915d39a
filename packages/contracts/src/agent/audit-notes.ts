import { z } from "zod";
import { NoteAction } from "../auth/audit.ts";
import { UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";

/** A note of agent-api for the tenant's audit. `facts` are names and numbers, never text of a page or a task, a value or a key. */
export const AuditNote = z.object({
	id: z.string(),
	at: z.iso.datetime(),
	userId: UserId,
	action: NoteAction,
	target: z.string(),
	outcome: z.string(),
	facts: z.record(z.string(), z.unknown()),
});
export type AuditNote = z.infer<typeof AuditNote>;

export const auditNotesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/internal/audit-notes",
	summary: "Audit notes of the caller's tenant",
	description:
		"The notes of the caller's tenant, newest first, for auth's audit; own port only. `beforeAt` and `beforeId` are the last row that was read; without an id, all rows of that moment count as read. `failed` is what was denied, void or refused.",
	internal: true,
	query: z.strictObject({
		userId: UserId.optional(),
		action: NoteAction.optional(),
		outcome: z.enum(["ok", "failed"]).optional(),
		from: z.iso.datetime().optional(),
		to: z.iso.datetime().optional(),
		beforeAt: z.iso.datetime().optional(),
		beforeId: z.string().max(100).optional(),
		limit: z.coerce.number().int().min(1).max(1_000).default(50),
	}),
	reply: z.object({ notes: z.array(AuditNote) }),
	errors: ["FORBIDDEN"],
});
