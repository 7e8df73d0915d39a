import type { ApprovalId } from "@webhand/contracts/ids";
import type { ApprovalScope, PendingApproval } from "@webhand/contracts/tools/approvals";
import { AppError } from "@webhand/service-kit/errors";
import { dayMs } from "../../shared/retention.ts";
import type { Coverage, Outcome, StoredApproval } from "./row.ts";

/** The outcome of a refusal. @param isSent false when the runner certainly did nothing. @throws never */
export function outcomeOf(code: string, isSent: boolean): Outcome {
	return code === "TOOL_RUNNER_UNAVAILABLE" && isSent ? "unknown" : `error:${code}`;
}

const hourMs = 3_600_000;

/** How long an approval waits, how long one given for a call can be used, and how long a wider one stands; milliseconds. */
export const lives = { pending: dayMs, usable: 600_000, session: 8 * hourMs, rule: 30 * dayMs } as const;

/** The reason of an approval that nobody decided in time. */
const expired = "expired";

/** The state of an approval at a moment: one that waited too long is rejected. @throws never */
export function statusOf(
	{ status, reason, expiresAt }: Pick<StoredApproval, "status" | "reason" | "expiresAt">,
	at: Date,
): Pick<PendingApproval, "status" | "reason"> {
	if (status === "pending" && expiresAt <= at) return { status: "rejected", reason: expired };
	return { status, ...(reason === undefined ? {} : { reason }) };
}

/** What a person decides about one approval. */
export type ApprovalDecision = {
	readonly id: ApprovalId;
	readonly decision: "approved" | "rejected";
	readonly scope: ApprovalScope;
	readonly reason?: string | undefined;
};

/**
 * What a decision makes of an approval that waits.
 *
 * @throws AppError APPROVAL_NOT_FOUND, APPROVAL_DECIDED, APPROVAL_EXPIRED; VALIDATION_ERROR for a scope that was not offered
 */
export function decided(row: StoredApproval | null, { id, decision, scope, reason }: ApprovalDecision, at: Date): Partial<StoredApproval> {
	if (row === null) throw new AppError("APPROVAL_NOT_FOUND", "There is no such approval", { details: { id } });
	if (row.status !== "pending") throw new AppError("APPROVAL_DECIDED", "This was decided before", { details: { id, status: row.status } });
	if (row.expiresAt <= at) throw new AppError("APPROVAL_EXPIRED", "This waited too long. Ask for it again", { details: { id } });
	if (decision === "rejected") return { status: "rejected", decidedAt: at, ...(reason === undefined ? {} : { reason }) };
	if (row.shown?.ruleText[scope] === undefined) {
		const offered = Object.keys(row.shown?.ruleText ?? {}).join(" or ");
		const fields = [{ field: "scope", message: `must be ${offered} for this call` }];
		throw new AppError("VALIDATION_ERROR", "This scope is not offered", { details: { id, fields } });
	}
	const common = { status: "approved", scope, usesLeft: 1, decidedAt: at, expiresAt: later(at, lives.usable) } as const;
	// A standing approval is never kept longer than its row.
	return scope === "once" ? common : { ...common, standingUntil: new Date(Math.min(at.getTime() + lives[scope], row.expireAt.getTime())) };
}

const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** A call of an agent, for the question whether an earlier approval covers it. */
export type Coverable = Pick<StoredApproval, "sessionId"> & { readonly coverage: Coverage };

/** Does an approval of a wider scope let this call pass? Its key was compared before. @throws never */
export function covers(standing: Pick<StoredApproval, "scope" | "sessionId" | "coverage">, call: Coverable): boolean {
	if (standing.scope === "once" || (standing.scope === "session" && standing.sessionId !== call.sessionId)) return false;
	const words = standing.coverage?.words ?? [];
	return words.every((word, index) => call.coverage.words[index] === word);
}
