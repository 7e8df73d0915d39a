import type { Role } from "../words/roles.ts";

/** Where a thing stands in relation to another one. `of`: belongs to it (its row, its card, "by", "from", "for"). */
export type Relation = "of" | "section" | "next" | "below" | "above" | "left" | "right" | "inside" | "between" | "before" | "after";

/** A thing is found at a place: next to this other thing. */
export type Place = { readonly relation: Relation; readonly anchor: Thing };

/** The one of several that has most or least of something, or the extremes in reading order. */
export type Superlative = { readonly end: "most" | "least"; readonly of: string };

/**
 * A thing of a page as the sentence names it. `whole` are all its words, `name` those that are left when role, ordinal and places are
 * taken away ("" when none is); a `isQuoted` name is meant literally. `position` counts from 1, from the end when negative.
 */
export type Thing = {
	readonly whole: string;
	readonly name: string;
	readonly isQuoted: boolean;
	readonly role?: Role | undefined;
	readonly roles: readonly Role[];
	readonly noun: string;
	readonly position?: number | undefined;
	readonly isAll: boolean;
	/** "a button": any one will do. */
	readonly isAny?: boolean;
	readonly places: readonly Place[];
	readonly traits: readonly string[];
	readonly superlative?: Superlative | undefined;
	readonly pronoun?: "it" | "them" | "their" | undefined;
};

/** What is written or chosen: said literally, or to be read off the page. */
export type Value =
	| { readonly kind: "literal"; readonly text: string }
	| { readonly kind: "text"; readonly thing: Thing; readonly part?: TextPart }
	| { readonly kind: "cell"; readonly labels: readonly string[]; readonly row?: Thing }
	| { readonly kind: "math" }
	| { readonly kind: "count"; readonly thing: Thing }
	| { readonly kind: "sum"; readonly thing: Thing }
	| { readonly kind: "extreme"; readonly thing: Thing; readonly end: "most" | "least" }
	| { readonly kind: "day"; readonly text: string }
	| { readonly kind: "copied" }
	| { readonly kind: "remembered" };

/** A piece of a text: its nth word, line, sentence, paragraph or letter; from the end when negative. */
export type TextPart = { readonly unit: "word" | "line" | "sentence" | "letter" | "paragraph"; readonly position: number };

/**
 * One field to fill. Without a thing the next field in order is meant. `words` are a label and its value in one ("country France"): only
 * the page tells where the one ends, and `isOpen` that no field is filled where it does not; `splits`: the same where a joint
 * stands between them more than once ("note to Call back to Ann"), longest label first. `left`: words that no form accounts for.
 */
export type Entry = {
	readonly value: Value;
	readonly into?: Thing;
	readonly label?: string;
	readonly words?: readonly string[];
	readonly isOpen?: true;
	readonly splits?: readonly { readonly value: Value; readonly into: Thing }[];
	readonly left?: string;
};

/** A condition on a number or text that the page shows. */
export type Condition =
	| {
			readonly kind: "number";
			readonly compare: "less" | "greater" | "equal" | "atMost" | "atLeast";
			readonly bound: number;
			readonly bound2?: number;
	  }
	| { readonly kind: "parity"; readonly isEven: boolean }
	| { readonly kind: "shows"; readonly thing: Thing };

/** Where a drag ends. */
export type DragGoal =
	| { readonly kind: "thing"; readonly thing: Thing; readonly relation: Relation }
	| { readonly kind: "direction"; readonly direction: "up" | "down" | "left" | "right"; readonly pixels?: number }
	| { readonly kind: "position"; readonly position: number }
	| { readonly kind: "steps"; readonly direction: "up" | "down" | "left" | "right"; readonly count: number }
	/** A place in a grid, 0 to 1 from the top and from the left. */
	| { readonly kind: "cell"; readonly row: number; readonly column: number }
	| { readonly kind: "order"; readonly direction: "ascending" | "descending" };

/** A verb that names a control of its own: "add it to the cart", "reply to Ada". */
export type NamedIntent = {
	readonly kind: "named";
	readonly verb: string;
	readonly phrase: string;
	readonly object: Thing;
	/** Whom or what it is done to besides: "Sara" of "assign the ticket to Sara". */
	readonly goal?: string;
	/** The words as a control and its place: "Add to cart" of "add to cart in the row of the lamp". */
	readonly placed?: Thing;
	readonly entries: readonly Entry[];
	readonly content?: string;
	readonly condition?: Condition;
	/** Only a control that is called by all the words does it. */
	readonly isWhole?: true;
};

/** What one clause asks for. */
export type Intent =
	| {
			readonly kind: "click";
			readonly things: readonly Thing[];
			readonly how?: "double" | "right";
			readonly times: number;
			/** "A or B": one of them, which the person is asked about where both are there. */
			readonly isEither?: boolean;
			readonly order?: "ascending" | "descending";
			readonly until?: Condition;
	  }
	| { readonly kind: "path"; readonly names: readonly string[] }
	/** `isTyped`: what the last field offers for its text is picked by the clause behind. */
	/** `called`: no field is named and no text is quoted, so that the words may be what a control is called ("set as draft"). */
	| {
			readonly kind: "fill";
			readonly entries: readonly Entry[];
			readonly submits: boolean;
			readonly isTyped?: boolean;
			readonly isSought?: boolean;
			readonly called?: string;
	  }
	| { readonly kind: "match" }
	| { readonly kind: "clear"; readonly thing: Thing }
	| { readonly kind: "choose"; readonly things: readonly Thing[]; readonly field?: Thing; readonly value?: Value }
	/** `called`: the verb, where the control of a thing may be called so ("Disable"): then it is no box to tick. */
	| { readonly kind: "tick"; readonly things: readonly Thing[]; readonly on: boolean | "toggle"; readonly called?: string }
	/** `called`: the words as they stand, where they may be the name of a control ("Search flights"). */
	| { readonly kind: "search"; readonly value: Value; readonly field?: Thing; readonly called?: string }
	/** `word`: what starts it ("…, and search"). `deed`: what the words are where the thing stands in a list or is opened by a control. */
	| { readonly kind: "submit"; readonly thing?: Thing; readonly word?: string; readonly deed?: NamedIntent }
	| { readonly kind: "open"; readonly thing: Thing }
	| { readonly kind: "visit"; readonly url: string; readonly inNewTab: boolean }
	| { readonly kind: "history"; readonly to: "back" | "forward" | "reload" }
	| { readonly kind: "scroll"; readonly direction: "up" | "down" | "left" | "right" | "top" | "bottom" | "to"; readonly thing?: Thing }
	| { readonly kind: "wait"; readonly seconds: number; readonly until?: Thing; readonly reaches?: Condition }
	| { readonly kind: "hover"; readonly thing: Thing }
	| { readonly kind: "keys"; readonly keys: string; readonly field?: Thing; readonly times: number }
	| { readonly kind: "drag"; readonly thing: Thing; readonly goal: DragGoal }
	| { readonly kind: "copy"; readonly value: Value }
	| { readonly kind: "paste"; readonly into?: Thing }
	| { readonly kind: "expand"; readonly thing: Thing; readonly on: boolean }
	| { readonly kind: "close"; readonly thing?: Thing }
	| { readonly kind: "find"; readonly thing: Thing }
	| { readonly kind: "remember"; readonly value: Value }
	/** `deed`: what the words are where a control is called so ("report the comment"). */
	| { readonly kind: "read"; readonly values: readonly Value[]; readonly deed?: NamedIntent }
	| { readonly kind: "focus"; readonly thing: Thing }
	| NamedIntent
	/** "… and confirm": the question that the deed before has raised is answered with yes. `press`: where the page asks nothing. */
	/** `isAnswer`: with the button that is named, which answers a question and is nothing else. */
	| { readonly kind: "confirm"; readonly press: NamedIntent; readonly isAnswer?: true }
	| { readonly kind: "forward"; readonly item: Thing; readonly to: string }
	| { readonly kind: "classify"; readonly classes: readonly Condition[]; readonly labels: readonly string[] }
	| { readonly kind: "ask"; readonly question: string }
	| { readonly kind: "if"; readonly thing: Thing }
	| { readonly kind: "avoid" }
	/** `bound`: the words that leave out a part of what is asked for, which is why it is not carried out. */
	| { readonly kind: "unknown"; readonly bound?: string };

/**
 * One clause of an instruction: its words as the person wrote them and what they ask for. `isWay` marks a clause that only leads to
 * the next one ("expand the section below to find the link"); it may be passed over when the goal is in reach.
 */
export type Clause = { readonly text: string; readonly intent: Intent; readonly isWay: boolean; readonly list?: ListPlace };

/**
 * The place of a clause in a list of like ones that one verb stands before, from 0. `whole`: the clause if the words are one name after
 * all ("salt and pepper"), `objects` the things of the list, `isSure` that the words alone say that it is one.
 */
export type ListPlace = {
	readonly at: number;
	readonly whole: Clause;
	readonly objects: readonly Thing[];
	readonly isSure: boolean;
};
