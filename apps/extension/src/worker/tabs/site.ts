import type { RestrictedKind } from "../../panel-state.ts";

/** A page that may be touched once its site is allowed, or one that nobody but Chrome may read. */
export type Site =
	| { readonly kind: "site"; readonly domain: string; readonly origins: readonly string[] }
	| { readonly kind: "restricted"; readonly restricted: RestrictedKind };

const storeHosts = new Set(["chromewebstore.google.com"]);

/**
 * Says what a page is by its address alone.
 *
 * @param url address of the tab; "" for one that has none yet
 * @param extractDomain registrable domain of an address, null where it has none (packages/page)
 * @returns with a site: the patterns for Chrome's own permission
 */
export function siteOf(url: string, extractDomain: (url: string) => string | null): Site {
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
	const domain = extractDomain(url);
	if (domain === null) return restricted("other");
	return { kind: "site", domain, origins: [`${protocol}//${hostname}/*`] };
}

const restricted = (kind: RestrictedKind): Site => ({ kind: "restricted", restricted: kind });

/** Why a page must not be touched: the person has not been asked, or has said no. */
export type Permission = "allowed" | "refused" | "ask";

/** Looks a domain up in what the person said for this task and for good; the newest word counts. */
export function permissionFor(
	domain: string,
	said: { readonly sites: readonly string[]; readonly refused: readonly string[]; readonly grants: readonly { readonly domain: string }[] },
): Permission {
	if (said.refused.includes(domain)) return "refused";
	return said.sites.includes(domain) || said.grants.some((grant) => grant.domain === domain) ? "allowed" : "ask";
}

/**
 * Says whether a script may be put into a page.
 *
 * @returns the patterns for Chrome's own permission, which is asked next; null: nobody may, or the person has not allowed the site
 * @throws never
 */
export function injectableOrigins(
	url: string,
	said: Parameters<typeof permissionFor>[1],
	extractDomain: (url: string) => string | null,
): readonly string[] | null {
	const site = siteOf(url, extractDomain);
	return site.kind === "site" && permissionFor(site.domain, said) === "allowed" ? site.origins : null;
}

/**
 * Reads the address of `navigate` and `openTab`.
 *
 * @returns the address as Chrome will open it, or null: not http(s), or with a user or password, which make another site look like a known one
 */
export function safeUrl(text: string): string | null {
	if (!URL.canParse(text)) return null;
	const url = new URL(text);
	if ((url.protocol !== "http:" && url.protocol !== "https:") || url.username !== "" || url.password !== "") return null;
	return url.href;
}

/** What the page text says of a page that cannot be read. */
export const restrictedWords: Readonly<Record<RestrictedKind, string>> = {
	browser: "browser page",
	new_tab: "new tab",
	extension: "page of an extension",
	web_store: "Chrome Web Store",
	file: "local file",
	data: "data page",
	error: "error page",
	other: "page without a web address",
};
