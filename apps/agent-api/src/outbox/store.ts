import { randomUUID } from "node:crypto";
import type { Mongo } from "@webhand/service-kit/mongo";
import type { StoredEvent } from "../steps/commit/rows.ts";

/** The log of events as far as it is not on the wire yet. It spans all tenants: whoever claims an event only passes it on. */
export type Outbox = ReturnType<typeof createOutbox>;

type ClaimedEvent = StoredEvent & { readonly claim?: string; readonly claimedUntil?: Date };

/** A step publishes its own events; only what is older than this was left behind by somebody who died, or while Redis was away. */
const leftBehindMs = 2_000;
const claimMs = 5_000;
const mostCounted = 1_000;

/** Opens the outbox. `now` is compared with the times that steps wrote. */
export function createOutbox(mongo: Pick<Mongo, "db">, now: () => Date) {
	const events = mongo.db.collection<ClaimedEvent>("events");
	const fast = { writeConcern: { w: 1 } } as const;
	const before = (ms: number) => new Date(now().getTime() - ms);
	return {
		/** Notes that events are on the wire. */
		markPublished: async (stored: readonly StoredEvent[]): Promise<void> => {
			const publishedAt = now();
			const marks = stored.map(({ tenantId, sessionId, seq }) => ({
				updateOne: { filter: { tenantId, sessionId, seq }, update: { $set: { publishedAt } } },
			}));
			await events.bulkWrite(marks, { ...fast, ordered: false });
		},

		/** Takes events that were left behind, so that no other relay has them for five seconds; by session, in their order. */
		claim: async (limit: number): Promise<readonly StoredEvent[]> => {
			const isFree = { $or: [{ claimedUntil: { $exists: false } }, { claimedUntil: { $lte: now() } }] };
			const left = { publishedAt: null, createdAt: { $lte: before(leftBehindMs) }, ...isFree };
			const found = await events.find(left, { sort: { createdAt: 1, seq: 1 }, limit, projection: { _id: 1 } }).toArray();
			if (found.length === 0) return [];
			const claim = randomUUID();
			const mine = { _id: { $in: found.map((event) => event._id) } };
			await events.updateMany({ ...left, ...mine }, { $set: { claim, claimedUntil: new Date(now().getTime() + claimMs) } });
			return await events
				.find({ ...mine, claim, publishedAt: null }, { sort: { sessionId: 1, seq: 1 }, projection: { _id: 0, claim: 0, claimedUntil: 0 } })
				.toArray();
		},

		/** How many events wait, 1,000 at most, and since when the oldest does. */
		waiting: async (): Promise<{ readonly count: number; readonly oldestSeconds: number }> => {
			const [count, oldest] = await Promise.all([
				events.countDocuments({ publishedAt: null }, { limit: mostCounted }),
				events.findOne({ publishedAt: null }, { sort: { createdAt: 1 }, projection: { createdAt: 1 } }),
			]);
			return { count, oldestSeconds: oldest === null ? 0 : Math.max(0, now().getTime() - oldest.createdAt.getTime()) / 1_000 };
		},
	};
}
