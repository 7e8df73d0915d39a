import type { ServerProblem } from "../../kit/load/problem.ts";
import { asSentence } from "../../kit/words/as-sentence.ts";
import { statesText } from "../../kit/words/state-words.ts";

/**
 * Why the server did not do what was asked, in plain words. A refused request names its fields.
 *
 * @param words of the feature for the code of the refusal
 * @throws never
 */
export function problemSentence({ kind, message, fields }: ServerProblem, words: string | undefined): string {
	if (words !== undefined) return words;
	if (kind === "offline") return statesText.noAnswer;
	if (kind === "signed_out") return statesText.signedOut;
	const named = Object.entries(fields).map(([field, what]) => (field === "" ? what : `${field}: ${what}`));
	return named.length > 0 ? `${named.join("; ")}.` : asSentence(message);
}
