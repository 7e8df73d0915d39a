import type { TenantId } from "@webhand/contracts/ids";
import { LRUCache } from "lru-cache";
import type { Found, KnowledgeProvider } from "../provider/port.ts";

const bytesPerAnswer = 500;
const bytesPerChunk = 600;

/**
 * A provider that remembers answers. The key holds the scope and its version, so an answer from before a change is never given again, and
 * public answers serve all tenants. What fails is not remembered. In this process only: no tenant's text lies in Redis.
 *
 * @param options `lifeSeconds` of an answer, 0 remembers none; `asked` receives what became of each question
 */
export function withCache(
	provider: KnowledgeProvider,
	options: { readonly maxBytes: number; readonly lifeSeconds: number; readonly asked: (result: "hit" | "miss") => void },
): KnowledgeProvider {
	if (options.lifeSeconds === 0) return provider;
	const answers = new LRUCache<string, Found>({
		maxSize: options.maxBytes,
		ttl: options.lifeSeconds * 1_000,
		sizeCalculation: ({ chunks }, key) =>
			bytesPerAnswer + 2 * key.length + chunks.reduce((sum, { content }) => sum + bytesPerChunk + 2 * content.length, 0),
	});
	return {
		...provider,
		search: async (scope, search, about) => {
			const key = JSON.stringify([scope, about.version, search.domain, search.url, search.query, search.k, search.maxChars]);
			const known = answers.get(key);
			options.asked(known === undefined ? "miss" : "hit");
			if (known !== undefined) return known;
			const found = await provider.search(scope, search, about);
			answers.set(key, found);
			return found;
		},
	};
}

/** Patterns of tenants, read once per version of their knowledge. */
export function withPatternCache(
	patternsOf: (tenantId: TenantId) => Promise<readonly string[]>,
	options: { readonly most: number },
): (tenantId: TenantId, at: string) => Promise<readonly string[]> {
	const known = new LRUCache<TenantId, { readonly at: string; readonly patterns: readonly string[] }>({ max: options.most });
	return async (tenantId, at) => {
		const kept = known.get(tenantId);
		if (kept?.at === at) return kept.patterns;
		const patterns = await patternsOf(tenantId);
		known.set(tenantId, { at, patterns });
		return patterns;
	};
}
