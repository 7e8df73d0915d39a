import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { ChunkRow, DocumentRow } from "../documents/rows.ts";
import type { Scope } from "../scope.ts";
import type { Chunk } from "./chunk.ts";

/** The chunks that are searched: those of the active version of each document. */
export type ChunkStore = {
	/** The domains that documents with an active version stand for, each once. */
	readonly domainsOf: (scope: Scope) => Promise<readonly string[]>;
	/** In the order of document and place, at most 2,000. */
	readonly chunksOf: (scope: Scope, domains: readonly string[]) => Promise<readonly Chunk[]>;
};

const mostChunks = 2_000;

export function createChunkStore(db: Db): ChunkStore {
	const documents: Collection<DocumentRow> = db.collection("documents");
	const chunks: Collection<ChunkRow> = db.collection("chunks");
	return {
		domainsOf: (scope) => documents.distinct("domain", { tenantId: scope, active: { $exists: true } }, requestLimit),
		chunksOf: async (scope, domains) => {
			const inDomains = { tenantId: scope, domain: { $in: [...domains] } };
			const active = await documents.find({ ...inDomains, active: { $exists: true } }, requestLimit).toArray();
			if (active.length === 0) return [];
			const byId = new Map(active.map((row) => [row._id, row]));
			const rows = await chunks
				.find({ ...inDomains, $or: active.map((row) => ({ documentId: row._id, version: row.active?.version ?? 0 })) }, requestLimit)
				.sort({ domain: 1, documentId: 1, version: 1, n: 1 })
				.limit(mostChunks)
				.toArray();
			return rows.flatMap((row) => {
				const document = byId.get(row.documentId);
				return document === undefined ? [] : [chunkOf(row, document)];
			});
		},
	};
}

function chunkOf(row: ChunkRow, document: DocumentRow): Chunk {
	const { section, page } = row;
	const { pathPrefix, sourceUrl } = document;
	return {
		id: row._id,
		scope: row.tenantId,
		domain: row.domain,
		documentId: row.documentId,
		documentTitle: document.title,
		content: row.content,
		charStart: row.charStart,
		charEnd: row.charEnd,
		updatedAt: document.updatedAt,
		...(pathPrefix === undefined ? {} : { pathPrefix }),
		...(section === undefined ? {} : { section }),
		...(page === undefined ? {} : { page }),
		...(sourceUrl === undefined ? {} : { sourceUrl }),
	};
}
