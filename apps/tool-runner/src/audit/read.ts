import type { AuditVerdict, agentAuditRoute, verifyAuditRoute } from "@webhand/contracts/tools/audit";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import type { z } from "zod";
import { entryOf } from "./policy.ts";
import type { AuditStore } from "./store.ts";
import type { ChainVerdict, VerifyDeps } from "./verify.ts";
import { chainsOf, verdictOf, verifyChain } from "./verify.ts";

export type ReadDeps = VerifyDeps & {
	readonly audit: Pick<AuditStore, "page">;
	readonly hasWorkspace: (tenantId: Identity["tenantId"], id: WorkspaceId) => Promise<boolean>;
};

type Query<Route extends { readonly query: z.ZodType }> = z.output<Route["query"]>;

/**
 * Rows of the caller's tenant, newest first: a member's own, for admins all.
 *
 * @throws AppError FORBIDDEN for a member who asks for another; VALIDATION_ERROR for a cursor that is none
 */
export async function readAudit(
	{ audit }: Pick<ReadDeps, "audit">,
	{ identity, query }: { readonly identity: Identity; readonly query: Query<typeof agentAuditRoute> },
): Promise<z.output<typeof agentAuditRoute.reply>> {
	const { limit, cursor, ...filter } = query;
	const { tenantId, userId, roles } = identity;
	const isAdmin = roles.includes("admin");
	if (!isAdmin && filter.userId !== undefined && filter.userId !== userId)
		throw new AppError("FORBIDDEN", "Only admins read the audit of others");
	const own = isAdmin ? {} : { userId };
	const before = readCursor(cursor, /^\d{1,14}$/);
	const rows = await audit.page({ ...filter, ...own, tenantId }, { before, limit: limit + 1 });
	const { page, nextCursor } = pageOf(rows, ({ at, _id }) => ({ key: String(at.getTime()), id: _id }), limit);
	return { entries: page.map(entryOf), nextCursor };
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
