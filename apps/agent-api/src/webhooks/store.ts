import { randomUUID } from "node:crypto";
import type { Delivery, DeliveryId, DeliveryProblem, WebhookEvent, WebhookState } from "@webhand/contracts/authority/webhooks";
import type { TenantId, UserId, WebhookId } from "@webhand/contracts/ids";
import type { Cursor } from "@webhand/service-kit/lists";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Busy } from "./policy.ts";

/** A webhook as stored. Secrets are sealed; the former one signs until `until`. */
export type StoredWebhook = {
	readonly _id: WebhookId;
	readonly tenantId: TenantId;
	readonly url: string;
	readonly events: readonly WebhookEvent[];
	readonly state: WebhookState;
	readonly sealedSecret: string;
	readonly former?: { readonly sealedSecret: string; readonly until: Date };
	readonly failingSince?: Date;
	readonly createdBy: UserId;
	readonly createdAt: Date;
};

/**
 * A message as stored: outbox and log in one. Only a `pending` one goes out, at `dueAt`; `isHeld`: its webhook is paused. `attempts` counts
 * those that failed since it was due first; `isOnce`: no further one is made.
 */
export type StoredDelivery = {
	readonly _id: DeliveryId;
	readonly tenantId: TenantId;
	readonly webhookId: WebhookId;
	readonly type: Delivery["type"];
	readonly body: string;
	readonly state: Delivery["state"];
	readonly attempts: number;
	readonly isOnce?: true;
	readonly isHeld?: true;
	readonly dueAt: Date;
	readonly claim?: string;
	readonly claimedUntil?: Date;
	readonly last?: { readonly at: Date; readonly status?: number; readonly problem?: DeliveryProblem };
	readonly createdAt: Date;
	readonly expireAt: Date;
};

/** What an attempt changes of its message. */
export type Settled = Pick<StoredDelivery, "state" | "attempts" | "last"> & { readonly dueAt?: Date };

/** `from`: only a webhook that is in this state. */
type ChangedWebhook = {
	readonly from?: WebhookState;
	readonly set?: Partial<StoredWebhook>;
	readonly unset?: readonly ("failingSince" | "former")[];
};

/** Webhooks and the messages to them. Every call names the tenant first, but for what the delivery does. */
export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Longer than an attempt takes: another process sends what a dead one had claimed. */
const claimMs = 60_000;
const newestFirst = { createdAt: -1, _id: -1 } as const;

/** Opens the store of webhooks. `now` is compared with the stored times of messages. */
export function createWebhookStore(mongo: Pick<Mongo, "client" | "db" | "observe">, now: () => Date) {
	const webhooks = mongo.db.collection<StoredWebhook>("webhooks");
	const deliveries = mongo.db.collection<StoredDelivery>("webhook_deliveries");
	return {
		list: (tenantId: TenantId): Promise<StoredWebhook[]> =>
			webhooks.find({ tenantId }, { sort: newestFirst, limit: 100, ...requestLimit }).toArray(),

		get: (tenantId: TenantId, _id: WebhookId): Promise<StoredWebhook | null> => webhooks.findOne({ _id, tenantId }, requestLimit),

		/** Active webhooks that are told of an event, as the transaction sees them. */
		toldOf: (tenantId: TenantId, event: WebhookEvent, session: Transaction): Promise<StoredWebhook[]> =>
			webhooks.find({ tenantId, state: "active", events: event }, { session }).toArray(),

		/** Webhooks of all tenants at which nothing arrived. */
		countFailing: (): Promise<number> => webhooks.countDocuments({ state: "failing" }, requestLimit),

		/** Inserts a webhook together with what `beside` writes. */
		insert: async (webhook: StoredWebhook, beside: (session: Transaction) => Promise<void>): Promise<void> => {
			await inTransaction(mongo, async (session) => {
				await webhooks.insertOne({ ...webhook }, { session });
				await beside(session);
			});
		},

		/** Changes a webhook together with what `beside` writes. A pause holds what waits, an active one lets it go. @returns null when there is none to change */
		change: (
			tenantId: TenantId,
			_id: WebhookId,
			{ from, set = {}, unset = [], beside }: ChangedWebhook & { readonly beside: (session: Transaction) => Promise<void> },
		): Promise<StoredWebhook | null> =>
			inTransaction(mongo, async (session) => {
				const update = { $set: set, $unset: Object.fromEntries(unset.map((field) => [field, 1 as const])) };
				const which = { _id, tenantId, ...(from === undefined ? {} : { state: from }) };
				const changed = await webhooks.findOneAndUpdate(which, update, { returnDocument: "after", session });
				if (changed === null) return null;
				const waiting = { tenantId, webhookId: _id, state: "pending" } as const;
				if (set.state === "active") await deliveries.updateMany(waiting, { $unset: { isHeld: 1 } }, { session });
				else if (set.state !== undefined)
					await deliveries.updateMany({ ...waiting, isOnce: { $exists: false } }, { $set: { isHeld: true } }, { session });
				await beside(session);
				return changed;
			}),

		/** Deletes a webhook with its messages. @returns false when it is gone */
		remove: (tenantId: TenantId, _id: WebhookId, beside: (session: Transaction) => Promise<void>): Promise<boolean> =>
			inTransaction(mongo, async (session) => {
				const { deletedCount } = await webhooks.deleteOne({ _id, tenantId }, { session });
				if (deletedCount === 0) return false;
				await deliveries.deleteMany({ tenantId, webhookId: _id }, { session });
				await beside(session);
				return true;
			}),

		/** Notes that a message arrived at an active webhook, or since when none does. @returns since when */
		noteArrival: async (
			{ tenantId, _id }: Pick<StoredWebhook, "tenantId" | "_id">,
			{ hasArrived, at }: { readonly hasArrived: boolean; readonly at: Date },
		): Promise<Date | undefined> => {
			const change = hasArrived ? [{ $unset: "failingSince" }] : [{ $set: { failingSince: { $ifNull: ["$failingSince", at] } } }];
			return (await webhooks.findOneAndUpdate({ _id, tenantId, state: "active" }, change, { returnDocument: "after" }))?.failingSince;
		},

		/** Stores messages, in the transaction of what they tell of. */
		add: async (rows: readonly StoredDelivery[], session?: Transaction): Promise<void> => {
			if (rows.length > 0) await deliveries.insertMany([...rows], session === undefined ? {} : { session });
		},

		/** Messages to a webhook behind a cursor, newest first. */
		log: (
			tenantId: TenantId,
			webhookId: WebhookId,
			{ after, limit }: { readonly after: Cursor | null; readonly limit: number },
		): Promise<StoredDelivery[]> => {
			const before = after === null ? undefined : new Date(Number(after.key));
			const behind =
				before === undefined || after === null
					? {}
					: { $or: [{ createdAt: { $lt: before } }, { createdAt: before, _id: { $lt: after.id as DeliveryId } }] };
			return deliveries.find({ tenantId, webhookId, ...behind }, { sort: newestFirst, limit, ...requestLimit }).toArray();
		},

		/** Makes a message due again. @returns null when it is gone */
		resend: (tenantId: TenantId, webhookId: WebhookId, _id: DeliveryId): Promise<StoredDelivery | null> =>
			deliveries.findOneAndUpdate(
				{ _id, tenantId, webhookId },
				{ $set: { state: "pending", attempts: 0, dueAt: now() }, $unset: { isHeld: 1, claim: 1, claimedUntil: 1 } },
				{ returnDocument: "after", ...requestLimit },
			),

		/** Claims messages that are due, but for those of who is busy: no other process gets them for a minute. */
		claim: async (limit: number, busy: Busy): Promise<readonly StoredDelivery[]> => {
			const others = { webhookId: { $nin: busy.webhooks }, tenantId: { $nin: busy.tenants } };
			const isFree = { $or: [{ claimedUntil: { $exists: false } }, { claimedUntil: { $lte: now() } }] };
			const due = { state: "pending", isHeld: { $exists: false }, dueAt: { $lte: now() }, ...isFree } as const;
			const found = await deliveries.find({ ...due, ...others }, { sort: { dueAt: 1 }, limit, projection: { _id: 1 } }).toArray();
			if (found.length === 0) return [];
			const claim = randomUUID();
			const mine = { _id: { $in: found.map(({ _id }) => _id) } };
			await deliveries.updateMany({ ...due, ...mine }, { $set: { claim, claimedUntil: new Date(now().getTime() + claimMs) } });
			return await deliveries.find({ ...mine, claim, state: "pending" }, { sort: { createdAt: 1 } }).toArray();
		},

		/** Writes what became of a claimed message, unless somebody else has it by now. */
		settle: async ({ _id, tenantId, claim = "" }: StoredDelivery, settled: Settled): Promise<void> => {
			await deliveries.updateOne({ _id, tenantId, claim }, { $set: { ...settled }, $unset: { claim: 1, claimedUntil: 1 } });
		},

		/** Keeps a claimed message until its webhook is active again, which it may be by now. */
		hold: async ({ _id, tenantId, webhookId, claim = "" }: StoredDelivery): Promise<void> => {
			await deliveries.updateOne({ _id, tenantId, claim }, { $set: { isHeld: true }, $unset: { claim: 1, claimedUntil: 1 } });
			const isActive = (await webhooks.countDocuments({ _id: webhookId, tenantId, state: "active" }, { limit: 1 })) === 1;
			if (isActive) await deliveries.updateOne({ _id, tenantId }, { $unset: { isHeld: 1 } });
		},
	};
}

/** Indexes of webhooks and their messages, which expire. */
export const webhookMigrations: readonly Migration[] = [
	{
		id: "2026-11-webhooks",
		run: async (db) => {
			await db.collection("webhooks").createIndex({ tenantId: 1, ...newestFirst });
			await db
				.collection("webhook_deliveries")
				.createIndexes([
					{ key: { dueAt: 1 }, partialFilterExpression: { state: "pending" } },
					{ key: { tenantId: 1, webhookId: 1, ...newestFirst } },
					{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
				]);
		},
	},
];
