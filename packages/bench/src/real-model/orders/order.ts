import type { SitePage } from "../site/pages.ts";
import type { State } from "../site/state.ts";

/** `literal`: the rules read it; `plain`: in other words; `goal`: several steps; `impossible`: the page does not have it. */
export type OrderKind = "literal" | "plain" | "question" | "goal" | "impossible";

/** Where an order starts: a page of our own, or a path of the shop with things in the cart, as slug and size. */
export type Start =
	| { readonly page: SitePage }
	| { readonly path: string; readonly cart?: readonly (readonly [slug: string, size: string])[] };

/**
 * An order and what it asks for. Afterwards the state differs from the one before in `wanted` and in nothing else; the answer of a question
 * matches `answer`. `isSimple`: one of the 17 of `--only simple`.
 */
export type Order = {
	readonly name: string;
	readonly kind: OrderKind;
	readonly isSimple?: true;
	readonly start: Start;
	readonly says: string;
	readonly wanted?: State;
	readonly answer?: RegExp;
};
