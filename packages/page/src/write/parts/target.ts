import { maskPath } from "../../read/sensitive.ts";

const pathLimit = 40;

/** Head and tail of a path that is too long; the tail says more than the middle. */
function shorten(path: string): string {
	return path.length <= pathLimit ? path : `${path.slice(0, 19)}…${path.slice(-20)}`;
}

const webSchemes: ReadonlySet<string> = new Set(["http:", "https:"]);

/**
 * A link or form target as page text writes it: the path (≤ 40 characters, head and tail), the host in front on another site. Query and
 * fragment are never written. `mailto:`, `tel:` and others keep their scheme.
 *
 * @param href as in the document, absolute or relative to `pageUrl`
 * @returns undefined for what is no address: an unparsable one, `javascript:`, `data:`, `blob:`
 */
export function writeTarget(href: string, pageUrl: string): string | undefined {
	const base = URL.canParse(pageUrl) ? pageUrl : "http://page.invalid/";
	const url = URL.parse(href.slice(0, 4_000), base);
	if (url === null || /^(javascript|data|blob|vbscript):$/.test(url.protocol)) return undefined;
	if (!webSchemes.has(url.protocol)) return withoutGrammar(shorten(`${url.protocol}${url.pathname}`));
	const path = withoutGrammar(shorten(maskPath(url.pathname)));
	return url.host === new URL(base).host ? path : `${withoutWords(url.host)}${path}`;
}

const webAddress = /^https?:\/\/([^/?#@]+)(\/[^?#]*)/;

/**
 * The same for an address that a URL parser wrote, as the `href` of a link is: it is not parsed once more.
 *
 * @param own the page's address, of which links to it are told by their path alone
 */
export function writeParsedTarget(href: string, own: { readonly url: string; readonly host: string }): string | undefined {
	const [, host, pathname] = webAddress.exec(href) ?? [];
	if (host === undefined || pathname === undefined) return writeTarget(href, own.url);
	const path = withoutGrammar(shorten(maskPath(pathname)));
	return host === own.host ? path : `${withoutWords(host)}${path}`;
}

/** Characters that would end the word or its tag; the URL parser leaves some of them in opaque paths. */
function withoutGrammar(word: string): string {
	return word.replace(/[\s<>"]/g, "_");
}

/** Browsers let `=` and `"` stand in a host: `action=.evil.example` would be read as a key and its value. No host holds a `%` of its own. */
function withoutWords(host: string): string {
	return host.replaceAll("=", "%3D").replaceAll('"', "%22");
}

/** A form's target: nothing for the page itself; a host alone where the path is `/`. */
export function writeFormTarget(action: string, pageUrl: string): string | undefined {
	const target = writeTarget(action, pageUrl);
	if (target === undefined) return undefined;
	const own = URL.canParse(pageUrl) ? withoutGrammar(shorten(maskPath(new URL(pageUrl).pathname))) : "/";
	if (target === own) return undefined;
	const isHostOnly = target.endsWith("/") && target.indexOf("/") === target.length - 1 && target.includes(".");
	return isHostOnly ? target.slice(0, -1) : target;
}
