import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "mongodb";
import { isDuplicateKey } from "../mongo.ts";
import { createTurns } from "../turns.ts";

type LockRow = { _id: string; holder: string; until: Date };

/** Which lock; it is free at most `holdMs` after its holder died. `signal` ends the wait. */
export type LockRequest = { readonly name: string; readonly holdMs: number; readonly signal?: AbortSignal };

/**
 * Does `work` while nobody else, here or in another process, holds the lock of that name; waits for it first. The lock is renewed for
 * as long as `work` goes on. Times are MongoDB's own, so no node's clock counts.
 *
 * @throws what `work` throws; the signal's reason when it ends the wait
 */
export async function withLock<Result>(db: Db, request: LockRequest, work: () => Promise<Result>): Promise<Result> {
	const locks = db.collection<LockRow>("locks");
	const holder = randomUUID();
	const take = async () => {
		const isFree = { $lt: [{ $ifNull: ["$until", new Date(0)] }, "$$NOW"] };
		const row = await locks.findOneAndUpdate(
			{ _id: request.name },
			[
				{
					$set: {
						holder: { $cond: [isFree, holder, "$holder"] },
						until: { $cond: [isFree, { $add: ["$$NOW", request.holdMs] }, "$until"] },
					},
				},
			],
			{ upsert: true, returnDocument: "after" },
		);
		return row?.holder === holder;
	};
	// Two first callers at once: one inserts the row, the other's insert fails on its id and retries.
	const tryTake = () =>
		take().catch((cause: unknown) => {
			if (isDuplicateKey(cause)) return false;
			throw cause;
		});
	while (!(await tryTake())) {
		request.signal?.throwIfAborted();
		await pause(50);
	}
	const longer = [{ $set: { until: { $add: ["$$NOW", request.holdMs] } } }];
	// A renewal that fails is tried again by the next one.
	const renew = () => locks.updateOne({ _id: request.name, holder }, longer).catch(() => undefined);
	const renewing = setInterval(() => void renew(), request.holdMs / 3);
	try {
		return await work();
	} finally {
		clearInterval(renewing);
		await locks.deleteOne({ _id: request.name, holder });
	}
}

/** Runs work after all earlier work of the same key has ended, here and in other processes. Rejects as the work does. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

const turnMs = 5_000;

/**
 * Opens turns for what counts rows and then inserts one: of many at once no more are inserted than may be. Those of one process wait for each
 * other here, so that one process asks for the lock at a time.
 */
export function createInTurn(db: Db): InTurn {
	const turns = createTurns();
	return (key, work) => turns(key, () => withLock(db, { name: key, holdMs: turnMs }, work));
}
