import { getDomain } from "tldts";

const titleTaskLimit = 80;

function parsed(urlOrHost: string): URL | undefined {
	const text = urlOrHost.trim();
	const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
	const isOtherScheme = /^(about|data|blob|javascript|mailto|file|chrome|chrome-extension|view-source|devtools):/i.test(text);
	if (isOtherScheme) return undefined;
	const url = URL.parse(hasScheme ? text : `http://${text}`);
	return url === null || (url.protocol !== "http:" && url.protocol !== "https:") ? undefined : url;
}

// Hosts of the same domain that show what anybody wrote: each, and each name below one, is a site of its own. Only what the list lacks.
const userContentHosts = [
	"docs.google.com drive.google.com sites.google.com script.google.com groups.google.com forms.google.com colab.research.google.com",
	"googleusercontent.com forms.office.com onedrive.live.com sharepoint.com dropboxusercontent.com gist.github.com",
	"wordpress.com tumblr.com medium.com substack.com glitch.me canva.site neocities.org itch.io stackblitz.io zendesk.com atlassian.net",
	"okta.com auth0.com service-now.com freshdesk.com my.salesforce.com lightning.force.com typeform.com ghost.io weebly.com",
	"mystrikingly.com hubspotpagebuilder.com shinyapps.io storage.googleapis.com",
].flatMap((line) => line.split(" "));

// Of these, many authors share one host: the path tells them apart.
const sharedHosts: ReadonlySet<string> = new Set(
	"docs.google.com drive.google.com sites.google.com script.google.com groups.google.com forms.google.com colab.research.google.com forms.office.com onedrive.live.com gist.github.com storage.googleapis.com s3.amazonaws.com".split(
		" ",
	),
);

const isLoopback = (host: string) =>
	/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\])$/.test(host);

/**
 * The domain of an address: the part that one owner registered, by the Public Suffix List with its private part, so that each
 * name below `github.io` has its own. The host if there is none (IP address, `localhost`, public suffix). Lower case, ASCII form.
 *
 * The address is parsed first: `0x7f.1` looks like a name but is 127.0.0.1.
 *
 * @param urlOrHost an absolute URL, or a host with or without a port
 * @returns null if it is no http(s) address
 */
export function extractDomain(urlOrHost: string): string | null {
	const host = parsed(urlOrHost)?.hostname.replace(/\.$/, "");
	if (host === undefined || host === "") return null;
	const shared = userContentHosts.find((one) => host === one || host.endsWith(`.${one}`));
	const listed = getDomain(host, { allowPrivateDomains: true }) ?? host;
	if (shared === undefined || listed.length > shared.length) return listed;
	return host
		.split(".")
		.slice(-(shared.split(".").length + 1))
		.join(".");
}

/**
 * The site that a permission holds for: the domain of an address. On this machine each port is a site of its own.
 *
 * @param urlOrHost an absolute URL, or a host with or without a port
 * @returns null if it is no http(s) address
 */
export function siteOfAddress(urlOrHost: string): string | null {
	const domain = extractDomain(urlOrHost);
	const port = parsed(urlOrHost)?.port ?? "";
	return domain === null || port === "" || !isLoopback(domain) ? domain : `${domain}:${port}`;
}

/** True for a site whose name one owner registered: neither a name below a shared host, nor an IP address. For the server only. */
export function isRegistered(site: string): boolean {
	return getDomain(site) === site;
}

/** Long enough to be the id of a document, in characters. */
const minId = 20;

/**
 * Who wrote the page of an address: its site; on a host that many authors share, with the path to the document or its owner.
 *
 * @param url an absolute URL
 * @returns null if it is no http(s) address
 */
export function authorOfAddress(url: string): string | null {
	const site = siteOfAddress(url);
	if (site === null || !sharedHosts.has(site)) return site;
	const parts = (parsed(url)?.pathname ?? "").split("/").filter((part) => part !== "");
	const id = parts.findIndex((part) => part.length >= minId);
	return [site, ...parts.slice(0, id === -1 ? 2 : id + 1)].join("/");
}

/** A joiner at the edge of a word joins nothing, and would be a text that nobody sees. */
const looseJoiners = /(?<![^\s\u200C\u200D])[\u200C\u200D]+|[\u200C\u200D]+(?![^\s\u200C\u200D])/g;

/** A text as one line without control and bidi characters, white space folded. Joiners stay: words of Persian and Hindi and emoji need them. */
export function oneLine(text: string): string {
	return text
		.toWellFormed()
		.replace(/\s/g, " ")
		.replace(/(?![\u200C\u200D])[\p{Cc}\p{Cf}]/gu, "")
		.replace(looseJoiners, "")
		.replace(/ +/g, " ")
		.trim();
}

function cutAtWord(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const head = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "");
	const space = head.lastIndexOf(" ");
	return `${(space > 0 ? head.slice(0, space) : head).trimEnd()}…`;
}

/**
 * The title of a chat: `{domain}: {task}`, or the task alone.
 * The task is one line without control and bidi characters, cut at a word to 80 characters.
 */
export function generateSessionTitle(domain: string | null, task: string): string {
	const short = cutAtWord(oneLine(task), titleTaskLimit);
	return domain === null || domain === "" ? short : `${domain}: ${short}`;
}
