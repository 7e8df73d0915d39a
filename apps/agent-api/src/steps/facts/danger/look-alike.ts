// Letters of other scripts that look Latin; NFKC leaves them alone.
const lookAlikes: ReadonlyMap<string, string> = new Map(
	Object.entries({
		...{ а: "a", с: "c", е: "e", о: "o", р: "p", х: "x", у: "y", і: "i", ѕ: "s", ј: "j", ԁ: "d", һ: "h", ӏ: "l", ԛ: "q", ԝ: "w" },
		...{ ո: "n", ս: "u", α: "a", ο: "o", ρ: "p", ν: "v", ι: "i", κ: "k", υ: "u", ɑ: "a", ɡ: "g", ı: "i" },
	}),
);

const hasLookAlike = new RegExp(`[${[...lookAlikes.keys()].join("")}]`);

/**
 * A folded text with letters that only look Latin replaced; undefined when it has none, so that nobody reads it twice for nothing.
 *
 * @throws never
 * @source engine.md §8 "Taint"
 */
export function latinized(folded: string): string | undefined {
	return hasLookAlike.test(folded) ? [...folded].map((letter) => lookAlikes.get(letter) ?? letter).join("") : undefined;
}
