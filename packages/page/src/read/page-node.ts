/** The page as plain data, without DOM objects. */
export type PageNode = TextNode | BreakNode | ControlNode | RegionNode | CollapsedNode;

/** A node under construction. */
export type Building<T> = { -readonly [K in keyof T]: T[K] };

/** Where a box stands relative to the visible part of the window or scroll container. */
export type NodeZone = "view" | "above" | "below" | "aside";

/** The place of a node; `distance` to the visible part in CSS pixels, 0 inside it. */
export type NodePlace = { readonly zone: NodeZone; readonly distance: number };

/** Visible text as it stands in the document. `place` is the index of its element in `places`. */
export type TextNode = NodePlace & { readonly kind: "text"; readonly text: string; readonly place: number };

/** The end of a block (`isLine`), or a gap between neighbours in a row. */
export type BreakNode = { readonly kind: "break"; readonly isLine: boolean };

/** A control, a shape, an image, or text that got an id on demand. */
export type ControlNode = NodePlace & {
	readonly kind: "control";
	readonly id: number;
	readonly type: string;
	/** The complete accessible name, clean and masked; "" if there is none. */
	readonly name: string;
	/** State words in writing order. */
	readonly states: readonly string[];
	/** `key=value` words in writing order, clean, cut, without secret values. */
	readonly attributes: readonly (readonly [key: string, value: string])[];
	/** The link target as written: a path, or `host/path` on another site. */
	readonly href?: string;
	readonly isNew: boolean;
	/** All zero for a control that was not measured (see `hasFarBoxes`). */
	readonly box: Box;
	/** Tag name in lower case. */
	readonly tag: string;
	/** Visible content; empty for fields. */
	readonly children: readonly PageNode[];
};

/** In CSS pixels relative to the viewport of its document. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A region. `level` belongs to headings (1 to 6); cells belong to rows. Items, cells and headings have no measured place. */
export type RegionNode = NodePlace & {
	readonly kind: "region";
	readonly type: "heading" | "item" | "row" | "cell" | "form" | "fieldset" | "dialog" | "popover" | "nav" | "main" | "frame" | "scroll";
	readonly level?: number;
	/** The rows and columns of a merged cell; absent for one each. */
	readonly span?: { readonly rows: number; readonly columns: number };
	/** A cell that is a term; the cells behind it describe it. */
	readonly isTerm?: true;
	readonly id?: number;
	readonly isNew: boolean;
	readonly name: string;
	/** Words such as `post` and `unreadable`. */
	readonly states: readonly string[];
	/** The target of a form or the host of a frame, as written. */
	readonly href?: string;
	readonly attributes: readonly (readonly [key: string, value: string])[];
	readonly children: readonly PageNode[];
};

/** Content that is not written out. `expand` takes its `id`. */
export type CollapsedNode = NodePlace & {
	readonly kind: "collapsed";
	readonly id: number;
	readonly label: string;
	readonly children: readonly PageNode[];
};

/** One document as it was read. */
export type PageTree = {
	/** The address without secret parameters. */
	readonly url: string;
	readonly title: string;
	readonly epoch: string;
	readonly viewport: {
		readonly width: number;
		readonly height: number;
		readonly scrollX: number;
		readonly scrollY: number;
		/** The height of the document in screens, at least 1. */
		readonly pages: number;
	};
	readonly focus?: number;
	readonly dialogs: readonly { readonly name: string; readonly id?: number }[];
	readonly alerts: readonly string[];
	readonly children: readonly PageNode[];
	/** True if the time limit stopped the reading. */
	readonly partial: boolean;
	/** Number of controls, including those behind a dialog. */
	readonly controls: number;
};
