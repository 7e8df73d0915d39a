import { calculate } from "../../words/math.ts";
import type { Token } from "../../words/tokens.ts";
import type { Intent, Value } from "../clause.ts";
import { asLetter } from "../letters.ts";
import { superlativeIn } from "../nouns/heads.ts";
import { emptyThing, phrase } from "../nouns/plain.ts";
import { thingOf } from "../nouns/things.ts";
import { listOf, valueOf, withoutArticle } from "../values.ts";
import { trimEnd, without, word } from "./pieces.ts";

/** "the text in X" without the words that only say that its text is meant. */
export const withoutText = (tokens: readonly Token[]): readonly Token[] => {
	const bare = withoutArticle(tokens);
	return /^(?:text|content|contents|value)$/.test(word(bare[0])) && /^(?:in|of|from|inside|within|on)$/.test(word(bare[1]))
		? bare.slice(2)
		: bare;
};

/** "read", "tell me", "what is", "how many": values for the answer. */
export function readIntent(rest: readonly Token[], verb: readonly Token[]): Intent {
	const said = phrase(verb).toLowerCase();
	let tokens = without(rest, /^(?:me|us|what|is|are|out|back|to|which|whats)$/);
	if (said === "what does" || said === "what do") return priceAsked(tokens);
	if (/^how (?:many|much)$/.test(said) || /^how (?:many|much)\b/.test(phrase(tokens).toLowerCase())) {
		const isCount = /many/.test(said) || /^how many/.test(phrase(tokens).toLowerCase());
		const owned = isCount ? ownedBy(without(tokens, /^(?:how|many)$/)) : undefined;
		if (owned !== undefined) return { kind: "read", values: [{ kind: "count", thing: thingOf(owned) }] };
		tokens = trimEnd(without(tokens, /^(?:how|many|much|is|are|does)$/), /^(?:are|there|is|cost|costs|you|see|listed|shown|have|i|we)$/);
		tokens = withoutCopula(word(tokens.at(-1)) === "do" && !tokens.some(isCopula) ? tokens.slice(0, -1) : tokens);
		// "How many there are", "how many do you see": of what there is a list of.
		if (tokens.length === 1 && /^(?:there|them|these|those)$/.test(word(tokens[0]))) tokens = [];
		return { kind: "read", values: [isCount ? { kind: "count", thing: thingOf(tokens) } : priceOf(tokens)] };
	}
	if (tokens.length === 0) return { kind: "read", values: [{ kind: "text", thing: emptyThing }] };
	const result = calculate(phrase(tokens));
	if (result !== undefined) return { kind: "read", values: [{ kind: "literal", text: String(result) }] };
	const owned = said === "which" ? ownedBy(tokens) : undefined;
	if (owned !== undefined) tokens = owned;
	else if (asksForSome(tokens, said)) return { kind: "unknown" };
	// "which product is the cheapest": the cheapest product.
	const is =
		said === "which" && owned === undefined
			? tokens.findIndex((token, index) => index > 0 && /^(?:is|are|has|have|costs?)$/.test(word(token)))
			: -1;
	if (is > 0) tokens = [...without(tokens.slice(is + 1), /^(?:the|a)$/), ...tokens.slice(0, is)];
	const isBare = tokens.length <= 8 && !tokens.some((token) => /^(?:in|of|for|from|on)$/.test(word(token)));
	const items = isBare ? listOf(tokens) : [tokens];
	return { kind: "read", values: items.map((item) => valueOf(item, { isText: false })) };
}

const priceOf = (tokens: readonly Token[]): Value => ({
	kind: "text",
	thing: { ...emptyThing, whole: "price", name: "price", places: [{ relation: "of", anchor: thingOf(tokens) }] },
});

/** "What does the rug cost?" asks for its price; what else something does is not written beside it. */
function priceAsked(tokens: readonly Token[]): Intent {
	const isPrice = tokens.length > 1 && /^(?:cost|costs)$/.test(word(tokens.at(-1)));
	return isPrice ? { kind: "read", values: [priceOf(tokens.slice(0, -1))] } : { kind: "unknown" };
}

/** "role does Ada have", "company does Ada work for", "hours does Ada work": the role, the company, the hours of Ada. */
function ownedBy(tokens: readonly Token[]): readonly Token[] | undefined {
	const does = tokens.findIndex((token, index) => index > 0 && /^(?:does|do|did)$/.test(word(token)));
	const joint = tokens[does];
	const said = does > 0 ? trimEnd(tokens.slice(does + 1), /^(?:for|in|at|from|to|with|on)$/).slice(0, -1) : [];
	const isPerson = said.length > 0 && !said.some((token) => /^(?:i|we|you|they|he|she|it)$/.test(word(token)));
	return joint === undefined || !isPerson ? undefined : [...tokens.slice(0, does), { ...joint, text: "of", lower: "of" }, ...said];
}

/** "Which claim was rejected?", "Who is an admin?": one of a list by what is said of it, which is no value beside a label. */
function asksForSome(tokens: readonly Token[], said: string): boolean {
	const first = word(tokens[0]);
	if (said === "who is") return /^(?:an?|\p{L}{3,}ed)$/u.test(first);
	const at = tokens.findIndex((token, index) => index > 0 && /^(?:is|are|was|were|has|have|had|does|do|did)$/.test(word(token)));
	// "Which town is Ada from?" asks for what stands beside her.
	const isBeside = /^(?:from|in|at|of|on|for)$/.test(word(tokens.at(-1)));
	return said === "which" && at > 0 && !isBeside && superlativeIn(tokens) === undefined;
}

const isCopula = (token: Token): boolean => token.kind === "word" && (token.lower === "are" || token.lower === "is");

/** "Cards are (there) in To do": the cards in there. */
function withoutCopula(tokens: readonly Token[]): readonly Token[] {
	const at = tokens.findIndex(isCopula);
	const next = word(tokens[at + 1]) === "there" ? at + 2 : at + 1;
	return at > 0 && /^(?:in|on|under|below|within|inside)$/.test(word(tokens[next]))
		? [...tokens.slice(0, at), ...tokens.slice(next)]
		: tokens;
}

/** "find X": what the next clauses are about, or a value to remember. */
export function findIntent(rest: readonly Token[]): Intent {
	const value = valueOf(rest, { isText: false });
	if (value.kind !== "text" && value.kind !== "literal") return { kind: "remember", value };
	if (value.kind === "text" && value.part !== undefined) return { kind: "remember", value };
	return { kind: "find", thing: asLetter(thingOf(without(rest, /^(?:for|out)$/))) };
}

/** What "solve", "calculate" work out. */
export function solved(rest: readonly Token[]): Value {
	const value = valueOf(rest, { isText: false });
	return value.kind === "text" ? { kind: "math" } : value;
}
