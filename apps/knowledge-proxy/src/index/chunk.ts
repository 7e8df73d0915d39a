import { matchesDomainPattern } from "@webhand/contracts/knowledge/patterns";
import { wordsOf } from "@webhand/search/terms";
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

/** A chunk that was found, and the key of its document. */
export type Located = { readonly id: string; readonly document: string };

/** Where a chunk's document fits, as one pattern of addresses: `acme.com/expenses*`, `*.acme.com/*`. */
export function urlPatternOf({ domain, pathPrefix = "/" }: Pick<Chunk, "domain" | "pathPrefix">): string {
	return `${domain}${pathPrefix}*`;
}

/** Does a document stand for this host? `*` is for public documents alone. */
export function standsFor(scope: Scope, documentDomain: string, domain: string): boolean {
	return (scope === "public" && documentDomain === "*") || matchesDomainPattern(domain, documentDomain);
}

/**
 * Does the page lie below the path of a document? `/expenses` fits `/expenses` and `/expenses/7`, not `/expenses-old`. Without a path no
 * page fits better than others.
 *
 * @param url absolute
 */
export function fitsPath(pathPrefix: string | undefined, url: string): boolean {
	if (pathPrefix === undefined || pathPrefix === "/") return false;
	const folder = pathPrefix.endsWith("/") ? pathPrefix : `${pathPrefix}/`;
	return `${new URL(url).pathname}/`.startsWith(folder);
}

/**
 * The text to look for: the query, or the path of the URL when no word stands in the query.
 *
 * @param question `url` absolute
 */
export function textFor(question: { readonly url: string; readonly query: string }): string {
	return wordsOf(question.query).length > 0 ? question.query : readablePath(question.url);
}

function readablePath(url: string): string {
	const { pathname } = new URL(url);
	try {
		return decodeURIComponent(pathname);
	} catch {
		return pathname;
	}
}
