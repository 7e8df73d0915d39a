import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Owner } from "../../shared/rows.ts";

/**
 * A call of a tool in a step of a browser task, inserted before the call. `until`: its process prolongs that; `cancelledAt`: its task was
 * cancelled; `sealed`: its result, encrypted, since files hold secrets; absent while it runs.
 */
export type StepCallRow = {
	readonly _id: string;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly taskId: TaskId;
	readonly tool: string;
	readonly until: Date;
	readonly cancelledAt?: Date;
	readonly sealed?: string;
	readonly createdAt: Date;
	readonly expireAt: Date;
};

/** Calls of tools in steps of browser tasks. */
export type ServerCallStore = ReturnType<typeof createServerCallStore>;

/** Opens the store of calls. */
export function createServerCallStore(mongo: Pick<Mongo, "db">) {
	const calls = mongo.db.collection<StepCallRow>("server_calls");
	const fresh = mongo.db.collection<StepCallRow>("server_calls", { readConcern: { level: "local" } });
	return {
		/** The call of this user. */
		find: ({ tenantId, userId }: Owner, _id: string): Promise<StepCallRow | null> => fresh.findOne({ tenantId, _id, userId }, requestLimit),

		/** Calls of this user that have a result. */
		done: ({ tenantId, userId }: Owner, ids: readonly string[]): Promise<readonly StepCallRow[]> =>
			fresh.find({ tenantId, userId, _id: { $in: [...ids] }, sealed: { $exists: true } }, requestLimit).toArray(),

		/** Inserts a call before it is made. @returns false when it was made before, or is being made */
		begin: async (call: StepCallRow): Promise<boolean> => {
			try {
				await calls.insertOne({ ...call }, requestLimit);
				return true;
			} catch (cause) {
				if (isDuplicateKey(cause)) return false;
				throw cause;
			}
		},

		/** Says that a call still runs. @returns whether it is to stop */
		prolong: async ({ tenantId, _id }: Pick<StepCallRow, "tenantId" | "_id">, until: Date): Promise<{ readonly isCancelled: boolean }> => {
			const open = { tenantId, _id, sealed: { $exists: false } };
			const found = await calls.findOneAndUpdate(open, { $set: { until } }, { projection: { cancelledAt: 1 }, ...requestLimit });
			return { isCancelled: found?.cancelledAt !== undefined };
		},

		/** Marks the calls of a task that run, for the processes that run them. */
		cancel: async ({ tenantId, userId, taskId }: Owner & Pick<StepCallRow, "taskId">, cancelledAt: Date): Promise<void> => {
			await calls.updateMany({ tenantId, userId, taskId, sealed: { $exists: false } }, { $set: { cancelledAt } }, requestLimit);
		},

		/** Keeps the result of a call; the first one stays. */
		finish: async ({ tenantId, _id }: Pick<StepCallRow, "tenantId" | "_id">, sealed: string): Promise<void> => {
			await calls.updateOne({ tenantId, _id, sealed: { $exists: false } }, { $set: { sealed } }, requestLimit);
		},
	};
}

/** Indexes of calls: those of a task, and the end of their rows. */
export const serverCallMigrations: readonly Migration[] = [
	{
		id: "2026-11-server-call-indexes",
		run: async (db) => {
			await db
				.collection("server_calls")
				.createIndexes([{ key: { tenantId: 1, userId: 1, taskId: 1 } }, { key: { expireAt: 1 }, expireAfterSeconds: 0 }]);
		},
	},
];
