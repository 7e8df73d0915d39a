/** Where a line stands relative to the visible area; `none` before any mark. */
export type Zone = "view" | "above" | "below" | "aside" | "none";

/**
 * A piece of a line, in reading order: text of the page, or a control by its id. A text keeps the one space that parts it from its
 * neighbour; the ends of a line and of a control's content have none.
 */
export type LinePart = { readonly kind: "text"; readonly text: string } | { readonly kind: "element"; readonly id: number };

/**
 * One body line. `depth` counts its indentation; `parent` is the index of the enclosing line, -1 at the top.
 * `region` is the type of the region the line opens (`form`, `nav`, `dialog`, `frame`, …), its name in `name`.
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
	/** Id of a region that can be acted on (frame, scroll container, dialog); its facts stand in `PageView.elements`. */
	readonly id?: number;
	readonly name?: string;
	/** What the tag of a region without an id says beside its name (`collapsed links=40`); that of a form stands in `PageView.forms`. */
	readonly facts?: TagFacts;
	/** Cells of a table row, each with its own parts; otherwise one entry that holds the whole line. */
	readonly cells: readonly (readonly LinePart[])[];
	/** The line as a person reads it: names and contents of controls in place, no grammar. */
	readonly text: string;
};

/** A control. */
export type ElementView = {
	readonly id: number;
	/** `a button input select textarea checkbox radio …`: the first word of its tag. */
	readonly type: string;
	/** The quoted name, or the content where the name is not written; never empty when either exists. */
	readonly name: string;
	/** Visible content of the control, "" when it has none. */
	readonly content: string;
	/** The same content in pieces, controls inside it by their id. */
	readonly parts: readonly LinePart[];
	/** Bare words: `checked selected expanded disabled focused filled submit …`. */
	readonly states: ReadonlySet<string>;
	/** `key=value` words: `value placeholder min max step format error of hint options at size scroll …`, values without quotes. */
	readonly attributes: ReadonlyMap<string, string>;
	/** Link target as written: a path, or `host/path` on another site. */
	readonly href?: string;
	/** Was not there in the previous snapshot of this epoch (`17*`). */
	readonly isNew: boolean;
	readonly line: number;
	/** Index in `PageView.forms`, absent outside forms. */
	readonly form?: number;
	/** Epoch of the document that holds it: the page's own or that of its frame. */
	readonly epoch: string;
};

/** Form facts for the gate. `host` is the action's host when it differs from the page's. */
export type FormView = {
	readonly name: string;
	readonly method: string;
	readonly host?: string;
	readonly path?: string;
	readonly sensitive: readonly string[];
	readonly line: number;
};

/** The words of a tag behind its name. */
export type TagFacts = Pick<ElementView, "states" | "attributes" | "href">;

/** A choice of a select or listbox as far as the text lists it. */
export type OptionView = { readonly label: string; readonly chosen: boolean };

/** The page as data. */
export type PageView = {
	/** What was read: page text, or what a client sent in its place. */
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
	/** `@shown` as written: controls and characters in the text, of all there are; "" when absent. */
	readonly shown: string;
	readonly pending: boolean;
	readonly restricted?: string;
	readonly partial: boolean;
	readonly lines: readonly PageLine[];
	readonly elements: ReadonlyMap<number, ElementView>;
	readonly forms: readonly FormView[];
	/** A snapshot that has boxes and says of none whether it is ticked: one without `checked` may well be. */
	readonly hidesTicks?: true;
	readonly truncated: boolean;
	readonly problems: readonly string[];
};
