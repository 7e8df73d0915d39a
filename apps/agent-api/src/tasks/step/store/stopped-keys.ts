import type { TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import { dayMs } from "../../../shared/retention.ts";

type StoppedKey = { readonly tenantId: TenantId; readonly userId: UserId; readonly key: string; readonly expireAt: Date };

/** Keys of requests that their users stopped, for as long as a key counts: such a request may still be on its way. */
export function createStoppedKeys(mongo: Pick<Mongo, "db">, now: () => Date) {
	// A key is stopped on one connection and looked for on another one at once.
	const keys = mongo.db.collection<StoppedKey>("stopped_keys", { readConcern: { level: "local" } });
	return {
		stopKey: async (tenantId: TenantId, userId: UserId, key: string): Promise<void> => {
			const expireAt = new Date(now().getTime() + dayMs);
			await keys.updateOne({ tenantId, userId, key }, { $set: { expireAt } }, { upsert: true, ...requestLimit });
		},

		isKeyStopped: async (tenantId: TenantId, userId: UserId, key: string): Promise<boolean> =>
			(await keys.findOne({ tenantId, userId, key }, { projection: { _id: 1 }, ...requestLimit })) !== null,
	};
}
