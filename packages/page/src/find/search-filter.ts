import { isInside } from "../read/flat-tree.ts";
import type { PageMemory } from "../read/memory.ts";
import { cleanText } from "../write/normalize.ts";

/** Text without differences of case and spacing. */
export function fold(text: string): string {
	return cleanText(text).toLowerCase();
}

/** Elements that are named from elsewhere, or that hide their content. */
const elsewhere = "[aria-labelledby],[aria-owns],[aria-invalid],:user-invalid,slot";

function hidesSomething({ dom, shadowOf }: PageMemory, part: Element): boolean {
	if (dom.queryFirst(part, elsewhere) !== null || dom.matches(part, elsewhere)) return true;
	return [part, ...dom.query(part, "*")].some((element) => shadowOf(element) !== null);
}

/** Decodes the entities that `outerHTML` writes. */
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

/** Controls whose label holds one of the words. */
function labelledWith({ dom }: PageMemory, words: readonly string[]): readonly Element[] {
	const labels = dom.query(dom.document, "label[for]").filter((label) => {
		const said = fold(dom.textContent(label));
		return words.some((word) => said.includes(word));
	});
	return labels.flatMap((label) => (label as HTMLLabelElement).control ?? []);
}

/**
 * Returns a quick test whether a part of the page may hold a text. It can be wrong only for text that CSS generates.
 * Words are tested one by one, because layout adds spaces and class names become names.
 *
 * @param needle folded text
 */
export function mayHoldText(memory: PageMemory, needle: string): (part: Element) => boolean {
	const { dom } = memory;
	const words = needle.split(" ");
	const labelled = labelledWith(memory, words);
	return (part) => {
		const said = fold([dom.textContent(part), plainHtml(dom.outerHtml(part)), ...liveValues(memory, part)].join(" "));
		return (
			words.every((word) => said.includes(word)) || labelled.some((field) => isInside(dom, field, part)) || hidesSomething(memory, part)
		);
	};
}

/** The same for a valid selector. */
export function mayHoldMatch(memory: PageMemory, selector: string): (part: Element) => boolean {
	const { dom } = memory;
	return (part) => dom.matches(part, selector) || dom.queryFirst(part, selector) !== null || hidesSomething(memory, part);
}
