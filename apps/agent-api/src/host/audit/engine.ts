import { letterOf, readCursor } from "@webhand/audit/list";
import type { AuditEntry, agentAuditRoute, sessionAuditRoute, tenantEntriesRoute, verifyAuditRoute } from "@webhand/contracts/audit";
import { entryOfHost, partsOf } from "@webhand/contracts/audit";
import type { SessionId } from "@webhand/contracts/ids";
import { WorkspaceId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { runnerAuditRoute } from "@webhand/contracts/tools/runner";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { z } from "zod";
import type { AuditStore } from "./store.ts";

/** Who reads the audit, and with which request. */
type AuditRequest = { readonly identity: Identity; readonly requestId: string; readonly ip: string; readonly signal: AbortSignal };

/** What reading notes, and the audit of the server host, needs. */
export type AuditDeps = {
	readonly audit: Pick<AuditStore, "page">;
	/** The runner's own answers. It decides what the caller may see, also while server tools are switched off. @throws AppError */
	readonly readRows: (request: AuditRequest, query: z.output<typeof runnerAuditRoute.query>) => Promise<ReplyOf<typeof agentAuditRoute>>;
	/** Are server tools switched on here? Without them a runner that does not answer is none. */
	readonly hasHost: boolean;
	/** Is the session one of the caller's? */
	readonly isOwnSession: (identity: Identity, id: SessionId) => Promise<boolean>;
	readonly verify: (request: AuditRequest, query: z.output<typeof verifyAuditRoute.query>) => Promise<ReplyOf<typeof verifyAuditRoute>>;
};

type EntriesQuery = z.output<typeof tenantEntriesRoute.query>;

/** Auth waits longer for both parts. */
const hostLimitMs = 1_000;

/** Notes and rows of the server host of the caller's tenant, for auth's audit. @throws AppError FORBIDDEN, VALIDATION_ERROR */
export async function readEntries(
	deps: Pick<AuditDeps, "audit" | "readRows" | "hasHost">,
	request: AuditRequest,
	query: EntriesQuery,
): Promise<ReplyOf<typeof tenantEntriesRoute>> {
	if (!request.identity.roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins read the audit");
	const parts = partsOf(query);
	const [notes, rows] = await Promise.all([
		parts.includes("tasks") ? readNotes(deps, request, query) : [],
		parts.includes("host") ? readHost(deps, request, query) : [],
	]);
	return { rows: [...notes, ...(rows ?? [])], isComplete: rows !== null };
}

async function readNotes({ audit }: Pick<AuditDeps, "audit">, { identity }: AuditRequest, query: EntriesQuery): Promise<AuditEntry[]> {
	const { userId, action, outcome, from, to, cursor, limit } = query;
	const filter = { equal: { userId, action }, outcome, from, to };
	const notes = await audit.page(identity.tenantId, filter, { before: readCursor(cursor), limit });
	return notes.map(({ _id, at, userId: actorId, action, target, outcome, facts }) => ({
		id: `${letterOf.tasks}${_id}`,
		at: at.toISOString(),
		actorId,
		action,
		target,
		outcome,
		reason: null,
		ip: null,
		userAgent: null,
		facts: { ...facts },
		host: null,
	}));
}

/** Null when the server host does not say. */
async function readHost(
	{ readRows, hasHost }: Pick<AuditDeps, "readRows" | "hasHost">,
	request: AuditRequest,
	{ where, ...query }: EntriesQuery,
): Promise<AuditEntry[] | null> {
	const signal = AbortSignal.any([request.signal, AbortSignal.timeout(hostLimitMs)]);
	const workspaceId = WorkspaceId.safeParse(where).data;
	try {
		const { entries } = await readRows({ ...request, signal }, { ...query, workspaceId, notes: "none" });
		return entries.map(entryOfHost);
	} catch (cause) {
		const isGone = cause instanceof AppError && cause.code === "TOOL_RUNNER_UNAVAILABLE";
		return isGone && !hasHost ? [] : null;
	}
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
