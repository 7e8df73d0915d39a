import type { ActionProblem } from "./grammar.ts";

/** One argument with its 0-based position and the letter of its type: `n` integer, `s` string, `b` boolean, `o` object. */
export type Argument =
	| { readonly letter: "n"; readonly value: number; readonly at: number }
	| { readonly letter: "s"; readonly value: string; readonly at: number }
	| { readonly letter: "b"; readonly value: boolean; readonly at: number }
	| { readonly letter: "o"; readonly value: Readonly<Record<string, unknown>>; readonly at: number };

/** The arguments in order; `end` is the position of the closing bracket. */
export type Arguments = { readonly items: readonly Argument[]; readonly end: number };

type Read = { readonly ok: true; readonly arguments: Arguments } | { readonly ok: false; readonly problem: ActionProblem };
type One = { readonly argument: Argument; readonly next: number } | { readonly problem: ActionProblem };

/**
 * Reads `(arg, …)` from `from` to the end of the text. Linear in the length of the text.
 *
 * @throws never
 */
export function readArguments(text: string, from: number): Read {
	let at = skipSpace(text, from);
	if (text[at] !== "(") return refuse("BAD_ARGUMENTS", at, 'expected "(" after the name');
	at = skipSpace(text, at + 1);
	const items: Argument[] = [];
	while (text[at] !== ")") {
		if (items.length > 0) {
			if (text[at] !== ",") return refuse("BAD_ARGUMENTS", at, 'expected "," or ")"');
			at = skipSpace(text, at + 1);
		}
		const one = readOne(text, at);
		if ("problem" in one) return { ok: false, problem: one.problem };
		items.push(one.argument);
		at = skipSpace(text, one.next);
	}
	const after = skipSpace(text, at + 1);
	if (after < text.length) return refuse("TRAILING_TEXT", after, "expected nothing after the closing bracket");
	return { ok: true, arguments: { items, end: at } };
}

function readOne(text: string, at: number): One {
	const first = text[at];
	if (first === '"') return readString(text, at);
	if (first === "{") return readObject(text, at);
	const word = /^(?:true|false)(?![A-Za-z0-9_])/.exec(text.slice(at, at + 6))?.[0];
	if (word) return { argument: { letter: "b", value: word === "true", at }, next: at + word.length };
	const digits = /^-?(?:0|[1-9][0-9]{0,14})(?![0-9.eE])/.exec(text.slice(at, at + 17))?.[0];
	// "-0" would not survive formatting, so it is no integer here.
	if (digits && digits !== "-0") return { argument: { letter: "n", value: Number(digits), at }, next: at + digits.length };
	return problem("BAD_ARGUMENTS", at, "expected an integer, a text in double quotes, true, false or one JSON object");
}

function readString(text: string, at: number): One {
	const end = endOfString(text, at);
	if (end === -1) return problem("UNTERMINATED_STRING", at, 'expected a closing "');
	const value = parseJson(text.slice(at, end));
	return typeof value === "string"
		? { argument: { letter: "s", value, at }, next: end }
		: problem("BAD_ARGUMENTS", at, "expected a text with JSON escapes (line breaks as \\n)");
}

/** MongoDB refuses objects of a hundred levels, and names with a zero character. */
const mostLevels = 50;

function readObject(text: string, at: number): One {
	let depth = 0;
	for (let index = at; index < text.length; index += 1) {
		const character = text[index];
		if (character === '"') {
			const end = endOfString(text, index);
			if (end === -1) return problem("UNTERMINATED_STRING", index, 'expected a closing "');
			index = end - 1;
		} else if (character === "{" || character === "[") {
			depth += 1;
			if (depth > mostLevels) return problem("BAD_ARGUMENTS", index, `expected at most ${mostLevels} levels`);
		} else if (character === "}" || character === "]") depth -= 1;
		if (depth === 0) {
			const value = parseJson(text.slice(at, index + 1));
			if (typeof value !== "object" || value === null || Array.isArray(value))
				return problem("BAD_ARGUMENTS", at, "expected a JSON object");
			if (hasZeroInName(value)) return problem("BAD_ARGUMENTS", at, "expected names without a zero character");
			return { argument: { letter: "o", value: value as Record<string, unknown>, at }, next: index + 1 };
		}
	}
	return problem("BAD_ARGUMENTS", at, "expected a closing }");
}

function hasZeroInName(value: unknown): boolean {
	if (typeof value !== "object" || value === null) return false;
	return Object.entries(value).some(([name, part]) => name.includes("\0") || hasZeroInName(part));
}

/** The position after the closing quote of the string at `at`, or -1. */
function endOfString(text: string, at: number): number {
	for (let index = at + 1; index < text.length; index += 1) {
		if (text[index] === "\\") index += 1;
		else if (text[index] === '"') return index + 1;
	}
	return -1;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function skipSpace(text: string, from: number): number {
	let at = from;
	while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
	return at;
}

const describe = (code: ActionProblem["code"], at: number, message: string): ActionProblem => ({ code, at, message });
const problem = (code: ActionProblem["code"], at: number, message: string): One => ({ problem: describe(code, at, message) });
const refuse = (code: ActionProblem["code"], at: number, message: string): Read => ({ ok: false, problem: describe(code, at, message) });
