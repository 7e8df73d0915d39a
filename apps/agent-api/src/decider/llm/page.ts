import type { PageView } from "@webhand/page/parse/view";
import { fit } from "@webhand/page/write/fit";
import type { Profile } from "./budget.ts";

/**
 * The page written anew from its parsed form, brought to a share of what the model has room for: never the raw text of a client.
 *
 * @param room `share` of the profile's page tokens, 0 to 1
 * @throws never
 * @source engine.md §9 "Budget"
 */
export function pageFor(page: PageView, room: { readonly profile: Profile; readonly share: number }): string {
	const cap = Math.floor(room.profile.pageTokens * room.profile.charactersPerToken * room.share);
	return fit(page, { cap, extendedCap: cap }).text;
}
