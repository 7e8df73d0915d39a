import type { PageMemory } from "../read/memory.ts";
import { cleanText } from "../write/normalize.ts";

/** Text as it is compared: case and spacing do not count. @source page.md §8 */
export function fold(text: string): string {
	return cleanText(text).toLowerCase();
}

/** True where something inside is named by what may stand elsewhere, or is not reached from outside. */
function hidesSomething({ dom, shadowOf }: PageMemory, part: Element): boolean {
	if (dom.queryFirst(part, "[aria-labelledby],[aria-owns],slot") !== null) return true;
	return [part, ...dom.query(part, "*")].some((element) => shadowOf(element) !== null);
}

function liveValueIn({ dom }: PageMemory, part: Element, needle: string): boolean {
	const { HTMLInputElement, HTMLTextAreaElement } = dom.window;
	return [part, ...dom.query(part, "input,textarea")].some(
		(field) => (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && fold(field.value).includes(needle),
	);
}

/**
 * Says of parts of a page whether a text may be found in them, by what they hold, seen or not: never false for one in which it would be.
 *
 * @param needle folded
 * @source page.md §8
 */
export function mayHoldText(memory: PageMemory, needle: string): (part: Element) => boolean {
	const { dom } = memory;
	return (part) =>
		fold(dom.textContent(part)).includes(needle) ||
		fold(dom.html(part)).includes(needle) ||
		liveValueIn(memory, part, needle) ||
		hidesSomething(memory, part);
}

/** The same for a selector that is known to be one. @source page.md §8 */
export function mayHoldMatch(memory: PageMemory, selector: string): (part: Element) => boolean {
	const { dom } = memory;
	return (part) => dom.matches(part, selector) || dom.queryFirst(part, selector) !== null || hidesSomething(memory, part);
}
