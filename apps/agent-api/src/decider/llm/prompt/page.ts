import type { PageView } from "@webhand/page/parse/view";
import { fit } from "@webhand/page/write/fit";
import { charactersPerToken, charactersWithin, tokensOf } from "../tokens.ts";

/** A page as a model gets it. `isShortened`: parts are left out. */
export type ShownPage = { readonly text: string; readonly isShortened: boolean };

const maxRounds = 5;

/**
 * The page, rewritten from its parsed form (never the raw text of a client) within a number of tokens. The writer counts characters, so
 * a page that turns out too long is written again with a limit from its own characters per token.
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
	// `@shown 12/840 controls, 9k/40k characters`: the second half is present only where parts are left out.
	const isShortened = draft.header.shown.endsWith(" characters");
	const end = text.indexOf("\n\n");
	const header = text.slice(0, end === -1 ? text.length : end).replaceAll(isShortened ? onlyEpoch : epochAndCount, "");
	return { text: `${header}${end === -1 ? "" : text.slice(end)}`, isShortened };
}

/** Lines of the header that a model has no use for. */
const onlyEpoch = /\n@epoch [^\n]*/g;
const epochAndCount = /\n@(?:epoch|shown) [^\n]*/g;
