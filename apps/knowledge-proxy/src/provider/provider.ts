import type { Passage, Scope } from "../index/passage.ts";

/** What to look for: the Active Domain, folded words (none: the newest), and how many passages at most. */
export type Search = { readonly domain: string; readonly words: readonly string[]; readonly k: number };

/** `exists` says whether there is anything about the host at all, found or not; `passages` best first. */
export type Found = { readonly exists: boolean; readonly passages: readonly Passage[] };

/** Where knowledge comes from. Asked for one scope at a time, so that one tenant's search cannot return another's. */
export type KnowledgeProvider = { readonly search: (scope: Scope, search: Search) => Promise<Found> };
