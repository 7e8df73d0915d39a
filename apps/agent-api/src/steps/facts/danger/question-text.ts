import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";
import { fold } from "./words.ts";

// "Yes" says nothing by itself: what it says yes to stands around it.
const assent =
	/^(?:ok(?:ay)?|yes|yes,? please|sure|continue|proceed|go ahead|i understand|ja|weiter|fortfahren|oui|continuer|sí|si|continuar|sì|continua|sim|да|продолжить|是|确定|继续|はい|続行)[.!]?$/iu;
const longestQuestion = 300;

/**
 * What a dialog asks, for a control in it that only assents; longer texts are no questions.
 *
 * @throws never
 */
export function askedBy(target: ElementView, page: PageView): string {
	if (!assent.test(fold(target.name))) return "";
	const [first, ...others] = dialogAround(target, page);
	const text = [first, ...others].map((line) => line?.text ?? "").join(" ");
	return text.length > longestQuestion ? (first?.name ?? "") : text;
}

/**
 * What a dialog says around any control in it, a line each: its name and its texts, without what its controls are called.
 *
 * @returns none outside of dialogs
 * @throws never
 */
export function saidAround(target: ElementView, page: PageView): readonly string[] {
	const lines = dialogAround(target, page);
	const own = lines.map(({ cells }) =>
		cells.flatMap((cell) => cell.flatMap((part) => (part.kind === "text" ? [part.text] : []))).join(" "),
	);
	return [lines[0]?.name ?? "", ...own].filter((text) => text.trim() !== "");
}

/** The line of the dialog that a control stands in, and those inside of it. */
export function dialogAround(target: ElementView, page: PageView): readonly PageLine[] {
	let line = page.lines[target.line];
	while (line !== undefined && !/^(?:dialog|popover)$/.test(line.region ?? "")) line = page.lines[line.parent];
	if (line === undefined) return [];
	const { index, depth } = line;
	const after = page.lines.findIndex((other) => other.index > index && other.depth <= depth);
	return page.lines.slice(index, after === -1 ? undefined : after);
}
