import type { OperatorWorkspace, Workspace } from "@webhand/contracts/tools/workspaces";

/** What the caller did in a workspace. */
export type Used = { readonly lastUsedAt: Date; readonly sessionCount: number };

/** A workspace as its tenant sees it: without what only operators manage. @throws never */
export function workspaceOf(
	{ tenantId: _tenantId, source: _source, git: _git, ...workspace }: OperatorWorkspace,
	used: Used | undefined,
): Workspace {
	return { ...workspace, last_used_at: used?.lastUsedAt.toISOString() ?? null, session_count: used?.sessionCount ?? 0 };
}
