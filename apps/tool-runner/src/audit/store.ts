import type { SessionId, SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { AgentAudit } from "@webhand/contracts/tools/audit";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Db } from "mongodb";
import { MongoServerError } from "mongodb";

/** One fact for the audit, before it has a place in its chain. Never a file's content, and no secret. */
export type AuditFact = {
	readonly tenantId: TenantId;
	/** The workspace, or `tenant` for what happens outside of any. */
	readonly chain: WorkspaceId | "tenant";
	readonly kind: AgentAudit["kind"];
	readonly at: Date;
	readonly userId: UserId;
	readonly sid: SignInId | null;
	readonly ip: string | null;
	readonly requestId: string;
	readonly sessionId: SessionId | null;
	readonly action: string;
	readonly target: string;
	/** Arguments without contents. */
	readonly args: Readonly<Record<string, unknown>>;
	readonly argsHash: string | null;
	readonly approved: boolean;
	readonly approvalId: string | null;
	readonly decidedBy: AgentAudit["decided_by"];
	readonly reason: string | null;
	/** The grant that this row consumes; absent in all but intents, so that its index stays sparse. */
	readonly grantJti?: string;
	/** Absent in intents. */
	readonly outcome: string | null;
	readonly bytes: number | null;
	readonly beforeHash: string | null;
	readonly afterHash: string | null;
};

/** A row: a fact at its place, with the hash of the row before and its own. */
export type AuditRow = AuditFact & { readonly seq: number; readonly prevHash: string; readonly hash: string };

/** Said when a grant was consumed before. */
export class GrantUsed extends Error {}

/** The index that lets a grant be consumed once. */
const grantIndex = "grant-once";

/** Rows of the audit: inserted and read, never changed. */
export type AuditStore = ReturnType<typeof createAuditStore>;

export async function indexAudit(db: Db): Promise<void> {
	await db
		.collection("audit")
		.createIndexes([
			{ key: { tenantId: 1, chain: 1, seq: 1 }, unique: true },
			{ key: { grantJti: 1 }, unique: true, sparse: true, name: grantIndex },
			{ key: { tenantId: 1, at: -1 } },
			{ key: { tenantId: 1, userId: 1, at: -1 } },
			{ key: { tenantId: 1, sessionId: 1, at: -1 } },
		]);
}

export function createAuditStore(db: Db) {
	const audit = db.collection<AuditRow>("audit");
	return {
		/** The last row of a chain. */
		head: (tenantId: TenantId, chain: AuditFact["chain"]): Promise<Pick<AuditRow, "seq" | "hash"> | null> =>
			audit.findOne({ tenantId, chain }, { sort: { seq: -1 }, projection: { _id: 0, seq: 1, hash: 1 }, ...requestLimit }),

		/** Inserts rows in their order. @returns false when another replica took a place first @throws GrantUsed */
		insert: async (rows: readonly AuditRow[]): Promise<boolean> => {
			try {
				await audit.insertMany(rows.map((row) => ({ ...row })));
				return true;
			} catch (cause) {
				if (!isDuplicateKey(cause)) throw cause;
				if (cause instanceof MongoServerError && cause.message.includes(grantIndex))
					throw new GrantUsed("The grant was consumed before", { cause });
				return false;
			}
		},
	};
}
