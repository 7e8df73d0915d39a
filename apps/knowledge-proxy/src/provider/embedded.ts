import type { DocumentStore } from "../documents/store.ts";
import { standsFor } from "../index/passage.ts";
import { rankPassages } from "../index/rank.ts";
import type { KnowledgeProvider } from "./provider.ts";

/**
 * Knowledge from this service's own documents. Only documents whose domain stands for the host are read, so another site's text cannot
 * come up.
 */
export function createEmbeddedProvider(documents: DocumentStore): KnowledgeProvider {
	return {
		search: async (scope, { domain, words, k }) => {
			const domains = (await documents.domainsOf(scope)).filter((own) => standsFor(scope, own, domain));
			if (domains.length === 0) return { exists: false, passages: [] };
			const passages = await documents.passagesOf(scope, domains);
			return { exists: passages.length > 0, passages: rankPassages(passages, words).slice(0, k) };
		},
	};
}
