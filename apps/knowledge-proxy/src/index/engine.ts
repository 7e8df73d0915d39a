import { searchShard } from "@webhand/search/search";
import type { Shard } from "@webhand/search/shard";
import type { Scope } from "../scope.ts";
import type { Catalog, Catalogs } from "./catalogs.ts";
import type { Chunk, Located } from "./chunk.ts";
import { fitsPath, standsFor, textFor } from "./chunk.ts";
import { rank } from "./policy.ts";
import type { LoadedShard, Shards } from "./shards.ts";
import type { ActiveDocument, IndexStore, StoredChunk } from "./store.ts";

/** The Active Domain, the page without query string, the search text and how many chunks at most. */
export type IndexQuestion = { readonly domain: string; readonly url: string; readonly query: string; readonly k: number };

/** The chunks of some shards whose meaning is nearest to a text, best first; none when that takes too long or fails. */
export type RankByMeaning = (
	place: { readonly scope: Scope; readonly shards: readonly Shard[] },
	text: string,
) => Promise<readonly Located[]>;

/** What meaning adds: lists that rank with those by words, each with its weight, and what stands behind all of them. */
export type ByMeaning = {
	readonly lists: readonly { readonly weight: number; readonly located: readonly Located[] }[];
	readonly fill: readonly Located[];
};

/** The same, where meaning helps; empty elsewhere. Never throws. */
export type AskMeaning = (...asked: Parameters<RankByMeaning>) => Promise<ByMeaning>;

/** Dependencies. */
export type IndexDeps = {
	readonly store: Pick<IndexStore, "chunksById" | "firstChunksOf">;
	readonly catalogs: Catalogs;
	readonly shards: Shards;
	readonly askMeaning?: AskMeaning;
};

/** `exists` says whether any document stands for the host; `chunks` best first. */
export type IndexAnswer = { readonly exists: boolean; readonly chunks: readonly Chunk[] };

const hitsPerShard = 50;
const attempts = 5;

/**
 * Searches the documents of a scope that stand for a host. Each document is answered wholly in its old or wholly in its new version: when
 * one changes in between, the search begins again.
 *
 * @param version of the scope's knowledge; the answer is of that version or a later one
 * @throws what MongoDB throws
 */
export async function searchIndex(deps: IndexDeps, scope: Scope, question: IndexQuestion & { readonly version: string }) {
	for (let attempt = 1; ; attempt += 1) {
		const catalog = await deps.catalogs.at(scope, question.version);
		const answer = await searchCatalog(deps, { scope, catalog }, question);
		if (answer.isWhole || attempt === attempts) return answer;
		deps.catalogs.forget(scope);
	}
}

type At = { readonly scope: Scope; readonly catalog: Catalog };

async function searchCatalog(
	deps: IndexDeps,
	{ scope, catalog }: At,
	question: IndexQuestion,
): Promise<IndexAnswer & { readonly isWhole: boolean }> {
	const domains = [...catalog.byDomain.keys()].filter((own) => standsFor(scope, own, question.domain));
	if (domains.length === 0) return { exists: false, chunks: [], isWhole: true };
	const loaded = await Promise.all(domains.map((domain) => deps.shards.at({ scope, domain }, catalog)));
	const found = await findChunks(deps, { scope, loaded }, question);
	const rows = new Map((await deps.store.chunksById(scope, [...found.keys()])).map((row) => [row._id, row]));
	const chunks = [...found].flatMap(([id, document]) => chunkOf(rows.get(id), document));
	const isWhole = chunks.length >= found.size && loaded.every((each) => each.isWhole);
	const isQuery = question.query.trim() !== "";
	if (!isQuery && chunks.length < question.k) chunks.push(...(await beginnings(deps, { scope, loaded, chunks }, question)));
	return { exists: true, chunks, isWhole };
}

type Place = { readonly scope: Scope; readonly loaded: readonly LoadedShard[] };

/** The ids of the best chunks, best first, each with its document. */
async function findChunks(
	{ askMeaning }: IndexDeps,
	{ scope, loaded }: Place,
	question: IndexQuestion,
): Promise<ReadonlyMap<string, ActiveDocument>> {
	const text = textFor(question);
	const asked = askMeaning?.({ scope, shards: loaded.map(({ shard }) => shard) }, text);
	const byWords = loaded.map(({ shard }) => ({ weight: 1, located: searchShard(shard, text, hitsPerShard) }));
	const { lists, fill } = (await asked) ?? { lists: [], fill: [] };
	const ranked = [...byWords, ...lists];
	const owners = new Map<string, ActiveDocument>();
	for (const { id, document } of [...ranked.flatMap(({ located }) => located), ...fill]) {
		const owner = loaded.map(({ catalog }) => catalog.byKey.get(document)).find((known) => known !== undefined);
		if (owner !== undefined) owners.set(id, owner);
	}
	const fits = (id: string) => fitsPath(owners.get(id)?.pathPrefix, question.url);
	return new Map(
		rank(
			ranked.map(({ weight, located }) => ({ weight, ids: located.map(({ id }) => id) })),
			{ fits, k: question.k, fill: fill.map(({ id }) => id) },
		).flatMap((id) => {
			const owner = owners.get(id);
			return owner === undefined ? [] : [[id, owner] as const];
		}),
	);
}

/** For a page without a question: how the documents of its path begin, then the newest. */
async function beginnings(
	{ store }: IndexDeps,
	{ scope, loaded, chunks }: Place & { readonly chunks: readonly Chunk[] },
	{ url, k }: IndexQuestion,
) {
	const documents = loaded
		.flatMap(({ shard, catalog }) => [...shard.documents.keys()].flatMap((key) => catalog.byKey.get(key) ?? []))
		.sort(
			(a, b) =>
				Number(fitsPath(b.pathPrefix, url)) - Number(fitsPath(a.pathPrefix, url)) ||
				b.updatedAt.getTime() - a.updatedAt.getTime() ||
				(a.id < b.id ? -1 : 1),
		)
		.slice(0, k);
	const rows = new Map((await store.firstChunksOf(scope, documents)).map((row) => [row.documentId, row]));
	const found = new Set(chunks.map(({ id }) => id));
	return documents
		.flatMap((document) => chunkOf(rows.get(document.id), document))
		.filter(({ id }) => !found.has(id))
		.slice(0, k - chunks.length);
}

/** Scope and domain are those of the row, so that a wrong row is recognized later. None for a row of another version. */
function chunkOf(row: StoredChunk | undefined, document: ActiveDocument): Chunk[] {
	if (row === undefined || row.documentId !== document.id || row.version !== document.version) return [];
	const { section, page } = row;
	const { pathPrefix, sourceUrl } = document;
	return [
		{
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
		},
	];
}
