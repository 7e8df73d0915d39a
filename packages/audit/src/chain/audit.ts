import { randomUUID } from "node:crypto";
import type { Log } from "@webhand/service-kit/logs";
import { maskIn, maskSecrets } from "@webhand/service-kit/mask";
import { repeat } from "@webhand/service-kit/repeat";
import type { AppenderDeps } from "./appender.ts";
import { createAppender } from "./appender.ts";
import type { AuditFact } from "./chain.ts";
import type { IntentOutcome } from "./intents.ts";
import { createSettleIntent } from "./intents.ts";
import { createRefusals } from "./refusals.ts";
import type { ChainStore } from "./store.ts";

/** Writes facts into the chains of the audit. */
export type Audit = {
	/**
	 * Appends a fact to its chain and returns once it is safe (majority, journaled).
	 *
	 * @throws AppError AUDIT_UNAVAILABLE; GRANT_INVALID for a grant that was consumed before
	 */
	readonly append: (fact: AuditFact) => Promise<void>;
	/** Appends a refusal; more than 60 of a user in a minute are counted in one row. @throws AppError AUDIT_UNAVAILABLE */
	readonly refuse: (fact: AuditFact) => Promise<void>;
	/** Appends what came of an effect. When that fails it is tried again in the background: never throws. */
	readonly settle: (fact: AuditFact) => Promise<void>;
	/**
	 * Appends what came of an intent, once.
	 *
	 * @returns true once it is safe; false where there is no intent @throws AppError AUDIT_UNAVAILABLE
	 */
	readonly settleIntent: (intentId: string, outcome: IntentOutcome) => Promise<boolean>;
	/** Writes what still waits, for some seconds at most. */
	readonly close: () => Promise<void>;
};

export type AuditDeps = AppenderDeps & { readonly store: Pick<ChainStore, "found">; readonly log: Log };

const limits = {
	everyMs: 1_000,
	/** Rows that wait in memory; the sweep says `unknown` for those of a process that ends. */
	unwritten: 1_000,
	targetLength: 4_096,
};

/** Opens the audit. */
export function createAudit({ log, ...deps }: AuditDeps): Audit {
	const place = createAppender(deps);
	const refusals = createRefusals(deps.now);
	const unwritten: AuditFact[] = [];
	const underWay = new Set<Promise<void>>();
	const append = (fact: AuditFact): Promise<void> => {
		const target = maskSecrets(fact.target).slice(0, limits.targetLength).toWellFormed();
		const placing = place({ ...fact, id: fact.id ?? randomUUID(), target, args: maskIn(fact.args) });
		underWay.add(placing);
		const end = () => underWay.delete(placing);
		placing.then(end, end);
		return placing;
	};
	const settle = async (given: AuditFact) => {
		const fact = { ...given, id: given.id ?? randomUUID() };
		try {
			await append(fact);
		} catch (cause) {
			log.warn({ err: cause, chain: fact.chain, action: fact.action, requestId: fact.requestId }, "a row of the audit has to wait");
			if (unwritten.push(fact) > limits.unwritten) unwritten.shift();
		}
	};
	const write = async (facts: readonly AuditFact[]) => {
		await Promise.all(facts.map(settle));
	};
	const writing = repeat({ name: "audit rows that wait", everyMs: limits.everyMs, log }, async () => {
		await write([...unwritten.splice(0), ...refusals.counted()]);
	});
	return {
		append,
		settle,
		settleIntent: createSettleIntent({ store: deps.store, append, now: deps.now }),
		refuse: async (fact) => {
			if (refusals.take(fact)) await append(fact);
		},
		close: async () => {
			await writing.stop();
			await Promise.allSettled(underWay);
			await write([...unwritten.splice(0), ...refusals.counted({ all: true })]);
		},
	};
}
