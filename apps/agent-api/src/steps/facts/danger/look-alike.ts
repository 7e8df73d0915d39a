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
