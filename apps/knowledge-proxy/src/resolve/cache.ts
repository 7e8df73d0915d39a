import { LRUCache } from "lru-cache";
import type { Found, KnowledgeProvider } from "../provider/port.ts";

const bytesPerAnswer = 500;
const bytesPerChunk = 600;

/**
 * A provider that remembers answers; for a provider whose every change replaces the version. The key holds scope and version, so an answer
 * from before a change is never given again, and public answers serve all tenants. What fails is not remembered. In this process only: no
 * tenant's text lies in Redis.
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
