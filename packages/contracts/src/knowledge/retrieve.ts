import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { ResolveQuery } from "./resolve.ts";

/**
 * Request of agent-api before a step. At most `k` chunks and `maxChars` characters of content; an empty `query` searches for the words of
 * the URL.
 */
export const RetrieveRequest = z.strictObject({
	url: ResolveQuery.shape.url,
	query: z.string().max(2_000),
	k: z.number().int().min(1).max(20).default(8),
	maxChars: z.number().int().min(1).max(80_000).default(12_000),
});
export type RetrieveRequest = z.infer<typeof RetrieveRequest>;

/**
 * A chunk for the prompt. `scope` tells the tenant's own chunks from public ones; a higher `score` comes first. `metadata.url_pattern` is
 * where its document fits: domain and path (000 §4.5).
 */
export const RetrievedChunk = z.object({
	id: z.string(),
	content: z.string(),
	documentId: z.string(),
	documentTitle: z.string(),
	scope: z.enum(["org", "public"]),
	section: z.string().optional(),
	page: z.number().int().positive().optional(),
	sourceUrl: z.string().optional(),
	score: z.number(),
	metadata: z.object({ domain: z.string(), url_pattern: z.string() }),
});
export type RetrievedChunk = z.infer<typeof RetrievedChunk>;

/**
 * Best chunk first. If the org layer does not answer, `hasOrgKnowledge` is absent and `status` is `degraded`.
 */
export const RetrieveReply = z.object({
	domain: z.string(),
	hasOrgKnowledge: z.boolean().optional(),
	status: z.enum(["ok", "degraded"]),
	chunks: z.array(RetrievedChunk).max(20),
	tookMs: z.number().nonnegative(),
});
export type RetrieveReply = z.infer<typeof RetrieveReply>;

export const retrieveRoute = defineRoute({
	service: "knowledge-proxy",
	method: "POST",
	path: "/internal/retrieve",
	summary: "Knowledge for the prompt",
	description: "Knowledge for the prompt. agent-api calls it with the user's token; own port only.",
	internal: true,
	body: RetrieveRequest,
	reply: RetrieveReply,
	keys: ["tasks:run"],
	runners: "itself",
});
