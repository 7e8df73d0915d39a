/** What kind of control a role noun names: "the Save button" is a `button`, "the email field" a `field`. */
export type RoleNoun =
	| "button"
	| "link"
	| "field"
	| "checkbox"
	| "radio"
	| "switch"
	| "list"
	| "option"
	| "tab"
	| "menu"
	| "image"
	| "dialog"
	| "heading"
	| "slider"
	| "row"
	| "item"
	| "page";

/** Where a thing stands: in the row or card that says the anchor, in the section, form or dialog of that name, or beside its text. */
export type Place = { readonly relation: "row" | "section" | "beside" | "below" | "above"; readonly anchor: Target };

/**
 * A thing of the page as the order names it. `text` holds its words with ordinal and places, without leading article and role noun;
 * `name` those left without them, "" when none is left. A quoted name is literal. `ordinal` counts from 1, from the end when negative.
 */
export type Target = {
	readonly text: string;
	readonly name: string;
	readonly isQuoted: boolean;
	readonly role?: RoleNoun;
	readonly ordinal?: number;
	/** "all checkboxes", "every row". */
	readonly isAll?: true;
	/** "it", "them": what the clause before was about. */
	readonly isPronoun?: true;
	/** A step of a path ("File > Print") that goes on behind it. */
	readonly isOnPath?: true;
	readonly places: readonly Place[];
};

/**
 * One field to fill; without a field the only or the next empty one is meant. `iso` is set for a value that is a date or time:
 * "2026-03-05", "15:00" or "2026-03-05T15:00"; `value` is as written: for "tomorrow" a text field gets `iso`.
 */
export type Entry = { readonly field?: Target; readonly value: string; readonly iso?: string };

/** What ends an "until" or a wait: a text that appears, or one that is gone. */
export type Condition = { readonly text: string; readonly isGone: boolean };

/** What one clause asks for. */
export type Intent =
	| { readonly kind: "click"; readonly target: Target; readonly how: "single" | "double" | "right"; readonly until?: Condition }
	| { readonly kind: "press"; readonly keys: string; readonly field?: Target; readonly times: number }
	/** `submits`: the one button that sends the form of these fields is pressed afterwards. */
	| { readonly kind: "fill"; readonly entries: readonly Entry[]; readonly submits: boolean }
	| { readonly kind: "clear"; readonly field: Target }
	/** `whole`: a list that "and" divides, as one name ("terms and conditions"); where the page has that exact name, it is meant. */
	| { readonly kind: "choose"; readonly options: readonly Target[]; readonly field?: Target; readonly whole?: Target }
	| { readonly kind: "tick"; readonly targets: readonly Target[]; readonly isOn: boolean; readonly whole?: Target }
	| { readonly kind: "search"; readonly text: string; readonly field?: Target }
	| { readonly kind: "open"; readonly target: Target }
	/** "Find the email by Bob and reply to them": opens what opens, else only says what "it" means. */
	| { readonly kind: "find"; readonly target: Target }
	/** `of`: "the price of the blue kettle" reads the price in the row or item of the kettle. */
	| { readonly kind: "read"; readonly target: Target; readonly of?: Target; readonly isCount: boolean }
	/** A verb that names a control of its own: "add the lamp to the cart", "archive ticket 12", "send it". `phrase` is what a control may be called. */
	| { readonly kind: "named"; readonly verb: string; readonly phrase: string; readonly object?: Target; readonly goal?: Target }
	| { readonly kind: "wait"; readonly seconds?: number; readonly until?: Condition }
	| { readonly kind: "visit"; readonly url: string; readonly inNewTab: boolean }
	| { readonly kind: "history"; readonly to: "back" | "forward" | "reload" }
	| { readonly kind: "turn"; readonly to: "next" | "previous" | "first" | "last" | number }
	| { readonly kind: "scroll"; readonly to: "up" | "down" | "top" | "bottom" | Target }
	| { readonly kind: "hover"; readonly target: Target }
	/** A tool of the server host, by the name of `modelTools` or `server.tool`. */
	| { readonly kind: "server"; readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }
	/** `word`: the one that asks for a judgement. `isFixable`: the reason says how to write it. */
	| { readonly kind: "unknown"; readonly reason: string; readonly word?: string; readonly isFixable?: true };

/**
 * One clause of an order: its words as the user wrote them, and what they ask for. `isMeans` is set for a clause that only leads to the next
 * one ("Expand the sections, to find and click …"): it is not needed where the next one can be done.
 */
export type Clause = { readonly text: string; readonly intent: Intent; readonly isMeans?: true };
