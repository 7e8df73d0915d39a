/** A tag as written. `id` is undefined if there is none, NaN if it is invalid. */
export type Tag = {
	readonly type: string;
	readonly id: number | undefined;
	readonly isNew: boolean;
	/** The name in quotes; "" without one. */
	readonly name: string;
	/** All other words in order; bare words without a value. */
	readonly words: readonly (readonly [word: string, value: string | undefined])[];
	/** The offset after the closing `>`. */
	readonly end: number;
};

const maxTypeLength = 40;

function isTypeCharacter(code: number, isFirst: boolean): boolean {
	const isLetter = code >= 97 && code <= 122;
	return isLetter || (!isFirst && ((code >= 48 && code <= 57) || code === 45));
}

function endOfType(line: string, start: number): number {
	let at = start;
	while (at - start < maxTypeLength && isTypeCharacter(line.charCodeAt(at), at === start)) at += 1;
	return at;
}

/** The offset of the closing quote; -1 if `<`, `>` or the end of the line comes first. */
function endOfQuoted(line: string, start: number): number {
	for (let at = start; at < line.length; at += 1) {
		const character = line[at];
		if (character === '"') return at;
		if (character === "<" || character === ">") return -1;
	}
	return -1;
}

function endOfWord(line: string, start: number): number {
	let at = start;
	for (; at < line.length; at += 1) {
		const character = line[at];
		if (character === " " || character === ">" || character === '"' || character === "<") break;
	}
	return at;
}

function readId(word: string): { readonly id: number; readonly isNew: boolean } | undefined {
	const isNew = word.endsWith("*");
	const digits = isNew ? word.slice(0, -1) : word;
	if (!/^-?\d+$/.test(digits)) return undefined;
	return { id: digits.length > 11 ? Number.NaN : Number(digits), isNew };
}

type Reading = { id: number | undefined; isNew: boolean; name: string | undefined; words: [string, string | undefined][] };

function takeWord(reading: Reading, word: string, value: string | undefined): void {
	const isFirst = reading.id === undefined && reading.name === undefined && reading.words.length === 0 && value === undefined;
	const id = isFirst ? readId(word) : undefined;
	if (id !== undefined) {
		reading.id = id.id;
		reading.isNew = id.isNew;
		return;
	}
	const equals = word.indexOf("=");
	const isKeyed = value === undefined && equals > 0 && /^[a-z-]+$/.test(word.slice(0, equals));
	reading.words.push(isKeyed ? [word.slice(0, equals), word.slice(equals + 1)] : [word, value]);
}

/**
 * Reads the tag at `start` (`<type id name? words>`). Stops at the next `<`, so that reading a line is linear.
 *
 * @returns undefined if it is no tag; its `<` is then text
 */
export function readTag(line: string, start: number): Tag | undefined {
	const typeEnd = endOfType(line, start + 1);
	const type = line.slice(start + 1, typeEnd);
	if (type === "") return undefined;
	const reading: Reading = { id: undefined, isNew: false, name: undefined, words: [] };
	let at = typeEnd;
	if (line[at] !== " " && line[at] !== ">") return undefined;
	while (at < line.length) {
		const character = line[at];
		if (character === ">") {
			const { id, isNew, name, words } = reading;
			return { type, id, isNew, name: name ?? "", words, end: at + 1 };
		}
		if (character === " ") {
			at += 1;
		} else if (character === '"') {
			const close = endOfQuoted(line, at + 1);
			if (close === -1) return undefined;
			reading.name ??= line.slice(at + 1, close);
			at = close + 1;
		} else {
			const end = endOfWord(line, at);
			if (end === at) return undefined;
			const word = line.slice(at, end);
			const isQuoted = line[end] === '"' && word.endsWith("=");
			const close = isQuoted ? endOfQuoted(line, end + 1) : end;
			if (close === -1) return undefined;
			if (isQuoted) takeWord(reading, word.slice(0, -1), line.slice(end + 1, close));
			else takeWord(reading, word, undefined);
			at = isQuoted ? close + 1 : end;
		}
	}
	return undefined;
}
