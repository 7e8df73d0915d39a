import type { PastStep } from "../../turn.ts";
import { quoted } from "../act/move.ts";

const most = 3;

/**
 * What the page said to the last action, where it would not take it or left a form standing as it was; undefined where it said nothing.
 *
 * @returns the end of a sentence in the page's own words
 */
export function answerOfPage(history: readonly PastStep[]): string | undefined {
	const { verification, parsed } = history.at(-1) ?? {};
	const isSending = parsed?.name === "click" || parsed?.name === "press" || (parsed?.name === "setValue" && parsed.submit);
	if (!isSending || verification === undefined || verification.verdict === "success") return undefined;
	const told = (name: string) =>
		verification.observations.flatMap((one) => (one.startsWith(`${name} `) ? [wordsOf(one.slice(name.length + 1))] : []));
	const [refusals, answers] = [told("validation_error"), told("form_same")];
	if (refusals.length > 0) return `the page would not take it: ${refusals.slice(0, most).join(", ")}`;
	return answers.length === 0
		? undefined
		: `the form stands there as before and says ${answers.slice(0, most).join(", ")}: I cannot tell whether it was taken`;
}

/** `"Email" "Please fill in"` and `"Email" invalid` as a person reads them. */
function wordsOf(detail: string): string {
	const [, field = "", rest = ""] = /^"([^"]*)"(?: (.+))?$/s.exec(detail.replace(/ \(client\)$/, "")) ?? [];
	if (field === "" && rest === "") return quoted(detail);
	return rest === "" ? quoted(field) : `${quoted(field)}: ${rest.replace(/^"(.*)"$/s, "$1")}`;
}
