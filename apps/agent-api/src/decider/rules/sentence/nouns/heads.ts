import { colorWords, shapeWords, sizeWords } from "../../words/lexicon.ts";
import type { Role } from "../../words/roles.ts";
import { rolePairs, rolesOf } from "../../words/roles.ts";
import type { Token } from "../../words/tokens.ts";
import { isLiteral } from "../../words/tokens.ts";
import type { Superlative, Thing } from "../clause.ts";
import { namesItself } from "./places.ts";
import { emptyThing, phrase, trim } from "./plain.ts";
import { naming, namingNouns, quantifiers, relative, relativeFillers } from "./words.ts";

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

/** The noun phrase without its places: ordinal, traits, role noun, name. */
export function headThing(given: readonly Token[]): Thing {
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
	// "The first one": of whatever is listed.
	const isOne = tokens.length === 1 && tokens[0]?.kind === "word" && /^ones?$/.test(tokens[0].lower);
	if (isOne && position !== undefined)
		return { ...emptyThing, whole, noun: "one", role: "item", roles: ["item"], isAll, position: position.position };

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

export function superlativeIn(tokens: readonly Token[]): { readonly found: Superlative; readonly rest: readonly Token[] } | undefined {
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
