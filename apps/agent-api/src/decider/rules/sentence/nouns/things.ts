import type { Token } from "../../words/tokens.ts";
import type { Place, Thing } from "../clause.ts";
import { withSender } from "../letters.ts";
import { headThing, superlativeIn } from "./heads.ts";
import { placeIn, withoutRelative } from "./places.ts";
import { emptyThing, phrase, thingNamed, trim } from "./plain.ts";
import { possessives, pronouns } from "./words.ts";

/** Reads a noun phrase ("the 2nd radio button next to "Large"") as a thing of the page. Never fails: unknown words become the name. */
export function thingOf(given: readonly Token[], depth = 0): Thing {
	let tokens = trim(withoutRelative(withSender(given)));
	const whole = phrase(tokens);
	const places: Place[] = [];
	const possessive = possessives.has(tokens[0]?.lower ?? "") && tokens.length > 1;
	if (possessive) {
		places.push({ relation: "of", anchor: { ...emptyThing, pronoun: "their" } });
		tokens = trim(tokens.slice(1));
	}
	const owner = ownerOf(tokens);
	if (owner !== undefined) {
		places.push({ relation: "of", anchor: thingNamed(owner.name) });
		tokens = trim(owner.rest);
	}
	const only = tokens.length === 1 ? tokens[0] : undefined;
	const pronoun = only?.kind === "word" ? pronouns[only.lower] : undefined;
	if (pronoun !== undefined) return { ...emptyThing, whole, pronoun };

	const cut = depth < 4 ? placeIn(tokens) : undefined;
	let head = tokens;
	if (cut !== undefined) {
		head = trim(tokens.slice(0, cut.at));
		const rest = tokens.slice(cut.next);
		const superlative = cut.isWith ? superlativeIn(rest) : undefined;
		if (superlative !== undefined) return { ...headThing(head), whole, superlative: superlative.found };
		const anchor = thingOf(rest, depth + 1);
		if (!isWholePage(anchor)) places.push({ relation: cut.relation, anchor });
	}
	const thing = owned(headThing(head), possessive || owner !== undefined);
	const isAny = given[0]?.kind === "word" && /^(?:an?|any)$/.test(given[0].lower);
	return { ...thing, whole: possessive ? phrase(tokens) : whole, places: [...thing.places, ...places], ...(isAny ? { isAny } : {}) };
}

// "their email": what someone has is called so; only for controls is the noun a sort.
function owned(thing: Thing, isOwned: boolean): Thing {
	const isVague =
		thing.name === "" &&
		thing.position === undefined &&
		thing.roles.length > 0 &&
		thing.roles.every((role) => /^(?:item|text|number|date|page|row|column)$/.test(role));
	return isOwned && isVague ? { ...thing, name: thing.whole, role: undefined, roles: [], noun: "" } : thing;
}

/** "Ada's phone number": the owner and what is owned. */
function ownerOf(tokens: readonly Token[]): { readonly name: string; readonly rest: readonly Token[] } | undefined {
	const at = tokens.findIndex((token) => token.kind === "word" && /['\u2019]s$/.test(token.text));
	if (at === -1 || at > 3 || at === tokens.length - 1) return undefined;
	const name = phrase(tokens.slice(0, at + 1)).replace(/['\u2019]s$/, "");
	// "yesterday's email": a time owns nothing.
	if (/^(?:today|yesterday|tomorrow|week|month|year)$/i.test(name)) return undefined;
	return { name, rest: tokens.slice(at + 1) };
}

const isWholePage = (thing: Thing): boolean =>
	thing.name === "" &&
	thing.places.length === 0 &&
	thing.position === undefined &&
	thing.pronoun === undefined &&
	thing.traits.length === 0 &&
	thing.roles.includes("page");
