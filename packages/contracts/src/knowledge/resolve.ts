import { z } from "zod";
import { defineRoute } from "../routes.ts";

/** Which page: an absolute http(s) URL, and optionally what is being looked for. */
export const ResolveQuery = z.strictObject({
	url: z
		.string()
		.max(4_096)
		.refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), "must be an absolute http or https URL"),
	query: z.string().max(2_000).optional(),
});
export type ResolveQuery = z.infer<typeof ResolveQuery>;

/** One passage of a document; never with an embedding. */
export const KnowledgeChunk = z.object({
	id: z.string(),
	content: z.string(),
	documentTitle: z.string(),
	metadata: z.record(z.string(), z.unknown()).optional(),
});
export type KnowledgeChunk = z.infer<typeof KnowledgeChunk>;

/** Where a passage stands. */
export const Citation = z.object({
	documentId: z.string(),
	documentTitle: z.string(),
	section: z.string().optional(),
	page: z.number().optional(),
});
export type Citation = z.infer<typeof Citation>;

/** What is known about a page for this tenant; `allowed` is always true, domains filter and never block. */
export const ResolveReply = z.object({
	allowed: z.literal(true),
	domain: z.string(),
	hasOrgKnowledge: z.boolean(),
	context: z.array(KnowledgeChunk),
	citations: z.array(Citation).optional(),
});
export type ResolveReply = z.infer<typeof ResolveReply>;

/** For debugging and internal tooling only; the extension never calls it. */
export const resolveRoute = defineRoute({
	service: "knowledge-proxy",
	method: "GET",
	path: "/api/knowledge/resolve",
	summary: "What is known about this page (debugging only)",
	query: ResolveQuery,
	reply: ResolveReply,
});
