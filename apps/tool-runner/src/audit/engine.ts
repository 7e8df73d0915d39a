import type { AuditRow } from "@webhand/audit/chain/chain";
import type { ChainStore } from "@webhand/audit/chain/store";
import type { ChainVerdict, VerifyDeps } from "@webhand/audit/chain/verify";
import { chainsOf, verdictOf, verifyChain } from "@webhand/audit/chain/verify";
import { cursorOf, letterOf, readCursor } from "@webhand/audit/list";
import type { AgentAudit, AuditVerdict, verifyAuditRoute } from "@webhand/contracts/audit";
import type { WorkspaceId } from "@webhand/contracts/ids";
import type { runnerAuditRoute } from "@webhand/contracts/tools/runner";
import { requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { z } from "zod";

export type ReadDeps = VerifyDeps & {
	readonly audit: Pick<ChainStore, "page">;
	readonly hasWorkspace: (tenantId: Identity["tenantId"], id: WorkspaceId) => Promise<boolean>;
};

type Query<Route extends { readonly query: z.ZodType }> = z.output<Route["query"]>;

/** Kinds of the server host's own rows. */
const ownKinds = ["intent", "outcome", "read", "denied"] as const satisfies readonly AgentAudit["kind"][];

/**
 * Rows of the caller's tenant, newest first: a member's own, for admins all.
 *
 * @throws AppError FORBIDDEN for a member who asks for another; VALIDATION_ERROR for a cursor that is none
 */
export async function readAudit(
	{ audit }: Pick<ReadDeps, "audit">,
	{ identity, query }: { readonly identity: Identity; readonly query: Query<typeof runnerAuditRoute> },
): Promise<z.output<typeof runnerAuditRoute.reply>> {
	const { limit, cursor, notes, outcome, from, to, workspaceId: chain, userId: wanted, ...others } = query;
	const { tenantId, userId: own, roles } = identity;
	const isAdmin = roles.includes("admin");
	if (!isAdmin && wanted !== undefined && wanted !== own) throw new AppError("FORBIDDEN", "Only admins read the audit of others");
	const equal = {
		...others,
		chain,
		userId: isAdmin ? wanted : own,
		kind: notes === "none" ? { $in: ownKinds } : undefined,
	};
	const rows = await audit.page(tenantId, { equal, outcome, from, to }, { before: readCursor(cursor), limit: limit + 1 });
	const page = rows.slice(0, limit).map(entryOf);
	const last = rows.length > limit ? page.at(-1) : undefined;
	return { entries: page, nextCursor: last === undefined ? null : cursorOf({ at: last.timestamp, id: `${letterOf.host}${last.id}` }) };
}

/** A row as it is read. An intent has no outcome yet: the row of its outcome follows. */
function entryOf(row: AuditRow): AgentAudit {
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

/** Verifies a chain, or all of the caller's tenant. For admins. @throws AppError FORBIDDEN, WORKSPACE_NOT_FOUND */
export async function verifyAudit(
	deps: ReadDeps,
	{
		identity,
		query,
		signal,
	}: { readonly identity: Identity; readonly query: Query<typeof verifyAuditRoute>; readonly signal: AbortSignal },
): Promise<AuditVerdict> {
	requireRole(identity, "admin");
	const { tenantId } = identity;
	const { workspaceId } = query;
	const known = await chainsOf(deps, tenantId);
	const chains = workspaceId === undefined ? known : known.filter(({ chain }) => chain === workspaceId);
	if (workspaceId !== undefined && chains.length === 0 && !(await deps.hasWorkspace(tenantId, workspaceId)))
		throw new AppError("WORKSPACE_NOT_FOUND", "There is no such workspace");
	const verdicts: ChainVerdict[] = [];
	for (const chain of chains) verdicts.push(await verifyChain(deps, chain, signal));
	return verdictOf(verdicts);
}
