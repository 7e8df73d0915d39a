import { isCardNumber } from "@webhand/page/read/sensitive";
import { maskedValue } from "./sensitive.ts";

const secretWord =
	"(?:password|passwort|kennwort|passcode|passphrase|pass ?phrase|mot de passe|contraseña|пароль|pin(?: code)?|otp|cvv|cvc|iban|ssn|2fa code|(?:security|verification|one[- ]time|confirmation) code|(?:credit )?card number|secret)";
const joins = "(?:\\s*(?:is|to|with|as|=|:)\\s*|\\s+)";
const quotedText = /"([^"\n]{1,500})"|“([^”\n]{1,500})”|‘([^’\n]{1,500})’|(?<![\p{L}\p{N}])'([^'\n]{1,500})'(?![\p{L}\p{N}])/gu;
// What a secret is called stands right before it ("password: …") or behind it, up to the end of the clause ("… into the password field").
const calledBefore = new RegExp(`(?<![\\p{L}\\p{N}])${secretWord}(?:\\s+(?:field|box|input))?${joins}$`, "iu");
const calledBehind = new RegExp(
	`^\\s*(?:in|into|as|for|to|at)\\s+(?:(?!and\\b|then\\b)[\\p{L}\\p{N}'’-]+\\s+){0,4}?(?:${secretWord})(?![\\p{L}\\p{N}])`,
	"iu",
);
const plainNamed = new RegExp(`(?<![\\p{L}\\p{N}])${secretWord}(\\s*(?:is|=|:)\\s*|\\s+)([^\\s"“‘,;]{3,200})`, "giu");
const plainPlaced = new RegExp(
	`\\b(?:enter|type|put|use|write|input|fill in)\\s+([^\\s"“‘,;]{3,200})\\s+(?:in|into|as|for)\\s+(?:the\\s+|my\\s+|a\\s+)?(?:[\\p{L}-]+\\s+){0,2}?${secretWord}(?![\\p{L}\\p{N}])`,
	"giu",
);
const cardLike = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;
const ibanLike = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g;
const shortest = 3;

/**
 * The secrets that a person wrote into the instruction: what is called a password, a code or a card number there, and what looks like one.
 * They are typed where the person said, and stand nowhere else.
 *
 * @returns longest first, so that hiding one does not tear another apart
 * @throws never
 * @source engine.md §5 "Store"; page.md §3 "Sensitive"
 */
export function secretsIn(query: string): readonly string[] {
	const quoted = [...query.matchAll(quotedText)].flatMap((found) => {
		const before = query.slice(Math.max(0, found.index - 60), found.index);
		const behind = query.slice(found.index + found[0].length, found.index + found[0].length + 120);
		const text = found.slice(1).find((group) => group !== undefined) ?? "";
		return calledBefore.test(before) || calledBehind.test(behind) ? [text] : [];
	});
	const bare = query.replaceAll(quotedText, '""');
	const named = [...bare.matchAll(plainNamed)].flatMap(([, join = "", text = ""]) => {
		const value = text.replace(/[.!?)]+$/, "");
		return /[=:]|is/.test(join) ? (isWord(value) ? [] : [value]) : isTelling(value) ? [value] : [];
	});
	const placed = [...bare.matchAll(plainPlaced)].flatMap(([, text = ""]) => (isWord(text) ? [] : [text]));
	const numbers = [...query.matchAll(cardLike)].map(([number]) => number).filter(isCardNumber);
	const accounts = [...query.matchAll(ibanLike)].map(([account]) => account);
	const all = new Set([...quoted, ...named, ...placed, ...numbers, ...accounts].filter((secret) => secret.length >= shortest));
	return [...all].sort((left, right) => right.length - left.length);
}

/** A text with `•••` in the place of secrets. @throws never */
export function hide(text: string, secrets: readonly string[]): string {
	return secrets.reduce((shown, secret) => shown.replaceAll(secret, maskedValue), text);
}

const words =
	/^(?:the|my|a|an|this|that|it|your|and|or|in|into|of|for|from|on|at|not|no|wrong|correct|required|field|box|input|page|form)$/i;

const isWord = (text: string) => words.test(text);

/** Without "is" or a colon only what does not look like a word of the sentence is taken for a secret. */
const isTelling = (text: string) => /\d|[^\p{L}\p{N}.'’-]|\p{Ll}\p{Lu}/u.test(text);
