import { patternsOverlap } from "@webhand/contracts/knowledge/patterns";
import { getPublicSuffix } from "tldts";

/** A pattern as it is stored and shown, or why a text is none: a sentence that says what to write. */
export type PatternResult = { readonly kind: "pattern"; readonly pattern: string } | { readonly kind: "refused"; readonly reason: string };

/** The patterns that a request allows, or which of its fields is wrong. */
export type AllowedPatterns =
	| { readonly kind: "patterns"; readonly patterns: readonly [string, ...string[]] }
	| { readonly kind: "refused"; readonly field: "pattern" | "includeSubdomains"; readonly reason: string };

/** What a domain is and who owns it comes from the Public Suffix List, with the suffixes of hosting companies such as `github.io`. */
const suffixOptions = { allowPrivateDomains: true, extractHostname: false, validateHostname: false, detectIp: false } as const;

/** RFC 1591's generic domains: no host of an intranet is named so, while `wiki` or `it` may be one. */
const genericDomains: ReadonlySet<string> = new Set(["com", "edu", "gov", "int", "mil", "net", "org"]);

/**
 * The canonical form of a pattern that a person typed: lower case, IDNA A-labels, no trailing dot. `acme.com` covers that host, `*.acme.com`
 * every host below it; single labels and IP addresses cover themselves only.
 *
 * @param text of any length; spaces at its ends do not count
 * @throws never
 */
export function canonicalPattern(text: string): PatternResult {
	const typed = text.trim();
	if (typed === "") return refused("must not be empty: write a host such as acme.com");
	if (/[\s\p{Cc}]/u.test(typed)) return refused("must be one host without spaces, such as acme.com");
	if (/^\*+\.?$/.test(typed)) return refused("must name a site, such as *.acme.com: a star alone would cover every site");
	if (!typed.startsWith("*.")) return hostPattern(typed);
	const host = readHost(typed.slice(2));
	return host.kind === "refused" ? host : subdomainPattern(host);
}

/**
 * The patterns of a request: `acme.com` with `includeSubdomains` allows `*.acme.com` too.
 *
 * @throws never
 */
export function patternsOf(text: string, options: { readonly includeSubdomains: boolean }): AllowedPatterns {
	const first = canonicalPattern(text);
	if (first.kind === "refused") return { ...first, field: "pattern" };
	const { pattern } = first;
	if (!options.includeSubdomains || pattern.startsWith("*.")) return { kind: "patterns", patterns: [pattern] };
	const below = canonicalPattern(`*.${pattern}`);
	if (below.kind === "refused") return { ...below, field: "includeSubdomains" };
	return { kind: "patterns", patterns: [pattern, below.pattern] };
}

/**
 * How many documents a pattern brings to pages: those whose domain has a host in common with it.
 *
 * @param counts documents by their own domain, each canonical
 */
export function countCovered(pattern: string, counts: readonly { readonly domain: string; readonly documents: number }[]): number {
	return counts.reduce((sum, { domain, documents }) => (patternsOverlap(pattern, domain) ? sum + documents : sum), 0);
}

type Host = { readonly kind: "host"; readonly host: string; readonly isAddress: boolean };
type Refused = Extract<PatternResult, { readonly kind: "refused" }>;

function hostPattern(typed: string): PatternResult {
	const read = readHost(typed);
	if (read.kind === "refused") return read;
	const { host } = read;
	if (isPublicSuffix(read)) return refused(`must name a site below ${host}, such as acme.${host}: ${host} has sites of many owners`);
	return { kind: "pattern", pattern: host };
}

function subdomainPattern(read: Host): PatternResult {
	const { host, isAddress } = read;
	if (isAddress) return refused(`must be the address alone, ${host}: an address has no subdomains`);
	if (!host.includes(".")) return refused(`must name a site below ${host}, such as *.acme.${host}: a single label covers itself only`);
	if (isPublicSuffix(read)) return refused(`must name a site below ${host}, such as *.acme.${host}: ${host} has sites of many owners`);
	return { kind: "pattern", pattern: `*.${host}` };
}

function readHost(typed: string): Host | Refused {
	if (typed.includes("*")) return refused("must have its star alone before the first dot, as in *.acme.com");
	const bracketed = /^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*$/i.test(typed) ? `[${typed}]` : typed;
	const extra = partBesideHost(bracketed);
	if (extra !== null) return refused(`must be a host without ${extra}: ${writeInstead(bracketed)}`);
	if (bracketed.includes("%")) return refused("must be a host without %: write its letters, such as acme.com");
	const address = `http://${bracketed}/`;
	if (!URL.canParse(address)) return refused("must be a valid host name or IP address, such as acme.com or 10.0.0.5");
	const host = new URL(address).hostname.replace(/\.$/, "");
	const isAddress = host.startsWith("[") || /^\d{1,3}(\.\d{1,3}){3}$/.test(host);
	// A decimal or hex spelling hides which address it is.
	if (isAddress && !host.startsWith("[") && bracketed.replace(/\.$/, "") !== host) return refused(`must be written as ${host}`);
	return isAddress ? { kind: "host", host, isAddress } : checkedName(host);
}

function checkedName(host: string): Host | Refused {
	if (host.length > 253) return refused("must be at most 253 characters long");
	const labels = host.split(".");
	if (labels.includes("")) return refused("must have letters or digits between its dots, as in acme.com");
	if (labels.some((label) => label.length > 63)) return refused("must have at most 63 characters between two dots");
	if (labels.some((label) => !/^[a-z0-9_-]+$/.test(label))) return refused("must hold only letters, digits, hyphens and dots");
	return { kind: "host", host, isAddress: false };
}

/** The parts of a URL that a pattern does not have, by the word for them. */
function partBesideHost(typed: string): string | null {
	if (/^([a-z][a-z\d+.-]*:)?[/\\]{2}/i.test(typed)) return "a scheme";
	if (typed.includes("@")) return "a user name";
	if (/[/\\?#]/.test(typed)) return "a path";
	return typed.replace(/^\[[^\]]*(\]|$)/, "").includes(":") ? "a port" : null;
}

function writeInstead(typed: string): string {
	const address = /^[a-z][a-z\d+.-]*:[/\\]{2}/i.test(typed) ? typed : `http://${typed.replace(/^[/\\]+/, "")}`;
	const host = URL.canParse(address) ? new URL(address).hostname : "";
	return `write ${host === "" ? "a host such as acme.com" : host}`;
}

function isPublicSuffix({ host, isAddress }: Host): boolean {
	if (isAddress) return false;
	return host.includes(".") ? getPublicSuffix(host, suffixOptions) === host : genericDomains.has(host);
}

function refused(reason: string): Refused {
	return { kind: "refused", reason };
}
