/** Case, width and white space folded, so that two texts that read alike compare equal. @throws never */
export function fold(text: string): string {
	const normal = isAscii(text) ? text : text.normalize("NFKC");
	return normal.toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** True for a text that Unicode normalization leaves as it is. @throws never */
export function isAscii(text: string): boolean {
	return /^\p{ASCII}*$/u.test(text);
}

/** The words of a text as it stands: letters, digits and inner apostrophes. @throws never */
export function splitWords(text: string): readonly string[] {
	return text.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
}

/** The words of a text, folded. @throws never */
export function wordsIn(text: string): readonly string[] {
	return splitWords(fold(text));
}

/** A set of the words of some lines, parted by single spaces. */
export function wordSet(...lines: readonly string[]): ReadonlySet<string> {
	return new Set(lines.flatMap((line) => line.split(" ")));
}

/** True when one text stands in another as whole words, case and spacing ignored. @throws never */
export function holdsWords(text: string, part: string): boolean {
	const wanted = wordsIn(part).join(" ");
	return wanted !== "" && ` ${wordsIn(text).join(" ")} `.includes(` ${wanted} `);
}

// What may stand beside a word that a person wrote: a gap, a sign that parts, another script than the word's.
const gap = /[\s"'()[\]{}:=,;/|`<>]|(?!\p{ASCII})\P{L}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * True when a text stands in another to the letter, and not as a part of a longer word there.
 *
 * @throws never
 */
export function holdsVerbatim(text: string, part: string): boolean {
	if (part === "") return false;
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) {
		const [before, after] = [text.slice(0, at).at(-1), text.slice(at + part.length)];
		const isEnd = after === "" || gap.test(after.charAt(0)) || /^[.!?]+(?:[\s"')]|$)/.test(after);
		if (isEnd && (before === undefined || gap.test(before))) return true;
	}
	return false;
}

const digitWord = /[a-z][013457@$][a-z]|(?<![\p{L}\p{N}])[013457@$][a-z]{2}|[a-z]{2}[013457@$](?![\p{L}\p{N}])/u;
const digitInWord = /(?<=[a-z])[013457@$]|[013457@$](?=[a-z])/g;
const letterForDigit: ReadonlyMap<string, string> = new Map(
	Object.entries({ "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", $: "s" }),
);

/** True for a folded text with digits or signs in the place of letters: "d3lete". @throws never */
export function hasDigitsForLetters(folded: string): boolean {
	return digitWord.test(folded);
}

/** A folded text with digits and signs read as letters. @param one what a 1 stands for, which may be an l or an i */
export function lettersForDigits(folded: string, one: "l" | "i"): string {
	return folded.replaceAll(digitInWord, (sign) => letterForDigit.get(sign) ?? one);
}

// Letters of other scripts, and signs, that look Latin; NFKC leaves them alone. Capitals are folded, as the text is.
const lookAlikes: ReadonlyMap<string, string> = new Map([
	...pairs("асеорхуіѕјԁһӏԛԝ внкмт", "aceopxyisjdhlqw bhkmt"),
	...pairs("βεητμζχαορνικυ ոսօ", "behtmzxaopviku nuo"),
	...pairs("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
	...pairs("ɑɡıəǝɛɐʇɹʎɯɟʌʍðđƌłŀƥƀɓøɵŧƭɏƴʋ", "agieeeatrymfvwdddllpbboottyyv"),
	...pairs("†∆∂∈€¢", "tadeec"),
	...pairs("ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴ", "drtiajewmhygzbrwsvslcpkdb"),
	...pairs("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou"),
]);

/** Each letter of the first text with the one that stands in its place in the second. */
function pairs(foreign: string, latin: string): readonly (readonly [string, string])[] {
	const seen = [...latin];
	return [...foreign.toLowerCase()].map((letter, at) => [letter, seen[at] ?? letter] as const).filter(([letter]) => letter !== " ");
}

// White letters on black circles and squares, and those of flags: runs of A to Z.
const drawn = [0x1f150, 0x1f170, 0x1f1e6] as const;
const hasLookAlike = new RegExp(`[${[...lookAlikes.keys()].join("")}\\u{1F150}-\\u{1F169}\\u{1F170}-\\u{1F189}\\u{1F1E6}-\\u{1F1FF}]`, "u");

/**
 * A folded text with letters that only look Latin replaced; undefined when it has none, so that nobody reads it twice for nothing.
 *
 * @throws never
 */
export function latinized(folded: string): string | undefined {
	return hasLookAlike.test(folded) ? [...folded].map((letter) => lookAlikes.get(letter) ?? undrawn(letter)).join("") : undefined;
}

function undrawn(letter: string): string {
	const code = letter.codePointAt(0) ?? 0;
	const first = drawn.find((start) => code >= start && code < start + 26);
	return first === undefined ? letter : String.fromCharCode(97 + code - first);
}
