import { ApprovalId } from "@webhand/contracts/ids";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import type { GrantClaims } from "@webhand/contracts/tools/grant";
import type { ServerTool } from "@webhand/contracts/tools/server-tools";
import type { Identity } from "@webhand/service-kit/guard";
import { maskIn } from "@webhand/service-kit/mask";
import { defined } from "../../shared/defined.ts";
import { expiryOf } from "../../shared/retention.ts";
import type { ApprovalDeps } from "./engine.ts";
import { hashOf } from "./engine.ts";
import { lives, statusOf } from "./policy.ts";
import type { Coverage, ShownCall, StoredApproval } from "./row.ts";

/**
 * A change that an agent proposes. `request` is the whole body that the runner would get, `args` the same for a person to read; `frozen` is
 * the part of the request that the server put in.
 */
export type Proposal = Pick<StoredApproval, "workspaceId" | "sessionId" | "toolCallId" | "args" | "tier"> & {
	readonly identity: Pick<Identity, "tenantId" | "userId" | "limits">;
	readonly tool: ServerTool;
	readonly request: Readonly<Record<string, unknown>>;
	/** Secrets in `args` are covered already, and nothing more may be cut. */
	readonly isShownWhole?: boolean;
};

/** What a person is shown of a proposal, and what a wider decision would cover. */
export type Question = { readonly shown: ShownCall; readonly frozen?: Readonly<Record<string, unknown>>; readonly coverage?: Coverage };

/** Asks a user for a change: the row waits for a day. */
export async function propose(deps: ApprovalDeps, proposal: Proposal, question: Question): Promise<PendingApproval> {
	const at = deps.now();
	const row: StoredApproval = {
		...rowOf(deps, proposal, at),
		status: "pending",
		usesLeft: 0,
		decidedBy: "user",
		expiresAt: new Date(at.getTime() + lives.pending),
		...defined({ shown: question.shown, frozen: question.frozen, coverage: question.coverage }),
	};
	await deps.approvals.insert(row);
	deps.count({ tier: row.tier, decision: "asked" });
	return viewOf(row, at);
}

/** What lets a change pass without a question; `frozen` as in a question. */
export type Preapproval = Pick<StoredApproval, "frozen" | "standingId"> & {
	readonly by: Extract<GrantClaims["by"], "auto" | "setting" | "session" | "rule">;
};

/** Approves a change that needs no question: by a setting of the session, by an earlier approval of a wider scope, or by its tier. */
export async function preapprove(deps: ApprovalDeps, proposal: Proposal, { by, ...more }: Preapproval): Promise<ApprovalId> {
	const at = deps.now();
	const row: StoredApproval = {
		...rowOf(deps, proposal, at),
		status: "approved",
		usesLeft: 1,
		decidedBy: by,
		expiresAt: new Date(at.getTime() + lives.usable),
		...more,
	};
	await deps.approvals.insert(row);
	deps.count({ tier: row.tier, decision: by });
	return row._id;
}

function rowOf(deps: ApprovalDeps, proposal: Proposal, at: Date) {
	const { identity, sessionId, workspaceId, tool, toolCallId, args, request, tier, isShownWhole } = proposal;
	return {
		_id: deps.ids.prefixed(ApprovalId, "apr"),
		tenantId: identity.tenantId,
		userId: identity.userId,
		sessionId,
		workspaceId,
		toolCallId,
		toolName: tool,
		tier,
		args: isShownWhole === true ? args : maskIn(args),
		hash: hashOf({ tool, workspaceId, request }),
		scope: "once" as const,
		decidedAt: at,
		createdAt: at,
		expireAt: expiryOf(at, identity, deps),
	};
}

/** An approval as its user sees it. @throws never */
export function viewOf(row: StoredApproval, at: Date): PendingApproval {
	const { workspaceName = "", toolName = row.toolName, ...shown } = row.shown ?? {};
	return {
		id: row._id,
		toolCallId: row.toolCallId,
		toolName,
		args: { ...row.args },
		tier: row.tier,
		...statusOf(row, at),
		sessionId: row.sessionId,
		workspace: { id: row.workspaceId, name: workspaceName },
		command: null,
		commandArgs: [],
		cwd: "",
		effect: row.toolName,
		ruleText: {},
		...shown,
		createdAt: row.createdAt.toISOString(),
		expiresAt: row.expiresAt.toISOString(),
	};
}
