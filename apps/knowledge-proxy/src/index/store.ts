import type { DocumentId, DocumentLanguage } from "@webhand/contracts/knowledge/documents";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db, Filter } from "mongodb";
import type { ChunkRow, DocumentRow } from "../documents/rows.ts";
import type { Scope } from "../scope.ts";

/** A document as the index knows it: the version that is searched, `chunks` of it. */
export type ActiveDocument = {
	readonly id: DocumentId;
	readonly version: number;
	readonly language: DocumentLanguage;
	readonly chunks: number;
	readonly title: string;
	readonly domain: string;
	readonly pathPrefix?: string;
	readonly sourceUrl?: string;
	readonly updatedAt: Date;
};

/** A part of an active document. */
export type StoredChunk = Readonly<ChunkRow>;

/** What the index reads: active versions only, one scope at a time. */
export type IndexStore = {
	/** All documents with an active version, by id. */
	readonly documentsOf: (scope: Scope) => Promise<readonly ActiveDocument[]>;
	/** The chunks of these versions, read some hundred at a time. */
	readonly chunksOf: (scope: Scope, documents: readonly ActiveDocument[]) => AsyncIterable<StoredChunk>;
	/** The content hash of each of these chunks that is there. */
	readonly hashesOf: (scope: Scope, ids: readonly string[]) => Promise<readonly Pick<StoredChunk, "_id" | "hash">[]>;
	readonly chunksById: (scope: Scope, ids: readonly string[]) => Promise<readonly StoredChunk[]>;
	/** The first chunk of each of these versions. */
	readonly firstChunksOf: (scope: Scope, documents: readonly ActiveDocument[]) => Promise<readonly StoredChunk[]>;
};

const chunksPerRead = 500;
const documentsPerRead = 100;

export function createIndexStore(db: Db): IndexStore {
	const documents: Collection<DocumentRow> = db.collection("documents");
	const chunks: Collection<ChunkRow> = db.collection("chunks");
	const ofVersions = (scope: Scope, wanted: readonly ActiveDocument[]): Filter<ChunkRow> => ({
		tenantId: scope,
		$or: wanted.map(({ domain, id, version }) => ({ domain, documentId: id, version })),
	});
	return {
		documentsOf: async (scope) => {
			const rows = await documents
				.find(
					{ tenantId: scope, active: { $exists: true } },
					{ projection: { active: 1, title: 1, domain: 1, pathPrefix: 1, sourceUrl: 1, updatedAt: 1 }, ...requestLimit },
				)
				.sort({ _id: 1 })
				.toArray();
			return rows.flatMap((row) => (row.active === undefined ? [] : [toActive(row, row.active)]));
		},
		chunksOf: async function* (scope, wanted) {
			for (const some of inReads(wanted)) yield* await chunks.find(ofVersions(scope, some), requestLimit).toArray();
		},
		hashesOf: async (scope, ids) =>
			await chunks.find({ tenantId: scope, _id: { $in: [...ids] } }, { projection: { hash: 1 }, ...requestLimit }).toArray(),
		chunksById: async (scope, ids) =>
			ids.length === 0 ? [] : await chunks.find({ tenantId: scope, _id: { $in: [...ids] } }, requestLimit).toArray(),
		firstChunksOf: async (scope, wanted) =>
			wanted.length === 0 ? [] : await chunks.find({ ...ofVersions(scope, wanted), n: 0 }, requestLimit).toArray(),
	};
}

function* inReads(wanted: readonly ActiveDocument[]): Generator<ActiveDocument[]> {
	let some: ActiveDocument[] = [];
	let chunks = 0;
	for (const document of wanted) {
		some.push(document);
		chunks += document.chunks;
		if (chunks < chunksPerRead && some.length < documentsPerRead) continue;
		yield some;
		some = [];
		chunks = 0;
	}
	if (some.length > 0) yield some;
}

function toActive(row: DocumentRow, { version, language, chunks }: NonNullable<DocumentRow["active"]>): ActiveDocument {
	const { pathPrefix, sourceUrl } = row;
	return {
		id: row._id,
		version,
		language,
		chunks,
		title: row.title,
		domain: row.domain,
		updatedAt: row.updatedAt,
		...(pathPrefix === undefined ? {} : { pathPrefix }),
		...(sourceUrl === undefined ? {} : { sourceUrl }),
	};
}
