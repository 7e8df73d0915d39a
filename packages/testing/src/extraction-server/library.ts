import type { ExtractionQuery } from "@webhand/contracts/knowledge/extraction";
import { ExtractedChunk } from "@webhand/contracts/knowledge/extraction";
import { matchesDomainPattern } from "@webhand/contracts/knowledge/patterns";
import { z } from "zod";

/** A chunk that the service knows: for one tenant, or `*` for every tenant, on the pages that `domain` covers. */
export const LibraryChunk = z.object({
	tenantId: z.string(),
	domain: z.string(),
	...ExtractedChunk.pick({ id: true, content: true, documentTitle: true }).shape,
	metadata: ExtractedChunk.shape.metadata,
});
export type LibraryChunk = z.infer<typeof LibraryChunk>;

/** What the example knows of the demo shop, for every tenant. */
export const demoLibrary: readonly LibraryChunk[] = ["127.0.0.1", "localhost"].flatMap((domain) => [
	{
		tenantId: "*",
		domain,
		id: `${domain}-returns`,
		documentTitle: "Shop handbook",
		metadata: { section: "Returns", domain },
		content: "A return is accepted within 30 days. Write the order number into the field Reason before you send the form.",
	},
	{
		tenantId: "*",
		domain,
		id: `${domain}-budget`,
		documentTitle: "Shop handbook",
		metadata: { section: "Budget", domain },
		content: "Orders above 200 euros need the code of your cost centre in the field Note.",
	},
]);

/**
 * What the library knows for a question: chunks of the tenant and the host, those first that hold more of the question's words; with a
 * question without words all of them.
 */
export function answer(library: readonly LibraryChunk[], { tenantId, domain, query, k, maxChars }: ExtractionQuery) {
	const own = library.filter((chunk) => ["*", tenantId].includes(chunk.tenantId) && matchesDomainPattern(domain, chunk.domain));
	const words = wordsIn(query);
	const ranked = own
		.map((chunk) => ({ chunk, hits: words.filter((word) => wordsIn(`${chunk.documentTitle} ${chunk.content}`).includes(word)).length }))
		.filter(({ hits }) => words.length === 0 || hits > 0)
		.sort((a, b) => b.hits - a.hits);
	let room = maxChars;
	const context = ranked.slice(0, k).flatMap(({ chunk: { id, content, documentTitle, metadata }, hits }): ExtractedChunk[] => {
		room -= content.length;
		return room < 0 ? [] : [{ id, content, documentTitle, metadata: { ...metadata, score: hits } }];
	});
	return { hasOrgKnowledge: own.length > 0, context };
}

function wordsIn(text: string): readonly string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
}
