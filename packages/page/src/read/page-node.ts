/** The page as plain data: what the walk of the live DOM yields and the writer turns into text. No DOM objects, JSON-able. */
export type PageNode = TextNode | BreakNode | ControlNode | RegionNode | CollapsedNode;

/** What is still being put together. */
export type Building<T> = { -readonly [K in keyof T]: T[K] };

/** Where a node's box stands relative to the visible area: of the window, or of the scroll container around it. */
export type NodeZone = "view" | "above" | "below" | "aside";

/** What every node with a box knows of its place; `distance` to the visible area in CSS pixels, 0 inside it. */
export type NodePlace = { readonly zone: NodeZone; readonly distance: number };

/** Visible text as it stands in the document: neither folded nor escaped. `place` is the key of its element in the reader's registry. */
export type TextNode = NodePlace & { readonly kind: "text"; readonly text: string; readonly place: number };

/** The end of a block (`isLine`), or a gap between neighbours in one row. */
export type BreakNode = { readonly kind: "break"; readonly isLine: boolean };

/** A control, a thing to point at, an image or a text that got an id on demand. */
export type ControlNode = NodePlace & {
	readonly kind: "control";
	readonly id: number;
	readonly type: string;
	/** Whole accessible name, clean, sensitive numbers masked; "" when it has none. */
	readonly name: string;
	/** Bare state words in the order of page.md §3. */
	readonly states: readonly string[];
	/** `key=value` words in writing order, clean, cut, sensitive values left out. */
	readonly attributes: readonly (readonly [key: string, value: string])[];
	/** Link target in written form: a path, or `host/path` on another site. */
	readonly href?: string;
	readonly isNew: boolean;
	/** All zero where it was not measured: in a box that clips and is out of view, without `hasFarBoxes`. */
	readonly box: Box;
	/** Tag name in lower case, for the second form (page.md §9). */
	readonly tag: string;
	/** Visible content; empty for fields. */
	readonly children: readonly PageNode[];
};

/** In CSS pixels relative to the viewport of its document. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Structure that is kept. `level` belongs to headings (1 to 6); cells stand in rows. Items, cells and headings are not measured: `view` and 0. */
export type RegionNode = NodePlace & {
	readonly kind: "region";
	readonly type: "heading" | "item" | "row" | "cell" | "form" | "fieldset" | "dialog" | "popover" | "nav" | "main" | "frame" | "scroll";
	readonly level?: number;
	readonly id?: number;
	readonly isNew: boolean;
	readonly name: string;
	/** `post`, `unreadable` … */
	readonly states: readonly string[];
	/** Form target or frame host, in written form. */
	readonly href?: string;
	readonly attributes: readonly (readonly [key: string, value: string])[];
	readonly children: readonly PageNode[];
};

/** What is there and not written out: behind a dialog, or beyond a limit. `id` is what `expand` takes. */
export type CollapsedNode = NodePlace & {
	readonly kind: "collapsed";
	readonly id: number;
	readonly label: string;
	readonly children: readonly PageNode[];
};

/** One document as read: header facts and the tree. */
export type PageTree = {
	/** Without the values of secrets in its query. */
	readonly url: string;
	readonly title: string;
	readonly epoch: string;
	readonly viewport: {
		readonly width: number;
		readonly height: number;
		readonly scrollX: number;
		readonly scrollY: number;
		/** Height of the document in screens, at least 1. */
		readonly pages: number;
	};
	readonly focus?: number;
	readonly dialogs: readonly { readonly name: string; readonly id?: number }[];
	readonly alerts: readonly string[];
	readonly children: readonly PageNode[];
	/** The time ran out before everything was read. */
	readonly partial: boolean;
	/** Controls in the tree, those behind a dialog included. */
	readonly controls: number;
};
