import type { TenantId } from "@webhand/contracts/ids";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";

// A second kind of row, the tenant's head with its version, shares the collection and its index.
type DomainRow = { tenantId: TenantId; kind: "pattern"; pattern: string; by: string; createdAt: Date };

/** The domains a tenant allowed, in canonical form. */
export type DomainStore = { readonly patternsOf: (tenantId: TenantId) => Promise<readonly string[]> };

/** One row per pattern of a tenant. */
export async function indexDomains(db: Db): Promise<void> {
	await db.collection("allowed_domains").createIndex({ tenantId: 1, kind: 1, pattern: 1 }, { unique: true });
}

export function createDomainStore(db: Db): DomainStore {
	const domains: Collection<DomainRow> = db.collection("allowed_domains");
	return {
		patternsOf: async (tenantId) => {
			const rows = await domains
				.find({ tenantId, kind: "pattern" }, { projection: { _id: 0, pattern: 1 }, ...requestLimit })
				.limit(2_000)
				.toArray();
			return rows.map(({ pattern }) => pattern);
		},
	};
}
