import type { ApprovalId, WorkspaceId } from "@webhand/contracts/ids";
import type { StandingApproval } from "@webhand/contracts/tools/approvals";
import { AppError } from "@webhand/service-kit/errors";
import type { Owner } from "../../shared/rows.ts";
import type { ApprovalDeps } from "./engine.ts";
import { viewOf } from "./pending.ts";
import type { StoredApproval } from "./row.ts";

/** Approvals of a wider scope that the caller gave and that still stand, newest first, at most 200. */
export async function listStanding(
	deps: ApprovalDeps,
	owner: Owner,
	{ workspaceId }: { readonly workspaceId?: WorkspaceId | undefined },
): Promise<StandingApproval[]> {
	const at = deps.now();
	return (await deps.approvals.allStanding(owner, { workspaceId, at })).flatMap((row) => standingOf(row, at));
}

/** Takes an approval of a wider scope back: what it covered asks again. @throws AppError APPROVAL_NOT_FOUND, also where it has ended */
export async function endStanding(deps: ApprovalDeps, owner: Owner, id: ApprovalId): Promise<void> {
	if (await deps.approvals.endStanding(owner, id, deps.now())) return;
	throw new AppError("APPROVAL_NOT_FOUND", "There is no such approval that stands", { details: { id } });
}

function standingOf(row: StoredApproval, at: Date): StandingApproval[] {
	const { scope, standingUntil } = row;
	if (scope === "once" || standingUntil === undefined) return [];
	const { id, toolName, sessionId, workspace, ruleText } = viewOf(row, at);
	const times = { decidedAt: row.decidedAt.toISOString(), until: standingUntil.toISOString() };
	return [{ id, toolName, sessionId, workspace, scope, text: ruleText[scope] ?? toolName, ...times }];
}
