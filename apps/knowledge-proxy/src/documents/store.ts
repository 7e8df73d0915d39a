import type { DocumentFormat, DocumentId } from "@webhand/contracts/knowledge/documents";
import type { Cursor } from "@webhand/service-kit/lists";
import { containing, pageSize } from "@webhand/service-kit/lists";
import type { Mongo } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import { createInTurn } from "@webhand/service-kit/mongo/locks";
import type { Collection, Db, Filter } from "mongodb";
import type { Scope } from "../scope.ts";
import type { VersionStore } from "../versions/store.ts";
import type { ChunkRow, DocumentRow, PendingVersion } from "./rows.ts";

/** Which documents: `q` is a part of the title. */
export type DocumentFilter = {
	readonly q?: string | undefined;
	readonly domain?: string | undefined;
	readonly status?: DocumentRow["status"] | undefined;
};

/** A new state of a document whose version is still `from`. Fields that are left out stay. */
export type Replacement = {
	readonly from: number;
	readonly title?: string;
	readonly pathPrefix?: string;
	readonly sourceUrl?: string;
	readonly content?: { readonly pending: PendingVersion; readonly format: DocumentFormat; readonly sha256: string };
	readonly at: Date;
};

/** Documents of a scope. Every method asks for the scope first. */
export type DocumentStore = {
	/** False when there is one with these bytes, title and domain. */
	readonly insert: (row: DocumentRow) => Promise<boolean>;
	readonly get: (scope: Scope, id: DocumentId) => Promise<DocumentRow | null>;
	/** The document with the same bytes and domain; without `title` any of them. */
	readonly findSame: (
		scope: Scope,
		same: { readonly sha256: string; readonly domain: string; readonly title?: string },
	) => Promise<DocumentRow | null>;
	readonly list: (
		scope: Scope,
		filter: DocumentFilter,
		cursor: Cursor | null,
	) => Promise<{ readonly rows: readonly DocumentRow[]; readonly total: number }>;
	/** How many documents there are, and how many chunks are searched. */
	readonly count: (scope: Scope) => Promise<{ readonly documents: number; readonly chunks: number }>;
	/** The document as it was before, or why it stays: it has changed meanwhile, or would be the same as another. */
	readonly replace: (scope: Scope, id: DocumentId, next: Replacement) => Promise<DocumentRow | "changed" | "same">;
	/** Takes the document out of the search for every request that begins later. @returns the document; null when there is none */
	readonly remove: (scope: Scope, id: DocumentId) => Promise<DocumentRow | null>;
	readonly removeChunks: (scope: Scope, id: DocumentId) => Promise<void>;
	/** The chunks of one version in their order, one more than a page. */
	readonly chunks: (row: DocumentRow, cursor: Cursor | null) => Promise<readonly ChunkRow[]>;
	/** Lets one request at a time of a scope count and add. */
	readonly inTurn: <Result>(scope: Scope, work: () => Promise<Result>) => Promise<Result>;
};

/** Indexes of documents and chunks. */
export async function indexDocuments(db: Db): Promise<void> {
	await db
		.collection("documents")
		.createIndexes([
			{ key: { tenantId: 1, domain: 1 } },
			{ key: { tenantId: 1, createdAt: -1, _id: -1 } },
			{ key: { tenantId: 1, sha256: 1, domain: 1, title: 1 }, unique: true },
			{ key: { status: 1, tenantId: 1, updatedAt: 1 }, partialFilterExpression: { status: "processing" } },
		]);
	await db.collection("chunks").createIndex({ tenantId: 1, domain: 1, documentId: 1, version: 1, n: 1 }, { unique: true });
}

export function createDocumentStore(mongo: Mongo, versions: VersionStore): DocumentStore {
	const { db } = mongo;
	const documents: Collection<DocumentRow> = db.collection("documents");
	const chunks: Collection<ChunkRow> = db.collection("chunks");
	const inTurn = createInTurn(db);
	return {
		insert: async (row) => {
			try {
				await documents.insertOne(row);
				return true;
			} catch (cause) {
				if (isDuplicateKey(cause)) return false;
				throw cause;
			}
		},
		get: (scope, id) => documents.findOne({ tenantId: scope, _id: id }, requestLimit),
		findSame: (scope, same) => documents.findOne({ tenantId: scope, ...same }, requestLimit),
		list: async (scope, filter, cursor) => {
			const wanted = filterOf(scope, filter);
			const [rows, total] = await Promise.all([
				documents
					.find({ $and: [wanted, after(cursor)] }, requestLimit)
					.sort({ createdAt: -1, _id: -1 })
					.limit(pageSize + 1)
					.toArray(),
				documents.countDocuments(wanted, requestLimit),
			]);
			return { rows, total };
		},
		count: async (scope) => {
			const [counted] = await documents
				.aggregate<{ documents: number; chunks: number }>(
					[{ $match: { tenantId: scope } }, { $group: { _id: null, documents: { $sum: 1 }, chunks: { $sum: "$active.chunks" } } }],
					requestLimit,
				)
				.toArray();
			return { documents: counted?.documents ?? 0, chunks: counted?.chunks ?? 0 };
		},
		replace: async (scope, id, { from, content, at, ...fields }) => {
			const set = {
				...fields,
				updatedAt: at,
				...(content === undefined ? {} : { ...content, status: "processing" as const, version: content.pending.version }),
			};
			const unset = {
				...(content === undefined ? {} : { error: "" as const }),
				...(content === undefined && fields.title !== undefined ? { "pending.takesTitle": "" as const } : {}),
			};
			const update = { $set: set, $unset: unset };
			try {
				return await inTransaction(mongo, async (session) => {
					const before = await documents.findOneAndUpdate({ tenantId: scope, _id: id, version: from }, update, { session });
					// Title and path are searched and shown as soon as they are stored.
					if (before !== null && Object.keys(fields).length > 0) await versions.change(scope, session);
					return before ?? "changed";
				});
			} catch (cause) {
				if (isDuplicateKey(cause)) return "same";
				throw cause;
			}
		},
		remove: (scope, id) =>
			inTransaction(mongo, async (session) => {
				const removed = await documents.findOneAndDelete({ tenantId: scope, _id: id }, { session });
				if (removed !== null) await versions.change(scope, session);
				return removed;
			}),
		removeChunks: async (scope, id) => {
			await chunks.deleteMany({ tenantId: scope, documentId: id });
		},
		chunks: (row, cursor) =>
			chunks
				.find(
					{
						tenantId: row.tenantId,
						domain: row.domain,
						documentId: row._id,
						version: row.active?.version ?? 0,
						...(cursor === null ? {} : { n: { $gt: Number(cursor.key) } }),
					},
					requestLimit,
				)
				.sort({ n: 1 })
				.limit(pageSize + 1)
				.toArray(),
		inTurn: (scope, work) => inTurn(`documents:${scope}`, work),
	};
}

function filterOf(scope: Scope, { q, domain, status }: DocumentFilter): Filter<DocumentRow> {
	return {
		tenantId: scope,
		...(q === undefined ? {} : { title: containing(q) }),
		...(domain === undefined ? {} : { domain }),
		...(status === undefined ? {} : { status }),
	};
}

function after(cursor: Cursor | null): Filter<DocumentRow> {
	if (cursor === null) return {};
	const createdAt = new Date(Number(cursor.key));
	return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: cursor.id as DocumentId } }] };
}
