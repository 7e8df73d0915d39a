import { hash, randomUUID } from "node:crypto";
import type { NoteAction } from "@webhand/contracts/auth/audit";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import { withLock } from "@webhand/service-kit/mongo/locks";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { defined } from "../../shared/defined.ts";

/**
 * One entry of the audit: who did what, to what, with what outcome. `facts` are names and numbers, never text of a page or a task, a value
 * or a key.
 */
export type AuditNote = {
	readonly userId: UserId;
	readonly at: Date;
	readonly action: NoteAction;
	readonly target: string;
	readonly outcome: string;
	readonly facts: Readonly<Record<string, unknown>>;
};

/** A note with its id, which identifies a duplicate delivery to the tool-runner's audit chain. */
export type NoteRow = AuditNote & { readonly _id: string; readonly tenantId: TenantId };

/** A note as stored. `deliveredAt` is when its delivery ended; `refusal` is why the tool-runner will never take it. */
type StoredNote = NoteRow & { readonly deliveredAt: Date | null; readonly refusal?: string };

/** Which notes: of a user, an action, an outcome (`failed` is what was denied, void or refused), a span of time with both ends. */
export type NoteFilter = {
	readonly userId?: UserId | undefined;
	readonly action?: NoteAction | undefined;
	readonly outcome?: "ok" | "failed" | undefined;
	readonly from?: string | undefined;
	readonly to?: string | undefined;
};

/** Notes before this moment, or at it with a smaller id. */
export type NotePlace = { readonly at: Date; readonly id?: string | undefined };

/** Audit notes: inserted and read, never changed. */
export type AuditStore = ReturnType<typeof createAuditStore>;

const keptDays = 400;
const mostCounted = 1_000;
const undelivered = { deliveredAt: null } as const;
const undeliveredIndex = "undelivered";
const newestFirst = { at: -1, _id: -1 } as const;
const failures = ["denied", "void", "refuse", "failed"];

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

/** Opens the store of audit notes. */
export function createAuditStore(mongo: Pick<Mongo, "db">) {
	const notes = mongo.db.collection<StoredNote>("audit_notes");
	return {
		/** Inserts notes, in the transaction of what they record or before it. */
		insert: async (tenantId: TenantId, added: readonly AuditNote[], session?: Transaction): Promise<void> => {
			if (added.length === 0) return;
			// Notes of one moment are delivered and read in their order.
			const batch = randomUUID();
			const rows = added.map((note, index): StoredNote => ({ ...note, _id: `${batch}.${index}`, tenantId, deliveredAt: null }));
			await notes.insertMany(rows, defined({ session }));
		},

		/** Inserts a note unless an equal one (but for its time) stands in the same interval; intervals of `everyMs` count from 1970. */
		insertOnce: async (tenantId: TenantId, note: AuditNote, everyMs: number): Promise<void> => {
			const { at, ...same } = note;
			const _id = hash("sha256", JSON.stringify([tenantId, same, Math.floor(at.getTime() / everyMs)])).slice(0, 32);
			try {
				await notes.updateOne({ _id, tenantId }, { $setOnInsert: { ...note, deliveredAt: null } }, { upsert: true, ...requestLimit });
			} catch (cause) {
				// Another request inserted it at the same moment.
				if (!isDuplicateKey(cause)) throw cause;
			}
		},

		/** Notes of the tenant that match, newest first. */
		page: (
			tenantId: TenantId,
			{ userId, action, outcome, from, to }: NoteFilter,
			{ before, limit }: { readonly before?: NotePlace | undefined; readonly limit: number },
		): Promise<readonly (AuditNote & { readonly _id: string })[]> => {
			const span = defined({ $gte: dateOf(from), $lte: dateOf(to) });
			const place = before && [
				{ at: { $lt: before.at } },
				...(before.id === undefined ? [] : [{ at: before.at, _id: { $lt: before.id } }]),
			];
			return notes
				.find(
					{
						tenantId,
						...defined({ userId, action, outcome: outcome && (outcome === "failed" ? { $in: failures } : { $nin: failures }) }),
						...(Object.keys(span).length === 0 ? {} : { at: span }),
						...(before === undefined ? {} : { $and: [{ at: { $lte: before.at } }, { $or: place ?? [] }] }),
					},
					{ sort: newestFirst, limit, projection: { tenantId: 0, deliveredAt: 0 }, ...requestLimit },
				)
				.toArray();
		},

		/** Notes of all tenants that wait for their delivery, the oldest first: the relay only delivers them. */
		undelivered: (limit: number): Promise<readonly NoteRow[]> =>
			notes.find(undelivered, { sort: { at: 1, _id: 1 }, limit, projection: { deliveredAt: 0 }, ...requestLimit }).toArray(),

		/** How many notes wait, at most 1,000, and since when. */
		waiting: async (): Promise<{ readonly count: number; readonly since: Date | null }> => {
			const [count, oldest] = await Promise.all([
				notes.countDocuments(undelivered, { limit: mostCounted, hint: undeliveredIndex }),
				notes.findOne(undelivered, { sort: { at: 1 }, projection: { at: 1 } }),
			]);
			return { count, since: oldest?.at ?? null };
		},

		/** Ends the delivery of notes: they are in the chain, or are refused for good. */
		settle: async (ids: readonly string[], { at, refusal }: { readonly at: Date; readonly refusal?: string }): Promise<void> => {
			await notes.updateMany({ _id: { $in: [...ids] }, deliveredAt: null }, { $set: { deliveredAt: at, ...defined({ refusal }) } });
		},

		/** Delivers unless another replica does. @throws what `work` throws */
		whileAlone: async (work: () => Promise<void>): Promise<void> => {
			let isMine = false;
			const begin = async () => {
				isMine = true;
				await work();
			};
			// An ended wait tries the lock once.
			await withLock(mongo.db, { name: "audit notes", holdMs: 30_000, signal: AbortSignal.abort() }, begin).catch((cause: unknown) => {
				if (isMine) throw cause;
			});
		},
	};
}

/** Indexes of audit notes, which expire after 400 days like those of sign-ins. */
export const auditMigrations: readonly Migration[] = [
	{
		id: "2026-11-audit-indexes",
		run: async (db) => {
			await db.collection("audit_notes").createIndex({ at: 1 }, { expireAfterSeconds: keptDays * 86_400 });
		},
	},
	{
		id: "2026-11-audit-undelivered",
		run: async (db) => {
			await db
				.collection("audit_notes")
				.createIndex({ deliveredAt: 1, at: 1, _id: 1 }, { partialFilterExpression: undelivered, name: undeliveredIndex });
		},
	},
	{
		// Notes are written with steps, so there is an index for the order and the two filters that find few, and no more.
		id: "2026-11-audit-pages",
		run: async (db) => {
			await db
				.collection("audit_notes")
				.createIndexes([
					{ key: { tenantId: 1, ...newestFirst } },
					{ key: { tenantId: 1, userId: 1, ...newestFirst } },
					{ key: { tenantId: 1, action: 1, ...newestFirst } },
				]);
			const before = "tenantId_1_at_1";
			if (await db.collection("audit_notes").indexExists(before)) await db.collection("audit_notes").dropIndex(before);
		},
	},
];
