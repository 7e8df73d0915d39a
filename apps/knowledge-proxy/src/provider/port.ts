import type { Chunk } from "../index/chunk.ts";
import type { Scope } from "../scope.ts";

/**
 * What to look for: the Active Domain, the page's origin and path without query string, the search text (empty: the words of the path), and
 * how many chunks and characters at most.
 */
export type Search = {
	readonly domain: string;
	readonly url: string;
	readonly query: string;
	readonly k: number;
	readonly maxChars: number;
};

/** `exists` says whether there is anything about the host at all, found or not; `chunks` best first. */
export type Found = { readonly exists: boolean; readonly chunks: readonly Chunk[] };

/**
 * Where knowledge comes from. Asked for one scope at a time, so that one tenant's search cannot return another's.
 *
 * `version` is that of the scope's knowledge when the request came. @throws when the provider fails or `signal` ends
 */
export type KnowledgeProvider = {
	readonly search: (
		scope: Scope,
		search: Search,
		about: { readonly version: string; readonly signal: AbortSignal; readonly requestId?: string },
	) => Promise<Found>;
};
