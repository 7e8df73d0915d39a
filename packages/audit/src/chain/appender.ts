import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { AuditFact, ChainHead, ChainName } from "./chain.ts";
import { chainStart, rowsAfter } from "./chain.ts";
import type { ChainStore } from "./store.ts";

/** What the appender needs; `keptMs` is how long rows are kept. */
export type AppenderDeps = {
	readonly store: Pick<ChainStore, "head" | "insert">;
	readonly keptMs: number;
	readonly now: () => Date;
	/** Called with the new end of a chain. */
	readonly onPlaced: (chain: ChainName, head: ChainHead) => void;
	/** Observes `webhand_audit_append_seconds`. */
	readonly observe: (seconds: number) => void;
};

type Fact = AuditFact & { readonly id: string };
type Waiting = { readonly fact: Fact; readonly done: () => void; readonly fail: (cause: AppError) => void; isOver: boolean };
type Chain = { readonly name: ChainName; readonly waiting: Waiting[]; head: ChainHead | undefined; isBusy: boolean };

/** Puts a fact at the end of its chain. */
export type Append = (fact: Fact) => Promise<void>;

const limits = {
	/** Rows of one insert. */
	batch: 100,
	/** Rows of one chain that wait, and of all chains: a slow MongoDB collects no more. */
	waitingOfChain: 1_000,
	waiting: 5_000,
	/** A caller waits no longer. */
	waitMs: 5_000,
	/** Between two tries for a place that another replica took. A longer pause would lose again to one that never pauses. */
	pauseMs: 10,
	/** Chains whose end is kept in memory. */
	chains: 2_000,
};

/**
 * Opens the appender: all rows of a chain that wait go into one insert, chains do not wait for each other. The end of a chain stays in
 * memory, so that what another program does to it in MongoDB breaks the chain instead of bending it.
 *
 * @returns a promise of each row that is kept once it is safe; AUDIT_UNAVAILABLE, or GRANT_INVALID for a grant that was consumed before
 */
export function createAppender(deps: AppenderDeps): Append {
	const chains = new Map<string, Chain>();
	let waitingInAll = 0;

	const chainOf = ({ tenantId, chain }: ChainName): Chain => {
		const key = `${tenantId} ${chain}`;
		const known = chains.get(key) ?? { name: { tenantId, chain }, waiting: [], head: undefined, isBusy: false };
		// The one used last is the last one to be forgotten.
		chains.delete(key);
		chains.set(key, known);
		for (const [other, { isBusy }] of chains) {
			if (chains.size <= limits.chains) break;
			if (!isBusy && other !== key) chains.delete(other);
		}
		return known;
	};
	const run = async (chain: Chain) => {
		chain.isBusy = true;
		while (chain.waiting.length > 0) {
			const batch = chain.waiting.splice(0, limits.batch);
			waitingInAll -= batch.length;
			await place(deps, chain, batch).catch((cause: unknown) => {
				// Whether the rows were written is not known, so the end of the chain is not either.
				chain.head = undefined;
				for (const row of batch) row.fail(unavailable(cause));
			});
		}
		chain.isBusy = false;
	};
	return (fact) => {
		const started = performance.now();
		const chain = chainOf(fact);
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		if (chain.waiting.length >= limits.waitingOfChain || waitingInAll >= limits.waiting)
			return Promise.reject(unavailable("too many rows"));
		const end = (settle: () => void) => {
			if (row.isOver) return;
			row.isOver = true;
			clearTimeout(timer);
			deps.observe((performance.now() - started) / 1_000);
			settle();
		};
		const row: Waiting = { fact, isOver: false, done: () => end(resolve), fail: (cause) => end(() => reject(cause)) };
		const timer = setTimeout(() => row.fail(unavailable("MongoDB or another replica is too slow")), limits.waitMs);
		chain.waiting.push(row);
		waitingInAll += 1;
		if (!chain.isBusy) void run(chain);
		return promise;
	};
}

/** Places rows, again and again while other replicas are faster and a caller waits. @throws what MongoDB says */
async function place(deps: AppenderDeps, chain: Chain, batch: readonly Waiting[]): Promise<void> {
	let rest = batch;
	for (;;) {
		rest = rest.filter(({ isOver }) => !isOver);
		if (rest.length === 0) return;
		const head = chain.head ?? (await deps.store.head(chain.name)) ?? chainStart;
		const expireAt = new Date(deps.now().getTime() + deps.keptMs);
		const rows = rowsAfter(
			head,
			rest.map(({ fact }) => fact),
			expireAt,
		);
		await failpoint("audit.inserting");
		const { placed, taken } = await deps.store.insert(rows);
		await failpoint("audit.inserted");
		chain.head = rows[placed - 1] ?? head;
		if (placed > 0) deps.onPlaced(chain.name, chain.head);
		for (const row of rest.slice(0, placed)) row.done();
		if (taken === undefined) return;
		if (taken === "place") {
			chain.head = undefined;
			await pause(Math.random() * limits.pauseMs);
			rest = rest.slice(placed);
			continue;
		}
		if (taken === "grant") rest[placed]?.fail(usedGrant());
		// A row of that id is there already.
		else rest[placed]?.done();
		rest = rest.slice(placed + 1);
	}
}

const usedGrant = () => new AppError("GRANT_INVALID", "This grant was used before", { details: { reason: "used" } });

function unavailable(cause: unknown): AppError {
	return new AppError("AUDIT_UNAVAILABLE", "The audit cannot be written, so nothing was done", { cause, retryAfterSeconds: 5 });
}
