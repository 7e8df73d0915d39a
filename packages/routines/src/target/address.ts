/** A part of a path or query that names a record or a day: it has a digit and is no version such as `v2`, or it is long and random. */
const isId = (part: string): boolean => (/\d/.test(part) && !/^v\d{1,2}$/i.test(part)) || /^[0-9a-f-]{16,}$/i.test(part);

/** An address with `*` for ids and dates, in its path and its query. A host stays as it is. @throws never */
export function addressPattern(address: string): string {
	const hostEnd = hostLength(address);
	const parts = address.slice(hostEnd).split(/([/?&=#])/);
	return address.slice(0, hostEnd) + parts.map((part) => (part.length > 1 && isId(part) ? "*" : /^\d$/.test(part) ? "*" : part)).join("");
}

/** True if an address is one of a pattern. @throws never */
export function fitsAddress(pattern: string, address: string): boolean {
	return addressPattern(address) === pattern;
}

/** The host at the beginning of a link target of page text, or of an address with a scheme. */
function hostLength(address: string): number {
	const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(address)?.[0].length ?? 0;
	const end = address.slice(scheme).search(/[/?#]/);
	return end === -1 ? address.length : scheme + end;
}

/** The host of a link target; undefined for one on the page's own site. @throws never */
export function hostOf(address: string): string | undefined {
	const host = address.slice(0, hostLength(address)).replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
	return host === "" ? undefined : host;
}
