import { z } from "zod";
import { defineWorkspaceTool } from "./define-tool.ts";
import { PathOrRoot } from "./files.ts";
import { sandboxErrors, toolErrors } from "./target.ts";
import { many } from "./words.ts";

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

/** What a search has in common, whether it looks into files or for names. */
const search = {
	tier: "read",
	arguments: z.strictObject({
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
	endpoint: {
		method: "POST",
		path: "/api/v1/agent/fs/search",
		runnerPath: "/search",
		summary: "Search in files or for names",
		description:
			"Searches in files (`grep`) or for names (`glob`), in hidden folders too, never in `.git`. A regular expression takes linear time: no look-around, no back-references.",
		errors: [...toolErrors, ...sandboxErrors, "SEARCH_PATTERN_INVALID", "FILE_NOT_FOUND"],
	},
} as const;

export const searchText = defineWorkspaceTool({
	...search,
	name: "search.grep",
	description: "Search the text of files",
	words: { label: "Search in files", verb: "Search files for", past: "searched in", base: "search in" },
	forClients: "workspace_search",
	fixed: { type: "grep" },
	summary: (reply) => (reply.type === "grep" ? many(reply.matches.length, "match", "matches") : ""),
	audit: ({ type: _type, path, ...args }) => ({ target: path, args }),
});

export const searchNames = defineWorkspaceTool({
	...search,
	name: "search.glob",
	description: "Find files by a pattern of their path",
	words: { label: "Search for names", verb: "Find files", past: "looked for files:", base: "look for files:" },
	forClients: "workspace_find",
	fixed: { type: "glob" },
	summary: (reply) => (reply.type === "glob" ? many(reply.paths.length, "file") : ""),
	audit: ({ type: _type, path, ...args }) => ({ target: path, args }),
});
export const searchFilesRoute = searchText.route;
