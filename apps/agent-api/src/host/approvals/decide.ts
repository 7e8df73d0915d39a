import { hash } from "node:crypto";
import type { ApprovalId, SessionId } from "@webhand/contracts/ids";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { defined } from "../../shared/defined.ts";
import type { Owner } from "../../shared/rows.ts";
import type { ApprovalDeps } from "./engine.ts";
import { viewOf } from "./pending.ts";
import type { ApprovalDecision } from "./policy.ts";
import { decided } from "./policy.ts";
import type { StoredApproval } from "./row.ts";
import type { Judge } from "./store.ts";

/** What a person decides at once, all or none. The same `idempotencyKey` and decisions again get the same answer. */
export type Decisions = { readonly decisions: readonly ApprovalDecision[]; readonly idempotencyKey?: string | undefined };

/**
 * Decides approvals of the caller. Only the deciding routes call this: no agent's tool leads here.
 *
 * @returns the approvals in the order of the decisions
 * @throws AppError APPROVAL_NOT_FOUND, APPROVAL_DECIDED, APPROVAL_EXPIRED, VALIDATION_ERROR, IDEMPOTENCY_CONFLICT; then none is decided
 */
export async function decideApprovals(
	deps: ApprovalDeps,
	owner: Owner,
	{ decisions, idempotencyKey }: Decisions,
): Promise<PendingApproval[]> {
	const at = deps.now();
	const { named, judge } = judged({ decisions, idempotencyKey }, at);
	let isRepeated = false;
	const rows = await deps.approvals.decide(owner, named, (found, earlier) => {
		isRepeated = earlier !== null;
		return judge(found, earlier);
	});
	if (!isRepeated) {
		for (const [index, { tier }] of rows.entries()) deps.count({ tier, decision: decisions[index]?.decision ?? "rejected" });
		deps.announce(rows);
	}
	return rows.map((row) => viewOf(row, at));
}

function judged({ decisions, idempotencyKey }: Decisions, at: Date) {
	const idempotencyHash = idempotencyKey === undefined ? undefined : hash("sha256", idempotencyKey);
	const bodyHash = hash("sha256", JSON.stringify(decisions));
	const judge: Judge = (found, earlier) => {
		if (earlier?.bodyHash === bodyHash) return [];
		if (earlier !== null) throw new AppError("IDEMPOTENCY_CONFLICT", "This key was used for another decision");
		return decisions.map((decision, index) => ({
			_id: decision.id,
			set: {
				...decided(found[index] ?? null, decision, at),
				// One row of a batch holds the key, which is unique.
				...(index === 0 ? defined({ idempotencyHash, bodyHash }) : {}),
			},
		}));
	};
	return { named: { ids: decisions.map(({ id }) => id), idempotencyHash }, judge };
}

/**
 * Before an answer is heard: the tasks that asked for it go on with the token of the person who answers. An answer that will be refused, or was
 * heard before, leaves their tokens as they are.
 *
 * @throws AppError as `decideApprovals`
 */
export async function keepAnswerer(deps: ApprovalDeps, identity: Identity, decisions: Decisions): Promise<void> {
	const { named, judge } = judged(decisions, deps.now());
	const meant = new Set<SessionId>();
	await deps.approvals.decide(identity, named, (found, earlier) => {
		meant.clear();
		const changed = new Set(judge(found, earlier).map(({ _id }) => _id));
		for (const row of found) if (row !== null && changed.has(row._id)) meant.add(row.sessionId);
		return [];
	});
	if (meant.size > 0) await deps.keepAnswerer(identity, [...meant]);
}

/** Approvals that the caller was asked for, the oldest first, at most 200. */
export async function listApprovals(
	deps: ApprovalDeps,
	owner: Owner,
	filter: { readonly status: StoredApproval["status"]; readonly sessionId?: SessionId | undefined },
): Promise<PendingApproval[]> {
	const at = deps.now();
	return (await deps.approvals.asked(owner, { ...filter, at, limit: 200 })).map((row) => viewOf(row, at));
}

/** An approval that the caller was asked for. @throws AppError APPROVAL_NOT_FOUND */
export async function readApproval(deps: ApprovalDeps, owner: Owner, id: ApprovalId): Promise<PendingApproval> {
	const row = await deps.approvals.find(owner, id);
	if (row?.shown === undefined) throw new AppError("APPROVAL_NOT_FOUND", "There is no such approval", { details: { id } });
	return viewOf(row, deps.now());
}

/** Approvals of the caller by id, in the order of `ids`; those that are not there are left out. */
export async function readApprovals(deps: ApprovalDeps, owner: Owner, ids: readonly ApprovalId[]): Promise<PendingApproval[]> {
	const at = deps.now();
	const rows = await deps.approvals.named(owner, ids);
	return ids.flatMap((id) => rows.filter(({ _id }) => _id === id).map((row) => viewOf(row, at)));
}

/** Rejects all that a session still asks for, or what it asks for one call. @returns how many @param reason such as `cancelled` */
export async function withdrawApprovals(
	deps: ApprovalDeps,
	owner: Owner,
	{ sessionId, reason, toolCallId }: { readonly sessionId: SessionId; readonly reason: string; readonly toolCallId?: string },
): Promise<number> {
	const at = deps.now();
	const all = await deps.approvals.asked(owner, { status: "pending", sessionId, at, limit: 200 });
	const waiting = all.filter((row) => toolCallId === undefined || row.toolCallId === toolCallId);
	if (waiting.length === 0) return 0;
	const rows = await deps.approvals.decide(owner, { ids: waiting.map(({ _id }) => _id) }, (found) =>
		found.flatMap((row) =>
			row?.status === "pending" ? [{ _id: row._id, set: { status: "rejected", decidedAt: at, reason } as const }] : [],
		),
	);
	const withdrawn = rows.filter((row) => row.status === "rejected" && row.reason === reason);
	for (const { tier } of withdrawn) deps.count({ tier, decision: "withdrawn" });
	deps.announce(withdrawn);
	return withdrawn.length;
}
