/** Where a line stands relative to the visible area; `none` before the first mark. */
export type Zone = "view" | "above" | "below" | "aside" | "none";

/** Text, or a control by its id, in reading order. A text keeps one space next to its neighbours; ends are trimmed. */
export type LinePart = { readonly kind: "text"; readonly text: string } | { readonly kind: "element"; readonly id: number };

/**
 * One body line. `depth` counts its indentation; `parent` is the index of the enclosing line, -1 at the top.
 * `region` is the type of the region that the line opens, with its name in `name`.
 */
export type PageLine = {
	readonly index: number;
	readonly depth: number;
	readonly parent: number;
	readonly zone: Zone;
	readonly kind: "heading" | "item" | "row" | "region" | "text" | "collapsed";
	/** Heading level 1 to 6, else 0. */
	readonly level: number;
	readonly region?: string;
	/** Id of a region that can be operated (frame, scroll container, dialog); its facts are in `PageView.elements`. */
	readonly id?: number;
	readonly name?: string;
	/** Words of a region tag without an id (`collapsed links=40`). Those of a form are in `PageView.forms`. */
	readonly facts?: TagFacts;
	/** The cells of a table row; any other line has one. */
	readonly cells: readonly (readonly LinePart[])[];
	/** The line as a user reads it, without grammar. */
	readonly text: string;
};

/** A control. */
export type ElementView = {
	readonly id: number;
	/** The first word of the tag, such as `button` or `checkbox`. */
	readonly type: string;
	/** The name in quotes, or the content if no name is written. */
	readonly name: string;
	/** Visible content; "" if there is none. */
	readonly content: string;
	/** The content in parts, with controls by their id. */
	readonly parts: readonly LinePart[];
	/** State words, such as `checked` and `disabled`. */
	readonly states: ReadonlySet<string>;
	/** `key=value` words, such as `value`, `placeholder` and `options`, without quotes. */
	readonly attributes: ReadonlyMap<string, string>;
	/** The link target as written: a path, or `host/path` on another site. */
	readonly href?: string;
	/** True if the previous snapshot of this epoch did not have it (`17*`). */
	readonly isNew: boolean;
	readonly line: number;
	/** Index in `PageView.forms`; absent outside a form. */
	readonly form?: number;
	/** The epoch of its document: the page or a frame. */
	readonly epoch: string;
};

/** Form facts for the security gate. `host` is the host of the action if it is not the page's own. */
export type FormView = {
	readonly name: string;
	readonly method: string;
	readonly host?: string;
	readonly path?: string;
	readonly sensitive: readonly string[];
	readonly line: number;
};

/** The words of a tag after its name. */
export type TagFacts = Pick<ElementView, "states" | "attributes" | "href">;

/** An option of a select or listbox that the text lists. */
export type OptionView = { readonly label: string; readonly chosen: boolean };

/** The page as data. */
export type PageView = {
	/** The kind of input: page text, or what a client sent instead. */
	readonly mode: "page" | "html" | "text" | "snapshot";
	readonly url: string;
	readonly title: string;
	readonly epoch: string;
	readonly screen: string;
	readonly focus?: number;
	readonly dialogs: readonly { readonly name: string; readonly id?: number }[];
	readonly alerts: readonly string[];
	readonly tabs: readonly { readonly id: number; readonly title: string; readonly host: string; readonly isCurrent: boolean }[];
	readonly files: readonly string[];
	readonly changed: string;
	/** `@shown` as written: controls and characters in the text and in the page; "" if absent. */
	readonly shown: string;
	readonly pending: boolean;
	readonly restricted?: string;
	readonly partial: boolean;
	readonly lines: readonly PageLine[];
	readonly elements: ReadonlyMap<number, ElementView>;
	readonly forms: readonly FormView[];
	/** A snapshot with checkboxes that does not say which are checked. */
	readonly hidesTicks?: true;
	readonly truncated: boolean;
	readonly problems: readonly string[];
};
