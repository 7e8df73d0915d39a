import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { DocumentLanguage, DocumentScope } from "./documents.ts";

/**
 * What a test found for documents of one language. `words` and `best`: how far up the right document stands by words alone and with meaning,
 * as mean reciprocal rank, 1 for always first. `off`: meaning does not help; `fill`: it adds what words do not find; `fuse`: both rank, meaning
 * with `weight`.
 */
export const MeaningTrial = z.object({
	language: DocumentLanguage,
	questions: z.number().int().nonnegative(),
	words: z.number().min(0).max(1),
	best: z.number().min(0).max(1),
	use: z.enum(["off", "fill", "fuse"]),
	weight: z.number().min(0).max(1),
});
export type MeaningTrial = z.infer<typeof MeaningTrial>;

/** Search by meaning. `model` is absent without an endpoint; without `measuredAt` it is off everywhere. */
export const MeaningView = z.object({
	model: z.string().optional(),
	measuredAt: z.iso.datetime().optional(),
	trials: z.array(MeaningTrial),
});
export type MeaningView = z.infer<typeof MeaningView>;

const query = z.strictObject({ scope: DocumentScope.default("org") });

export const meaningRoute = defineRoute({
	service: "knowledge-proxy",
	method: "GET",
	path: "/api/knowledge/meaning",
	summary: "Search by meaning, and where it helps",
	description: "What the last test found, by language. For admins; `scope=public` for operators.",
	query,
	reply: MeaningView,
	errors: ["FORBIDDEN"],
});

export const measureMeaningRoute = defineRoute({
	service: "knowledge-proxy",
	method: "POST",
	path: "/api/knowledge/meaning/measure",
	summary: "Test whether search by meaning helps",
	description:
		"Asks for titles and headings of the documents, which the search does not see meanwhile, and switches search by meaning on where it finds more. `NOT_FOUND` without an endpoint; `SERVICE_UNAVAILABLE` while vectors are still being made, or when the endpoint does not answer. For admins; `scope=public` for operators.",
	query,
	reply: MeaningView,
	errors: ["FORBIDDEN", "NOT_FOUND"],
});
