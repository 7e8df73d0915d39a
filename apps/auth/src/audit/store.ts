import type { AuditAction } from "@webhand/contracts/auth/audit";
import type { SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";

/** The caller's address and client. `userAgent` is cut at 256 characters. */
export type Caller = { readonly ip: string; readonly userAgent: string; readonly requestId: string };

/** One row of the audit. `null`: unknown or none. Never a password, token, link, hash, nor an email without an account. */
export type AuditRow = Caller & {
	readonly at: Date;
	readonly actorId: UserId | null;
	readonly tenantId: TenantId | null;
	readonly sid: SignInId | null;
	readonly action: AuditAction;
	readonly target: string | null;
	readonly outcome: "ok" | "failed" | "delayed";
	readonly reason: string | null;
	/** Names and numbers beside the target, such as the new role. */
	readonly facts?: Readonly<Record<string, unknown>>;
};

/** Insert only. */
export type AuditStore = {
	readonly insert: (row: AuditRow, transaction?: Transaction) => Promise<void>;
};

const keptDays = 400;

export async function indexAudit(db: Db): Promise<void> {
	await db
		.collection("auth_audit")
		.createIndexes([{ key: { tenantId: 1, at: 1 } }, { key: { at: 1 }, expireAfterSeconds: keptDays * 86_400 }]);
}

export function createAuditStore(db: Db): AuditStore {
	const rows: Collection<AuditRow> = db.collection("auth_audit");
	return {
		insert: async (row, session) => {
			// The driver adds `_id` to the object it is given.
			await rows.insertOne({ ...row }, session === undefined ? {} : { session });
		},
	};
}
