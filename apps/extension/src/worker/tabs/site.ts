import { restrictions } from "@webhand/page/parse/unopened";
import type { RestrictedKind } from "../../panel-state.ts";

/** A page that may be touched once its site is allowed, or a page that only Chrome may read. */
export type Site =
	| { readonly kind: "site"; readonly domain: string; readonly origins: readonly string[] }
	| { readonly kind: "restricted"; readonly restricted: RestrictedKind };

const storeHosts = new Set(["chromewebstore.google.com"]);

/**
 * Classifies a page by its address.
 *
 * @param url address of the tab; "" for none yet
 * @param siteOfAddress site of an address; null for none (packages/page)
 * @returns a site has the patterns for Chrome's own permission
 */
export function siteOf(url: string, siteOfAddress: (url: string) => string | null): Site {
	if (!URL.canParse(url)) return restricted("new_tab");
	const { protocol, hostname, pathname, host } = new URL(url);
	switch (protocol) {
		case "http:":
		case "https:":
			break;
		case "chrome:":
		case "edge:":
		case "brave:":
			return restricted(host === "newtab" || host === "new-tab-page" ? "new_tab" : "browser");
		case "about:":
			return restricted(pathname === "blank" ? "new_tab" : "browser");
		case "chrome-error:":
			return restricted("error");
		case "chrome-extension:":
			return restricted("extension");
		case "devtools:":
		case "view-source:":
			return restricted("browser");
		case "file:":
			return restricted("file");
		case "data:":
		case "blob:":
			return restricted("data");
		default:
			return restricted("other");
	}
	if (storeHosts.has(hostname) || (hostname === "chrome.google.com" && pathname.startsWith("/webstore"))) return restricted("web_store");
	const domain = siteOfAddress(url);
	if (domain === null) return restricted("other");
	return { kind: "site", domain, origins: [`${protocol}//${hostname}/*`] };
}

const restricted = (kind: RestrictedKind): Site => ({ kind: "restricted", restricted: kind });

export type Permission = "allowed" | "refused" | "ask";

/** What the user said of a domain, for this task and for good. A refusal in this task wins. */
export function permissionFor(
	domain: string,
	said: { readonly sites: readonly string[]; readonly refused: readonly string[]; readonly grants: readonly { readonly domain: string }[] },
): Permission {
	if (said.refused.includes(domain)) return "refused";
	return said.sites.includes(domain) || said.grants.some((grant) => grant.domain === domain) ? "allowed" : "ask";
}

/**
 * Says whether a script may enter a page.
 *
 * @returns the patterns for Chrome's own permission, which is checked next; null when it may not
 * @throws never
 */
export function injectableOrigins(
	url: string,
	said: Parameters<typeof permissionFor>[1],
	siteOfAddress: (url: string) => string | null,
): readonly string[] | null {
	const site = siteOf(url, siteOfAddress);
	return site.kind === "site" && permissionFor(site.domain, said) === "allowed" ? site.origins : null;
}

/**
 * Reads the address of `navigate` and `openTab`.
 *
 * @returns the address as Chrome opens it; null for other schemes than http(s), and for a user name or password, which disguise the site
 */
export function safeUrl(text: string): string | null {
	if (!URL.canParse(text)) return null;
	const url = new URL(text);
	if ((url.protocol !== "http:" && url.protocol !== "https:") || url.username !== "" || url.password !== "") return null;
	return url.href;
}

/** The longest address that the server takes, in characters. */
const longestAddress = 8_192;

/**
 * The address of a page as the server is told of it: of a too long one, what says where it is, without fragment and query.
 *
 * @throws never
 */
export function toldAddress(url: string): string {
	const parsed = url.length > longestAddress ? URL.parse(url) : null;
	if (parsed === null || parsed.origin === "null") return url.slice(0, longestAddress);
	const { origin, pathname, search } = parsed;
	const lengths = [`${origin}${pathname}${search}`, `${origin}${pathname}`];
	return lengths.find(({ length }) => length <= longestAddress) ?? `${origin}/`;
}

/** The reason in the text of an unreadable page. */
export const restrictedWords: Readonly<Record<RestrictedKind, string>> = {
	browser: "browser page",
	new_tab: "new tab",
	extension: "page of an extension",
	web_store: "Chrome Web Store",
	file: "local file",
	data: "data page",
	error: restrictions.failed,
	other: "page without a web address",
};
