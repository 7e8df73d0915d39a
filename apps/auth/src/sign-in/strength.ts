import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

const longestPassword = 256;
/** Time grows with the length; a password that is weak for 100 characters is weak. */
const lookedAt = 100;
/** Of 0 to 4: at least 10^8 guesses, out of reach online and costly offline. */
const leastScore = 3;
const shortestWord = 3;

// With the default of 100 exchanged letters one check may hold the event loop for 200 ms; with 10 it takes 15 ms.
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 10, maxLength: lookedAt });

const weakBecause: Readonly<Record<string, string>> = {
	userInputs: "The password is close to your email, your name or your organization. Choose other words",
	straightRow: "The password is a row of keys. Choose several words that have nothing to do with each other",
	keyPattern: "The password is a pattern of keys. Choose several words that have nothing to do with each other",
	simpleRepeat: "The password repeats a character. Choose several different words",
	extendedRepeat: "The password repeats a part. Choose several different words",
	sequences: "The password is a sequence such as abc or 123. Choose several words that have nothing to do with each other",
	recentYears: "The password is little more than a year. Add a few unrelated words",
	dates: "The password is little more than a date. Add a few unrelated words",
};
const weakAnyway = "The password is easy to guess. Add another word or two that have nothing to do with it";

/**
 * Judges a new password after NFC: its length in characters, then how easily it is guessed by somebody who knows the user.
 *
 * @param about `minLength` is PASSWORD_MIN_LENGTH; `ownWords` are the email, the name and the tenant's name
 * @returns what is wrong and how to mend it, a sentence without full stop; `null` for a strong password
 * @throws never
 */
export function weaknessOf(password: string, about: { readonly minLength: number; readonly ownWords: readonly string[] }): string | null {
	const characters = [...password.normalize("NFC")];
	if (characters.length < about.minLength) return `The password is too short. Use at least ${about.minLength} characters`;
	if (characters.length > longestPassword) return `The password is too long. Use at most ${longestPassword} characters`;
	const { score, feedback } = estimator.check(characters.slice(0, lookedAt).join(""), about.ownWords.flatMap(partsOf));
	return score >= leastScore ? null : (weakBecause[feedback.warning ?? ""] ?? weakAnyway);
}

/** "ada@kettles.com" as a whole, and "ada", "kettles", "com". */
function partsOf(text: string): readonly string[] {
	const parts = text.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= shortestWord);
	return [...new Set([text, ...parts])].map((part) => part.normalize("NFC").toLowerCase());
}
