import type { TenantId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { StoredModel } from "./policy.ts";

/** The models that tenants chose. */
export type ModelStore = ReturnType<typeof createModelStore>;

/** Opens the store of tenants' models. */
export function createModelStore(mongo: Pick<Mongo, "db">) {
	const models = mongo.db.collection<StoredModel>("model_settings");
	return {
		/** The tenant's choice, if it made one. */
		get: (tenantId: TenantId): Promise<StoredModel | null> => models.findOne({ _id: tenantId }, requestLimit),

		/** Replaces the choice (`rev` 0: there was none). @returns false when it changed since it was read */
		put: async (tenantId: TenantId, model: Omit<StoredModel, "_id">): Promise<boolean> => {
			const before = model.rev - 1;
			if (before > 0) return (await models.replaceOne({ _id: tenantId, rev: before }, model, requestLimit)).matchedCount === 1;
			const inserted = await models.updateOne({ _id: tenantId }, { $setOnInsert: model }, { upsert: true, ...requestLimit });
			return inserted.upsertedCount === 1;
		},

		/** Notes what a test found, unless the choice changed since; other processes open it again. */
		note: async (tenantId: TenantId, { rev, ...found }: Pick<StoredModel, "rev" | "answersIn">): Promise<void> => {
			await models.updateOne({ _id: tenantId, rev }, { $set: found, $inc: { rev: 1 } }, requestLimit);
		},

		/** Deletes the choice and its key. */
		drop: async (tenantId: TenantId): Promise<void> => {
			await models.deleteOne({ _id: tenantId }, requestLimit);
		},
	};
}
