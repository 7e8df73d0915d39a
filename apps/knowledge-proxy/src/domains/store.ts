import type { TenantId } from "@webhand/contracts/ids";
import type { DomainId } from "@webhand/contracts/knowledge/domains";
import type { Cursor } from "@webhand/service-kit/lists";
import { pageSize } from "@webhand/service-kit/lists";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { DocumentRow } from "../documents/rows.ts";

// The tenant's head with its version is another kind of row in the same collection.
type DomainRow = { _id: DomainId; tenantId: TenantId; kind: "pattern"; pattern: string; by: string; createdAt: Date };

/** An allowed domain as it is stored; `by` is a user id. */
export type StoredDomain = Pick<DomainRow, "pattern" | "by" | "createdAt"> & { readonly id: DomainId };

/** How many documents with an active version a tenant has of one domain. */
export type DocumentCount = { readonly domain: string; readonly documents: number };

/** The domains that tenants allowed, in canonical form. */
export type DomainStore = {
	readonly patternsOf: (tenantId: TenantId) => Promise<readonly string[]>;
	/** Those of `patterns` that the tenant allowed. One indexed read, however long the list. */
	readonly allowedOf: (tenantId: TenantId, patterns: readonly string[]) => Promise<readonly string[]>;
	/** By pattern, one more than a page; `total` counts all that match. */
	readonly list: (
		tenantId: TenantId,
		query: { readonly matching: RegExp | null; readonly cursor: Cursor | null },
	) => Promise<{ readonly rows: readonly StoredDomain[]; readonly total: number }>;
	readonly find: (tenantId: TenantId, patterns: readonly string[], transaction?: Transaction) => Promise<readonly StoredDomain[]>;
	readonly count: (tenantId: TenantId, transaction: Transaction) => Promise<number>;
	readonly insert: (tenantId: TenantId, rows: readonly StoredDomain[], transaction: Transaction) => Promise<void>;
	/** @returns whether the tenant had it */
	readonly remove: (tenantId: TenantId, id: DomainId, transaction: Transaction) => Promise<boolean>;
	/** Of all domains, or of those named. */
	readonly documentsOf: (tenantId: TenantId, domains?: readonly string[]) => Promise<readonly DocumentCount[]>;
};

/** One row per pattern of a tenant. */
export async function indexDomains(db: Db): Promise<void> {
	await db.collection("allowed_domains").createIndex({ tenantId: 1, kind: 1, pattern: 1 }, { unique: true });
}

export function createDomainStore(db: Db): DomainStore {
	const domains: Collection<DomainRow> = db.collection("allowed_domains");
	const documents: Collection<DocumentRow> = db.collection("documents");
	const patternsIn = async (filter: { tenantId: TenantId; pattern?: { $in: string[] } }) => {
		const rows = await domains
			.find({ ...filter, kind: "pattern" }, { projection: { _id: 0, pattern: 1 }, ...requestLimit })
			.limit(2_000)
			.toArray();
		return rows.map(({ pattern }) => pattern);
	};
	return {
		patternsOf: (tenantId) => patternsIn({ tenantId }),
		allowedOf: (tenantId, patterns) => patternsIn({ tenantId, pattern: { $in: [...patterns] } }),
		list: async (tenantId, { matching, cursor }) => {
			const own = { tenantId, kind: "pattern" } as const;
			const wanted = matching === null ? own : { ...own, pattern: matching };
			const after = cursor === null ? wanted : { $and: [wanted, { pattern: { $gt: cursor.key } }] };
			const [rows, total] = await Promise.all([
				domains.find(after, { sort: { pattern: 1 }, limit: pageSize + 1, ...requestLimit }).toArray(),
				domains.countDocuments(wanted, requestLimit),
			]);
			return { rows: rows.map(storedOf), total };
		},
		find: async (tenantId, patterns, session) => {
			const filter = { tenantId, kind: "pattern", pattern: { $in: [...patterns] } } as const;
			return (await domains.find(filter, session === undefined ? requestLimit : { session }).toArray()).map(storedOf);
		},
		count: (tenantId, session) => domains.countDocuments({ tenantId, kind: "pattern" }, { session }),
		insert: async (tenantId, rows, session) => {
			const stored = rows.map(({ id, ...row }): DomainRow => ({ _id: id, tenantId, kind: "pattern", ...row }));
			await domains.insertMany(stored, { session });
		},
		remove: async (tenantId, id, session) =>
			(await domains.deleteOne({ tenantId, _id: id, kind: "pattern" }, { session })).deletedCount === 1,
		documentsOf: async (tenantId, names) => {
			const ofDomains = names === undefined ? {} : { domain: { $in: [...names] } };
			const counts = documents.aggregate<{ _id: string; documents: number }>(
				[{ $match: { tenantId, ...ofDomains, active: { $exists: true } } }, { $group: { _id: "$domain", documents: { $sum: 1 } } }],
				requestLimit,
			);
			return (await counts.toArray()).map(({ _id: domain, documents: count }) => ({ domain, documents: count }));
		},
	};
}

function storedOf({ _id: id, pattern, by, createdAt }: DomainRow): StoredDomain {
	return { id, pattern, by, createdAt };
}
