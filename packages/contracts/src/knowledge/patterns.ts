/**
 * The Active Domain of a page: the host of its URL in lower case, IDNA A-labels, without trailing dot or port.
 * User information is not part of it: `https://acme.com@evil.io/` is `evil.io`.
 *
 * @param url absolute, as `URL.canParse` accepts it
 * @returns the host, IPv6 in brackets; empty for URLs without one
 * @throws TypeError for an invalid URL
 */
export function activeDomainOf(url: string): string {
	return withoutTrailingDot(new URL(url).hostname.toLowerCase());
}

/**
 * True if an allowed domain covers a host. `acme.com` covers itself; `*.acme.com` covers all subdomains, but not itself.
 * Addresses and single labels (`localhost`) only cover themselves; a star elsewhere covers nothing.
 *
 * @param domain an Active Domain
 * @param pattern canonical: lower case, IDNA A-labels, no scheme, port or path
 * @throws never
 */
export function matchesDomainPattern(domain: string, pattern: string): boolean {
	const host = withoutTrailingDot(domain.toLowerCase());
	const canonical = withoutTrailingDot(pattern.toLowerCase());
	if (!isHostName(host)) return false;
	if (!canonical.startsWith("*.")) return isHostName(canonical) && host === canonical;
	const parent = canonical.slice(2);
	const mayHaveChildren = isHostName(parent) && parent.includes(".") && !isAddress(parent) && !isAddress(host);
	return mayHaveChildren && host.length > parent.length + 1 && host.endsWith(`.${parent}`);
}

/**
 * All patterns that cover a host, the narrowest first: the host itself, then `*.` before each parent of at least two labels. So a long list
 * of allowed domains is asked for these few.
 *
 * @param domain an Active Domain
 * @returns canonical patterns, at most 126; none for a text that is no host name
 */
export function patternsCovering(domain: string): readonly string[] {
	const host = withoutTrailingDot(domain.toLowerCase());
	if (!isHostName(host)) return [];
	if (isAddress(host)) return [host];
	const labels = host.split(".");
	return [host, ...labels.slice(1, -1).map((_, index) => `*.${labels.slice(index + 1).join(".")}`)];
}

/** True if there is a host that both patterns cover. @param one canonical, as `other` is */
export function patternsOverlap(one: string, other: string): boolean {
	if (one === other) return true;
	// Lists of thousands are compared, so the cheap part comes first.
	if (!one.startsWith("*.")) return one.endsWith(other.slice(1)) && matchesDomainPattern(one, other);
	if (!other.startsWith("*.")) return other.endsWith(one.slice(1)) && matchesDomainPattern(other, one);
	return one.endsWith(other.slice(1)) || other.endsWith(one.slice(1));
}

function withoutTrailingDot(host: string): string {
	return host.endsWith(".") ? host.slice(0, -1) : host;
}

function isHostName(host: string): boolean {
	if (host.startsWith("[")) return isAddress(host);
	return host.length > 0 && host.length <= 253 && host.split(".").every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

// URL parsing has already turned decimal and hex spellings of an address into four parts.
function isAddress(host: string): boolean {
	return /^\[[0-9a-f:.]+\]$/.test(host) || /^\d{1,3}(\.\d{1,3}){3}$/.test(host);
}
