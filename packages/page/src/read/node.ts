/**
 * The page as plain data: what the walk of the live DOM yields and the writer turns into text. No DOM objects, JSON-able.
 *
 * @source page.md §1, §3
 */
export type PageNode = TextNode | ControlNode | RegionNode;

/** Visible text, white space folded; not yet escaped. */
export type TextNode = { readonly kind: "text"; readonly text: string; readonly zone: NodeZone };

/** Where a node's box stands relative to the visible area. */
export type NodeZone = "view" | "above" | "below" | "aside";

/** A control, a thing to point at, an image or a scroll container with an id. */
export type ControlNode = {
	readonly kind: "control";
	readonly id: number;
	readonly type: string;
	readonly name: string;
	/** Bare state words in the order of page.md §3. */
	readonly states: readonly string[];
	/** `key=value` words in writing order; values raw, masked already where sensitive. */
	readonly attributes: readonly (readonly [key: string, value: string])[];
	readonly href?: string;
	readonly isNew: boolean;
	readonly zone: NodeZone;
	/** Distance to the visible area in CSS pixels, 0 inside it. */
	readonly distance: number;
	readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
	/** Tag name in lower case, for the second form (page.md §9). */
	readonly tag: string;
	readonly children: readonly PageNode[];
};

/** Structure that is kept: headings, list items, rows, forms, dialogs, frames, scroll containers without own id … */
export type RegionNode = {
	readonly kind: "region";
	readonly type: string;
	readonly id?: number;
	readonly name?: string;
	/** Further words of the tag (`post`, `pay.example`, `sensitive=card`, `unreadable`), raw. */
	readonly words: readonly string[];
	readonly zone: NodeZone;
	readonly distance: number;
	readonly children: readonly PageNode[];
};

/** One document as read: header facts and the tree. @source page.md §4 */
export type PageTree = {
	readonly url: string;
	readonly title: string;
	readonly epoch: string;
	readonly viewport: { readonly width: number; readonly height: number; readonly scrollX: number; readonly scrollY: number; readonly pages: number };
	readonly focus?: number;
	readonly dialogs: readonly { readonly name: string; readonly id?: number }[];
	readonly alerts: readonly string[];
	readonly children: readonly PageNode[];
	readonly partial: boolean;
	readonly controls: number;
};
