import { randomUUID } from "node:crypto";
import type { Mongo } from "@webhand/service-kit/mongo";
import type { StoredEvent } from "../../../shared/rows.ts";

/** Events that are stored and not published yet, of all tenants: the relay only publishes them. */
export type Outbox = ReturnType<typeof createOutbox>;

type ClaimedEvent = StoredEvent & { readonly claim?: string; readonly claimedUntil?: Date };

/** A step publishes its own events; older ones were left behind by a crash or an outage of Redis. */
const leftBehindMs = 2_000;
const claimMs = 5_000;
const mostCounted = 1_000;

/** Opens the outbox. `now` is compared with the stored times of events. */
export function createOutbox(mongo: Pick<Mongo, "db">, now: () => Date) {
	const events = mongo.db.collection<ClaimedEvent>("events");
	const fast = { writeConcern: { w: 1 } } as const;
	const before = (ms: number) => new Date(now().getTime() - ms);
	return {
		/** Marks events as published. */
		markPublished: async (stored: readonly StoredEvent[]): Promise<void> => {
			const publishedAt = now();
			const marks = stored.map(({ tenantId, sessionId, seq }) => ({
				updateOne: { filter: { tenantId, sessionId, seq }, update: { $set: { publishedAt } } },
			}));
			await events.bulkWrite(marks, { ...fast, ordered: false });
		},

		/** Claims events that were left behind: no other relay gets them for five seconds. By session, in order. */
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

		/** How many events wait, at most 1,000, and the age of the oldest. */
		waiting: async (): Promise<{ readonly count: number; readonly oldestSeconds: number }> => {
			const [count, oldest] = await Promise.all([
				events.countDocuments({ publishedAt: null }, { limit: mostCounted }),
				events.findOne({ publishedAt: null }, { sort: { createdAt: 1 }, projection: { createdAt: 1 } }),
			]);
			return { count, oldestSeconds: oldest === null ? 0 : Math.max(0, now().getTime() - oldest.createdAt.getTime()) / 1_000 };
		},
	};
}
