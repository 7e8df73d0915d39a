import type { ApprovalId, SessionId, WorkspaceId } from "@webhand/contracts/ids";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { defined } from "../../shared/defined.ts";
import type { Owner } from "../../shared/rows.ts";
import type { Outcome, StoredApproval } from "./row.ts";

/** Decisions about changes on the server host. */
export type ApprovalStore = ReturnType<typeof createApprovalStore>;

/** An approval of one user, for one exact request. */
export type ApprovedUse = Pick<StoredApproval, "_id" | "tenantId" | "userId" | "hash"> & { readonly grantJti: string; readonly at: Date };

/** Which approvals that a user was asked for: `at` says which of those that wait are over by time. */
export type ApprovalFilter = {
	readonly status: StoredApproval["status"];
	readonly sessionId?: SessionId | undefined;
	readonly at: Date;
	readonly limit: number;
};

/** The change of an approval that waits. */
export type Change = Pick<StoredApproval, "_id"> & { readonly set: Partial<StoredApproval> };

/** Approvals that are decided together, by a request that may be repeated. */
type Named = { readonly ids: readonly ApprovalId[]; readonly idempotencyHash?: string | undefined };

/** What is decided about the approvals that were found, in the order of their ids. Called again when another writer was first. */
export type Judge = (found: readonly (StoredApproval | null)[], earlier: StoredApproval | null) => readonly Change[];

/** Writes what is noted of changes in their transaction; injected, since the audit is another feature. */
export type KeepDecisions = (changed: readonly StoredApproval[], session: Transaction, outcome?: "revoked") => Promise<void>;

const oldestFirst = { createdAt: 1, _id: 1 } as const;
const mostStanding = 200;

/** Opens the store of approvals. */
export function createApprovalStore(mongo: Pick<Mongo, "db" | "client" | "observe">, keepDecisions: KeepDecisions) {
	const approvals = mongo.db.collection<StoredApproval>("approvals");

	const decideOnce = ({ tenantId, userId }: Owner, { ids, idempotencyHash }: Named, judge: Judge) =>
		inTransaction(mongo, async (session) => {
			const read = () => approvals.find({ tenantId, userId, _id: { $in: [...ids] }, shown: { $exists: true } }, { session }).toArray();
			const rows = await read();
			const found = ids.map((id) => rows.find(({ _id }) => _id === id) ?? null);
			const first = found[0];
			const isRepeatable = idempotencyHash !== undefined && first != null;
			const same = isRepeatable ? { tenantId, userId, workspaceId: first.workspaceId, idempotencyHash } : null;
			const earlier = same === null ? null : await approvals.findOne(same, { session });
			const changes = judge(found, earlier);
			for (const { _id, set } of changes)
				await approvals.updateOne({ tenantId, userId, _id, status: "pending" }, { $set: set }, { session });
			const changed = changes.length === 0 ? rows : await read();
			await keepDecisions(
				changed.filter(({ _id }) => changes.some((change) => change._id === _id)),
				session,
			);
			return ids.flatMap((id) => changed.filter(({ _id }) => _id === id));
		});

	return {
		insert: async (approval: StoredApproval): Promise<void> => {
			await approvals.insertOne({ ...approval }, requestLimit);
		},

		/** An approval of this user. */
		find: ({ tenantId, userId }: Owner, _id: ApprovalId): Promise<StoredApproval | null> =>
			approvals.findOne({ tenantId, _id, userId }, requestLimit),

		/** Approvals of this user by id, in any order. */
		named: ({ tenantId, userId }: Owner, ids: readonly ApprovalId[]): Promise<readonly StoredApproval[]> =>
			approvals.find({ tenantId, userId, _id: { $in: [...ids] } }, requestLimit).toArray(),

		/** The newest approval of a call of an agent. */
		ofCall: ({ tenantId, userId }: Owner, call: Pick<StoredApproval, "sessionId" | "toolCallId">): Promise<StoredApproval | null> =>
			approvals.findOne(
				{ tenantId, userId, sessionId: call.sessionId, toolCallId: call.toolCallId },
				{ sort: { createdAt: -1 }, ...requestLimit },
			),

		/** The newest approvals that the user was asked for and that match, the oldest of them first. */
		asked: async ({ tenantId, userId }: Owner, { status, sessionId, at, limit }: ApprovalFilter): Promise<readonly StoredApproval[]> => {
			const isOver = { status: "pending" as const, expiresAt: { $lte: at } };
			const state =
				status === "pending" ? { status, expiresAt: { $gt: at } } : status === "rejected" ? { $or: [{ status }, isOver] } : { status };
			const rows = await approvals
				.find(
					{ tenantId, userId, shown: { $exists: true }, ...state, ...defined({ sessionId }) },
					{ sort: { createdAt: -1, _id: -1 }, limit, ...requestLimit },
				)
				.toArray();
			return rows.reverse();
		},

		/** Approvals of a wider scope with this key that still stand in a workspace. */
		standing: (
			{ tenantId, userId }: Owner,
			{ workspaceId, key, at }: { readonly workspaceId: WorkspaceId; readonly key: string; readonly at: Date },
		): Promise<readonly StoredApproval[]> =>
			approvals
				.find(
					{ tenantId, userId, workspaceId, "coverage.key": key, status: "approved", standingUntil: { $gt: at } },
					{ sort: oldestFirst, limit: mostStanding, ...requestLimit },
				)
				.toArray(),

		/** Approvals of a wider scope of a user that still stand, in one workspace or in all, newest first. */
		allStanding: (
			{ tenantId, userId }: Owner,
			{ workspaceId, at }: { readonly workspaceId?: WorkspaceId | undefined; readonly at: Date },
		): Promise<readonly StoredApproval[]> =>
			approvals
				.find(
					{ tenantId, userId, status: "approved", standingUntil: { $gt: at }, ...defined({ workspaceId }) },
					{ sort: { createdAt: -1, _id: -1 }, limit: mostStanding, ...requestLimit },
				)
				.toArray(),

		/** Ends an approval of a wider scope, and notes it. @returns false when there is none that stands */
		endStanding: ({ tenantId, userId }: Owner, _id: ApprovalId, at: Date): Promise<boolean> =>
			inTransaction(mongo, async (session) => {
				const ended = await approvals.findOneAndUpdate(
					{ tenantId, userId, _id, status: "approved", standingUntil: { $gt: at } },
					{ $set: { standingUntil: at } },
					{ session, returnDocument: "after" },
				);
				if (ended !== null) await keepDecisions([{ ...ended, decidedAt: at }], session, "revoked");
				return ended !== null;
			}),

		/**
		 * Decides several approvals of a user in one transaction, with what is noted of them: all or none.
		 *
		 * @returns the approvals after it, in the order of `ids`
		 * @throws what `judge` throws, and then nothing is changed
		 */
		decide: async (owner: Owner, named: Named, judge: Judge): Promise<readonly StoredApproval[]> => {
			try {
				return await decideOnce(owner, named, judge);
			} catch (cause) {
				// Another request with the same key was first: the next look finds it.
				if (!isDuplicateKey(cause)) throw cause;
				return await decideOnce(owner, named, judge);
			}
		},

		/** Takes one use of an approval; of two at once on the last use one gets it. @returns null when there is none left for this request */
		use: ({ _id, tenantId, userId, hash, grantJti, at }: ApprovedUse): Promise<StoredApproval | null> =>
			approvals.findOneAndUpdate(
				{ tenantId, _id, userId, hash, status: "approved", usesLeft: { $gt: 0 }, expiresAt: { $gt: at } },
				{ $inc: { usesLeft: -1 }, $set: { grantJti } },
				{ returnDocument: "after", ...requestLimit },
			),

		/** Notes what became of the change. */
		settle: async ({ _id, tenantId }: Pick<StoredApproval, "_id" | "tenantId">, outcome: Outcome, finishedAt: Date): Promise<void> => {
			await approvals.updateOne({ tenantId, _id }, { $set: { outcome, finishedAt } }, requestLimit);
		},
	};
}

/** Indexes of approvals: one row per repeatable request, a user's by status, and the end of their rows. */
export const approvalMigrations: readonly Migration[] = [
	{
		id: "2026-11-approval-indexes",
		run: async (db) => {
			await db.collection("approvals").createIndexes([
				{
					key: { tenantId: 1, userId: 1, workspaceId: 1, idempotencyHash: 1 },
					unique: true,
					partialFilterExpression: { idempotencyHash: { $exists: true } },
				},
				{ key: { tenantId: 1, userId: 1, status: 1, createdAt: -1 } },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
	{
		id: "2026-11-approval-calls",
		run: async (db) => {
			await db.collection("approvals").createIndexes([
				{ key: { tenantId: 1, userId: 1, sessionId: 1, toolCallId: 1 } },
				{
					key: { tenantId: 1, userId: 1, workspaceId: 1, "coverage.key": 1 },
					partialFilterExpression: { standingUntil: { $exists: true } },
				},
			]);
		},
	},
];
