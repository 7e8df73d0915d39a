import type { ElementView, PageView } from "@webhand/page/parse/view";
import { dayIn, isSameDay } from "@webhand/page/write/days";
import { isSameValue, normalize } from "@webhand/page/write/normalize";

/** What a page text shows of a value, and the whole value as the client read it back. */
export type PartedValue = {
	readonly element: ElementView;
	readonly page: PageView;
	readonly wanted: string;
	readonly clientValue: string | undefined;
};

/** Boxes of a code and parts of a date stand so close to each other in the page text. */
const reach = 8;

/**
 * True where the client read the wanted value back and the control shows a part of it: an editor draws some of its lines, a code has a box
 * for each character, a date a field for each number, or the name of a month in the page's language.
 */
export function isPartOfValue({ element, page, wanted, clientValue }: PartedValue): boolean {
	const shown = element.attributes.get("value") ?? element.content;
	if (clientValue === undefined || !isSameValue(normalize(clientValue), wanted) || shown === "") return false;
	if (element.type === "editable") return normalize(wanted).includes(shown.replace(/…$/, ""));
	const alike = neighboursOf(element, page);
	const signs = alike.map(({ attributes }) => attributes.get("value") ?? "").join("");
	if (shown.length === 1 && signs.includes(wanted.replaceAll(/[\s-]/g, ""))) return true;
	return steppers.has(element.type) ? isStepped(element, alike, wanted) : isDayInWords(shown, wanted);
}

const steppers: ReadonlySet<string> = new Set(["slider", "spinbutton"]);

/** A number that is shown as a word, or a date in parts with a number each. */
function isStepped(element: ElementView, alike: readonly ElementView[], wanted: string): boolean {
	const held = (parts: readonly ElementView[]) =>
		parts.flatMap(({ attributes, content }) => numbersIn(`${attributes.get("value") ?? ""} ${content}`));
	const numbers = numbersIn(wanted);
	if (numbers.length === 1 && held([element]).length === 0) return true;
	return numbers.length > 0 && numbers.every((each) => held(numbers.length === 1 ? [element] : alike).includes(each));
}

const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number);

function neighboursOf(element: ElementView, page: PageView): readonly ElementView[] {
	const all = [...page.elements.values()];
	const at = all.indexOf(element);
	return all.slice(Math.max(0, at - reach), at + reach + 1).filter(({ type }) => type === element.type);
}

/** A day with its month in words. */
function isDayInWords(shown: string, wanted: string): boolean {
	const [day, same] = [dayIn(wanted, ["en"]), dayIn(shown, ["en"])];
	if (day === undefined) return false;
	if (same !== undefined) return isSameDay(day, same);
	const numbers = numbersIn(shown);
	return /\p{L}{3}/u.test(shown) && numbers.includes(day.day) && (numbers.includes(day.year) || numbers.includes(day.year % 100));
}
