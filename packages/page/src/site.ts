import { getDomain } from "tldts-icann";

const titleTaskLimit = 80;

function hostOf(text: string): string | undefined {
	const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
	const isOtherScheme = /^(about|data|blob|javascript|mailto|file|chrome|chrome-extension|view-source|devtools):/i.test(text);
	if (isOtherScheme) return undefined;
	const url = URL.parse(hasScheme ? text : `http://${text}`);
	return url === null || (url.protocol !== "http:" && url.protocol !== "https:") ? undefined : url.hostname;
}

/**
 * The site of an address: the registrable domain, or the host itself where it has none (an IP address, `localhost`, a single label, a bare
 * suffix). In lower case, Unicode hosts in their ASCII form.
 *
 * The address is parsed before its suffix is looked up: `0x7f.1` is a name to the list, and 127.0.0.1 to a browser.
 *
 * @param urlOrHost an absolute URL, or a host with or without a port
 * @returns null for what is no http(s) address: no domain, no prefix
 */
export function extractDomain(urlOrHost: string): string | null {
	const host = hostOf(urlOrHost.trim())?.replace(/\.$/, "");
	if (host === undefined || host === "") return null;
	return getDomain(host) ?? host;
}

function cutAtWord(text: string, limit: number): string {
	if (text.length <= limit) return text;
	const head = text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "");
	const space = head.lastIndexOf(" ");
	return `${(space > 0 ? head.slice(0, space) : head).trimEnd()}…`;
}

/**
 * A chat's title: `{domain}: {task}`, or the task alone where there is no domain. The task is folded to one line, without control and
 * bidi characters, cut at 80 characters on a word.
 */
export function generateSessionTitle(domain: string | null, task: string): string {
	const plain = task
		.toWellFormed()
		.replace(/\s+/g, " ")
		.replace(/[\p{Cc}\p{Cf}]+/gu, "")
		.trim();
	const short = cutAtWord(plain, titleTaskLimit);
	return domain === null || domain === "" ? short : `${domain}: ${short}`;
}
