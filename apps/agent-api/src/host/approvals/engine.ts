import { randomUUID } from "node:crypto";
import type { SessionId, WorkspaceId } from "@webhand/contracts/ids";
import { ApprovalId } from "@webhand/contracts/ids";
import type { GrantClaims } from "@webhand/contracts/tools/grant";
import type { ServerTool } from "@webhand/contracts/tools/server-tools";
import { approvalOf } from "@webhand/contracts/tools/server-tools";
import type { ApprovalTier } from "@webhand/contracts/tools/tiers";
import { AppError } from "@webhand/service-kit/errors";
import { hashOfGranted } from "@webhand/service-kit/granted";
import type { Identity } from "@webhand/service-kit/guard";
import type { Ids } from "@webhand/service-kit/ids";
import type { Log } from "@webhand/service-kit/logs";
import { maskIn } from "@webhand/service-kit/mask";
import { Left } from "../../shared/left.ts";
import { expiryOf } from "../../shared/retention.ts";
import type { SignGrant } from "./grants.ts";
import { grantIdOf } from "./grants.ts";
import { lives, outcomeOf } from "./policy.ts";
import type { Outcome, StoredApproval } from "./row.ts";
import type { ApprovalStore } from "./store.ts";

/** What approving needs. */
export type ApprovalDeps = {
	readonly approvals: ApprovalStore;
	/** Null without GRANT_SIGNING_JWK: then nothing is changed on the server host. */
	readonly sign: SignGrant | null;
	readonly ids: Pick<Ids, "prefixed">;
	readonly now: () => Date;
	/** How many days a decision is kept, where the tenant says nothing. */
	readonly retentionDays: number;
	/** Counts `webhand_approvals_total`. */
	readonly count: (decision: CountedDecision) => void;
	/** Tells those who wait of decisions. Never throws. */
	readonly announce: (decided: readonly StoredApproval[]) => void;
	/** Tasks of these sessions go on with the token of the person who answers. */
	readonly keepAnswerer: (identity: Identity, sessionIds: readonly SessionId[]) => Promise<void>;
	readonly log: Log;
};

/** A decision as it is counted: `asked` is a question, the others are what let a call pass or ended it. */
export type CountedDecision = {
	readonly tier: ApprovalTier;
	readonly decision: "asked" | "approved" | "rejected" | "withdrawn" | Exclude<GrantClaims["by"], "user">;
};

/**
 * A change that a person asks for by their own call, or that the agent makes under `approvalId`. `request` is the whole body as the runner
 * parses it; `args` are the same for a person to read, without file contents.
 */
export type Change = {
	readonly identity: Identity;
	readonly requestId: string;
	readonly tool: ServerTool;
	readonly workspaceId: WorkspaceId;
	readonly sessionId: SessionId;
	readonly request: Readonly<Record<string, unknown>>;
	readonly args: Readonly<Record<string, unknown>>;
	readonly approvalId?: ApprovalId;
};

/**
 * Runs a change under its approval; a person's own call is their decision, and its row is there before the change. The row holds what became
 * of it.
 *
 * @param run sends the change with its grant, once
 * @throws AppError of `run`; AGENT_TOOLS_DISABLED without a key to sign with
 */
export async function runChange<Reply>(
	deps: ApprovalDeps,
	change: Change,
	run: (grant: string, approvalId: ApprovalId) => Promise<Reply>,
): Promise<Reply> {
	if (deps.sign === null) throw new AppError("AGENT_TOOLS_DISABLED", "This installation has no key for changes", { retryAfterSeconds: 60 });
	const approval = change.approvalId === undefined ? await ownApproval(deps, change) : await givenApproval(deps, change, change.approvalId);
	const grant = await grantFor(deps, approval, change);
	const settle = (outcome: Outcome) =>
		// The change is over: its reply does not depend on the note.
		deps.approvals
			.settle(approval, outcome, deps.now())
			.catch((err: unknown) => deps.log.warn({ err, approvalId: approval._id, outcome }, "the outcome of a change was not noted"));
	try {
		const reply = await run(grant, approval._id);
		await settle("ok");
		return reply;
	} catch (cause) {
		if (cause instanceof Left) {
			await settle("unknown");
			throw cause;
		}
		const { code, details } = cause instanceof AppError ? cause : { code: "INTERNAL_ERROR", details: undefined };
		await settle(outcomeOf(code, details?.["isSent"] !== false));
		throw cause;
	}
}

async function ownApproval(deps: ApprovalDeps, change: Change): Promise<StoredApproval> {
	const approval = newApproval(deps, change);
	await deps.approvals.insert(approval);
	deps.count({ tier: approval.tier, decision: "caller" });
	return approval;
}

/** The approval that a change names, where it is for exactly this request of its session. @throws AppError GRANT_INVALID */
async function givenApproval({ approvals, now }: ApprovalDeps, change: Change, id: ApprovalId): Promise<StoredApproval> {
	const approval = await approvals.find(change.identity, id);
	if (approval === null || approval.sessionId !== change.sessionId) throw notGranted("apr");
	if (approval.hash !== hashOf(change)) throw notGranted("hash");
	const { status } = approval;
	if (status !== "approved") throw notGranted(status);
	if (approval.expiresAt <= now()) throw notGranted("expired");
	return approval;
}

const notGranted = (reason: string) => new AppError("GRANT_INVALID", "This change was not granted", { details: { reason } });

/**
 * Signs the grant for one call of an approved change and takes a use of its approval.
 *
 * @throws AppError GRANT_INVALID when no use is left for exactly this request
 */
async function grantFor(
	{ approvals, sign, now }: Pick<ApprovalDeps, "approvals" | "sign" | "now">,
	approval: StoredApproval,
	{ identity, requestId }: Pick<Change, "identity" | "requestId">,
): Promise<string> {
	const at = now();
	const grantJti = grantIdOf(approval._id, approval.toolCallId);
	const used = await approvals.use({ ...approval, grantJti, at });
	if (used === null || sign === null) throw notGranted("used");
	return await sign(used, { identity, requestId }, at);
}

function newApproval({ ids, now, retentionDays }: ApprovalDeps, change: Change): StoredApproval {
	const { identity, tool, workspaceId, sessionId, request, args } = change;
	const at = now();
	return {
		_id: ids.prefixed(ApprovalId, "apr"),
		tenantId: identity.tenantId,
		userId: identity.userId,
		sessionId,
		workspaceId,
		toolCallId: randomUUID(),
		toolName: tool,
		args: maskIn(args),
		tier: approvalOf(tool),
		hash: hashOf({ tool, workspaceId, request }),
		status: "approved",
		scope: "once",
		usesLeft: 1,
		decidedBy: "caller",
		decidedAt: at,
		createdAt: at,
		expiresAt: new Date(at.getTime() + lives.usable),
		expireAt: expiryOf(at, identity, { retentionDays }),
	};
}

/** The hash of a whole request. @throws AppError VALIDATION_ERROR for what JSON does not have */
export function hashOf({ tool, workspaceId, request }: Pick<Change, "tool" | "workspaceId" | "request">): string {
	try {
		return hashOfGranted({ tool, workspaceId, arguments: request });
	} catch (cause) {
		// Half of a surrogate pair is text in JavaScript and none in a file.
		// biome-ignore lint/style/useErrorCause: AppError takes its cause in the third argument
		throw new AppError("VALIDATION_ERROR", "The request holds a character or number that does not exist", { cause });
	}
}
