import { runnerLimits } from "@webhand/contracts/auth/runners";
import type { RunnerId, TenantId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Beat } from "./policy.ts";

type BeatRow = Beat & { readonly tenantId: TenantId };

/** A runner that drained on purpose, or is gone for so long, is missed by nobody. */
const missedMs = 86_400_000;

/** How long a runner that is silent is still listed: auth knows longer that there is one. */
const keptSeconds = 30 * 86_400;

/** What runners last said of themselves. */
export type BeatStore = ReturnType<typeof createBeatStore>;

/** Opens the store of beats. Who a runner is, auth says. */
export function createBeatStore({ db }: Pick<Mongo, "db">) {
	const beats = db.collection<BeatRow>("runner_beats");
	return {
		write: async (tenantId: TenantId, { _id, ...said }: Beat): Promise<void> => {
			await beats.updateOne({ _id, tenantId }, { $set: said }, { upsert: true, ...requestLimit });
		},

		get: (tenantId: TenantId, _id: RunnerId): Promise<Beat | null> => beats.findOne({ _id, tenantId }, requestLimit),

		/** Runners of all tenants that were heard of since, and those that went silent within a day without having drained. */
		count: async (since: Date, now: Date): Promise<{ readonly online: number; readonly silent: number }> => {
			const gone = { $lt: since, $gte: new Date(now.getTime() - missedMs) };
			const [online, silent] = await Promise.all([
				beats.countDocuments({ seenAt: { $gte: since } }, requestLimit),
				beats.countDocuments({ seenAt: gone, isDraining: false }, requestLimit),
			]);
			return { online, silent };
		},

		/** Those of a tenant, that which came last first. */
		list: (tenantId: TenantId): Promise<Beat[]> =>
			beats.find({ tenantId }, { sort: { seenAt: -1 }, limit: 2 * runnerLimits.runners, ...requestLimit }).toArray(),
	};
}

/** Indexes of beats. */
export const beatMigrations: readonly Migration[] = [
	{
		id: "2026-11-runner-beats",
		run: async (db) => {
			await db
				.collection("runner_beats")
				.createIndexes([{ key: { tenantId: 1, seenAt: -1 } }, { key: { seenAt: 1 }, expireAfterSeconds: keptSeconds }]);
		},
	},
];
