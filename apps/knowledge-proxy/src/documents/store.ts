import type { Db } from "mongodb";

/** Indexes of documents and chunks. */
export async function indexDocuments(db: Db): Promise<void> {
	await db
		.collection("documents")
		.createIndexes([
			{ key: { tenantId: 1, domain: 1 } },
			{ key: { tenantId: 1, createdAt: -1, _id: -1 } },
			{ key: { tenantId: 1, sha256: 1, domain: 1, title: 1 }, unique: true },
			{ key: { "pending.lease.until": 1 }, partialFilterExpression: { status: "processing" } },
		]);
	await db.collection("chunks").createIndex({ tenantId: 1, domain: 1, documentId: 1, version: 1, n: 1 }, { unique: true });
}
