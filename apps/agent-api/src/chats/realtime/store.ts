import type { SessionId, TenantId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { StoredEvent } from "../../shared/rows.ts";

/** Reads the log of events. */
export type EventStore = ReturnType<typeof createEventStore>;

/** Opens the log of events. Rows are deleted after seven days. */
export function createEventStore(mongo: Pick<Mongo, "db">) {
	const events = mongo.db.collection<StoredEvent>("events");
	return {
		/** Events after a number, in order. */
		after: (tenantId: TenantId, sessionId: SessionId, { after, limit }: { readonly after: number; readonly limit: number }) =>
			events
				.find(
					{ tenantId, sessionId, seq: { $gt: after } },
					{ sort: { seq: 1 }, limit, projection: { _id: 0, tenantId: 0 }, ...requestLimit },
				)
				.toArray(),

		/** The number of the oldest event that is there; undefined where there is none. */
		oldestSeq: async (tenantId: TenantId, sessionId: SessionId): Promise<number | undefined> => {
			const found = await events.findOne({ tenantId, sessionId }, { sort: { seq: 1 }, projection: { seq: 1 }, ...requestLimit });
			return found?.seq;
		},
	};
}
