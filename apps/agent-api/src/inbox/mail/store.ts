import type { RoutineRunId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { RowState } from "@webhand/contracts/routine/run";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Owner } from "../../shared/rows.ts";

/**
 * A thing that a person is to get a mail about: a row that asks, or a run that failed. Only a `pending` one goes out, at `dueAt`. `begins`: it
 * is the first one of its mail. `attempts` counts those that failed.
 */
export type StoredMail = {
	readonly _id: string;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly kind: "question" | "failed";
	readonly runId: RoutineRunId;
	readonly routineName: string;
	readonly rowCount: number;
	readonly row?: number;
	readonly taskId?: TaskId;
	readonly counts?: Readonly<Partial<Record<RowState, number>>>;
	readonly state: "pending" | "sent" | "failed" | "dropped";
	readonly begins?: true;
	readonly attempts: number;
	readonly dueAt: Date;
	readonly sentAt?: Date;
	readonly createdAt: Date;
	readonly expireAt: Date;
};

/** Mails to come and those that went out. Every call but `due` names the tenant first. */
export type MailStore = ReturnType<typeof createMailStore>;

/** More mails to one person an hour are not counted one by one. */
const mostCounted = 1_000;

/** Opens the store of mails. */
export function createMailStore({ db }: Pick<Mongo, "db">) {
	const mails = db.collection<StoredMail>("mails");
	return {
		/** Stores what is told, in the transaction of what it tells of. */
		add: async (mail: StoredMail, session: Transaction): Promise<void> => {
			await mails.insertOne({ ...mail }, { session });
		},

		/** Drops what is still to be told of a task, in the transaction of what it asks now. */
		dropOf: async ({ tenantId, userId }: Owner, taskId: TaskId, session: Transaction): Promise<void> => {
			await mails.updateMany({ tenantId, userId, state: "pending", taskId }, { $set: { state: "dropped" } }, { session });
		},

		/** People of all tenants to whom something is due. */
		due: async (now: Date, limit: number): Promise<readonly Owner[]> => {
			const found = await mails
				.aggregate<{ readonly _id: Owner }>([
					{ $match: { state: "pending", dueAt: { $lte: now } } },
					{ $group: { _id: { tenantId: "$tenantId", userId: "$userId" }, dueAt: { $min: "$dueAt" } } },
					{ $sort: { dueAt: 1 } },
					{ $limit: limit },
				])
				.toArray();
			return found.map(({ _id }) => _id);
		},

		/** What is due to a person, oldest first. */
		dueTo: ({ tenantId, userId }: Owner, now: Date, limit: number): Promise<StoredMail[]> =>
			mails
				.find({ tenantId, userId, state: "pending", dueAt: { $lte: now } }, { sort: { createdAt: 1 }, limit, ...requestLimit })
				.toArray(),

		/** When mails went to a person since a moment, oldest first. */
		sentTo: async ({ tenantId, userId }: Owner, since: Date): Promise<readonly Date[]> => {
			const sent = { tenantId, userId, begins: true, sentAt: { $gt: since } } as const;
			const found = await mails
				.find(sent, { sort: { sentAt: 1 }, limit: mostCounted, projection: { sentAt: 1 }, ...requestLimit })
				.toArray();
			return found.flatMap(({ sentAt }) => (sentAt === undefined ? [] : [sentAt]));
		},

		/** Writes what became of these. */
		settle: async (
			tenantId: TenantId,
			ids: readonly string[],
			set: Partial<Pick<StoredMail, "state" | "begins" | "attempts" | "dueAt" | "sentAt">>,
		): Promise<void> => {
			if (ids.length > 0) await mails.updateMany({ tenantId, _id: { $in: [...ids] }, state: "pending" }, { $set: set }, requestLimit);
		},
	};
}

/** Indexes of mails, which expire. */
export const mailMigrations: readonly Migration[] = [
	{
		id: "2026-11-mails",
		run: async (db) => {
			await db.collection("mails").createIndexes([
				{ key: { dueAt: 1 }, partialFilterExpression: { state: "pending" } },
				{ key: { tenantId: 1, userId: 1, createdAt: 1 }, partialFilterExpression: { state: "pending" }, name: "pending" },
				{ key: { tenantId: 1, userId: 1, sentAt: 1 }, partialFilterExpression: { begins: true } },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
];
