import type { Verification } from "@webhand/contracts/agent/task";
import { observationText } from "./observation-words.ts";

/**
 * An observation as a sentence: `url_changed https://…` → “The address is now …”. An unknown one is shown as it is.
 *
 * @returns "" for what a user need not read
 * @throws never
 */
export function observationSentence(observation: string): string {
	const [, name = "", rest = ""] = /^([a-z_]+)(?:\s+(.*))?$/s.exec(observation.replace(/ \(client\)$/, "")) ?? [];
	if (!Object.hasOwn(observationText, name)) return observation;
	return observationText[name as keyof typeof observationText](unquoted(rest));
}

/** Beside a verdict of success they prove nothing: a look, a wait and a scroll change no page. */
const withoutProof: ReadonlySet<string> = new Set(["page_same", "page_restless", "url_same"]);

/** What proves a verdict, at most three sentences; a success is not proven by what did not change. */
export function proofSentences({ verdict, observations }: Pick<Verification, "verdict" | "observations">): readonly string[] {
	const told = verdict === "success" ? observations.filter((observation) => !withoutProof.has(nameOf(observation))) : observations;
	return observationSentences(told);
}

/** At most three sentences; the page and the extension often report the same fact. */
export function observationSentences(observations: readonly string[]): readonly string[] {
	const firstOfEach = observations.filter(
		(observation, index) => observations.findIndex((other) => nameOf(other) === nameOf(observation)) === index,
	);
	return [...new Set(withoutContradiction(firstOfEach).map(observationSentence))].filter((sentence) => sentence !== "").slice(0, 3);
}

const sameness: ReadonlySet<string> = new Set(["page_same", "url_same", "mutated", "network", "focus_moved", "client_error"]);

/** `page_same` compares the text, `mutated` the whole DOM. Together they mean a change of looks; beside a named change neither counts. */
function withoutContradiction(observations: readonly string[]): readonly string[] {
	if (!observations.some((observation) => nameOf(observation) === "page_same")) return observations;
	const isNamedChange = (observation: string) =>
		Object.hasOwn(observationText, nameOf(observation)) && !sameness.has(nameOf(observation)) && observationSentence(observation) !== "";
	const rest = observations.filter((observation) => !["page_same", "mutated"].includes(nameOf(observation)));
	if (rest.some(isNamedChange)) return rest;
	return [observations.some((observation) => nameOf(observation) === "mutated") ? "look_changed" : "page_same", ...rest];
}

/** The fact's name, or the whole text of an unknown fact. */
function nameOf(observation: string): string {
	const name = observation.split(" ")[0] ?? "";
	return Object.hasOwn(observationText, name) ? name : observation;
}

function unquoted(text: string): string {
	return text.replace(/^"(.*)"$/s, "$1");
}
