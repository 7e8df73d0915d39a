import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { Passage, Scope } from "../index/passage.ts";

type DocumentRow = {
	_id: string;
	tenantId: Scope;
	title: string;
	domain: string;
	status: "processing" | "ready" | "failed";
	activeVersion: number;
	sourceUrl?: string;
	updatedAt: Date;
};

type ChunkRow = {
	_id: string;
	tenantId: Scope;
	documentId: string;
	version: number;
	n: number;
	domain: string;
	content: string;
	section?: string;
	page?: number;
	charStart: number;
	charEnd: number;
};

/** Documents and their passages. A passage is seen only in the active version of a document that is ready. */
export type DocumentStore = {
	/** The domains that ready documents stand for, each once. */
	readonly domainsOf: (scope: Scope) => Promise<readonly string[]>;
	/** In the order of document and place, at most 2,000. */
	readonly passagesOf: (scope: Scope, domains: readonly string[]) => Promise<readonly Passage[]>;
};

const mostPassages = 2_000;

export async function indexDocuments(db: Db): Promise<void> {
	await db.collection("documents").createIndex({ tenantId: 1, domain: 1, status: 1 });
	await db.collection("chunks").createIndex({ tenantId: 1, domain: 1, documentId: 1, version: 1, n: 1 }, { unique: true });
}

export function createDocumentStore(db: Db): DocumentStore {
	const documents: Collection<DocumentRow> = db.collection("documents");
	const chunks: Collection<ChunkRow> = db.collection("chunks");
	return {
		domainsOf: (scope) => documents.distinct("domain", { tenantId: scope, status: "ready" }, requestLimit),
		passagesOf: async (scope, domains) => {
			const inDomains = { tenantId: scope, domain: { $in: [...domains] } };
			const ready = await documents.find({ ...inDomains, status: "ready" }, { projection: { text: 0, raw: 0 }, ...requestLimit }).toArray();
			if (ready.length === 0) return [];
			const byId = new Map(ready.map((row) => [row._id, row]));
			const rows = await chunks
				.find({ ...inDomains, $or: ready.map((row) => ({ documentId: row._id, version: row.activeVersion })) }, requestLimit)
				.sort({ domain: 1, documentId: 1, version: 1, n: 1 })
				.limit(mostPassages)
				.toArray();
			return rows.flatMap((row) => {
				const document = byId.get(row.documentId);
				return document === undefined ? [] : [passageOf(row, document)];
			});
		},
	};
}

function passageOf(row: ChunkRow, document: DocumentRow): Passage {
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
		...(row.section === undefined ? {} : { section: row.section }),
		...(row.page === undefined ? {} : { page: row.page }),
		...(document.sourceUrl === undefined ? {} : { sourceUrl: document.sourceUrl }),
	};
}
