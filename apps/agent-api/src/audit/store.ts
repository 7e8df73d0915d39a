import { hash, randomUUID } from "node:crypto";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { defined } from "../defined.ts";

/**
 * One thing that an audit has to know: who did what, to what, and how it ended. `facts` are names and numbers, never a page, a value, a
 * key or a word of a task.
 */
export type AuditNote = {
	readonly userId: UserId;
	readonly at: Date;
	readonly action: "gate" | "mode.raise" | "model.choose" | "model.drop" | "trace.read";
	readonly target: string;
	readonly outcome: string;
	readonly facts: Readonly<Record<string, unknown>>;
};

/** A note as stored: `_id` tells a note that is delivered twice, `deliveredAt` is for who carries it to the chain of the tool-runner. */
type StoredNote = AuditNote & { readonly _id: string; readonly tenantId: TenantId; readonly deliveredAt: null };

/** Insert only. */
export type AuditStore = ReturnType<typeof createAuditStore>;

const keptDays = 400;

/** Opens the store of audit notes. */
export function createAuditStore(mongo: Pick<Mongo, "db">) {
	const notes = mongo.db.collection<StoredNote>("audit_notes");
	return {
		/** Writes notes, in the transaction of what they tell of or before it. */
		insert: async (tenantId: TenantId, told: readonly AuditNote[], session?: Transaction): Promise<void> => {
			if (told.length === 0) return;
			const rows = told.map((note): StoredNote => ({ ...note, _id: randomUUID(), tenantId, deliveredAt: null }));
			await notes.insertMany(rows, defined({ session }));
		},

		/** Writes a note unless the same (but for its time) was written in this span of time, spans counted from 1970. */
		insertOnce: async (tenantId: TenantId, note: AuditNote, everyMs: number): Promise<void> => {
			const { at, ...same } = note;
			const _id = hash("sha256", JSON.stringify([tenantId, same, Math.floor(at.getTime() / everyMs)])).slice(0, 32);
			try {
				await notes.updateOne({ _id, tenantId }, { $setOnInsert: { ...note, deliveredAt: null } }, { upsert: true, ...requestLimit });
			} catch (cause) {
				// Another request wrote it in this very moment.
				if (!isDuplicateKey(cause)) throw cause;
			}
		},
	};
}

/** Indexes of audit notes; they go after 400 days, as the audit of sign-ins does. */
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
