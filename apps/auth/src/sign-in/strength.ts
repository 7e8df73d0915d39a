import type { Language } from "@webhand/contracts/language";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { strengthText } from "./strength-words.ts";

const longestPassword = 256;
/** Time grows with the length; a password that is weak for 100 characters is weak. */
const lookedAt = 100;
/** Of 0 to 4: at least 10^8 guesses, out of reach online and costly offline. */
const leastScore = 3;
const shortestWord = 3;

// With the default of 100 exchanged letters one check may hold the event loop for 200 ms; with 10 it takes 15 ms.
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 10, maxLength: lookedAt });

/**
 * Judges a new password after NFC: its length in characters, then how easily it is guessed by somebody who knows the user.
 *
 * @param about `minLength` is PASSWORD_MIN_LENGTH; `ownWords` are the email, the name and the tenant's name; `language` of the reason,
 *   English by default
 * @returns what is wrong and how to mend it, a sentence without full stop; `null` for a strong password
 * @throws never
 */
export function weaknessOf(
	password: string,
	about: { readonly minLength: number; readonly ownWords: readonly string[]; readonly language?: Language | undefined },
): string | null {
	const text = strengthText[about.language ?? "en"];
	const characters = [...password.normalize("NFC")];
	if (characters.length < about.minLength) return text.short(about.minLength);
	if (characters.length > longestPassword) return text.long(longestPassword);
	const because: Readonly<Record<string, string>> = text.because;
	const { score, feedback } = estimator.check(characters.slice(0, lookedAt).join(""), about.ownWords.flatMap(partsOf));
	return score >= leastScore ? null : (because[feedback.warning ?? ""] ?? text.anyway);
}

/** "ada@kettles.com" as a whole, and "ada", "kettles", "com". */
function partsOf(text: string): readonly string[] {
	const parts = text.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= shortestWord);
	return [...new Set([text, ...parts])].map((part) => part.normalize("NFC").toLowerCase());
}
