import type { Place, Target } from "../clause.ts";
import { headOf, labelLength, withoutRoleAtEnd } from "./head.ts";
import type { Tokens } from "./tokens.ts";
import { hasPhrase, lowAt, textOf } from "./tokens.ts";
import { determiners, phrasesOf, possessives, pronouns, wordSet } from "./words.ts";

/** Words between a thing and the place where it stands. */
const placeLines: readonly (readonly [relation: Place["relation"], words: string])[] = [
	["row", "in the row of, in the row with, in the row for, in the row that says, of, for, by, from, with"],
	["row", "i got from, you got from, i received from, you received from, sent by"],
	["beside", "to the left of, to the right of, next to, beside"],
	["below", "below"],
	["above", "above"],
	["section", "under, inside, within, in, on"],
];
const placeWords = placeLines
	.flatMap(([relation, line]) => phrasesOf(line).map((words) => ({ relation, words })))
	.toSorted((one, other) => other.words.length - one.words.length);
const maxPlaces = 4;

/** "it", "them": what the clause before was about. */
const pronoun: Target = { text: "", name: "", isQuoted: false, isPronoun: true, places: [] };

/** Where a place begins and how many words name it; undefined when none does. Quoted words never do. */
export function placeAt(tokens: Tokens, from: number) {
	for (let at = from; at < tokens.length - 1; at += 1) {
		if (labelLength(tokens, at) > 0) return undefined;
		// "the From field" and "Sign in in the header" have names that look like places.
		const isName = tokens[at]?.text !== lowAt(tokens, at) || lowAt(tokens, at) === lowAt(tokens, at + 1);
		const found = isName ? undefined : placeWords.find(({ words }) => hasPhrase(tokens, at, words));
		if (found !== undefined) return { at, length: found.words.length, relation: found.relation };
	}
	return undefined;
}

/**
 * A thing of the page from the words that name it: "the 2nd Remove button in the row of Ada".
 *
 * @returns undefined when a word is left over that is no part of a name, and for no words at all
 * @throws never
 */
export function targetOf(tokens: Tokens, depth = 0): Target | undefined {
	if (tokens.length === 0 || depth > maxPlaces) return undefined;
	const isThat = lowAt(tokens, 0) === "that" && headOf(tokens.slice(1), false)?.role === "item";
	if (isThat || (tokens.length === 1 && pronouns.has(lowAt(tokens, 0)))) return pronoun;
	if (possessives.has(lowAt(tokens, 0)) && tokens.length > 1) {
		const owned = targetOf(tokens.slice(1), depth + 1);
		return owned && { ...owned, places: [...owned.places, { relation: "row", anchor: pronoun }] };
	}
	const place = placeAt(tokens, 1);
	const head = headOf(place === undefined ? tokens : tokens.slice(0, place.at), depth > 0);
	if (head === undefined || place === undefined) return head;
	const anchor = targetOf(tokens.slice(place.at + place.length), depth + 1);
	// "Sign in with Google" is a name, although "with Google" is no place for "Sign in".
	if (anchor === undefined && tokens.every(({ kind }) => kind === "word")) return headOf(tokens, depth > 0);
	if (anchor === undefined || anchor.isAll) return undefined;
	const text = `${head.text} ${textOf(withoutRoleAtEnd(tokens.slice(place.at)))}`.trim();
	return { ...head, text, places: [...head.places, placeOf(place.relation, anchor)] };
}

/** "In the row of Ada" is the row that says Ada; "in Ada's row" and "on the post by Ada" are as well. */
export function placeOf(relation: Place["relation"], anchor: Target): Place {
	const isRow = anchor.role === "row" || anchor.role === "item";
	const [inner] = anchor.places;
	if (isRow && anchor.name === "" && anchor.ordinal === undefined && anchor.places.length === 1 && inner?.relation === "row") return inner;
	if (isRow || relation !== "section" || anchor.isQuoted) return { relation: isRow ? "row" : relation, anchor };
	// "the Billing section" says "Billing".
	const name = anchor.name.replace(/^(?:section|form|panel|group) (?=.)|(?<=.) (?:section|form|panel|group)$/g, "");
	return { relation, anchor: { ...anchor, name, text: name === anchor.name ? anchor.text : name } };
}

const fieldRoles = wordSet("field list slider switch checkbox radio row");

/** A field from the words that name it: "email", "page" and "first" are parts of its name, for all that they mean elsewhere. */
export function fieldOf(tokens: Tokens): Target | undefined {
	const target = tokens.length === 1 && determiners.has(lowAt(tokens, 0)) ? undefined : targetOf(tokens);
	if (target === undefined || target.isPronoun || target.isQuoted) return target;
	const place = placeAt(tokens, 1);
	const head = place === undefined ? tokens : tokens.slice(0, place.at);
	const isField = target.role === undefined || fieldRoles.has(target.role);
	if (isField && (target.ordinal === undefined || target.name === "")) return target;
	const { ordinal: _, role, ...rest } = target;
	const name = textOf(isField ? withoutRoleAtEnd(withoutArticle(head)) : withoutArticle(head));
	return { ...rest, text: place === undefined ? name : target.text, name, ...(isField && role ? { role } : {}) };
}

/** Words without the article before them. */
export const withoutArticle = (tokens: Tokens): Tokens => (determiners.has(lowAt(tokens, 0)) ? tokens.slice(1) : tokens);
