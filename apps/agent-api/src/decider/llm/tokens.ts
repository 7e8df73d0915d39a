/** Latin letters, figures, marks and signs. Measured on 63 saved pages in the grammar of packages/page (page.md §4). */
export const charactersPerToken = 3.1;

// Letters outside Latin; up to the next bound two or more make a token: Greek, Cyrillic, Hebrew, Arabic.
const otherLetters = /[\u0370-\u1fff\u2c00-\uffff]/;
const isHalf = (unit: number): boolean => (unit >= 0x370 && unit < 0x750) || (unit >= 0x1e00 && unit < 0x2000);
const isWhole = (unit: number): boolean => (unit >= 0x750 && unit < 0x1e00) || unit >= 0x2c00;

/**
 * Estimates the tokens of a text, rather too many: one for each character of Chinese, Japanese, Korean, Thai or Hindi, one for two of Russian,
 * Greek, Hebrew, Arabic or Vietnamese.
 *
 * @throws never
 */
export function tokensOf(text: string): number {
	if (!otherLetters.test(text)) return Math.ceil(text.length / charactersPerToken);
	let [half, whole] = [0, 0];
	for (let at = 0; at < text.length; at += 1) {
		const unit = text.charCodeAt(at);
		if (isHalf(unit)) half += 1;
		else if (isWhole(unit)) whole += 1;
	}
	return Math.ceil((text.length - half - whole) / charactersPerToken + half / 2 + whole);
}

/** Estimates how many characters of a text make so many tokens, by the mix of its letters. @throws never */
export function charactersWithin(text: string, tokens: number): number {
	return Math.floor((text.length * tokens) / Math.max(1, tokensOf(text)));
}
