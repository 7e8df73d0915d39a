import { hash, randomUUID } from "node:crypto";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { defined } from "../defined.ts";

/**
 * One entry of the audit: who did what, to what, with what outcome. `facts` are names and numbers, never text of a page or a task, a value
 * or a key.
 */
export type AuditNote = {
	readonly userId: UserId;
	readonly at: Date;
	readonly action: "gate" | "mode.raise" | "model.choose" | "model.drop" | "trace.read";
	readonly target: string;
	readonly outcome: string;
	readonly facts: Readonly<Record<string, unknown>>;
};

/** A note as stored. `_id` identifies a duplicate delivery; `deliveredAt` is for the delivery to the tool-runner's audit chain. */
type StoredNote = AuditNote & { readonly _id: string; readonly tenantId: TenantId; readonly deliveredAt: null };

/** Audit notes: inserted, never changed. */
export type AuditStore = ReturnType<typeof createAuditStore>;

const keptDays = 400;

/** Opens the store of audit notes. */
export function createAuditStore(mongo: Pick<Mongo, "db">) {
	const notes = mongo.db.collection<StoredNote>("audit_notes");
	return {
		/** Inserts notes, in the transaction of what they record or before it. */
		insert: async (tenantId: TenantId, added: readonly AuditNote[], session?: Transaction): Promise<void> => {
			if (added.length === 0) return;
			const rows = added.map((note): StoredNote => ({ ...note, _id: randomUUID(), tenantId, deliveredAt: null }));
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
	};
}

/** Indexes of audit notes, which expire after 400 days like those of sign-ins. */
export const auditMigrations: readonly Migration[] = [
	{
		id: "2026-11-audit-indexes",
		run: async (db) => {
			await db
				.collection("audit_notes")
				.createIndexes([{ key: { tenantId: 1, at: 1 } }, { key: { at: 1 }, expireAfterSeconds: keptDays * 86_400 }]);
		},
	},
];
