import { maskUrl } from "../read/sensitive.ts";
import type { PageSnapshot } from "../write/snapshot.ts";

/** Longest header of a page text. */
const headerLength = 20_000;

/**
 * Removes secrets from the `@url` of a page text of another client. Other texts stay as they are.
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
 * Removes secrets from the addresses of a snapshot.
 *
 * @throws never
 */
export function maskSnapshotAddresses<Snapshot extends Pick<PageSnapshot, "url" | "elements">>(snapshot: Snapshot): Snapshot {
	const elements = snapshot.elements.map((element) => (element.href === undefined ? element : { ...element, href: maskUrl(element.href) }));
	return { ...snapshot, url: maskUrl(snapshot.url), elements };
}
