import type { Log } from "@webhand/service-kit/logs";
import type { AuditFact, AuditRow } from "./chain.ts";
import { outcomeId, unknownId } from "./chain.ts";
import type { ChainStore } from "./store.ts";

type IntentDeps = {
	readonly store: Pick<ChainStore, "found">;
	readonly append: (fact: AuditFact) => Promise<void>;
	readonly now: () => Date;
};

/** What came of an intent, besides what the intent says. */
export type IntentOutcome = Pick<AuditFact, "outcome"> & Partial<Pick<AuditFact, "bytes" | "reason">>;

/** What came of an intent, as a fact; `at` is the time of the outcome. @throws never */
function outcomeOfIntent(intent: AuditRow, outcome: IntentOutcome & Pick<AuditFact, "id" | "at">): AuditFact {
	const {
		_id,
		seq: _seq,
		expireAt: _expireAt,
		prevExpireAt: _prevExpireAt,
		prevHash: _prevHash,
		hash: _hash,
		grantJti: _grantJti,
		...fact
	} = intent;
	return { ...fact, kind: "outcome", ...outcome };
}

/**
 * Opens the writing of outcomes by the id of their intent. The second outcome of an intent is left out.
 *
 * @returns true once the outcome is safe; false where there is no intent @throws AppError AUDIT_UNAVAILABLE
 */
export function createSettleIntent({ store, append, now }: IntentDeps): (intentId: string, outcome: IntentOutcome) => Promise<boolean> {
	return async (intentId, outcome) => {
		const rows = await store.found([intentId, outcomeId(intentId), unknownId(intentId)]);
		const intent = rows.find(({ _id }) => _id === intentId);
		if (intent === undefined) return false;
		if (rows.length === 1) await append(outcomeOfIntent(intent, { ...outcome, id: outcomeId(intentId), at: now() }));
		return true;
	};
}

export type OrphanDeps = {
	readonly store: Pick<ChainStore, "intents" | "existing" | "sweptUntil" | "setSweptUntil">;
	readonly append: (fact: AuditFact) => Promise<void>;
	/** Actions whose work has a row of its own, whose sweep says what became of it. */
	readonly settledByRow: readonly string[];
	/** Which of these intents have such a row. */
	readonly withRow: (intentIds: readonly string[]) => Promise<ReadonlySet<string>>;
	/** An intent this old has its outcome, or nobody knows it. */
	readonly olderThanMs: number;
	readonly now: () => Date;
	/** Counts `webhand_audit_orphans`. */
	readonly count: () => void;
	readonly log: Log;
};

// Clocks of replicas differ; a part that was swept before costs one look each.
const overlapMs = 600_000;
const batchSize = 100;

/**
 * Finds intents without an outcome (their process was killed) and says `unknown` for them. An outcome that comes later stands behind it.
 *
 * @throws AppError AUDIT_UNAVAILABLE; the next sweep begins where this one did
 */
export async function sweepOrphans(deps: OrphanDeps): Promise<void> {
	const until = new Date(deps.now().getTime() - deps.olderThanMs);
	const swept = await deps.store.sweptUntil();
	const from = new Date(swept === undefined ? 0 : swept.getTime() - overlapMs);
	let batch: AuditRow[] = [];
	for await (const intent of deps.store.intents(from, until, deps.settledByRow)) {
		batch.push(intent);
		if (batch.length < batchSize) continue;
		await settle(deps, batch);
		batch = [];
	}
	await settle(deps, batch);
	await deps.store.setSweptUntil(until);
}

async function settle({ store, append, withRow, now, count, log }: OrphanDeps, intents: readonly AuditRow[]): Promise<void> {
	const settled = await store.existing(intents.flatMap(({ _id }) => [outcomeId(_id), unknownId(_id)]));
	const open = intents.filter(({ _id }) => !settled.has(outcomeId(_id)) && !settled.has(unknownId(_id)));
	const kept = open.length === 0 ? new Set() : await withRow(open.map(({ _id }) => _id));
	const orphans = open.filter(({ _id }) => !kept.has(_id));
	for (const intent of orphans) {
		const { _id, tenantId, chain, seq, action, requestId } = intent;
		await append(outcomeOfIntent(intent, { id: unknownId(_id), at: now(), outcome: "unknown" }));
		count();
		log.error({ tenantId, chain, seq, action, requestId }, "nobody knows what came of this intent");
	}
}
