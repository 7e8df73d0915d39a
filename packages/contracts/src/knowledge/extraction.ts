import { z } from "zod";
import { TenantId } from "../ids.ts";

/** What knowledge-proxy sends as the query string. `url` is origin and path only; `domain` its host. Order of the reply is its rank. */
export const ExtractionQuery = z.object({
	url: z.string(),
	query: z.string(),
	tenantId: TenantId,
	domain: z.string(),
	k: z.coerce.number().int().positive(),
	maxChars: z.coerce.number().int().positive(),
});
export type ExtractionQuery = z.infer<typeof ExtractionQuery>;

/** Path of the question below the service's address, and how much of its reply is used; `content` in characters. */
export const extraction = { path: "/api/knowledge/resolve", maxChunks: 20, maxContent: 4_000 } as const;

/**
 * A chunk of an external extraction service. `sourceUrl` and `domain` tell where the text is from: without an allowed domain that covers
 * it, the chunk is dropped. So is a chunk that names another tenant.
 */
export const ExtractedChunk = z.object({
	id: z.string().min(1).max(200),
	content: z.string(),
	documentTitle: z.string(),
	metadata: z
		.object({
			documentId: z.string().min(1).max(200).optional(),
			section: z.string().optional(),
			page: z.number().int().positive().optional(),
			sourceUrl: z.string().optional(),
			domain: z.string().optional(),
			tenantId: z.string().optional(),
			score: z.number().optional(),
		})
		.optional(),
});
export type ExtractedChunk = z.infer<typeof ExtractedChunk>;

/**
 * The reply of an external extraction service, best chunk first; more than 20 are not read. Unknown keys are dropped, a wrong type is a
 * failure. Without `hasOrgKnowledge`, chunks mean that there is some. The reply of knowledge-proxy's own resolve fits.
 */
export const ExtractionReply = z.object({
	hasOrgKnowledge: z.boolean().optional(),
	context: z
		.array(z.unknown())
		.transform((chunks) => chunks.slice(0, extraction.maxChunks))
		.pipe(z.array(ExtractedChunk)),
});
export type ExtractionReply = z.infer<typeof ExtractionReply>;
