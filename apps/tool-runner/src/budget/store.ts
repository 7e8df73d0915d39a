import type { TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Db } from "mongodb";
import type { DayLimits, Used } from "./policy.ts";
import { dayOf, secondsLeft, usedUp } from "./policy.ts";

/** What tenants run and store in a day, over all replicas. */
export type DayBudget = {
	/** @throws AppError RATE_LIMIT when the tenant has no budget left today, with the seconds until tomorrow */
	readonly check: (tenantId: TenantId) => Promise<void>;
	/** Counts one more run. */
	readonly addRun: (tenantId: TenantId) => Promise<void>;
	/** Counts bytes that were stored. */
	readonly addBytes: (tenantId: TenantId, bytes: number) => Promise<void>;
};

type Row = Used & { readonly _id: string; readonly tenantId: TenantId; readonly day: string; readonly expireAt: Date };

const keptMs = 2 * 86_400_000;

export async function indexDays(db: Db): Promise<void> {
	await db.collection("days").createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
}

/** Opens the budgets. A day is one in UTC. */
export function createDayBudget(db: Db, { limits, now }: { readonly limits: DayLimits; readonly now: () => Date }): DayBudget {
	const days = db.collection<Row>("days");
	const idOf = (tenantId: TenantId, at: Date) => `${tenantId} ${dayOf(at)}`;
	const add = async (tenantId: TenantId, change: Used) => {
		const at = now();
		const begun = { tenantId, day: dayOf(at), expireAt: new Date(at.getTime() + keptMs) };
		await days.updateOne({ _id: idOf(tenantId, at) }, { $inc: { ...change }, $setOnInsert: begun }, { upsert: true });
	};
	return {
		check: async (tenantId) => {
			const at = now();
			const used = (await days.findOne({ _id: idOf(tenantId, at) }, requestLimit)) ?? { runs: 0, bytes: 0 };
			const over = usedUp(used, limits);
			if (over === null) return;
			throw new AppError("RATE_LIMIT", over.message, {
				details: { scope: "tenant", name: over.name, limit: over.limit },
				retryAfterSeconds: secondsLeft(at),
			});
		},
		addRun: (tenantId) => add(tenantId, { runs: 1, bytes: 0 }),
		addBytes: (tenantId, bytes) => add(tenantId, { runs: 0, bytes }),
	};
}
