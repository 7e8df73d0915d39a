import { matchesDomainPattern } from "@webhand/contracts/knowledge/patterns";
import type { Scope } from "../scope.ts";

/**
 * A chunk as a provider gives it. `domain` is the document's own: a host, a pattern, or `*` for public documents of every site;
 * `pathPrefix` where on it the document fits best. An external service may know neither place nor time.
 */
export type Chunk = {
	readonly id: string;
	readonly scope: Scope;
	readonly domain: string;
	readonly pathPrefix?: string;
	readonly documentId: string;
	readonly documentTitle: string;
	readonly content: string;
	readonly section?: string;
	readonly page?: number;
	readonly sourceUrl?: string;
	readonly charStart?: number;
	readonly charEnd?: number;
	readonly updatedAt?: Date;
};

/** Where a chunk's document fits, as one pattern of addresses: `acme.com/expenses*`, `*.acme.com/*`. */
export function urlPatternOf({ domain, pathPrefix = "/" }: Pick<Chunk, "domain" | "pathPrefix">): string {
	return `${domain}${pathPrefix}*`;
}

/** Does a document stand for this host? `*` is for public documents alone. */
export function standsFor(scope: Scope, documentDomain: string, domain: string): boolean {
	return (scope === "public" && documentDomain === "*") || matchesDomainPattern(domain, documentDomain);
}

/** The words of a text as they are compared: lower case, without accents, each once. */
export function wordsIn(text: string): readonly string[] {
	const folded = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
	return [...new Set(folded.match(/[\p{L}\p{N}]{2,}/gu) ?? [])];
}

/**
 * The words to look for: those of the query, else those of the URL's path, in lower case, without accents, each once.
 *
 * @param question `url` absolute
 */
export function wordsFor(question: { readonly url: string; readonly query?: string | undefined }): readonly string[] {
	const words = wordsIn(question.query ?? "");
	return words.length > 0 ? words : wordsIn(readablePath(question.url));
}

function readablePath(url: string): string {
	const { pathname } = new URL(url);
	try {
		return decodeURIComponent(pathname);
	} catch {
		return pathname;
	}
}
