import type { RoleNoun, Target } from "../clause.ts";
import type { Tokens } from "./tokens.ts";
import { hasPhrase, lowAt, textOf } from "./tokens.ts";
import { allWords, connectors, determiners, ordinalOf, phrasesOf, pronouns, roleNouns, sentenceWords } from "./words.ts";

const labels = phrasesOf(
	"that is labeled, that is called, that says, that reads, labeled, labelled, called, named, titled, saying, with label, with text",
	"with the label, with the text, with the name, with the title, with the word",
);
const maxDescriptors = 2;

/** How many words at an index introduce a name ("labeled", "with the text"); 0 for none. */
export function labelLength(tokens: Tokens, at: number): number {
	return labels.find((words) => hasPhrase(tokens, at, words))?.length ?? 0;
}

/** What is left of the words of a thing, and what was read of them. */
type Rest = {
	readonly tokens: Tokens;
	readonly text: string;
	readonly role?: RoleNoun;
	readonly ordinal?: number;
	readonly isNamed?: true;
};

/**
 * A thing without the place where it stands: "the 2nd Remove button", "button ONE", "the file “notes.txt”".
 *
 * @param isAnchor what a place names may hold a comma
 * @returns undefined when a word is left over
 */
export function headOf(given: Tokens, isAnchor: boolean): Target | undefined {
	let tokens = given;
	let isAll = false;
	while ((determiners.has(lowAt(tokens, 0)) && tokens.length > 1) || allWords.has(lowAt(tokens, 0))) {
		isAll ||= allWords.has(lowAt(tokens, 0));
		tokens = tokens.slice(hasPhrase(tokens, 0, "all of") ? 2 : 1);
	}
	const text = textOf(withoutRoleAtEnd(tokens));
	const owner = tokens.findIndex((token, index) => index < tokens.length - 1 && /.(?:'s|s')$/.test(token.low));
	if (owner !== -1 && owner <= maxDescriptors) {
		const owned = headOf(tokens.slice(owner + 1), isAnchor);
		const name = textOf(tokens.slice(0, owner + 1)).replace(/['’]s$|(?<=s)['’]$/u, "");
		const anchor: Target = { text: name, name, isQuoted: false, places: [] };
		return owned && { ...owned, text, places: [{ relation: "row", anchor }] };
	}
	const rest = labelIn(roleIn(ordinalIn({ tokens, text })));
	if (rest === undefined) return undefined;
	const { role, ordinal } = rest;
	// "the user @ada": nobody else has that handle.
	const named = rest.tokens.length === 2 && /^@./.test(lowAt(rest.tokens, 1)) ? rest.tokens.slice(1) : rest.tokens;
	const quotes = named.filter(({ kind }) => kind === "quote");
	const [quote] = quotes;
	const isWhole = quote === undefined ? isPlainName(named, isAnchor) : quotes.length === 1 && isDescribed(named, rest);
	const name = quote?.text ?? textOf(named);
	if (!isWhole || (name === "" && role === undefined && ordinal === undefined && !isAll)) return undefined;
	return {
		text: quote?.text ?? rest.text,
		name,
		isQuoted: quote !== undefined,
		...(role && { role }),
		...(ordinal && { ordinal }),
		...(isAll && { isAll }),
		places: [],
	};
}

function ordinalIn(rest: Rest): Rest {
	if (hasPhrase(rest.tokens, 0, "second to last")) return { ...rest, tokens: rest.tokens.slice(3), ordinal: -2 };
	const ordinal = ordinalOf(lowAt(rest.tokens, 0));
	return ordinal === undefined ? rest : { ...rest, tokens: rest.tokens.slice(1), ordinal };
}

/** "result number 4", "button ONE" or "the Save button"; a noun that stands alone may be a name as well. */
function roleIn(rest: Rest): Rest {
	const { tokens, text } = rest;
	const ahead = roleAtStart(tokens);
	const behind = roleAtEnd(tokens);
	if (ahead !== undefined && ahead.length < tokens.length) {
		const at = ahead.length + (/^(?:number|no|#)$/.test(lowAt(tokens, ahead.length)) ? 1 : 0);
		const number = at === tokens.length - 1 ? /^#?(\d{1,4})$/.exec(lowAt(tokens, at))?.[1] : undefined;
		if (number !== undefined) return { tokens: [], text: textOf(tokens), role: ahead.role, ordinal: Number(number) };
		const name = tokens.slice(ahead.length);
		if (behind === undefined && isNameAt(name))
			return { ...rest, tokens: name, text: textOf(name.slice(labelLength(name, 0))), role: ahead.role };
	}
	if (behind === undefined) return rest;
	const before = tokens.slice(0, tokens.length - behind.length);
	return { ...rest, tokens: before, text: before.length === 0 ? textOf(tokens) : text, role: behind.role };
}

/** "the button with the label “Go”": the words behind the label are the name. */
function labelIn(rest: Rest): Rest | undefined {
	const { tokens } = rest;
	const at = tokens.findIndex((_, index) => labelLength(tokens, index) > 0);
	if (at === -1) return rest;
	const before = tokens.slice(0, at);
	const name = tokens.slice(at + labelLength(tokens, at));
	if (before.length > maxDescriptors || before.some(({ kind }) => kind !== "word")) return undefined;
	const role = rest.role ?? roleAtEnd(before)?.role;
	return { ...rest, tokens: name, text: textOf(name), ...(role && { role }), isNamed: true };
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
function isDescribed(tokens: Tokens, { isNamed, role }: Rest): boolean {
	const quote = tokens.findIndex(({ kind }) => kind === "quote");
	const behind = tokens.length - 1 - quote;
	if (tokens[quote]?.text === "" || tokens.some(({ kind, low }) => kind === "mark" || connectors.has(low))) return false;
	if (isNamed || (role && behind > 0)) return tokens.length === 1;
	return quote <= maxDescriptors && behind <= 1 && (behind === 0 || quote === 0);
}

/** "button ONE" and "link “Help”" name a control; "list price" and "email address" are names by themselves. */
const isNameAt = (tokens: Tokens): boolean =>
	tokens[0]?.kind === "quote" || /^[\p{Lu}\d@#(]/u.test(tokens[0]?.text ?? "") || labelLength(tokens, 0) > 0;

/** The role noun at the start of words, as in "button ONE" and "the field “Name”". */
export function roleAtStart(tokens: Tokens) {
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

/** Words without the role noun behind them. */
export function withoutRoleAtEnd(tokens: Tokens): Tokens {
	const role = roleAtEnd(tokens);
	return role === undefined || role.length === tokens.length ? tokens : tokens.slice(0, -role.length);
}
