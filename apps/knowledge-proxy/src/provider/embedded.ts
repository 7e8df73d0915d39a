import { standsFor, wordsFor } from "../index/chunk.ts";
import { rankChunks } from "../index/rank.ts";
import type { ChunkStore } from "../index/store.ts";
import type { KnowledgeProvider } from "./port.ts";

/**
 * Knowledge from this service's own documents. Only documents whose domain stands for the host are read, so another site's text cannot
 * come up.
 */
export function createEmbeddedProvider(chunks: ChunkStore): KnowledgeProvider {
	return {
		search: async (scope, search) => {
			const domains = (await chunks.domainsOf(scope)).filter((own) => standsFor(scope, own, search.domain));
			if (domains.length === 0) return { exists: false, chunks: [] };
			const all = await chunks.chunksOf(scope, domains);
			return { exists: all.length > 0, chunks: rankChunks(all, wordsFor(search)).slice(0, search.k) };
		},
	};
}
