import { isInside } from "../read/flat-tree.ts";
import type { PageMemory } from "../read/memory.ts";
import { cleanText } from "../write/normalize.ts";

/** Text as it is compared: case and spacing do not count. */
export function fold(text: string): string {
	return cleanText(text).toLowerCase();
}

/** Where something inside is named by what may stand elsewhere, or is not reached from outside. */
const elsewhere = "[aria-labelledby],[aria-owns],[aria-invalid],:user-invalid,slot";

function hidesSomething({ dom, shadowOf }: PageMemory, part: Element): boolean {
	if (dom.queryFirst(part, elsewhere) !== null || dom.matches(part, elsewhere)) return true;
	return [part, ...dom.query(part, "*")].some((element) => shadowOf(element) !== null);
}

/** HTML writes some characters by names. */
function plainHtml(html: string): string {
	const plain = html.replaceAll("&nbsp;", " ").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
	return plain.replaceAll("&amp;", "&");
}

function liveValues({ dom }: PageMemory, part: Element): readonly string[] {
	const { HTMLInputElement, HTMLTextAreaElement } = dom.window;
	return [part, ...dom.query(part, "input,textarea")].map((field) =>
		field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : "",
	);
}

/** Controls whose label, wherever it stands, says one of the words. */
function labelledWith({ dom }: PageMemory, words: readonly string[]): readonly Element[] {
	const labels = dom.query(dom.document, "label[for]").filter((label) => {
		const said = fold(dom.textContent(label));
		return words.some((word) => said.includes(word));
	});
	return labels.flatMap((label) => (label as HTMLLabelElement).control ?? []);
}

/**
 * Says of parts of a page whether a text may be found in them, by what they hold, seen or not: never false for one in which it would be, but for
 * what style sheets alone write. The words may stand apart: spaces come from boxes too, and names from class names.
 *
 * @param needle folded
 */
export function mayHoldText(memory: PageMemory, needle: string): (part: Element) => boolean {
	const { dom } = memory;
	const words = needle.split(" ");
	const labelled = labelledWith(memory, words);
	return (part) => {
		const said = fold([dom.textContent(part), plainHtml(dom.html(part)), ...liveValues(memory, part)].join(" "));
		return (
			words.every((word) => said.includes(word)) || labelled.some((field) => isInside(dom, field, part)) || hidesSomething(memory, part)
		);
	};
}

/** The same for a selector that is known to be one. */
export function mayHoldMatch(memory: PageMemory, selector: string): (part: Element) => boolean {
	const { dom } = memory;
	return (part) => dom.matches(part, selector) || dom.queryFirst(part, selector) !== null || hidesSomething(memory, part);
}
