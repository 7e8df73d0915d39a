import type { RunnerUse } from "@webhand/contracts/auth/runners";
import type { OrgId, RunnerId, SignInId, UserId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";

/** A code that nobody used yet: its SHA-256 in hex. */
export type StoredCode = { readonly hash: string; readonly expiresAt: Date };

/** The one sign-in of a runner; `secretHash` is the SHA-256 in hex of what gets its tokens. */
export type Enrolment = { readonly sid: SignInId; readonly secretHash: string; readonly at: Date };

/** A runner as stored. It is signed in as the service account `userId`. */
export type StoredRunner = RunnerUse & {
	readonly tenantId: OrgId;
	readonly userId: UserId;
	readonly name: string;
	readonly createdBy: UserId;
	readonly createdAt: Date;
	readonly code?: StoredCode;
	readonly enrolment?: Enrolment;
};

type RunnerRow = Omit<StoredRunner, "id"> & { _id: RunnerId };

/** Which runner of an organization. */
export type WhichRunner = { readonly orgId: OrgId; readonly id: RunnerId };

/** Runners of organizations. */
export type RunnerStore = ReturnType<typeof createRunnerStore>;

/** Indexes of runners: an organization's, and those of codes and secrets. */
export async function indexRunners(db: Db): Promise<void> {
	const isText = (path: string) => ({ unique: true, partialFilterExpression: { [path]: { $type: "string" } } });
	await db
		.collection("runners")
		.createIndexes([
			{ key: { tenantId: 1, name: 1, _id: 1 } },
			{ key: { "code.hash": 1 }, ...isText("code.hash") },
			{ key: { "enrolment.secretHash": 1 }, ...isText("enrolment.secretHash") },
		]);
}

const majority = { readConcern: { level: "majority" }, readPreference: "primary", ...requestLimit } as const;

/** Opens the store of runners. */
export function createRunnerStore(db: Db) {
	const runners: Collection<RunnerRow> = db.collection("runners");
	return {
		insert: async (session: Transaction, { id, ...runner }: StoredRunner): Promise<void> => {
			await runners.insertOne({ _id: id, ...runner }, { session });
		},

		count: (session: Transaction, tenantId: OrgId): Promise<number> => runners.countDocuments({ tenantId }, { session }),

		/** Those of an organization, by name. */
		list: async (tenantId: OrgId): Promise<StoredRunner[]> =>
			(await runners.find({ tenantId }, { sort: { name: 1, _id: 1 }, ...requestLimit }).toArray()).map(runnerOf),

		/** The runner of a code or a secret, which finds it, as no tenant is known before. */
		byCode: async (hash: string): Promise<StoredRunner | null> => runnerOrNull(await runners.findOne({ "code.hash": hash }, majority)),
		bySecret: async (hash: string): Promise<StoredRunner | null> =>
			runnerOrNull(await runners.findOne({ "enrolment.secretHash": hash }, majority)),

		/** Replaces code and sign-in by a new code. @returns `null` where the organization has no such runner */
		setCode: async (session: Transaction, { orgId, id }: WhichRunner, code: StoredCode): Promise<StoredRunner | null> =>
			runnerOrNull(
				await runners.findOneAndUpdate(
					{ _id: id, tenantId: orgId },
					{ $set: { code }, $unset: { enrolment: "" } },
					{ session, returnDocument: "after" },
				),
			),

		/** Uses a code up. @returns whether it was still there and had time left */
		enrol: async (session: Transaction, { id, code }: Pick<StoredRunner, "id"> & { readonly code: string }, enrolment: Enrolment) =>
			(
				await runners.updateOne(
					{ _id: id, "code.hash": code, "code.expiresAt": { $gt: enrolment.at } },
					{ $set: { enrolment }, $unset: { code: "" } },
					{ session },
				)
			).matchedCount === 1,

		/** @returns the runner that was removed */
		remove: async (session: Transaction, { orgId, id }: WhichRunner): Promise<StoredRunner | null> =>
			runnerOrNull(await runners.findOneAndDelete({ _id: id, tenantId: orgId }, { session })),

		/** Removes the runners that are signed in as a service account. */
		removeOf: async (session: Transaction, { orgId, userId }: { readonly orgId: OrgId; readonly userId: UserId }): Promise<void> => {
			await runners.deleteMany({ tenantId: orgId, userId }, { session });
		},
	};
}

function runnerOrNull(row: RunnerRow | null): StoredRunner | null {
	return row === null ? null : runnerOf(row);
}

function runnerOf({ _id, ...row }: RunnerRow): StoredRunner {
	return { id: _id, ...row };
}
