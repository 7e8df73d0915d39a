import type { PageView } from "@webhand/page/parse/view";
import { fit } from "@webhand/page/write/fit";
import { charactersPerToken, charactersWithin, tokensOf } from "../tokens.ts";

/** A page as a model gets it; `isShortened`: not all of it found room. */
export type ShownPage = { readonly text: string; readonly isShortened: boolean };

const maxRounds = 5;

/**
 * The page written anew from its parsed form, brought to what the model has room for: never the raw text of a client. ConcurrencyLimit is tokens, a
 * page is cut by characters, and how many of these make a token is known of a text only: what takes too much is cut anew by its own share.
 *
 * @throws never
 */
export function pageFor(page: PageView, roomTokens: number): ShownPage {
	let cap = Math.floor(roomTokens * charactersPerToken);
	let shown = shownWithin(page, cap);
	for (let round = 1; round < maxRounds && tokensOf(shown.text) > roomTokens; round += 1) {
		cap = Math.floor(0.98 * Math.min(cap, charactersWithin(shown.text, roomTokens)));
		shown = shownWithin(page, cap);
	}
	return shown;
}

function shownWithin(page: PageView, cap: number): ShownPage {
	const { text, draft } = fit(page, { cap, extendedCap: cap });
	// `@shown 12/840 controls, 9k/40k characters`: the second half is there only where something was left out.
	return { text, isShortened: draft.header.shown.endsWith(" characters") };
}
