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

/** The observations of a step worth reading, at most three; page and extension often see the same, which is said once. */
export function observationSentences(observations: readonly string[]): readonly string[] {
	const firstOfEach = observations.filter(
		(observation, index) => observations.findIndex((other) => nameOf(other) === nameOf(observation)) === index,
	);
	return [...new Set(firstOfEach.map(observationSentence))].filter((sentence) => sentence !== "").slice(0, 3);
}

/** The fact's name, or the whole text where it is none. */
function nameOf(observation: string): string {
	const name = observation.split(" ")[0] ?? "";
	return Object.hasOwn(text.observations, name) ? name : observation;
}

function unquoted(text: string): string {
	return text.replace(/^"(.*)"$/s, "$1");
}
