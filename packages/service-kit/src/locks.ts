import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "mongodb";
import { isDuplicateKey } from "./mongo.ts";

type LockRow = { _id: string; owner: string; until: Date };

/** Who asks for which lock: `owner` unique per process; the lock falls free `holdMs` after it was taken, should the holder die. @source architecture.md §5 */
export type LockRequest = { readonly name: string; readonly owner: string; readonly holdMs: number };

/**
 * Does `work` while no other process holds the lock of that name, waiting for it first. Times are MongoDB's own, so no node's clock counts.
 *
 * @throws what `work` throws; the signal's reason when it ends the wait
 * @source architecture.md §5
 */
export async function withLock<Result>(
	db: Db,
	request: LockRequest & { readonly signal?: AbortSignal },
	work: () => Promise<Result>,
): Promise<Result> {
	while (!(await tryLock(db, request))) {
		request.signal?.throwIfAborted();
		await pause(100);
	}
	try {
		return await work();
	} finally {
		await unlock(db, request);
	}
}

/** Takes the lock if it is free or its time is over. @source architecture.md §5 */
export async function tryLock(db: Db, request: LockRequest): Promise<boolean> {
	const until = { $add: ["$$NOW", request.holdMs] };
	const isFree = { $or: [{ $lt: ["$until", "$$NOW"] }, { $eq: ["$owner", request.owner] }] };
	try {
		const row = await db
			.collection<LockRow>("locks")
			.findOneAndUpdate({ _id: request.name, $expr: isFree }, [{ $set: { owner: request.owner, until } }], {
				upsert: true,
				returnDocument: "after",
			});
		return row?.owner === request.owner;
	} catch (cause) {
		// The row exists and is held: its filter did not match, so the upsert tried to insert a second one.
		if (isDuplicateKey(cause)) return false;
		throw cause;
	}
}

/** Gives the lock back; somebody else's is left alone. @source architecture.md §5 */
export async function unlock(db: Db, request: Pick<LockRequest, "name" | "owner">): Promise<void> {
	await db.collection<LockRow>("locks").deleteOne({ _id: request.name, owner: request.owner });
}
