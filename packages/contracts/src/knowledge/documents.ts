import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { searchText } from "../search-text.ts";
import { KnowledgeChunk, WebAddress } from "./resolve.ts";

/** Id of a document: `doc_` and 22 base62 characters. */
export const DocumentId = z
	.string()
	.regex(/^doc_[0-9A-Za-z]{22}$/)
	.brand<"DocumentId">();
export type DocumentId = z.infer<typeof DocumentId>;

/** Whose knowledge a document is: the tenant's own, or everybody's, which operators keep. */
export const DocumentScope = z.enum(["org", "public"]);
export type DocumentScope = z.infer<typeof DocumentScope>;

/** What a document's bytes are. */
export const DocumentFormat = z.enum(["text", "markdown", "html", "pdf", "docx"]);
export type DocumentFormat = z.infer<typeof DocumentFormat>;

/** Largest text of a JSON body and largest file of an upload, in bytes. */
export const documentSizes = { content: 2_000_000, file: 10_000_000 } as const;

/**
 * Why a document could not be read. `ENCRYPTED`: it needs a password. `NO_TEXT`: it holds no text, such as a scan. `TOO_LARGE`: more than 500
 * pages, 20,000 sections or 2,000,000 characters, or too much to hold in memory. `TIMEOUT`: reading took over 20 s. `MALFORMED`: it is
 * broken, or not of its format. `TOO_MANY_CHUNKS`: the tenant's limit is reached. `FETCH_REFUSED`: its address may not be fetched.
 * `FETCH_FAILED`: its address gave no usable answer.
 */
export const DocumentFailure = z.enum([
	"ENCRYPTED",
	"NO_TEXT",
	"TOO_LARGE",
	"TIMEOUT",
	"MALFORMED",
	"TOO_MANY_CHUNKS",
	"FETCH_REFUSED",
	"FETCH_FAILED",
]);
export type DocumentFailure = z.infer<typeof DocumentFailure>;

/** What is under way for a document that is `processing`. */
export const DocumentStage = z.enum(["waiting", "fetching", "reading", "storing"]);
export type DocumentStage = z.infer<typeof DocumentStage>;

/** Languages with word stems of their own; `other` is searched by whole words. ISO 639-1. */
export const DocumentLanguage = z.enum(["en", "de", "ru", "other"]);
export type DocumentLanguage = z.infer<typeof DocumentLanguage>;

/**
 * A document without its text. `domain` is a host, a pattern such as `*.acme.com`, or for public documents `*`; `covered` tells whether an
 * allowed domain includes it: without one it is stored and silent. `version` counts its contents; while a newer one is `processing` or
 * `failed`, `hasActive` tells that an older one is still searched. `chunks`, `bytes`, `language` are those of the searched version.
 */
export const DocumentView = z.object({
	id: DocumentId,
	scope: DocumentScope,
	title: z.string(),
	domain: z.string(),
	pathPrefix: z.string().optional(),
	covered: z.boolean(),
	format: DocumentFormat,
	status: z.enum(["processing", "ready", "failed"]),
	stage: DocumentStage.optional(),
	error: DocumentFailure.optional(),
	hasActive: z.boolean(),
	chunks: z.number().int().nonnegative(),
	bytes: z.number().int().nonnegative(),
	version: z.number().int().positive(),
	language: DocumentLanguage.optional(),
	sourceUrl: z.string().optional(),
	by: z.string(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
});
export type DocumentView = z.infer<typeof DocumentView>;

const scopeIn = { scope: DocumentScope.default("org") } as const;
const DocumentParams = z.strictObject({ id: DocumentId });
const DocumentQuery = z.strictObject(scopeIn);
const Title = z.string().trim().min(1).max(200);

/** The path where a document fits best, such as `/expenses`: its chunks rank first there, and are found elsewhere too. */
const PathPrefix = z
	.string()
	.trim()
	.max(500)
	.regex(/^\/[^\s?#]*$/, "must begin with / and hold no space, ? or #");

/**
 * Where the text comes from: `content` with its `format`, the file part `file`, or the address `url`, which the server fetches; exactly one
 * of the three. More than `documentSizes` is 413. `sourceUrl` is where people read the original.
 */
const source = {
	content: z.string().min(1).optional(),
	format: DocumentFormat.extract(["text", "markdown", "html"]).optional(),
	url: WebAddress.optional(),
	sourceUrl: WebAddress.optional(),
} as const;

type Source = { readonly content?: string | undefined; readonly format?: string | undefined; readonly url?: string | undefined };
const isOneSource = ({ content, url }: Source) => content === undefined || url === undefined;
const hasFormat = ({ content, format }: Source) => content === undefined || format !== undefined;
const oneSource = { path: ["url"], error: "must not stand beside content" };
const namedFormat = { path: ["format"], error: "must be text, markdown or html when content is given" };

/**
 * A new document. `title` may be left out for a file or an address, which name themselves; `domain` for an address, whose host it is. A file
 * tells its format by its bytes. As `multipart/form-data` with a file, or as JSON.
 */
export const NewDocument = z
	.strictObject({
		...scopeIn,
		title: Title.optional(),
		domain: z.string().trim().min(1).max(300).optional(),
		pathPrefix: PathPrefix.optional(),
		...source,
	})
	.refine(isOneSource, oneSource)
	.refine(hasFormat, namedFormat);
export type NewDocument = z.infer<typeof NewDocument>;

export const addDocumentRoute = defineRoute({
	service: "knowledge-proxy",
	method: "POST",
	path: "/api/knowledge/documents",
	status: 202,
	summary: "Add a document",
	description:
		"Adds a document and reads it in the background. The same bytes, title and domain again give the document that is there. For admins.",
	example: {
		body: { title: "Returns", domain: "shop.example", format: "markdown", content: "# Returns\n\nGoods may be returned within 30 days." },
	},
	body: NewDocument,
	consumes: ["json", "multipart"],
	files: ["file"],
	bodyLimit: documentSizes.file + 200_000,
	/** `added` is false when the document was there. */
	reply: z.object({ document: DocumentView, added: z.boolean() }),
	errors: ["FORBIDDEN", "LIMIT_REACHED", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
});

export const documentsRoute = defineRoute({
	service: "knowledge-proxy",
	method: "GET",
	path: "/api/knowledge/documents",
	summary: "Documents of the tenant's knowledge",
	description:
		"Documents, newest first, 50 a page. For admins; `scope=public` for operators. `q` is a part of the title, `domain` the exact one.",
	query: z.strictObject({
		...scopeIn,
		q: searchText(200).optional(),
		domain: z.string().trim().min(1).max(255).optional(),
		status: DocumentView.shape.status.optional(),
		cursor: z.string().max(300).optional(),
	}),
	reply: z.object({ documents: z.array(DocumentView), total: z.number().int().nonnegative(), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN"],
	keys: ["knowledge:read"],
});

export const documentRoute = defineRoute({
	service: "knowledge-proxy",
	method: "GET",
	path: "/api/knowledge/documents/:id",
	summary: "A document and its state",
	description: "A document. For admins.",
	params: DocumentParams,
	query: DocumentQuery,
	reply: z.object({ document: DocumentView }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
	keys: ["knowledge:read"],
});

export const replaceDocumentRoute = defineRoute({
	service: "knowledge-proxy",
	method: "PUT",
	path: "/api/knowledge/documents/:id",
	status: 202,
	summary: "Replace a document",
	description:
		"Replaces the content. The old one is searched until the new one is ready. Title and path change when they are given. For admins.",
	params: DocumentParams,
	query: DocumentQuery,
	body: z
		.strictObject({ title: Title.optional(), pathPrefix: PathPrefix.optional(), ...source })
		.refine(isOneSource, oneSource)
		.refine(hasFormat, namedFormat),
	consumes: ["json", "multipart"],
	files: ["file"],
	bodyLimit: documentSizes.file + 200_000,
	reply: z.object({ document: DocumentView }),
	errors: ["FORBIDDEN", "NOT_FOUND", "LIMIT_REACHED", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"],
});

export const removeDocumentRoute = defineRoute({
	service: "knowledge-proxy",
	method: "DELETE",
	path: "/api/knowledge/documents/:id",
	status: 204,
	summary: "Remove a document",
	description: "Removes a document: no request that begins later finds it. For admins.",
	params: DocumentParams,
	query: DocumentQuery,
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const documentChunksRoute = defineRoute({
	service: "knowledge-proxy",
	method: "GET",
	path: "/api/knowledge/documents/:id/chunks",
	summary: "The chunks that a document was cut into",
	description: "The chunks of the searched version in their order, 50 a page. For admins.",
	params: DocumentParams,
	query: z.strictObject({ ...scopeIn, cursor: z.string().max(300).optional() }),
	reply: z.object({
		chunks: z.array(
			KnowledgeChunk.pick({ id: true, content: true }).extend({
				section: z.string().optional(),
				page: z.number().int().positive().optional(),
				charStart: z.number().int().nonnegative(),
				charEnd: z.number().int().nonnegative(),
			}),
		),
		total: z.number().int().nonnegative(),
		nextCursor: z.string().nullable(),
	}),
	errors: ["FORBIDDEN", "NOT_FOUND"],
	keys: ["knowledge:read"],
});
