// Letters of other scripts that look Latin; NFKC leaves them alone.
const lookAlikes: ReadonlyMap<string, string> = new Map(
	Object.entries({
		...{ а: "a", с: "c", е: "e", о: "o", р: "p", х: "x", у: "y", і: "i", ѕ: "s", ј: "j", ԁ: "d", һ: "h", ӏ: "l", ԛ: "q", ԝ: "w" },
		// Capitals that look Latin, folded: В, Н, К, М, Т and their Greek sisters.
		...{ в: "b", н: "h", к: "k", м: "m", т: "t", β: "b", ε: "e", η: "h", τ: "t", μ: "m", ζ: "z", χ: "x" },
		...{ ո: "n", ս: "u", α: "a", ο: "o", ρ: "p", ν: "v", ι: "i", κ: "k", υ: "u", ɑ: "a", ɡ: "g", ı: "i" },
		...{ ᴀ: "a", ʙ: "b", ᴄ: "c", ᴅ: "d", ᴇ: "e", ꜰ: "f", ɢ: "g", ʜ: "h", ɪ: "i", ᴊ: "j", ᴋ: "k", ʟ: "l", ᴍ: "m" },
		...{ ɴ: "n", ᴏ: "o", ᴘ: "p", ʀ: "r", ꜱ: "s", ᴛ: "t", ᴜ: "u", ᴠ: "v", ᴡ: "w", ʏ: "y", ᴢ: "z" },
	}),
);

// White letters on black circles and squares, and those of flags: runs of A to Z.
const drawn = [0x1f150, 0x1f170, 0x1f1e6] as const;
const hasLookAlike = new RegExp(`[${[...lookAlikes.keys()].join("")}\\u{1F150}-\\u{1F169}\\u{1F170}-\\u{1F189}\\u{1F1E6}-\\u{1F1FF}]`, "u");

/**
 * A folded text with letters that only look Latin replaced; undefined when it has none, so that nobody reads it twice for nothing.
 *
 * @throws never
 * @source engine.md §8 "Taint"
 */
export function latinized(folded: string): string | undefined {
	return hasLookAlike.test(folded) ? [...folded].map((letter) => lookAlikes.get(letter) ?? undrawn(letter)).join("") : undefined;
}

function undrawn(letter: string): string {
	const code = letter.codePointAt(0) ?? 0;
	const first = drawn.find((start) => code >= start && code < start + 26);
	return first === undefined ? letter : String.fromCharCode(97 + code - first);
}
