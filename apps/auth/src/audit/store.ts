import { letterOf } from "@webhand/audit/list";
import type { ListPart, RowFilter } from "@webhand/audit/store";
import { createList, indexExpiry, indexList } from "@webhand/audit/store";
import type { AuditAction, AuditEntry } from "@webhand/contracts/audit";
import type { SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Db } from "mongodb";
import { ObjectId } from "mongodb";

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

/** Rows are inserted and read, never changed. */
export type AuditStore = {
	readonly insert: (row: AuditRow, transaction?: Transaction) => Promise<void>;
	/** Rows of the tenant that match, newest first. */
	readonly page: (tenantId: TenantId, filter: RowFilter, part: ListPart) => Promise<readonly AuditEntry[]>;
};

export const indexAudit = (db: Db): Promise<void> => indexExpiry(db, "auth_audit");

export const auditMigrations: readonly Migration[] = [
	{
		id: "2026-11-audit-filters",
		run: (db) => indexList(db, "auth_audit", [["actorId"], ["action"], ["outcome"], ["actorId", "action"]]),
	},
];

export function createAuditStore(db: Db): AuditStore {
	const rows = db.collection<AuditRow>("auth_audit");
	const list = createList(rows, {
		part: "accounts",
		idOf: (id) => new ObjectId(id),
		outcomes: { ok: "ok", failed: { $in: ["failed", "delayed"] } },
	});
	return {
		insert: async (row, session) => {
			// The driver adds `_id` to the object it is given.
			await rows.insertOne({ ...row }, session === undefined ? {} : { session });
		},
		page: async (...given) =>
			(await list(...given)).map(({ _id, at, actorId, action, target, outcome, reason, ip, userAgent, facts = {} }) => ({
				id: `${letterOf.accounts}${_id.toHexString()}`,
				at: at.toISOString(),
				actorId,
				action,
				target,
				outcome,
				reason,
				ip,
				userAgent,
				facts,
				host: null,
			})),
	};
}
