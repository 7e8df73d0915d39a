import type { Token } from "./tokens.ts";

const phrases = [
	"thank you very much",
	"thank you so much",
	"thank you",
	"thanks a lot",
	"many thanks",
	"thanks",
	"if you please",
	"please",
	"pls",
	"plz",
	"thx",
	"cheers",
];
// To do a thing once is what is done anyway.
const onceWords = [
	"only once",
	"just once",
	"exactly once",
	"only one time",
	"just one time",
	"one time only",
	"once only",
	"and only once",
];

const particle = /^(?:in|out|on|off|up|into)$/;

const isMark = (token: Token | undefined): boolean => token?.kind === "mark";

/** The instruction without thanks, "only once" and the "me" of "log me out" where they stand for themselves; a button called "Thank you" stays. */
export function withoutCourtesy(tokens: readonly Token[]): readonly Token[] {
	const kept: Token[] = [];
	for (let at = 0; at < tokens.length; at += 1) {
		const token = tokens[at];
		if (token === undefined) break;
		// "Log me out".
		const isOneself =
			token.lower === "me" && /^(?:log|sign)$/.test(tokens[at - 1]?.lower ?? "") && particle.test(tokens[at + 1]?.lower ?? "");
		if (isOneself && token.kind === "word") continue;
		const words = lengthOf(tokens, { at, isSetOff: at === 0 || isMark(tokens[at - 1]) });
		if (words === 0) {
			kept.push(token);
			continue;
		}
		at += words - 1;
		while (isMark(tokens[at + 1]) && kept.length === 0) at += 1;
		while (kept.length > 0 && (kept.at(-1)?.text === "," || (kept.at(-1)?.kind === "word" && kept.at(-1)?.lower === "but"))) kept.pop();
	}
	return kept;
}

/** How many tokens here only say thanks or "but only once"; 0 for none. */
function lengthOf(tokens: readonly Token[], { at, isSetOff }: { readonly at: number; readonly isSetOff: boolean }): number {
	const but = tokens[at]?.kind === "word" && tokens[at]?.lower === "but" ? 1 : 0;
	const fits = (phrase: string) => {
		const words = phrase.split(" ");
		const end = tokens[at + but + words.length];
		const isWhole = words.every((word, index) => tokens[at + but + index]?.kind === "word" && tokens[at + but + index]?.lower === word);
		return isWhole && (end === undefined || (isMark(end) && /^[.,;!?\n]$/.test(end.text)));
	};
	const said = onceWords.find(fits) ?? (isSetOff ? phrases.find(fits) : undefined);
	return said === undefined ? 0 : said.split(" ").length + but;
}
