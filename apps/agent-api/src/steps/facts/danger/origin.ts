import { extractDomain } from "@webhand/page/site";
import { hostsIn, isPlaceIn } from "./spoken-places.ts";

/** Where an address on the web leads; `site` is its registrable domain. */
export type WebTarget = { readonly kind: "web"; readonly host: string; readonly site: string; readonly url: URL };

/** A URL as the gate needs it; `none` for pages without a site (`about:`, `chrome:`), `refused` for what must never be opened. */
export type Target = WebTarget | { readonly kind: "none" } | { readonly kind: "refused"; readonly reason: string };

/**
 * Reads where an absolute URL leads.
 *
 * @returns `refused` for other schemes than http and https, for user or password in the URL, for script URLs
 * @throws never
 */
export function readTarget(url: string): Target {
	if (!URL.canParse(url)) return { kind: "refused", reason: "not a URL" };
	const parsed = new URL(url);
	if (parsed.protocol === "about:" || parsed.protocol === "chrome:") return { kind: "none" };
	if (parsed.protocol !== "http:" && parsed.protocol !== "https:")
		return { kind: "refused", reason: `scheme ${parsed.protocol} is not allowed` };
	if (parsed.username !== "" || parsed.password !== "") return { kind: "refused", reason: "user or password in the URL" };
	return { kind: "web", host: parsed.hostname, site: siteOf(parsed.hostname), url: parsed };
}

/** The site of a page, "" when it has none. */
export function pageSite(url: string): string {
	const target = readTarget(url);
	return target.kind === "web" ? target.site : "";
}

// Hosts under which everybody may have a page: what stands in front of them is a site of its own.
const sharedHosts: ReadonlySet<string> = new Set(
	[
		"github.io gitlab.io pages.dev workers.dev vercel.app netlify.app herokuapp.com onrender.com fly.dev surge.sh glitch.me replit.app",
		"web.app firebaseapp.com appspot.com azurewebsites.net azurestaticapps.net cloudfront.net amazonaws.com amplifyapp.com r2.dev",
		"blogspot.com wordpress.com tumblr.com weebly.com wixsite.com webflow.io framer.app carrd.co notion.site readthedocs.io",
		"myshopify.com sharepoint.com ngrok.io ngrok.app ngrok-free.app trycloudflare.com streamlit.app hf.space",
	].flatMap((line) => line.split(" ")),
);

/** The registrable domain of a host, the host itself where there is none (IP addresses, single labels) or where many share the domain. */
export function siteOf(host: string): string {
	const domain = extractDomain(`http://${host}/`) ?? host;
	return sharedHosts.has(domain) ? hostNameOf(host) : domain;
}

function hostNameOf(host: string): string {
	return URL.parse(`http://${host}/`)?.hostname ?? host;
}

/**
 * Sites a task may act on without more ado: that of its first page, and hosts in the user's own words.
 *
 * @throws never
 */
export function taskOrigins(firstUrl: string, query: string): readonly string[] {
	return [...new Set([pageSite(firstUrl), ...hostsIn(query).map(siteOf)])].filter((site) => site !== "");
}

/** True for a site that the task began on, that the user named by its host, or allowed. */
export function isTaskSite(site: string, { origins }: { readonly origins: readonly string[] }): boolean {
	return origins.includes(site);
}

/**
 * True for a site whose plain name the user gave as a place to go to ("on Wikipedia"). Another site may have that name under another ending:
 * good enough to look at, never to be told anything. What many people share is nobody's name.
 *
 * @throws never
 */
export function isNamedSite(site: string, query: string): boolean {
	return extractDomain(`http://${site}/`) === site && isPlaceIn(query, site.split(".")[0] ?? "");
}
