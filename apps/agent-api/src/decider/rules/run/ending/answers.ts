import type { PastStep } from "../../../turn.ts";
import { lastAction } from "../../../turn.ts";
import { quoted } from "../../act/move.ts";
import type { Finder } from "../../page/find/finder.ts";
import { blocksAround, textOfBlock } from "../../page/layout.ts";
import type { Clause } from "../../sentence/clause.ts";
import { emptyThing } from "../../sentence/nouns/plain.ts";
import type { Memory } from "../memory/memory.ts";

const most = 3;

/**
 * What the page said to the last action, where it would not take it or left a form standing as it was; undefined where it said nothing.
 *
 * @returns the end of a sentence in the page's own words
 */
export function answerOfPage(history: readonly PastStep[]): string | undefined {
	const { verification, parsed } = lastAction(history) ?? {};
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
	if (field === "" && rest === "") return quoted(withoutStop(detail));
	return rest === "" ? quoted(withoutStop(field)) : `${quoted(field)}: ${withoutStop(rest.replace(/^"(.*)"$/s, "$1"))}`;
}

/** The sentence that quotes it ends by itself. */
const withoutStop = (text: string): string => text.replace(/(?<!\.)\.$/, "");

/** What a finished task answers: what was read, copied or remembered, or the text of what was found last. */
export function answerOf(
	memory: Memory,
	{ last, finder }: { readonly last: Clause | undefined; readonly finder: Finder },
): string | undefined {
	if (memory.answers.length > 0) return memory.answers.join("\n");
	const kind = last?.intent.kind;
	if (kind === "remember") return memory.remembered;
	if (kind === "copy") return memory.copied;
	if (kind !== "find") return undefined;
	const spot = finder.anchors({ ...emptyThing, pronoun: "it" })[0];
	const block = spot === undefined ? undefined : blocksAround(finder.layout, spot)[0];
	return block === undefined ? memory.referent?.text : textOfBlock(finder.layout, block, 400);
}
