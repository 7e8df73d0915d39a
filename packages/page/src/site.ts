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
 * The site of an address: its registrable domain, or the host if there is none (IP address, `localhost`, public suffix).
 * Lower case, ASCII form.
 *
 * The address is parsed first: `0x7f.1` looks like a name but is 127.0.0.1.
 *
 * @param urlOrHost an absolute URL, or a host with or without a port
 * @returns null if it is no http(s) address
 */
export function extractDomain(urlOrHost: string): string | null {
	const host = hostOf(urlOrHost.trim())?.replace(/\.$/, "");
	if (host === undefined || host === "") return null;
	return getDomain(host) ?? host;
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
