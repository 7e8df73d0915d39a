import { hash, randomUUID } from "node:crypto";
import { createList, indexExpiry, indexList } from "@webhand/audit/store";
import type { NoteAction } from "@webhand/contracts/audit";
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

/** Audit notes: inserted and read, never changed. */
export type AuditStore = ReturnType<typeof createAuditStore>;

const mostCounted = 1_000;
const undelivered = { deliveredAt: null } as const;
const undeliveredIndex = "undelivered";
const failures = ["denied", "void", "refuse", "failed"];

/** Opens the store of audit notes. */
export function createAuditStore(mongo: Pick<Mongo, "db">) {
	const notes = mongo.db.collection<StoredNote>("audit_notes");
	/** Inserts a note unless one about the same `facts` is there. */
	const insertUnique = async (tenantId: TenantId, note: AuditNote, facts: readonly unknown[]): Promise<void> => {
		const _id = hash("sha256", JSON.stringify([tenantId, ...facts])).slice(0, 32);
		try {
			await notes.updateOne({ _id, tenantId }, { $setOnInsert: { ...note, deliveredAt: null } }, { upsert: true, ...requestLimit });
		} catch (cause) {
			// Another request inserted it at the same moment.
			if (!isDuplicateKey(cause)) throw cause;
		}
	};
	return {
		insertUnique,

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
			await insertUnique(tenantId, note, [same, Math.floor(at.getTime() / everyMs)]);
		},

		/** Notes of the tenant that match, newest first. */
		page: createList(notes, { part: "tasks", outcomes: { ok: { $nin: failures }, failed: { $in: failures } } }),

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
		run: (db) => indexExpiry(db, "audit_notes"),
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
		run: (db) => indexList(db, "audit_notes", [["userId"], ["action"]]),
	},
];
