import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import type { UserId } from "@webhand/contracts/ids";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { PolicyOwner } from "./policy.ts";

/** A policy as it was set. A version never changes; the one with the highest `rev` is in force. */
export type StoredPolicy = {
	readonly tenantId: PolicyOwner;
	readonly rev: number;
	readonly policy: OrgPolicy;
	readonly at: Date;
	readonly by: UserId;
};

/** The policies of organizations and of the installation. */
export type PolicyStore = ReturnType<typeof createPolicyStore>;

/** Opens the store of policies. */
export function createPolicyStore(mongo: Pick<Mongo, "db" | "client" | "observe">) {
	const policies = mongo.db.collection<StoredPolicy>("policies");
	const newest = { sort: { rev: -1 }, projection: { _id: 0 }, ...requestLimit } as const;
	return {
		/** The policy in force, if one was ever set. */
		get: (tenantId: PolicyOwner): Promise<StoredPolicy | null> => policies.findOne({ tenantId }, newest),

		/** The newest policies, the one in force first. */
		list: (tenantId: PolicyOwner, limit: number): Promise<readonly StoredPolicy[]> =>
			policies.find({ tenantId }, { ...newest, limit }).toArray(),

		/** Adds a version together with what `beside` writes. @returns false when another one has this `rev` */
		add: async (policy: StoredPolicy, beside: (session: Transaction) => Promise<void>): Promise<boolean> => {
			try {
				await inTransaction(mongo, async (session) => {
					await policies.insertOne({ ...policy }, { session });
					await beside(session);
				});
				return true;
			} catch (cause) {
				if (isDuplicateKey(cause)) return false;
				throw cause;
			}
		},
	};
}

/** Indexes of policies. */
export const policyMigrations: readonly Migration[] = [
	{
		id: "2026-11-policies",
		run: async (db) => {
			await db.collection("policies").createIndex({ tenantId: 1, rev: -1 }, { unique: true });
		},
	},
];
