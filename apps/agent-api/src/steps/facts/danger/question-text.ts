import type { ElementView, PageView } from "@webhand/page/parse/view";
import { fold } from "./words.ts";

// "Yes" says nothing by itself: what it says yes to stands around it.
const assent =
	/^(?:ok(?:ay)?|yes|yes,? please|sure|continue|proceed|go ahead|i understand|ja|weiter|fortfahren|oui|continuer|sí|si|continuar|sì|continua|sim|да|продолжить|是|确定|继续|はい|続行)[.!]?$/iu;
const longestQuestion = 300;

/**
 * What a dialog asks, for a control in it that only assents; longer texts are no questions.
 *
 * @throws never
 * @source engine.md §8 "Words"
 */
export function askedBy(target: ElementView, page: PageView): string {
	if (!assent.test(fold(target.name))) return "";
	let line = page.lines[target.line];
	while (line !== undefined && !/^(?:dialog|popover)$/.test(line.region ?? "")) line = page.lines[line.parent];
	if (line === undefined) return "";
	const { index, depth } = line;
	const after = page.lines.findIndex((other) => other.index > index && other.depth <= depth);
	const text = page.lines.slice(index, after === -1 ? undefined : after).map((other) => other.text);
	return text.join(" ").length > longestQuestion ? (line.name ?? "") : text.join(" ");
}
