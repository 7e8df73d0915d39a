import type { ElementView } from "@webhand/page/parse/view";

/** The thing last spoken of, remembered over turns: its id while its document lives, else its text. */
export type Referent = { readonly text: string; readonly epoch: string; readonly id?: number | undefined };

/** A control with its score, and how well its name and its sort fit; all 0 to 1. */
export type Match = { readonly element: ElementView; readonly score: number; readonly name: number; readonly role: number };

/**
 * What a search came to: one control (with the next best, best first), several that are equally good, or none.
 * `isPlaceMissing`: the place named in the sentence is not on the page.
 */
export type Found =
	| { readonly kind: "one"; readonly match: Match; readonly others: readonly Match[] }
	| { readonly kind: "tied"; readonly matches: readonly Match[] }
	| { readonly kind: "none"; readonly isPlaceMissing: boolean };

/** How natural a control is for what is wanted, 0 to 1; 0 leaves it out. */
export type Accepts = (element: ElementView) => number;

/** From this score on a control may be acted on. */
export const actFrom = 0.62;

/** What was found by its place, as good as by its name. */
export const matchOf = (element: ElementView): Match => ({ element, score: actFrom + 0.2, name: 1, role: 1 });
