import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { ResolveQuery } from "./resolve.ts";

/**
 * What agent-api asks before a step. `k` passages at most, `maxChars` characters of content together; an empty `query` looks for what
 * the URL's own words say.
 */
export const RetrieveRequest = z.strictObject({
	url: ResolveQuery.shape.url,
	query: z.string().max(2_000),
	k: z.number().int().min(1).max(20).default(8),
	maxChars: z.number().int().min(1).max(80_000).default(12_000),
});
export type RetrieveRequest = z.infer<typeof RetrieveRequest>;

/** A passage for the prompt; `scope` says whether it is the tenant's own. A higher `score` stands earlier. */
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
});
export type RetrievedChunk = z.infer<typeof RetrievedChunk>;

/** Best first. `hasOrgKnowledge` is left out when the org layer could not be asked; then `status` is `degraded`. */
export const RetrieveReply = z.object({
	domain: z.string(),
	hasOrgKnowledge: z.boolean().optional(),
	status: z.enum(["ok", "degraded"]),
	chunks: z.array(RetrievedChunk).max(20),
	tookMs: z.number().nonnegative(),
});
export type RetrieveReply = z.infer<typeof RetrieveReply>;

/** Knowledge for the prompt, asked by agent-api with the user's own token; own port only. */
export const retrieveRoute = defineRoute({
	service: "knowledge-proxy",
	method: "POST",
	path: "/internal/retrieve",
	summary: "Knowledge for the prompt",
	internal: true,
	body: RetrieveRequest,
	reply: RetrieveReply,
});
