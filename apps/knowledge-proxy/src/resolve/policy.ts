import type { TenantId } from "@webhand/contracts/ids";
import { matchesDomainPattern } from "@webhand/contracts/knowledge/patterns";
import type { Citation, KnowledgeChunk } from "@webhand/contracts/knowledge/resolve";
import type { RetrievedChunk } from "@webhand/contracts/knowledge/retrieve";
import type { Passage } from "../index/passage.ts";
import { standsFor, wordsIn } from "../index/passage.ts";

/** A passage with its place in the answer; a higher score stands earlier. */
export type ScoredPassage = Passage & { readonly score: number };

// RRF's usual constant; ranks are fused since scores of two scopes do not compare.
const rankConstant = 60;
const weights = { org: 2, public: 1 } as const;

/**
 * Are there org documents that may be asked about this host? Allowed domains say when to ask, never whether a user gets help.
 *
 * @param domain the Active Domain
 */
export function isCovered(domain: string, patterns: readonly string[]): boolean {
	return patterns.some((pattern) => matchesDomainPattern(domain, pattern));
}

/**
 * Splits results into what the caller may see and a count of rows from another tenant or site: a second check behind the queries.
 */
export function dropForeign(passages: readonly Passage[], place: { readonly tenantId: TenantId; readonly domain: string }) {
	const own = passages.filter(
		({ scope, domain }) => (scope === place.tenantId || scope === "public") && standsFor(scope, domain, place.domain),
	);
	return { own, foreign: passages.length - own.length };
}

/**
 * Org and public passages as one list: fused by rank, org counting twice; ties by id, so equal input gives equal output. Whole passages
 * only, at most `k` and `maxChars` characters; one that does not fit ends the list.
 *
 * @param found each list best first
 */
export function fuse(
	found: { readonly org: readonly Passage[]; readonly public: readonly Passage[] },
	cap: { readonly k: number; readonly maxChars: number },
): readonly ScoredPassage[] {
	const scored = (["org", "public"] as const).flatMap((kind) =>
		found[kind].map((passage, index) => ({ ...passage, score: weights[kind] / (rankConstant + index + 1) })),
	);
	const ordered = scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, cap.k);
	const kept: ScoredPassage[] = [];
	let room = cap.maxChars;
	for (const passage of ordered) {
		room -= passage.content.length;
		if (room < 0) break;
		kept.push(passage);
	}
	return kept;
}

/** A passage on the debugging route; everything but the text in `metadata`, never an embedding. */
export function toKnowledgeChunk(passage: ScoredPassage): KnowledgeChunk {
	const { id, content, documentTitle, scope, domain, sourceUrl, section, page, score, charStart, charEnd, updatedAt } = passage;
	const kind = scope === "public" ? "public" : "org";
	const metadata = { scope: kind, domain, sourceUrl, section, page, score, charStart, charEnd, updatedAt: updatedAt.toISOString() };
	return { id, content, documentTitle, metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined)) };
}

/** A passage for the prompt. */
export function toRetrievedChunk(passage: ScoredPassage): RetrievedChunk {
	const { id, content, documentId, documentTitle, scope, section, page, sourceUrl, score } = passage;
	return {
		id,
		content,
		documentId,
		documentTitle,
		scope: scope === "public" ? "public" : "org",
		score,
		...(section === undefined ? {} : { section }),
		...(page === undefined ? {} : { page }),
		...(sourceUrl === undefined ? {} : { sourceUrl }),
	};
}

/** One citation per document, section and page, in the order of first use. */
export function citationsOf(passages: readonly Passage[]): Citation[] {
	const citations = passages.map(({ documentId, documentTitle, section, page }) => ({
		documentId,
		documentTitle,
		...(section === undefined ? {} : { section }),
		...(page === undefined ? {} : { page }),
	}));
	return [...new Map(citations.map((citation) => [JSON.stringify(citation), citation])).values()];
}

/**
 * The words to look for: those of the query, else those of the URL's path, in lower case, without accents, each once.
 *
 * @param question `url` absolute
 */
export function wordsFor(question: { readonly url: string; readonly query?: string | undefined }): readonly string[] {
	const words = wordsIn(question.query ?? "");
	return words.length > 0 ? words : wordsIn(readablePath(question.url));
}

function readablePath(url: string): string {
	const { pathname } = new URL(url);
	try {
		return decodeURIComponent(pathname);
	} catch {
		return pathname;
	}
}
