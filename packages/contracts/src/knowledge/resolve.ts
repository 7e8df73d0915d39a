import { z } from "zod";
import { defineRoute } from "../routes.ts";

/** An absolute http(s) URL of at most 4,096 characters. */
export const WebAddress = z
	.string()
	.max(4_096)
	.refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), "must be an absolute http or https URL");

/** The address of a page, and optionally a search text. */
export const ResolveQuery = z.strictObject({
	url: WebAddress,
	query: z.string().max(2_000).optional(),
});
export type ResolveQuery = z.infer<typeof ResolveQuery>;

/**
 * A part of a document, without its embedding. `metadata` holds `scope`, `domain`, `url_pattern` (where the document fits: its domain and
 * path), `documentId`, `section`, `page`, `sourceUrl`, `charStart`, `charEnd`, `score` and `updatedAt`, as far as they are known.
 */
export const KnowledgeChunk = z.object({
	id: z.string(),
	content: z.string(),
	documentTitle: z.string(),
	metadata: z.record(z.string(), z.unknown()).optional(),
});
export type KnowledgeChunk = z.infer<typeof KnowledgeChunk>;

/** The source of a chunk. */
export const Citation = z.object({
	documentId: z.string(),
	documentTitle: z.string(),
	section: z.string().optional(),
	page: z.number().optional(),
});
export type Citation = z.infer<typeof Citation>;

/** Knowledge of a tenant about a page. `allowed` is always true: domains filter and never block. */
export const ResolveReply = z.object({
	allowed: z.literal(true),
	domain: z.string(),
	hasOrgKnowledge: z.boolean(),
	context: z.array(KnowledgeChunk),
	citations: z.array(Citation).optional(),
});
export type ResolveReply = z.infer<typeof ResolveReply>;

export const resolveRoute = defineRoute({
	service: "knowledge-proxy",
	method: "GET",
	path: "/api/knowledge/resolve",
	summary: "What is known about this page (debugging only)",
	description: "For debugging and internal tools; the extension never calls it.",
	example: {
		reply: {
			allowed: true,
			domain: "shop.example",
			hasOrgKnowledge: true,
			context: [
				{
					id: "c1",
					content: "Goods may be returned within 30 days.",
					documentTitle: "Returns",
					metadata: { section: "Returns", domain: "shop.example" },
				},
			],
		},
	},
	query: ResolveQuery,
	reply: ResolveReply,
	keys: ["knowledge:read"],
});
