import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { PathOrRoot } from "./files.ts";
import { sandboxErrors, Target, toolErrors } from "./target.ts";

const Cut = {
	truncated: z.boolean(),
	truncatedReason: z.enum(["matches", "bytes", "time"]).nullable(),
	durationMs: z.number().nonnegative(),
} as const;

/** A line that matches; `column` counts from 1 in UTF-16 units of `text`, `submatches` from 0. Lines are cut to 2,000 characters. */
export const GrepMatch = z.object({
	path: z.string(),
	line: z.number().int().positive(),
	column: z.number().int().positive(),
	text: z.string(),
	submatches: z.array(z.object({ start: z.number().int().nonnegative(), end: z.number().int().nonnegative() })),
	before: z.array(z.string()),
	after: z.array(z.string()),
});
export type GrepMatch = z.infer<typeof GrepMatch>;

export const searchFilesRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/fs/search",
	summary: "Search in files or for names",
	description:
		"Searches in files (`grep`) or for names (`glob`), in hidden folders too, never in `.git`. A regular expression takes linear time: no look-around, no back-references.",
	body: z.strictObject({
		...Target.shape,
		type: z.enum(["grep", "glob"]),
		pattern: z.string().min(1).max(1_000),
		path: PathOrRoot,
		glob: z.array(z.string().min(1).max(1_000)).max(20).optional(),
		regex: z.boolean().default(true),
		caseSensitive: z.boolean().default(true),
		context: z.number().int().min(0).max(5).default(0),
		maxResults: z.number().int().min(1).max(2_000).default(200),
		hidden: z.boolean().default(true),
		noIgnore: z.boolean().default(false),
	}),
	reply: z.discriminatedUnion("type", [
		z.object({ type: z.literal("grep"), matches: z.array(GrepMatch), ...Cut }),
		z.object({
			type: z.literal("glob"),
			paths: z.array(z.object({ path: z.string(), size: z.number().int().nonnegative(), mtime: z.iso.datetime() })),
			...Cut,
		}),
	]),
	errors: [...toolErrors, ...sandboxErrors, "SEARCH_PATTERN_INVALID", "FILE_NOT_FOUND"],
});
