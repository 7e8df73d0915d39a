import type { Token } from "../words/tokens.ts";
import { isLiteral } from "../words/tokens.ts";

/**
 * The items of a list that one verb stands before, each with all the words that it would have alone ("archive ticket 15"), in the order in
 * which they are done. `isSure`: the words alone say that it is one; "salt and pepper" may as well be one thing.
 */
export type Listed = { readonly items: readonly (readonly Token[])[]; readonly isSure: boolean };

const most = 20;
const longestItem = 8;
// What needs all of its things at once, and what opens something that the next one would close again.
const isIndivisible =
	/^(?:compare|swap|exchange|arrange|rearrange|reorder|sort|filter|bisect|count|draw|generate|make|roll|rate|name|let|give|bring|edit|rename|view|show|browse|preview|reply|respond|answer|comment|forward|message|email|call|contact|play|start|begin|continue|create|merge|combine|link|connect|join|pair|group|match|associate|split)$/;
const joints = /^(?:to|into|onto|as|from|in|on|of|by|with|at|for|off|near|next|below|above|under|without)$/;
const determiners = /^(?:the|a|an|my|your|our|this|that|these|those)$/;
const rowNouns = /^(?:rows?|lines?|items?|entry|entries)$/i;

/**
 * Reads "A, B and C" behind a verb, with the noun before them ("tickets 12, 15 and 19", "the requests of Ann and Bob") and what stands
 * behind the list ("… to the cart"), which belong to each. What is told by its number comes last first, since what is removed renumbers
 * the rest.
 *
 * @param verb the words of the verb, `rest` what stands behind it
 * @returns undefined where the words are no list, or may be no list
 */
export function listedIn(verb: readonly Token[], rest: readonly Token[]): Listed | undefined {
	if (isIndivisible.test(wordOf(verb[0])) || rest.some((token) => wordOf(token) === "or" || (token.kind === "mark" && token.text !== ",")))
		return undefined;
	const pieces = piecesOf(rest);
	if (pieces.length < 2 || pieces.length > most || pieces.some((piece) => piece.length === 0 || piece.length > longestItem))
		return undefined;
	const list = withNoun(pieces) ?? withPlaces(pieces) ?? { items: pieces, tail: [], isLed: false };
	const items = inOrder(list.items);
	if (items === undefined) return undefined;
	const isCounted = items.every((item) => item.some((token) => isLiteral(token)));
	const isTold = items.every((item) => determiners.test(wordOf(item[0])) || item[0]?.kind === "ordinal");
	return {
		items: items.map((item) => [...verb, ...item, ...list.tail]),
		isSure: list.isLed || pieces.length > 2 || isCounted || isTold || list.tail.length > 0,
	};
}

type List = { readonly items: readonly (readonly Token[])[]; readonly tail: readonly Token[]; readonly isLed: boolean };

const wordOf = (token: Token | undefined): string => (token === undefined || token.kind === "quoted" ? "" : token.lower);

/** The pieces between "," and "and"; none where no "and" stands before the last one. */
function piecesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
	const pieces: Token[][] = [[]];
	let last = "";
	for (const token of tokens) {
		const isJoint = token.kind !== "quoted" && (token.text === "," || token.lower === "and");
		if (!isJoint) pieces.at(-1)?.push(token);
		// ", and" is one joint.
		else if (pieces.at(-1)?.length === 0) last = token.lower;
		else {
			pieces.push([]);
			last = token.lower;
		}
	}
	return last === "and" ? pieces : [];
}

/** "The requests of Ann and Bob", "tickets 12, 15 and 19", "the customers Ann Lee and Bob Roy": what stands before the first holds for all. */
function withNoun([first = [], ...others]: readonly (readonly Token[])[]): List | undefined {
	const joint = first.findIndex((token, index) => index > 0 && joints.test(wordOf(token)));
	const at = joint === -1 ? first.findIndex(isPlural) : joint - 1;
	const noun = first[at];
	const next = first[at + 1];
	const isNoun = at !== -1 && at < 2 && isPlural(noun) && (at === 0 || determiners.test(wordOf(first[0])));
	if (noun === undefined || next === undefined || !isNoun) return undefined;
	const isNamed = isLiteral(next) || /^[\p{Lu}#]/u.test(next.text);
	if (joint === -1 && !isNamed) return undefined;
	// "The customers from Bath and the leads": the other half has a noun of its own.
	if (others.some((piece) => determiners.test(wordOf(piece[0])))) return undefined;
	const lead = joint === -1 ? [{ ...noun, text: singular(noun.text), lower: singular(noun.lower) }] : first.slice(0, joint + 1);
	const { items, tail } = tailOf([first.slice(joint === -1 ? at + 1 : joint + 1), ...others]);
	return items.some((item) => item.length === 0) ? undefined : { items: items.map((item) => [...lead, ...item]), tail, isLed: true };
}

/** "The lamp and the chair to the cart": what only the last one says of a place holds for all; where each says one, it is its own. */
function withPlaces(pieces: readonly (readonly Token[])[]): List | undefined {
	const placed = pieces.filter((piece) => piece.some((token, index) => index > 0 && joints.test(wordOf(token))));
	if (placed.length === 0 || placed.length === pieces.length) return undefined;
	const list = tailOf(pieces);
	return placed.length === 1 && list.tail.length > 0 ? { ...list, isLed: false } : undefined;
}

function tailOf(pieces: readonly (readonly Token[])[]): { readonly items: List["items"]; readonly tail: readonly Token[] } {
	const last = pieces.at(-1) ?? [];
	const at = last.findIndex((token, index) => index > 0 && joints.test(wordOf(token)));
	return at === -1 ? { items: pieces, tail: [] } : { items: [...pieces.slice(0, -1), last.slice(0, at)], tail: last.slice(at) };
}

/** "The first and third email" share their noun; of things told by their number the last is done first. Undefined for a mixture. */
function inOrder(items: List["items"]): List["items"] | undefined {
	const positions = items.map(positionOf);
	if (positions.every((position) => position === undefined)) return items;
	const noun = items.at(-1)?.slice((items.at(-1)?.findIndex(({ kind }) => kind === "ordinal") ?? -1) + 1) ?? [];
	const isBare = (item: readonly Token[]) => item.at(-1)?.kind === "ordinal";
	const whole = items.map((item) => (isBare(item) ? [...item, ...noun] : item));
	// "The last" stands behind all that are counted from the start.
	const numbered = whole.flatMap((item, index) => {
		const position = positions[index];
		return position === undefined ? [] : [{ item, place: position < 0 ? Number.MAX_SAFE_INTEGER + position : position }];
	});
	if (numbered.length < items.length || (noun.length === 0 && items.some(isBare))) return undefined;
	return numbered.sort((left, right) => right.place - left.place).map(({ item }) => item);
}

/** Where a thing that is told by its number stands: "the third email", "row 3". */
function positionOf(item: readonly Token[]): number | undefined {
	const ordinal = item.findIndex(({ kind }) => kind === "ordinal");
	if (ordinal !== -1 && ordinal < 2) return item[ordinal]?.value;
	const number = item.findIndex(({ kind }) => kind === "number");
	return number > 0 && rowNouns.test(wordOf(item[number - 1])) ? item[number]?.value : undefined;
}

const isPlural = (token: Token | undefined): boolean =>
	token?.kind === "word" && /^\p{Ll}{2,}s$/u.test(token.text) && !/(?:ss|us|is)$/.test(token.text);

function singular(word: string): string {
	if (/.{2}ies$/.test(word)) return `${word.slice(0, -3)}y`;
	return /(?:x|ch|sh|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
