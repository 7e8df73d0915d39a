import type { TenantId } from "@webhand/contracts/ids";
import type { Citation, KnowledgeChunk } from "@webhand/contracts/knowledge/resolve";
import type { RetrievedChunk } from "@webhand/contracts/knowledge/retrieve";
import { fuseRanks } from "@webhand/search/fuse";
import type { Chunk } from "../index/chunk.ts";
import { standsFor, urlPatternOf } from "../index/chunk.ts";

/** A chunk with its place in the answer; a higher score stands earlier. */
export type ScoredChunk = Chunk & { readonly score: number };

const weights = { org: 2, public: 1 } as const;

/**
 * Splits results into what the caller may see and a count of rows from another tenant or site: a second check behind the queries.
 */
export function dropForeign(chunks: readonly Chunk[], place: { readonly tenantId: TenantId; readonly domain: string }) {
	const own = chunks.filter(
		({ scope, domain }) => (scope === place.tenantId || scope === "public") && standsFor(scope, domain, place.domain),
	);
	return { own, foreign: chunks.length - own.length };
}

/**
 * Org and public chunks as one list: fused by rank, org counting twice; ties by id, so equal input gives equal output. Whole chunks
 * only, at most `k` and `maxChars` characters; one that does not fit ends the list.
 *
 * @param found each list best first
 */
export function fuse(
	found: { readonly org: readonly Chunk[]; readonly public: readonly Chunk[] },
	cap: { readonly k: number; readonly maxChars: number },
): readonly ScoredChunk[] {
	const byId = new Map([...found.org, ...found.public].map((chunk) => [chunk.id, chunk]));
	const ranked = fuseRanks((["org", "public"] as const).map((kind) => ({ weight: weights[kind], ids: found[kind].map(({ id }) => id) })));
	const kept: ScoredChunk[] = [];
	let room = cap.maxChars;
	for (const { id, score } of ranked.slice(0, cap.k)) {
		const chunk = byId.get(id);
		if (chunk === undefined) continue;
		room -= chunk.content.length;
		if (room < 0) break;
		kept.push({ ...chunk, score });
	}
	return kept;
}

/** A chunk on the debugging route; everything but the text in `metadata`, never an embedding. */
export function toKnowledgeChunk(chunk: ScoredChunk): KnowledgeChunk {
	const { id, content, documentId, documentTitle, scope, domain, sourceUrl, section, page, score, charStart, charEnd, updatedAt } = chunk;
	const kind = scope === "public" ? "public" : "org";
	const place = { scope: kind, domain, url_pattern: urlPatternOf(chunk), documentId, sourceUrl, section, page };
	const metadata = { ...place, score, charStart, charEnd, updatedAt: updatedAt?.toISOString() };
	return { id, content, documentTitle, metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)) };
}

/** A chunk for the prompt. */
export function toRetrievedChunk(chunk: ScoredChunk): RetrievedChunk {
	const { id, content, documentId, documentTitle, scope, section, page, sourceUrl, score } = chunk;
	return {
		id,
		content,
		documentId,
		documentTitle,
		scope: scope === "public" ? "public" : "org",
		score,
		metadata: { domain: chunk.domain, url_pattern: urlPatternOf(chunk) },
		...(section === undefined ? {} : { section }),
		...(page === undefined ? {} : { page }),
		...(sourceUrl === undefined ? {} : { sourceUrl }),
	};
}

/** One citation per document, section and page, in the order of first use. */
export function citationsOf(chunks: readonly Chunk[]): Citation[] {
	const citations = chunks.map(({ documentId, documentTitle, section, page }) => ({
		documentId,
		documentTitle,
		...(section === undefined ? {} : { section }),
		...(page === undefined ? {} : { page }),
	}));
	return [...new Map(citations.map((citation) => [JSON.stringify(citation), citation])).values()];
}
