import type { Place, RoleNoun, Target } from "../clause.ts";
import type { Tokens } from "./tokens.ts";
import { hasPhrase, lowAt, partsBetween, textOf } from "./tokens.ts";
import { ages, allWords, connectors, determiners, ordinalOf, possessives, pronouns, roleNouns, sentenceWords } from "./words.ts";

/** Words between a thing and the place where it stands, the longest first. */
const placeWords: readonly (readonly [words: string, relation: Place["relation"]])[] = [
	["to the left of", "beside"],
	["to the right of", "beside"],
	["in the row of", "row"],
	["in the row with", "row"],
	["in the row for", "row"],
	["in the row that says", "row"],
	["next to", "beside"],
	["beside", "beside"],
	["below", "below"],
	["above", "above"],
	["under", "section"],
	["inside", "section"],
	["within", "section"],
	["in", "section"],
	["on", "section"],
	["of", "row"],
	["for", "row"],
	["by", "row"],
	["from", "row"],
	["with", "row"],
];
const labelWords = [
	"that is labeled",
	"that is called",
	"that says",
	"that reads",
	"labeled",
	"labelled",
	"called",
	"named",
	"titled",
	"saying",
];
const labelPhrases = ["with the label", "with the text", "with the name", "with the title", "with the word", "with label", "with text"];
const maxPlaces = 4;
const maxDescriptors = 2;

/** Where a place begins and how many words name it; undefined when none does. Quoted words never do. */
function placeAt(tokens: Tokens, from: number) {
	for (let at = from; at < tokens.length - 1; at += 1) {
		if (labelLength(tokens, at) > 0) return undefined;
		// "the From field" has a name that looks like a place.
		const isName = tokens[at]?.text !== lowAt(tokens, at);
		const found = isName ? undefined : placeWords.find(([words]) => hasPhrase(tokens, at, words));
		if (found !== undefined) return { at, length: found[0].split(" ").length, relation: found[1] };
	}
	return undefined;
}

function labelLength(tokens: Tokens, at: number): number {
	const found = [...labelWords, ...labelPhrases].find((words) => hasPhrase(tokens, at, words));
	return found === undefined ? 0 : found.split(" ").length;
}

/**
 * A thing of the page from the words that name it: "the 2nd Remove button in the row of Ada".
 *
 * @returns undefined when a word is left over that is no part of a name, and for no words at all
 * @throws never
 */
export function targetOf(tokens: Tokens, depth = 0): Target | undefined {
	if (tokens.length === 0 || depth > maxPlaces) return undefined;
	if (tokens.length === 1 && pronouns.has(lowAt(tokens, 0))) return { text: "", name: "", isQuoted: false, isPronoun: true, places: [] };
	if (possessives.has(lowAt(tokens, 0)) && tokens.length > 1) {
		const owned = targetOf(tokens.slice(1), depth + 1);
		const owner: Target = { text: "", name: "", isQuoted: false, isPronoun: true, places: [] };
		return owned && { ...owned, places: [...owned.places, { relation: "row", anchor: owner }] };
	}
	const place = placeAt(tokens, 1);
	const head = headOf(place === undefined ? tokens : tokens.slice(0, place.at), depth > 0);
	if (head === undefined || place === undefined) return head;
	const anchor = targetOf(tokens.slice(place.at + place.length), depth + 1);
	if (anchor === undefined || anchor.isAll) return undefined;
	const text = `${head.text} ${textOf(withoutRoleAtEnd(tokens.slice(place.at)))}`.trim();
	return { ...head, text, places: [...head.places, placeOf(place.relation, anchor)] };
}

/** "In the row of Ada" is the row that says Ada; "in Ada's row" and "on the post by Ada" are as well. */
function placeOf(relation: Place["relation"], anchor: Target): Place {
	const isRow = anchor.role === "row" || anchor.role === "item";
	const [inner] = anchor.places;
	if (isRow && anchor.name === "" && anchor.ordinal === undefined && anchor.places.length === 1 && inner?.relation === "row") return inner;
	return { relation: isRow ? "row" : relation, anchor };
}

/** A thing without the place where it stands. */
function headOf(given: Tokens, isAnchor: boolean): Target | undefined {
	let tokens = given;
	let isAll = false;
	let isNamed = false;
	while ((determiners.has(lowAt(tokens, 0)) && tokens.length > 1) || allWords.has(lowAt(tokens, 0))) {
		isAll ||= allWords.has(lowAt(tokens, 0));
		tokens = tokens.slice(hasPhrase(tokens, 0, "all of") ? 2 : 1);
	}
	const [whole] = [tokens];
	const owner = tokens.findIndex((token, index) => index < tokens.length - 1 && /.(?:'s|s')$/.test(token.low));
	if (owner !== -1 && owner < 3) {
		const name = tokens.slice(0, owner + 1);
		const owned = headOf(tokens.slice(owner + 1), isAnchor);
		const said = textOf(name).replace(/['’]s$|(?<=s)['’]$/u, "");
		const anchor: Target = { text: said, name: said, isQuoted: false, places: [] };
		return owned && { ...owned, text: textOf(withoutRoleAtEnd(whole)), places: [{ relation: "row", anchor }] };
	}
	const age = ages.get(lowAt(tokens, 0)) ?? (hasPhrase(tokens, 0, "most recent") ? "newest" : undefined);
	if (age !== undefined) tokens = tokens.slice(lowAt(tokens, 0) === "most" ? 2 : 1);
	const isNextToLast = hasPhrase(tokens, 0, "second to last");
	let ordinal = isNextToLast ? -2 : age === undefined ? ordinalOf(lowAt(tokens, 0)) : undefined;
	if (ordinal !== undefined) tokens = tokens.slice(isNextToLast ? 3 : 1);
	const ahead = roleAtStart(tokens);
	const numbered = /^#?(\d{1,4})$/.exec(lowAt(tokens, (ahead?.length ?? 0) + (hasNumberWord(tokens, ahead?.length) ? 1 : 0)));
	const numberEnd = (ahead?.length ?? 0) + (hasNumberWord(tokens, ahead?.length) ? 2 : 1);
	let role: RoleNoun | undefined;
	let text = textOf(withoutRoleAtEnd(whole));
	if (ahead !== undefined && numbered !== null && tokens.length === numberEnd && ordinal === undefined) {
		({ role } = ahead);
		ordinal = Number(numbered[1]);
		text = textOf(whole);
		tokens = [];
	} else if (ahead !== undefined && ahead.length < tokens.length && roleAtEnd(tokens) === undefined && isNameAt(tokens, ahead.length)) {
		({ role } = ahead);
		tokens = tokens.slice(ahead.length);
		text = textOf(tokens.slice(labelLength(tokens, 0)));
	} else {
		const behind = roleAtEnd(tokens);
		if (behind !== undefined) {
			({ role } = behind);
			tokens = tokens.slice(0, tokens.length - behind.length);
		}
		if (tokens.length === 0) text = textOf(whole);
	}
	const label = tokens.findIndex((_, index) => labelLength(tokens, index) > 0);
	if (label !== -1) {
		const before = tokens.slice(0, label);
		role ??= roleAtEnd(before)?.role;
		if (before.length > maxDescriptors || (before.length > 0 && before.some(({ kind }) => kind !== "word"))) return undefined;
		tokens = tokens.slice(label + labelLength(tokens, label));
		text = textOf(tokens);
		isNamed = true;
	}
	// "the user @ada": nobody else has that handle.
	if (tokens.length === 2 && /^@./.test(lowAt(tokens, 1))) tokens = tokens.slice(1);
	const quotes = tokens.filter(({ kind }) => kind === "quote");
	const [quote] = quotes;
	// A noun may stand with a quoted name: the file "notes.txt".
	if (quote === undefined ? !isPlainName(tokens, isAnchor) : quotes.length > 1 || !isDescribed(tokens, isNamed, role !== undefined))
		return undefined;
	const name = quote?.text ?? textOf(tokens);
	if (name === "" && role === undefined && ordinal === undefined && !isAll) return undefined;
	return {
		text: quote === undefined ? text : quote.text,
		name,
		isQuoted: quote !== undefined,
		...(role === undefined ? {} : { role }),
		...(ordinal === undefined ? {} : { ordinal }),
		...(age === undefined ? {} : { age }),
		...(isAll ? { isAll } : {}),
		places: [],
	};
}

/** A name without quotes holds no sentence: nothing that joins at its start, no comma, no second thing behind "and". A row may say a comma. */
function isPlainName(tokens: Tokens, isAnchor: boolean): boolean {
	const words = tokens.map(({ text, low }) => (text === low ? low : ""));
	const and = words.indexOf("and");
	if (tokens.some(({ kind, low }) => kind === "mark" && !(isAnchor && low === ","))) return false;
	if (words.some((word) => sentenceWords.has(word)) || /^(?:and|of|to|with|into|as)$/.test(words[0] ?? "")) return false;
	return and === -1 || !words.slice(and).some((word) => determiners.has(word) || pronouns.has(word));
}

/** A quoted name with at most two nouns before it, or one behind it. */
function isDescribed(tokens: Tokens, isNamed: boolean, hasRole: boolean): boolean {
	const quote = tokens.findIndex(({ kind }) => kind === "quote");
	const behind = tokens.length - 1 - quote;
	if (tokens[quote]?.text === "" || tokens.some(({ kind, low }) => kind === "mark" || connectors.has(low))) return false;
	if (isNamed || (hasRole && behind > 0)) return tokens.length === 1;
	return quote <= maxDescriptors && behind <= 1 && (behind === 0 || quote === 0);
}

const hasNumberWord = (tokens: Tokens, at = 0): boolean => /^(?:number|no|#)$/.test(lowAt(tokens, at));

/** "button ONE" and "link “Help”" name a control; "list price" and "email address" are names by themselves. */
const isNameAt = (tokens: Tokens, at: number): boolean =>
	tokens[at]?.kind === "quote" || /^[\p{Lu}\d@#(]/u.test(tokens[at]?.text ?? "") || labelLength(tokens, at) > 0;

/** The role noun at the start of words, as in "button ONE" and "the field “Name”". */
function roleAtStart(tokens: Tokens) {
	for (const length of [2, 1]) {
		const role = roleNouns.get(textOf(tokens.slice(0, length)).toLowerCase());
		if (role !== undefined && tokens.slice(0, length).every(({ kind }) => kind === "word")) return { role, length };
	}
	return undefined;
}

/** The role noun at the end of words, as in "the Save button". */
export function roleAtEnd(tokens: Tokens) {
	for (const length of [2, 1]) {
		if (tokens.length < length) continue;
		const last = tokens.slice(-length);
		const role = roleNouns.get(textOf(last).toLowerCase());
		if (role !== undefined && last.every(({ kind }) => kind === "word")) return { role, length };
	}
	return undefined;
}

function withoutRoleAtEnd(tokens: Tokens): Tokens {
	const role = roleAtEnd(tokens);
	return role === undefined || role.length === tokens.length ? tokens : tokens.slice(0, -role.length);
}

const fieldRoles: ReadonlySet<string> = new Set(["field", "list", "slider", "switch", "checkbox", "radio", "row"]);

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

const isJoint = (low: string): boolean => low === "," || low === "and" || low === "&";

/**
 * The things of a list: "the lamp, the chair and the table", "tickets 12, 15 and 19", "A" and "B". Names without quotes are one name
 * unless a comma, an article or a position divides them, or `dividesAnd` says that "and" does.
 *
 * @returns undefined when one of them cannot be read
 */
export function targetsOf(tokens: Tokens, dividesAnd = false): readonly Target[] | undefined {
	const parts = partsBetween(tokens, ({ low }) => isJoint(low));
	const isDivided =
		tokens.some(({ low }) => low === ",") ||
		parts.every((part) => part.some(({ kind }) => kind === "quote")) ||
		parts.slice(1).every((part) => determiners.has(lowAt(part, 0)) || ordinalOf(lowAt(part, 0)) !== undefined || isNumber(part)) ||
		dividesAnd;
	const comma = tokens.findIndex(({ low }) => low === ",");
	const placeFirst = placeAt(tokens, 1);
	const isInAnchor = comma !== -1 && placeFirst !== undefined && placeFirst.at < comma && !tokens.some(({ low }) => low === "and");
	if (parts.length < 2 || !isDivided || (isInAnchor && !parts.slice(1).some(startsThing))) {
		const one = targetOf(tokens);
		return one && [one];
	}
	// `"Urgent", date 5 March`: what has no quotes beside names in quotes is no name.
	const quoted = parts.filter((part) => part.some(({ kind }) => kind === "quote"));
	if (quoted.length > 0 && quoted.length < parts.length) return undefined;
	const last = parts.at(-1) ?? [];
	const first = parts[0] ?? [];
	// A place behind the last one counts for all: "A and B in the list". A noun before the first one does as well: "tickets 12 and 15".
	const noun = isNumber(first.slice(-1)) && parts.slice(1).every(isNumber) ? textOf(withoutArticle(first).slice(0, -1)) : "";
	const counted = parts.slice(0, -1).every(isOrdinalOnly) ? targetOf(last) : undefined;
	if (counted?.ordinal !== undefined)
		return parts.map((part) =>
			part === last ? counted : { ...counted, ordinal: ordinalOf(part.at(-1)?.low ?? "") ?? 1, text: textOf(part) },
		);
	const plural = noun === "" ? roleAtStart(withoutArticle(first)) : undefined;
	const targets = parts.map((part) => (noun === "" || part === first ? targetOf(part) : numberedTarget(noun, part)));
	if (targets.some((target) => target === undefined)) return undefined;
	const read = targets.flatMap((target) => (target === undefined ? [] : [target]));
	// "Delete the email from Bob and the chair" does not say whether the chair is from Bob.
	if (read[0]?.places.length && read.some((target) => target.places.length === 0)) return undefined;
	const places = targetOf(last)?.places ?? [];
	return read.map((target, index) => ({
		...(index === 0 && noun !== "" ? numberedTarget(noun, first.slice(-1)) : target),
		...(plural === undefined || index === 0 ? {} : { role: plural.role }),
		places: target.places.length === 0 ? places : target.places,
	}));
}

const startsThing = (part: Tokens): boolean =>
	determiners.has(lowAt(part, 0)) || ordinalOf(lowAt(part, 0)) !== undefined || part[0]?.kind === "quote";
const isOrdinalOnly = (part: Tokens): boolean => withoutArticle(part).length === 1 && ordinalOf(part.at(-1)?.low ?? "") !== undefined;
const isNumber = (part: Tokens): boolean => part.length === 1 && /^#?\d+$/.test(lowAt(part, 0));
const withoutArticle = (tokens: Tokens): Tokens => (determiners.has(lowAt(tokens, 0)) ? tokens.slice(1) : tokens);

function numberedTarget(noun: string, part: Tokens): Target {
	const role = roleNouns.get(noun.toLowerCase());
	const ordinal = Number(lowAt(part, 0).replace("#", ""));
	if (role !== undefined && ordinal > 0)
		return { text: `${noun.replace(/s$/, "")} ${ordinal}`, name: "", isQuoted: false, role, ordinal, places: [] };
	const name = `${noun.replace(/s$/, "")} ${textOf(part)}`;
	return { text: name, name, isQuoted: false, places: [] };
}
