import type { PreferenceChange } from "@webhand/contracts/auth/preferences";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Mongo } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { limits, sizeOf } from "./policy.ts";

/** Whose preferences: those of a user in a tenant. */
export type Owner = { readonly tenantId: TenantId; readonly userId: UserId };

/** Preferences by key, each as JSON text: MongoDB would not keep every name and number of a JSON value. */
export type Saved = { readonly values: Readonly<Record<string, string>>; readonly updatedAt: Date };

type Row = Owner & Saved;

/** Preferences of users in their tenants. */
export type PreferenceStore = ReturnType<typeof createPreferenceStore>;

/** Opens the store of preferences. */
export function createPreferenceStore(mongo: Pick<Mongo, "db" | "client" | "observe">) {
	const rows = mongo.db.collection<Row>("preferences");

	/** Each key is set by itself, so two devices that save different keys at once both win. */
	const merge = ({ tenantId, userId }: Owner, change: PreferenceChange, at: Date): Promise<Saved> => {
		const set = Object.entries(change).filter(([, value]) => value !== null);
		const unset = Object.entries(change).filter(([, value]) => value === null);
		const update = {
			$set: { updatedAt: at, ...Object.fromEntries(set.map(([key, value]) => [`values.${key}`, JSON.stringify(value)])) },
			...(unset.length === 0 ? {} : { $unset: Object.fromEntries(unset.map(([key]) => [`values.${key}`, "" as const])) }),
		};
		return inTransaction(mongo, async (session) => {
			const row = await rows.findOneAndUpdate({ tenantId, userId }, update, { upsert: true, returnDocument: "after", session });
			const saved = { values: row?.values ?? {}, updatedAt: at };
			const { keys, bytes } = sizeOf(saved.values);
			if (keys > limits.keys || bytes > limits.bytes) {
				const details = { keys, bytes, mostKeys: limits.keys, mostBytes: limits.bytes };
				throw new AppError("PAYLOAD_TOO_LARGE", "At most 100 preferences of 16 KB in all can be kept: remove some with null", { details });
			}
			return saved;
		});
	};

	return {
		get: ({ tenantId, userId }: Owner): Promise<Saved | null> => rows.findOne({ tenantId, userId }, requestLimit),

		/** Merges key by key; null removes. @throws AppError PAYLOAD_TOO_LARGE, and then nothing is saved */
		merge: async (owner: Owner, change: PreferenceChange, at: Date): Promise<Saved> => {
			try {
				return await merge(owner, change, at);
			} catch (cause) {
				// Another device made the row at the same moment.
				if (!isDuplicateKey(cause)) throw cause;
				return await merge(owner, change, at);
			}
		},
	};
}

/** One row for each user in each tenant. */
export const preferenceMigrations: readonly Migration[] = [
	{
		id: "2026-11-preferences-index",
		run: async (db) => {
			await db.collection("preferences").createIndex({ tenantId: 1, userId: 1 }, { unique: true });
		},
	},
];
