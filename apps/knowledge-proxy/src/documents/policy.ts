import type { FieldProblem } from "@webhand/contracts/errors";
import type { DocumentFormat, DocumentScope } from "@webhand/contracts/knowledge/documents";
import { documentSizes } from "@webhand/contracts/knowledge/documents";
import { activeDomainOf, patternsOverlap } from "@webhand/contracts/knowledge/patterns";
import { canonicalPattern } from "../domains/policy.ts";

type TextFormat = Exclude<DocumentFormat, "pdf" | "docx">;

/** What a request gives: the fields of its body and its files. */
export type Given = {
	readonly title?: string | undefined;
	readonly domain?: string | undefined;
	readonly pathPrefix?: string | undefined;
	readonly content?: string | undefined;
	readonly format?: TextFormat | undefined;
	readonly url?: string | undefined;
	readonly sourceUrl?: string | undefined;
	readonly files: readonly { readonly filename: string; readonly bytes: Uint8Array }[];
};

/** Where a document's bytes come from. `format` is what the request says that they are. */
export type Source =
	| { readonly kind: "content"; readonly bytes: Uint8Array; readonly format: TextFormat }
	| { readonly kind: "file"; readonly bytes: Uint8Array; readonly filename: string }
	| { readonly kind: "address"; readonly url: string };

/** A request whose fields fit together; `isTooLarge` names the part that is larger than it may be. */
export type Wish = {
	readonly source?: Source;
	readonly title?: string;
	readonly domain?: string;
	readonly pathPrefix?: string;
	readonly sourceUrl?: string;
	/** The title is made from the address until the page has told its own. */
	readonly takesTitle?: boolean;
	readonly isTooLarge?: { readonly field: "content" | "file"; readonly maxBytes: number };
};

export type Read =
	| { readonly kind: "wish"; readonly wish: Wish }
	| { readonly kind: "refused"; readonly problems: readonly FieldProblem[] };

/**
 * What a request asks for, or every field that does not fit. A new document needs a source, a title and a domain; a file and an address name
 * themselves, and an address has a host.
 *
 * @param purpose `replace` takes a request without a source too: title and path alone
 * @throws never
 */
export function readRequest(
	given: Given,
	purpose: { readonly kind: "add"; readonly scope: DocumentScope } | { readonly kind: "replace" },
): Read {
	const { source, problems } = readSource(given);
	const isNew = purpose.kind === "add";
	const title = given.title ?? (isNew ? titleFrom(source) : undefined);
	if (isNew && source === undefined && problems.length === 0)
		problems.push(problem("content", "is missing: give content with its format, a file, or a url"));
	if (isNew && source !== undefined && title === undefined) problems.push(problem("title", "is missing: name the document"));
	const domain = isNew ? readDomain(given, purpose.scope) : undefined;
	if (domain?.kind === "refused") problems.push(problem("domain", domain.reason));
	const isEmpty = source === undefined && title === undefined && given.pathPrefix === undefined && given.sourceUrl === undefined;
	if (!isNew && isEmpty && problems.length === 0)
		problems.push(problem("content", "is missing: give content with its format, a file, a url, or a new title"));
	if (problems.length > 0) return { kind: "refused", problems };
	const sourceUrl = given.sourceUrl ?? (source?.kind === "address" ? withoutQuery(source.url) : undefined);
	const isTooLarge = tooLarge(source);
	const wish: Wish = {
		...(source === undefined ? {} : { source }),
		...(title === undefined ? {} : { title }),
		...(domain?.kind === "domain" ? { domain: domain.pattern } : {}),
		...(given.pathPrefix === undefined ? {} : { pathPrefix: canonicalPath(given.pathPrefix) }),
		...(sourceUrl === undefined ? {} : { sourceUrl: cleanAddress(sourceUrl) }),
		...(isNew && source?.kind === "address" && given.title === undefined ? { takesTitle: true } : {}),
		...(isTooLarge === undefined ? {} : { isTooLarge }),
	};
	return { kind: "wish", wish };
}

/**
 * An address without user name, password and fragment, as it is stored.
 *
 * @param url absolute
 */
export function cleanAddress(url: string): string {
	const clean = new URL(url);
	clean.username = "";
	clean.password = "";
	clean.hash = "";
	return clean.href;
}

/**
 * Is a document found on any page that the tenant allows? Public documents need no allowed domain.
 *
 * @param domain the document's: a host, `*.` and a host, or `*`
 * @param patterns the tenant's allowed domains
 */
export function isCoveredDocument(domain: string, patterns: readonly string[]): boolean {
	if (domain === "*") return true;
	return patterns.some((pattern) => patternsOverlap(pattern, domain));
}

const problem = (field: string, message: string): FieldProblem => ({ field, message });

function readSource(given: Given): { readonly source?: Source; readonly problems: FieldProblem[] } {
	const { content, format, url, files } = given;
	const [file, ...more] = files;
	const problems: FieldProblem[] = [];
	if (more.length > 0) problems.push(problem("file", "must be one file"));
	if (file !== undefined && file.bytes.byteLength === 0) problems.push(problem("file", "must not be empty"));
	for (const [field, value] of Object.entries({ content, url }))
		if (file !== undefined && value !== undefined) problems.push(problem(field, "must not stand beside a file"));
	if (content === undefined && format !== undefined)
		problems.push(
			file === undefined && url === undefined
				? problem("content", "is missing: format says what it is; give the text, or a file or a url instead of both")
				: problem("format", "must not stand here: a file and an address tell their format themselves"),
		);
	if (problems.length > 0) return { problems };
	if (file !== undefined) return { source: { kind: "file", bytes: file.bytes, filename: file.filename }, problems };
	if (url !== undefined) return { source: { kind: "address", url: cleanAddress(url) }, problems };
	if (content === undefined || format === undefined) return { problems };
	return { source: { kind: "content", bytes: new TextEncoder().encode(content), format }, problems };
}

function tooLarge(source: Source | undefined): Wish["isTooLarge"] {
	if (source === undefined || source.kind === "address") return undefined;
	const maxBytes = documentSizes[source.kind];
	return source.bytes.byteLength > maxBytes ? { field: source.kind, maxBytes } : undefined;
}

const longestTitle = 200;

/** The name of a file without folders and ending; an address until its page tells its own title. */
function titleFrom(source: Source | undefined): string | undefined {
	if (source?.kind === "address") return readableAddress(source.url).slice(0, longestTitle);
	if (source?.kind !== "file") return undefined;
	const name = source.filename.split(/[\\/]/).at(-1) ?? "";
	const title = name
		.replace(/\.[A-Za-z0-9]{1,10}$/, "")
		.replace(/[\p{Cc}\p{Cf}]/gu, "")
		.trim();
	return title === "" ? undefined : title.slice(0, longestTitle);
}

function readableAddress(url: string): string {
	const { host, pathname } = new URL(url);
	return `${host}${pathname.replace(/\/$/, "")}`;
}

type Domain = { readonly kind: "domain"; readonly pattern: string } | { readonly kind: "refused"; readonly reason: string };

function readDomain({ domain, url }: Given, scope: DocumentScope): Domain {
	if (domain === "*") {
		if (scope === "public") return { kind: "domain", pattern: "*" };
		return { kind: "refused", reason: "must name a site, such as acme.com: only public documents stand for every site" };
	}
	const text = domain ?? (url === undefined ? undefined : activeDomainOf(url));
	if (text === undefined) return { kind: "refused", reason: "is missing: name the site, such as acme.com or *.acme.com" };
	const result = canonicalPattern(text);
	return result.kind === "refused" ? result : { kind: "domain", pattern: result.pattern };
}

/** A path as the URL of a page has it: percent-encoded, without dot segments. */
function canonicalPath(path: string): string {
	return new URL(`https://path.invalid${path}`).pathname;
}

/** A query string may hold a secret, and people, prompts and citations see where the original is. */
function withoutQuery(url: string): string {
	const { origin, pathname } = new URL(url);
	return `${origin}${pathname}`;
}
