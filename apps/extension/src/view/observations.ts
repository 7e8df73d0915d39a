import { text } from "../text/en.ts";

/**
 * An observation of the server as a sentence: `url_changed https://…` → “The address is now …”. A newer server's word is shown as it is.
 *
 * @returns "" for what a person need not read (what did not change, what only the machine counts)
 * @throws never
 */
export function observationSentence(observation: string): string {
	const [, name = "", rest = ""] = /^([a-z_]+)(?:\s+(.*))?$/s.exec(observation.replace(/ \(client\)$/, "")) ?? [];
	if (!Object.hasOwn(text.observations, name)) return observation;
	return text.observations[name as keyof typeof text.observations](unquoted(rest));
}

/** The observations of a step worth reading, at most three, without repeats. */
export function observationSentences(observations: readonly string[]): readonly string[] {
	return [...new Set(observations.map(observationSentence))].filter((sentence) => sentence !== "").slice(0, 3);
}

function unquoted(text: string): string {
	return text.replace(/^"(.*)"$/s, "$1");
}
