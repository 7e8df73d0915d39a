import type { AuditAction } from "@webhand/contracts/auth/audit";
import type { SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Collection, Db, Filter } from "mongodb";
import { ObjectId } from "mongodb";
import type { FoundRow, SourcePlace } from "./policy.ts";
import { idOfRow } from "./policy.ts";

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

/** Which rows: of a person, an action, an outcome (`failed` is all but `ok`), a span of time with both ends. */
export type AuditFilter = {
	readonly actorId?: UserId | undefined;
	readonly action?: AuditAction | undefined;
	readonly outcome?: "ok" | "failed" | undefined;
	readonly from?: string | undefined;
	readonly to?: string | undefined;
};

/** Rows are inserted and read, never changed. */
export type AuditStore = {
	readonly insert: (row: AuditRow, transaction?: Transaction) => Promise<void>;
	/** Rows of the tenant that match, newest first. */
	readonly page: (
		tenantId: TenantId,
		filter: AuditFilter,
		part: { readonly before?: SourcePlace | undefined; readonly limit: number },
	) => Promise<readonly FoundRow[]>;
};

const keptDays = 400;
const newestFirst = { at: -1, _id: -1 } as const;

export async function indexAudit(db: Db): Promise<void> {
	await db.collection("auth_audit").createIndex({ at: 1 }, { expireAfterSeconds: keptDays * 86_400 });
}

/** One index for each filter: a page is read in its order. */
export const auditMigrations: readonly Migration[] = [
	{
		id: "2026-11-audit-filters",
		run: async (db) => {
			const filters = [[], ["actorId"], ["action"], ["outcome"], ["actorId", "action"]] as const;
			const keys = filters.map((names) => ({ tenantId: 1, ...Object.fromEntries(names.map((name) => [name, 1])), ...newestFirst }));
			await db.collection("auth_audit").createIndexes(keys.map((key) => ({ key })));
			const before = "tenantId_1_at_1";
			if (await db.collection("auth_audit").indexExists(before)) await db.collection("auth_audit").dropIndex(before);
		},
	},
];

export function createAuditStore(db: Db): AuditStore {
	const rows: Collection<AuditRow> = db.collection("auth_audit");
	return {
		insert: async (row, session) => {
			// The driver adds `_id` to the object it is given.
			await rows.insertOne({ ...row }, session === undefined ? {} : { session });
		},
		page: async (tenantId, filter, { before, limit }) => {
			const found = await rows
				.find({ tenantId, ...wanted(filter), ...placed(before) }, { sort: newestFirst, limit, ...requestLimit })
				.toArray();
			return found.map(({ _id, at, actorId, action, target, outcome, reason, ip, userAgent, facts = {} }) => ({
				id: idOfRow(_id.toHexString()),
				at,
				actorId,
				action,
				target,
				outcome,
				reason,
				ip,
				userAgent,
				facts,
			}));
		},
	};
}

function wanted({ actorId, action, outcome, from, to }: AuditFilter): Filter<AuditRow> {
	const at = { ...(from === undefined ? {} : { $gte: new Date(from) }), ...(to === undefined ? {} : { $lte: new Date(to) }) };
	return {
		...(actorId === undefined ? {} : { actorId }),
		...(action === undefined ? {} : { action }),
		...(outcome === undefined ? {} : { outcome: outcome === "ok" ? outcome : { $in: ["failed", "delayed"] } }),
		...(from === undefined && to === undefined ? {} : { at }),
	};
}

/** `$and`: the filter may say something about `at` as well. */
function placed(before: SourcePlace | undefined): Filter<AuditRow> {
	if (before === undefined) return {};
	const { at, id, isAtIncluded } = before;
	if (id === undefined) return { $and: [{ at: isAtIncluded ? { $lte: at } : { $lt: at } }] };
	return { $and: [{ at: { $lte: at } }, { $or: [{ at: { $lt: at } }, { _id: { $lt: new ObjectId(id) } }] }] };
}
