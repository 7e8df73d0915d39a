import { failpoint } from "@webhand/service-kit/failpoints";
import type { ExecutionStore, StoredExecution } from "./store.ts";

/** What the sweep needs; `limits` are in milliseconds. */
export type SweepDeps = {
	readonly store: ExecutionStore;
	/** Looks for commands that wait: nobody may have been told of them. */
	readonly wake: () => void;
	/** Which commands have their intent in the audit. */
	readonly intended: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
	readonly noteEnd: (row: StoredExecution) => Promise<void>;
	/** Tells that nobody knows what became of a command. */
	readonly onUnknown: (row: StoredExecution) => void;
	readonly now: () => Date;
	readonly limits: { readonly queuedMs: number; readonly deadMs: number };
};

/** When a command counts as forgotten, and a runner as dead. */
export const sweepLimits = { queuedMs: 600_000, deadMs: 30_000 } as const;

/**
 * Puts right what crashes left: rows that waited too long and those of dead runners get their end, and ends that the audit lacks are written
 * into it. Nothing is run again.
 */
export async function sweepExecutions(deps: SweepDeps): Promise<void> {
	const { store, limits, now } = deps;
	for (const { _id } of await store.waiting(limits.queuedMs)) {
		const ended = await store.endQueued({ _id }, { state: "expired_in_queue", reason: null, finishedAt: now() });
		if (ended !== null) await deps.noteEnd(ended);
	}
	deps.wake();
	const dead = await store.dead(limits.deadMs);
	const intended = dead.length === 0 ? new Set() : await deps.intended(dead.map(({ _id }) => _id));
	for (const row of dead) {
		const isKnown = !intended.has(row._id);
		const end = { state: isKnown ? "failed" : "outcome_unknown", reason: "runner_lost", finishedAt: now() } as const;
		if (!(await store.endDead(row, limits.deadMs, end))) continue;
		await failpoint("exec.swept");
		if (!isKnown) deps.onUnknown(row);
		await deps.noteEnd({ ...row, ...end });
	}
	for (const row of await store.unaudited(limits.deadMs)) await deps.noteEnd(row);
}
