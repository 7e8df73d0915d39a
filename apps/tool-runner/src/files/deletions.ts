import { DeletionId } from "@webhand/contracts/tools/files";
import { AppError } from "@webhand/service-kit/errors";
import type { Ids } from "@webhand/service-kit/ids";
import type { PlannedDeletion } from "./remove.ts";
import type { DeletionKey, DeletionStore } from "./store.ts";

export type DeletionDeps = { readonly store: DeletionStore; readonly ids: Ids; readonly now: () => Date };

/** Deletions that go on after their reply. */
export type Deletions = {
	/** Starts one. `ending` rejects when it fails. */
	readonly start: (owner: Omit<DeletionKey, "id">, planned: PlannedDeletion) => Promise<{ id: DeletionId; ending: Promise<void> }>;
	/** Stops all and waits until none works any more. */
	readonly close: () => Promise<void>;
};

const beatMs = 1_000;

/** Opens the deletions in the background of this runner. */
export function createDeletions({ store, ids, now }: DeletionDeps): Deletions {
	const closing = new AbortController();
	const running = new Set<Promise<void>>();
	const work = async (key: DeletionKey, planned: PlannedDeletion): Promise<void> => {
		let entriesDeleted = 0;
		const lost = new AbortController();
		const beat = async () => {
			// A beat that fails is followed by the next; one that finds no row was taken for dead.
			const isOurs = await store.beat(key, entriesDeleted).catch(() => true);
			if (!isOurs) lost.abort(stopped());
		};
		const beating = setInterval(() => void beat(), beatMs);
		try {
			const onDeleted = () => {
				entriesDeleted += 1;
			};
			await planned.run({ onDeleted, signal: AbortSignal.any([closing.signal, lost.signal]) });
			await store.end(key, { state: "done", entriesDeleted, error: null });
		} catch (cause) {
			const { code, message } = cause instanceof AppError ? cause : new AppError("INTERNAL_ERROR", "The deletion failed", { cause });
			await store.end(key, { state: "failed", entriesDeleted, error: { code, message } });
			throw cause;
		} finally {
			clearInterval(beating);
		}
	};
	return {
		start: async (owner, planned) => {
			const id = ids.prefixed(DeletionId, "del");
			const key = { ...owner, id };
			await store.add(key, { path: planned.path, entries: planned.entries, at: now() });
			const ending = work(key, planned);
			const settled = ending.catch(() => undefined);
			running.add(settled);
			void settled.then(() => running.delete(settled));
			return { id, ending };
		},
		close: async () => {
			closing.abort(stopped());
			await Promise.all(running);
		},
	};
}

const stopped = () => new AppError("SERVICE_UNAVAILABLE", "The server stopped meanwhile. What is left is still there: delete it again");
