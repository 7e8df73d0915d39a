import type { Role } from "../words/lexicon.ts";
import { colorWords, rolePairs, rolesOf, shapeWords, sizeWords } from "../words/lexicon.ts";
import type { Token } from "../words/tokens.ts";
import { isLiteral } from "../words/tokens.ts";
import type { Place, Relation, Superlative, Thing } from "./clause.ts";
import { withSender } from "./letters.ts";

const determiners = new Set("the a an this these those that my your our some any same following given on at to".split(" "));
const quantifiers = new Set("all every each both everything".split(" "));
const possessives = new Set("its their his her".split(" "));
const pronouns: Readonly<Record<string, "it" | "them">> = {
	it: "it",
	that: "it",
	this: "it",
	one: "it",
	him: "it",
	her: "it",
	them: "them",
	these: "them",
	those: "them",
};
const trailing = new Set(
	"below above again please now too here there shown displayed provided given instead only well also yourself".split(" "),
);
const naming = new Set(
	"labeled labelled called named titled saying says reading reads marked captioned entitled displaying displays showing shows containing contains".split(
		" ",
	),
);
const namingNouns = new Set("label name text title word words value subject caption heading content id username".split(" "));
const relative = new Set("that which who whose".split(" "));
const relativeFillers = new Set(
	"is are was were has have had you i we they it got get received want need be being located found listed".split(" "),
);

// Longest first: "to the left of" before "left of".
const placePhrases: readonly (readonly [string, Relation])[] = (
	[
		["to the left of|on the left of|on the left side of|left of", "left"],
		["to the right of|on the right of|on the right side of|right of", "right"],
		[
			"in the same row as|in the row of|in the row for|in the row with|in the row named|in the row labeled|on the row of|from the row of|in row|in the line of|in the column of|in the column for|in the card of|in the card for",
			"of",
		],
		[
			"in the section of|in the section called|in the section named|in the section labeled|in the section titled|in the section|in section|under the heading|under heading|in the panel|in the group",
			"section",
		],
		["next to|nearest to|closest to|close to|adjacent to|beside|near|alongside|right by", "next"],
		["directly below|right below|just below|below|underneath|under|beneath", "below"],
		["directly above|right above|just above|above|over", "above"],
		["that belongs to|belonging to|written by|posted by|sent by|authored by|created by|addressed to|by|from|of|for|with|about", "of"],
		["inside of|inside|within|in|on|at", "inside"],
		["between", "between"],
		["right after|after|following", "after"],
		["right before|before|preceding", "before"],
	] as const
).flatMap(([phrases, relation]) => phrases.split("|").map((phrase) => [phrase, relation] as const));

const longestPlaces = [...placePhrases]
	.sort((left, right) => right[0].length - left[0].length)
	.map(([phrase, relation]) => ({ words: phrase.split(" "), relation }));

const superlatives: Readonly<Record<string, readonly ["most" | "least", string]>> = {
	greatest: ["most", ""],
	highest: ["most", ""],
	largest: ["most", ""],
	biggest: ["most", ""],
	maximum: ["most", ""],
	max: ["most", ""],
	most: ["most", ""],
	longest: ["most", "length"],
	latest: ["most", "date"],
	newest: ["most", "date"],
	heaviest: ["most", "weight"],
	oldest: ["least", "date"],
	earliest: ["least", "date"],
	lowest: ["least", ""],
	smallest: ["least", ""],
	least: ["least", ""],
	minimum: ["least", ""],
	min: ["least", ""],
	fewest: ["least", ""],
	shortest: ["least", "length"],
	cheapest: ["least", "price"],
};

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
	return { ...thing, whole: possessive ? phrase(tokens) : whole, places: [...thing.places, ...places] };
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

/** A thing that the sentence leaves unsaid. */
export const emptyThing: Thing = { whole: "", name: "", isQuoted: false, roles: [], noun: "", isAll: false, places: [], traits: [] };

/** A thing named by exactly these words. */
export function thingNamed(name: string, role?: Role): Thing {
	return {
		...emptyThing,
		whole: name,
		name,
		isQuoted: true,
		roles: role === undefined ? [] : [role],
		...(role === undefined ? {} : { role }),
	};
}

/** The words of tokens as a person would say them, without quotes. */
export function phrase(tokens: readonly Token[]): string {
	let out = "";
	for (const [index, token] of tokens.entries()) {
		const before = tokens[index - 1];
		out += `${before !== undefined && token.start > before.end ? " " : ""}${token.text}`;
	}
	return out.trim();
}

/** "the email you got from Bob", "the box that is next to A": the words between a thing and its place fall away. */
function withoutRelative(tokens: readonly Token[]): readonly Token[] {
	for (let at = 1; at < tokens.length - 1; at += 1) {
		const token = tokens[at];
		if (token?.kind !== "word" || !(relative.has(token.lower) || /^(?:you|i|we|they|he|she)$/.test(token.lower))) continue;
		let next = at + 1;
		while (tokens[next]?.kind === "word" && relativeFillers.has(tokens[next]?.lower ?? "")) next += 1;
		if (next > at + 1 && isPlaceWord(tokens[next])) return withoutRelative([...tokens.slice(0, at), ...tokens.slice(next)]);
	}
	return tokens;
}

function trim(tokens: readonly Token[]): readonly Token[] {
	let start = 0;
	let end = tokens.length;
	const isMark = (token: Token | undefined) => token?.kind === "mark" && !token.text.startsWith("(") && !">+-".includes(token.text);
	while (
		start < end &&
		(isMark(tokens[start]) || (tokens[start]?.kind === "word" && end - start > 1 && determiners.has(tokens[start]?.lower ?? "")))
	)
		start += 1;
	while (
		end > start &&
		(isMark(tokens[end - 1]) || (tokens[end - 1]?.kind === "word" && end - start > 1 && trailing.has(tokens[end - 1]?.lower ?? "")))
	)
		end -= 1;
	return tokens.slice(start, end);
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

type Cut = { readonly at: number; readonly next: number; readonly relation: Relation; readonly isWith: boolean };

function placeIn(tokens: readonly Token[]): Cut | undefined {
	for (let at = 1; at < tokens.length - 1; at += 1) {
		const token = tokens[at];
		if (token?.kind !== "word") continue;
		// "with the label X", "with the text X" name the thing itself.
		if (namesItself(tokens, at)) return undefined;
		if (
			/^(?:that|which|leading|going|linking)$/.test(token.lower) &&
			tokens.slice(at, at + 3).some((one) => /^(?:leads|leading|goes|links|points|takes)$/.test(one.lower))
		)
			return undefined;
		const found = longestPlaces.find(({ words }) =>
			words.every((word, offset) => tokens[at + offset]?.kind !== "quoted" && tokens[at + offset]?.lower === word),
		);
		if (found === undefined) {
			if (relative.has(token.lower)) {
				let next = at + 1;
				while (relativeFillers.has(tokens[next]?.lower ?? "")) next += 1;
				if (next > at + 1 && !naming.has(tokens[next]?.lower ?? "") && !isPlaceWord(tokens[next]))
					return { at, next, relation: "of", isWith: false };
			}
			continue;
		}
		const next = at + found.words.length;
		if (next >= tokens.length) return undefined;
		return { at, next, relation: found.relation, isWith: token.lower === "with" };
	}
	return undefined;
}

const isPlaceWord = (token: Token | undefined): boolean =>
	token?.kind === "word" && longestPlaces.some(({ words }) => words[0] === token.lower);

function namesItself(tokens: readonly Token[], at: number): boolean {
	if (naming.has(tokens[at]?.lower ?? "")) return true;
	if (tokens[at]?.lower !== "with") return false;
	const noun = tokens[at + 1]?.lower === "the" || tokens[at + 1]?.lower === "a" ? tokens[at + 2] : tokens[at + 1];
	const after = noun === undefined ? undefined : tokens[tokens.indexOf(noun) + 1];
	if (noun?.kind === "quoted") return true;
	return namingNouns.has(noun?.lower ?? "") && after !== undefined;
}

/** The noun phrase without its places: ordinal, traits, role noun, name. */
function headThing(given: readonly Token[]): Thing {
	let tokens = [...given];
	const whole = phrase(tokens);
	const isAll = quantifiers.has(tokens[0]?.lower ?? "") && tokens[0]?.kind === "word";
	if (isAll) tokens = [...trim(tokens.slice(tokens[1]?.lower === "of" ? 2 : 1))];

	const leading = tokens.findIndex(
		(token, index) =>
			index > 0 &&
			/^(?:leads|leading|goes|going|links|linking|points|takes)$/.test(token.lower) &&
			/^(?:to|you|back)$/.test(tokens[index + 1]?.lower ?? ""),
	);
	if (leading !== -1) {
		const name = tokens.slice(leading + 1).filter((token) => token.kind === "quoted" || !/^(?:to|you|back|the)$/.test(token.lower));
		const head = tokens.slice(0, leading).filter((token) => !relative.has(token.lower));
		if (name.length > 0) return { ...headThing(head), whole, name: phrase(name), isAll };
	}
	const named = explicitName(tokens);
	if (named !== undefined) return { ...headThing(named.head), whole, name: named.name, isQuoted: named.isQuoted, isAll };

	// Of drawn shapes "the largest" means the size, which is a trait.
	const isShape = rolesOf(tokens.at(-1)?.lower ?? "").includes("shape") && tokens.some((token) => sizeWords.has(token.lower));
	const superlative = isShape ? undefined : superlativeIn(tokens);
	if (superlative !== undefined) tokens = [...superlative.rest];

	const position = positionIn(tokens);
	if (position !== undefined) tokens = [...position.rest];

	if (
		tokens.length > 1 &&
		/^(?:user|person|account|contact|customer|member|author|people)$/.test(tokens[0]?.lower ?? "") &&
		nounAt(tokens, tokens.length - 1, -1) === undefined &&
		tokens[1]?.lower !== "name" &&
		tokens[1]?.lower !== "id"
	)
		tokens = tokens.slice(1);
	const noun = nounIn(tokens);
	const rest = noun?.rest ?? tokens;
	const literal = rest.find((token) => token.kind === "quoted");
	// "a "radio" widget": the quotation names the sort.
	const sort = noun?.roles.includes("widget") === true && literal !== undefined ? rolesOf(literal.lower) : [];
	if (sort.length > 0) {
		const roles: readonly Role[] = literal?.lower === "text" ? ["field"] : sort;
		return {
			...emptyThing,
			whole,
			noun: literal?.lower ?? "",
			role: roles[0],
			roles,
			isAll,
			...(position === undefined ? {} : { position: position.position }),
		};
	}
	const words = literal === undefined ? rest : [literal];
	const traits =
		noun === undefined || literal !== undefined ? [] : rest.filter((token) => isTrait(token.lower)).map((token) => token.lower);
	const shape = noun !== undefined && shapeWords.has(noun.noun) ? [noun.noun] : [];
	const name =
		literal === undefined && traits.length === rest.length
			? ""
			: phrase(literal === undefined ? words.filter((token) => !traits.includes(token.lower)) : words);
	const role = noun?.roles[0];
	return {
		whole,
		name,
		isQuoted: literal !== undefined,
		...(role === undefined ? {} : { role }),
		roles: noun?.roles ?? [],
		noun: noun?.noun ?? "",
		...(position === undefined ? {} : { position: position.position }),
		isAll,
		places: [],
		traits: [...traits, ...shape],
		...(superlative === undefined ? {} : { superlative: superlative.found }),
	};
}

const isTrait = (word: string): boolean => colorWords.has(word) || sizeWords.has(word);

/** `… labeled "X"`, `… called X`, `… with the text "X"`, `"X" …`. */
function explicitName(
	tokens: readonly Token[],
): { readonly head: readonly Token[]; readonly name: string; readonly isQuoted: boolean } | undefined {
	for (let at = 1; at < tokens.length; at += 1) {
		const token = tokens[at];
		if (token?.kind !== "word") continue;
		let next: number | undefined;
		if (naming.has(token.lower)) next = at + 1;
		else if (token.lower === "with" && namesItself(tokens, at)) {
			next = at + 1;
			while (
				tokens[next]?.lower === "the" ||
				tokens[next]?.lower === "a" ||
				(tokens[next]?.kind === "word" && namingNouns.has(tokens[next]?.lower ?? ""))
			)
				next += 1;
		}
		if (next === undefined) continue;
		while (next < tokens.length - 1 && (tokens[next]?.lower === "as" || tokens[next]?.lower === "the" || tokens[next]?.text === ":"))
			next += 1;
		const words = tokens.slice(next);
		const literal = words.find((word) => isLiteral(word) && word.kind === "quoted");
		if (words.length === 0) continue;
		let end = at;
		while (end > 0 && (relative.has(tokens[end - 1]?.lower ?? "") || relativeFillers.has(tokens[end - 1]?.lower ?? ""))) end -= 1;
		return { head: tokens.slice(0, end), name: literal?.text ?? phrase(trim(words)), isQuoted: literal !== undefined };
	}
	return undefined;
}

function superlativeIn(tokens: readonly Token[]): { readonly found: Superlative; readonly rest: readonly Token[] } | undefined {
	const at = tokens.findIndex((token) => token.kind === "word" && Object.hasOwn(superlatives, token.lower));
	const entry = superlatives[tokens[at]?.lower ?? ""];
	if (at === -1 || entry === undefined) return undefined;
	const [end, measure] = entry;
	const after = tokens[at + 1];
	// "most expensive", "least popular": the adjective says what is compared.
	if ((tokens[at]?.lower === "most" || tokens[at]?.lower === "least") && after?.kind === "word") {
		const of = after.lower === "expensive" ? "price" : after.lower === "recent" ? "date" : after.lower;
		return { found: { end, of }, rest: tokens.filter((_, index) => index !== at && index !== at + 1) };
	}
	const noun = tokens.slice(at + 1).filter((token) => token.kind === "word");
	return { found: { end, of: measure || phrase(noun) }, rest: tokens.filter((_, index) => index !== at) };
}

function positionIn(tokens: readonly Token[]): { readonly position: number; readonly rest: readonly Token[] } | undefined {
	for (let at = 0; at < tokens.length; at += 1) {
		const token = tokens[at];
		const after = tokens[at + 1];
		if (token?.kind === "ordinal" && token.value !== undefined) {
			if (after?.lower === "name" && (token.lower === "first" || token.lower === "last")) return undefined;
			const fromEnd = after?.lower === "to" && tokens[at + 2]?.lower === "last" ? -token.value : undefined;
			const rest = tokens.filter((_, index) => index !== at && !(fromEnd !== undefined && (index === at + 1 || index === at + 2)));
			return { position: fromEnd ?? token.value, rest };
		}
		// "result number 3", "option no. 2"
		if (
			(token?.lower === "number" || token?.lower === "no" || token?.lower === "nr") &&
			at > 0 &&
			after?.kind === "number" &&
			after.value !== undefined &&
			after.value > 0
		)
			return { position: after.value, rest: tokens.filter((_, index) => index !== at && index !== at + 1) };
	}
	return undefined;
}

type Noun = { readonly noun: string; readonly roles: readonly Role[]; readonly rest: readonly Token[] };

function nounIn(tokens: readonly Token[]): Noun | undefined {
	const count = tokens.length;
	const last = nounAt(tokens, count - 1, -1);
	if (last !== undefined) {
		const rest = tokens.slice(0, count - last.size);
		// "the search text field", "the radio widget": a second noun right before the last only repeats the role.
		const again =
			rest.length > 0 && rest.every((token) => token.kind === "word") && last.roles.includes("widget")
				? nounAt(rest, rest.length - 1, -1)
				: undefined;
		if (again !== undefined && again.size === rest.length) return { noun: again.noun, roles: again.roles, rest: [] };
		return { noun: last.noun, roles: last.roles, rest };
	}
	const first = nounAt(tokens, 0, 1);
	if (first !== undefined && first.size < count && leads(first))
		return { noun: first.noun, roles: first.roles, rest: tokens.slice(first.size) };
	// `item "X" in bold`, `input text "X"`: the noun beside a quotation counts.
	const quoted = tokens.findIndex((token) => token.kind === "quoted");
	for (const at of [quoted - 1, quoted + 1]) {
		const beside = quoted === -1 ? undefined : nounAt(tokens, at, -1);
		const literal = tokens[quoted];
		if (beside !== undefined && literal !== undefined) return { noun: beside.noun, roles: beside.roles, rest: [literal] };
	}
	return undefined;
}

// "button ONE", "row 3", "result 2": sorts that stand before a name. "email address" is a name as a whole.
const leads = ({ noun, roles }: { readonly noun: string; readonly roles: readonly Role[] }): boolean =>
	roles.some((role) => !/^(?:item|text|number|date|page|column)$/.test(role)) ||
	/^(?:items?|results?|products?|cards?|articles?|entr(?:y|ies)|pages?|numbers?|columns?)$/.test(noun);

function nounAt(
	tokens: readonly Token[],
	at: number,
	step: 1 | -1,
): { readonly noun: string; readonly roles: readonly Role[]; readonly size: number } | undefined {
	const token = tokens[at];
	if (token?.kind !== "word") return undefined;
	const other = tokens[at + step];
	const pair = other?.kind === "word" ? (step === 1 ? `${token.lower} ${other.lower}` : `${other.lower} ${token.lower}`) : "";
	const paired = rolePairs.get(pair);
	if (paired !== undefined) return { noun: pair, roles: [paired], size: 2 };
	const roles = rolesOf(token.lower);
	return roles.length > 0 ? { noun: token.lower, roles, size: 1 } : undefined;
}

const isWholePage = (thing: Thing): boolean =>
	thing.name === "" &&
	thing.places.length === 0 &&
	thing.position === undefined &&
	thing.pronoun === undefined &&
	thing.traits.length === 0 &&
	thing.roles.includes("page");
