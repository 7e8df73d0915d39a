import { maskPath } from "../../read/sensitive.ts";
import { actsIn, actsOf, deedIn, isDeedAddress } from "./deed-address.ts";

const pathLimit = 40;

/** Shortens a long path to its head and tail, which say more than the middle, unless that says what opening the address does. */
function shorten(path: string): string {
	if (path.length <= pathLimit) return path;
	const short = `${path.slice(0, 19)}…${path.slice(-20)}`;
	const deed = isDeedAddress(short) ? undefined : deedIn(path);
	return deed === undefined ? short : `${path.slice(0, 19)}…/${deed}/…${path.slice(-20)}`;
}

const webSchemes: ReadonlySet<string> = new Set(["http:", "https:"]);

const actLimit = 24;

/** The first and the last parameter that says what the address does (`?action=delete&…`), since servers differ in which one counts. */
function writeQuery(query: string): string {
	const acts = actsOf(query);
	if (acts.length === 0) return "";
	const count = [...new URLSearchParams(query)].length;
	const said = [acts[0], acts.length > 1 ? acts.at(-1) : undefined].flatMap((pair) =>
		pair === undefined ? [] : [`${pair[0]}=${maskPath(pair[1]).replaceAll(/[&#|]/g, "_").slice(0, actLimit)}`],
	);
	return withoutGrammar(`?${said.join("&")}${count > said.length ? "&…" : ""}`);
}

/** True for a target that a text may leave out: a path on the page's own site that only leads somewhere. */
export function isMerePath(href: string): boolean {
	return href.startsWith("/") && actsIn(href).length === 0 && !isDeedAddress(href);
}

/**
 * Writes the target of a link or form: the path (≤ 40 characters), after the host on another site, and what the query does.
 * Never another part of the query, nor a fragment. `mailto:`, `tel:` and others keep their scheme.
 *
 * @param href as in the document, absolute or relative to `pageUrl`
 * @returns undefined for an invalid address, `javascript:`, `data:` and `blob:`
 */
export function writeTarget(href: string, pageUrl: string): string | undefined {
	const base = URL.canParse(pageUrl) ? pageUrl : "http://page.invalid/";
	const url = URL.parse(href.slice(0, 4_000), base);
	if (url === null || /^(javascript|data|blob|vbscript):$/.test(url.protocol)) return undefined;
	if (!webSchemes.has(url.protocol)) return withoutGrammar(shorten(`${url.protocol}${url.pathname}`));
	const path = withoutGrammar(shorten(maskPath(url.pathname))) + writeQuery(url.search.slice(1));
	return url.host === new URL(base).host ? path : `${withoutWords(url.host)}${path}`;
}

const webAddress = /^https?:\/\/([^/?#@]+)(\/[^?#]*)(?:\?([^#]*))?/;

/**
 * The same for a normalized address such as `link.href`, without parsing it again.
 *
 * @param own address of the page
 */
export function writeParsedTarget(href: string, own: { readonly url: string; readonly host: string }): string | undefined {
	const [, host, pathname, query = ""] = webAddress.exec(href) ?? [];
	if (host === undefined || pathname === undefined) return writeTarget(href, own.url);
	const path = withoutGrammar(shorten(maskPath(pathname))) + writeQuery(query);
	return host === own.host ? path : `${withoutWords(host)}${path}`;
}

/** Replaces characters that would end the word or its tag. */
function withoutGrammar(word: string): string {
	return word.replace(/[\s<>"]/g, "_");
}

/** Browsers accept `=` and `"` in a host; `action=.evil.example` would read as an attribute. */
function withoutWords(host: string): string {
	return host.replaceAll("=", "%3D").replaceAll('"', "%22");
}

/** Writes the host of a frame; one without a dot needs a slash, or it would read as a state word. */
export function frameHost(host: string): string {
	const word = withoutGrammar(withoutWords(host));
	return /[.:]/.test(word) ? word : `${word}/`;
}

/** Writes the target of a form: undefined for the page itself, the host alone for its root. */
export function writeFormTarget(action: string, pageUrl: string): string | undefined {
	const target = writeTarget(action, pageUrl);
	if (target === undefined) return undefined;
	const own = URL.canParse(pageUrl) ? writeTarget(pageUrl, pageUrl) : "/";
	if (target === own) return undefined;
	const isHostOnly = target.endsWith("/") && target.indexOf("/") === target.length - 1 && target.includes(".");
	return isHostOnly ? target.slice(0, -1) : target;
}
