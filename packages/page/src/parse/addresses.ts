import { maskUrl } from "../read/sensitive.ts";
import type { PageSnapshot } from "../write/snapshot.ts";

/** Where the header of a page text ends at the latest. */
const headerLength = 20_000;

/**
 * A page text whose `@url` holds no secret, from a client that left one there; other texts as they are.
 *
 * @throws never
 */
export function maskPageAddress(text: string): string {
	const head = text.slice(0, headerLength);
	const cleaned = head.replace(
		/^(\ufeff?@page(?:[^\n]*\n@)*?[^\n]*\n@url )([^\r\n]+)/,
		(_line, before: string, url: string) => before + maskUrl(url),
	);
	return cleaned === head ? text : cleaned + text.slice(headerLength);
}

/**
 * A snapshot whose addresses, its own and those of links, hold no secret.
 *
 * @throws never
 */
export function maskSnapshotAddresses<Snapshot extends Pick<PageSnapshot, "url" | "elements">>(snapshot: Snapshot): Snapshot {
	const elements = snapshot.elements.map((element) => (element.href === undefined ? element : { ...element, href: maskUrl(element.href) }));
	return { ...snapshot, url: maskUrl(snapshot.url), elements };
}
