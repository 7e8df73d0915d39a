import { language } from "../../kit/words/language.ts";
import { notAllowed, workerSentences } from "./worker-words.de.ts";

/**
 * A sentence as the reader reads it. The worker writes English into the record of a run, which outlives a change of the language; those that it
 * may write are translated here. Sentences of servers and pages stay as they are.
 *
 * @throws never
 */
export function translated(sentence: string): string {
	if (language === "en") return sentence;
	const known = Object.hasOwn(workerSentences, sentence) ? workerSentences[sentence] : undefined;
	return known ?? sentence.replace(/^You did not allow (\S+)$/, notAllowed);
}
