import type { PageView } from "@webhand/page/parse/view";
import { fit } from "@webhand/page/write/fit";
import { charactersPerToken } from "./budget.ts";

/** A page as a model gets it; `isShortened`: not all of it found room. */
export type ShownPage = { readonly text: string; readonly isShortened: boolean };

/**
 * The page written anew from its parsed form, brought to what the model has room for: never the raw text of a client.
 *
 * @throws never
 * @source engine.md §9 "Budget"
 */
export function pageFor(page: PageView, roomTokens: number): ShownPage {
	const cap = Math.floor(roomTokens * charactersPerToken);
	const { text, draft } = fit(page, { cap, extendedCap: cap });
	// `@shown 12/840 controls, 9k/40k characters`: the second half is there only where something was left out.
	return { text, isShortened: draft.header.shown.endsWith(" characters") };
}
