import type { Message } from "@webhand/contracts/chat/message";
import type { SessionId, TenantId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { StoredMessage } from "../../../shared/rows.ts";

/** Messages of chats, for reading. Every call names the tenant first. */
export type MessageStore = ReturnType<typeof createMessageStore>;

/** The `limit` messages before or after a number, the newest without one; never both. */
export type MessageRange = { readonly limit: number; readonly before?: number | undefined; readonly after?: number | undefined };

/** Opens the store of messages. */
export function createMessageStore(mongo: Pick<Mongo, "db">) {
	const messages = mongo.db.collection<StoredMessage>("messages");
	const exists = async (tenantId: TenantId, sessionId: SessionId, sequenceNumber: { readonly $lt?: number; readonly $gt?: number }) =>
		(await messages.findOne({ tenantId, sessionId, sequenceNumber }, { projection: { _id: 1 }, ...requestLimit })) !== null;
	return {
		/** A page in ascending order. */
		page: async (tenantId: TenantId, sessionId: SessionId, { limit, before, after }: MessageRange): Promise<Message[]> => {
			const isForward = after !== undefined;
			const numbers = { ...(isForward ? { $gt: after } : {}), ...(before === undefined ? {} : { $lt: before }) };
			const rows = await messages
				.find<Message>(
					{ tenantId, sessionId, ...(Object.keys(numbers).length === 0 ? {} : { sequenceNumber: numbers }) },
					{
						sort: { sequenceNumber: isForward ? 1 : -1 },
						limit,
						batchSize: limit,
						projection: { _id: 0, tenantId: 0, expireAt: 0 },
						...requestLimit,
					},
				)
				.toArray();
			return isForward ? rows : rows.reverse();
		},

		/** How many messages a chat has, and whether some stand before the first or after the last of a page. */
		around: async (tenantId: TenantId, sessionId: SessionId, { first, last }: { readonly first: number; readonly last: number }) => {
			const [total, hasMoreBefore, hasMoreAfter] = await Promise.all([
				messages.countDocuments({ tenantId, sessionId }, requestLimit),
				exists(tenantId, sessionId, { $lt: first }),
				exists(tenantId, sessionId, { $gt: last }),
			]);
			return { total, hasMoreBefore, hasMoreAfter };
		},
	};
}
