/** The kinds of change. `narrow` is of the window, `zoom` of the browser; the others are of the page. */
export const changeKinds = [
	"renamed",
	"moved",
	"wrapped",
	"reordered",
	"rerendered",
	"classes",
	"neighbours",
	"font",
	"zoom",
	"narrow",
	"cookies",
	"required",
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** What a page is made with: its change, none when the routine is made. */
export type Look = {
	readonly is: (kind: ChangeKind) => boolean;
	/** A class of the page. */
	readonly style: (name: string) => string;
	/** Around a part of the page. */
	readonly wrap: (html: string) => string;
	/** Parts in their order. */
	readonly inOrder: (parts: readonly string[]) => string;
	/** Only with new neighbours. */
	readonly beside: (html: string) => string;
};

/** The look of a page with one change, or without. @throws never */
export function lookOf(change: ChangeKind | undefined): Look {
	const is = (kind: ChangeKind) => change === kind;
	return {
		is,
		style: (name) => (is("classes") ? `k${[...name].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7).toString(36)}` : name),
		wrap: (html) => (is("wrapped") ? `<div class="outer"><section><div><div class="inner">${html}</div></div></section></div>` : html),
		inOrder: (parts) => (is("reordered") ? parts.toReversed() : parts).join("\n"),
		beside: (html) => (is("neighbours") ? html : ""),
	};
}
