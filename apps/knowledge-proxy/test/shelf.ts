import type { DocumentLanguage } from "@webhand/contracts/knowledge/documents";
import { inTransaction } from "@webhand/service-kit/mongo";
import type { Db, MongoClient } from "mongodb";
import type { ChunkRow, DocumentRow } from "../src/documents/rows.ts";
import type { Scope } from "../src/scope.ts";
import { createVersionStore } from "../src/versions/store.ts";

/** What a document of a test holds; each content is a chunk. */
export type ShelfDocument = {
	readonly domain: string;
	readonly contents: readonly string[];
	readonly title?: string;
	readonly language?: DocumentLanguage;
	readonly pathPrefix?: string;
	readonly updatedAt?: Date;
};

// Each test file has a database of its own.
let count = 0;
const day = new Date("2026-03-02T12:00:00.000Z");

/** Writes domains and documents into MongoDB in the order in which the service does it. Ids count up: `doc_1`, `chk_1_2_0`. */
export function createShelf({ client, db }: { readonly client: MongoClient; readonly db: Db }) {
	const documents = db.collection<DocumentRow>("documents");
	const chunks = db.collection<ChunkRow>("chunks");
	const domains = db.collection("allowed_domains");
	const versions = createVersionStore(db);
	const change = (scope: Scope, work: (session: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<unknown>) =>
		inTransaction({ client }, async (session) => {
			await work(session);
			await versions.change(scope, session);
		});

	const insertChunks = async (scope: Scope, id: DocumentRow["_id"], version: number, { domain, contents }: ShelfDocument) => {
		const rows = contents.map((content, n) => ({
			_id: `${id.replace("doc_", "chk_")}_${version}_${n}`,
			tenantId: scope,
			documentId: id,
			version,
			n,
			domain,
			content,
			section: "Travel",
			charStart: 0,
			charEnd: content.length,
			hash: content,
		}));
		await chunks.insertMany(rows);
		return rows.map(({ _id }) => _id);
	};
	const activeOf = (version: number, { contents, language = "en" }: ShelfDocument) => ({
		version,
		chunks: contents.length,
		bytes: contents.join("").length,
		language,
	});

	return {
		allow: (scope: Scope, pattern: string) =>
			change(scope, (session) =>
				domains.insertOne({ tenantId: scope, kind: "pattern", pattern, by: "usr_test", createdAt: day }, { session }),
			),
		disallow: (scope: Scope, pattern: string) =>
			change(scope, (session) => domains.deleteOne({ tenantId: scope, kind: "pattern", pattern }, { session })),
		/** Also leaves chunks of an earlier version behind, as a process that died would. */
		add: async (scope: Scope, given: ShelfDocument) => {
			count += 1;
			const id = `doc_${String(count).padStart(22, "0")}` as DocumentRow["_id"];
			const { contents, title = "Handbook", updatedAt = day, domain, pathPrefix } = given;
			await insertChunks(scope, id, 1, { domain, contents: contents.map((content) => `outdated ${content}`) });
			const ids = await insertChunks(scope, id, 2, given);
			await change(scope, (session) =>
				documents.insertOne(
					{
						_id: id,
						tenantId: scope,
						title,
						domain,
						...(pathPrefix === undefined ? {} : { pathPrefix }),
						format: "text",
						status: "ready",
						sha256: id,
						version: 2,
						active: activeOf(2, given),
						by: "usr_test",
						createdAt: day,
						updatedAt,
					},
					{ session },
				),
			);
			return { id, chunks: ids };
		},
		replace: async (scope: Scope, id: DocumentRow["_id"], version: number, given: ShelfDocument) => {
			await insertChunks(scope, id, version, given);
			await change(scope, (session) =>
				documents.updateOne({ tenantId: scope, _id: id }, { $set: { version, active: activeOf(version, given) } }, { session }),
			);
			await chunks.deleteMany({ tenantId: scope, documentId: id, version: { $ne: version } });
		},
		remove: async (scope: Scope, id: DocumentRow["_id"]) => {
			await change(scope, (session) => documents.deleteOne({ tenantId: scope, _id: id }, { session }));
			await chunks.deleteMany({ tenantId: scope, documentId: id });
		},
	};
}
