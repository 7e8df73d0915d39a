import type { ElementView, PageView } from "@webhand/page/parse/view";
import { dayIn, isSameDay } from "@webhand/page/write/days";
import { isSameValue, normalize } from "@webhand/page/write/normalize";
import { isField, isToggle } from "../facts/roles.ts";
import { targetIdOf } from "../facts/target.ts";
import { isSensitiveTarget } from "../secrets/find.ts";
import type { ActionContext } from "./before-state.ts";
import { isSameDocument } from "./before-state.ts";
import { chosenOptions, showsValue } from "./expectations.ts";

/** Compares the value that was set with the one that the page, or else the client, shows. `format`: the same value in another form. */
export function readBack({ action, before, page, report }: ActionContext): {
	readonly kind: "equal" | "format" | "different" | "unknown";
} {
	const id = targetIdOf(action);
	const isSame = before === null || isSameDocument(before, page);
	const element = id !== undefined && isSame ? page.elements.get(id) : undefined;
	const actual = report.lastActionResult?.actualState;
	const areValuesHidden = hidesValues(page);
	if (action.name === "setValue") {
		if (element !== undefined && isToggle(element.type)) {
			// A box that was shown as ticked before is shown by a page that shows ticks: without the mark it is off now.
			const areTicksShown = !hidesTicks(page) || (before?.target?.id === id && before?.target?.states.includes("checked") === true);
			if (!areTicksShown) return compare(actual?.value, action.text);
			return { kind: element.states.has("checked") === (action.text === "true") ? "equal" : "different" };
		}
		if (areValuesHidden && (element === undefined || !showsValue(element, action.text))) return compare(actual?.value, action.text);
		if (id !== undefined && isSensitiveTarget(page, id))
			return { kind: element?.states.has("filled") === (action.text !== "") ? "equal" : "different" };
		if (element !== undefined && showsValue(element, action.text)) return { kind: "equal" };
		// An editor's field for keys holds nothing of its text: the client copied the text itself.
		if (element?.states.has("on-focus") === true) return compare(actual?.value, action.text);
		if (element !== undefined && isPartOfValue({ element, page, wanted: action.text, clientValue: actual?.value }))
			return { kind: "equal" };
		const shown = element?.attributes.get("value") ?? (element === undefined ? undefined : "");
		return shown === undefined ? compare(actual?.value, action.text) : compare(shown, action.text);
	}
	if (action.name === "select" && element !== undefined) {
		const [first = ""] = action.options;
		if (action.options.length === 1 && showsValue(element, first)) return { kind: "equal" };
		const chosen = chosenOptions(element);
		if (chosen.length === 0 && !element.attributes.has("value")) return compare(actual?.value, action.options.join(", "), "unknown");
		return {
			kind: action.options.every((option) => chosen.some((label) => isSameValue(label, option)))
				? "equal"
				: compareChoice(actual?.value, action.options),
		};
	}
	if (action.name === "upload") {
		const shown = element?.attributes.get("value") ?? actual?.value;
		if (shown === undefined) return { kind: "unknown" };
		const names = shown.split(/[\\/,]/).map((name) => name.trim());
		return { kind: names.some((name) => isSameValue(name, action.file)) ? "equal" : "different" };
	}
	return { kind: "unknown" };
}

/** The page text lists eight options only: for the others the client's reading counts. */
function compareChoice(clientValue: string | undefined, options: readonly string[]): "equal" | "different" {
	if (clientValue === undefined) return "different";
	const labels = [clientValue, ...clientValue.split(/[,|]/)].map((label) => normalize(label));
	return options.every((option) => labels.some((label) => isSameValue(label, option))) ? "equal" : "different";
}

function compare(shown: string | undefined, wanted: string, otherwise: "different" | "unknown" = "different") {
	if (shown === undefined) return { kind: "unknown" } as const;
	if (isSameValue(normalize(shown), wanted)) return { kind: "equal" } as const;
	return { kind: isSameButFormat(shown, wanted) ? "format" : otherwise } as const;
}

/**
 * True for the same value in another form: in capitals, a code or phone number in groups, a date in another order, an amount with a unit,
 * zeros or other separators.
 */
export function isSameButFormat(shown: string, wanted: string): boolean {
	if (caseless(shown) === caseless(wanted) || isSameCode(shown, wanted)) return true;
	if (digitsOf(wanted) === "" || /\p{L}{3,}/u.test(wanted)) return false;
	if (lettersOf(shown) !== lettersOf(wanted) && !addsUnit(shown, wanted)) return false;
	if (isSameDecimal(shown, wanted)) return true;
	const amounts = [amountOf(shown), amountOf(wanted)];
	const isPhone = /^(?:\+|\(|00?[1-9(])/.test(wanted.trim());
	if (!isPhone && !amounts.includes(null)) return amounts[0] === amounts[1];
	if (digitsOf(wanted).length >= minDigits && digitsOf(shown) === digitsOf(wanted)) return true;
	return shown.trim() === wanted.trim() || isSameTime(shown, wanted) || isSameDate(shown, wanted);
}

const caseless = (text: string) => normalize(text).toUpperCase();

/** Signs beside a letter, gaps between digits, and what stands around a code. A point between digits is part of a number. */
const apart = /(?<=\p{L})[\s\-./_]+|[\s\-./_]+(?=\p{L})|(?<=\d)[\s-]+(?=\d)|^[^\p{L}\p{N}-]+|[^\p{L}\p{N}]+$/gu;

/** Two codes of letters and digits: "b-kx17" and "B-KX 17", "ff8800" and "#FF8800". */
function isSameCode(shown: string, wanted: string): boolean {
	const [one, other] = [shown, wanted].map((text) => caseless(text).replaceAll(apart, ""));
	return one === other && /\p{L}/u.test(wanted) && /\d/.test(wanted);
}

/** A number to which the page added a unit, of at most three letters as in kg, GB and min. "pm" makes another time of it. */
function addsUnit(shown: string, wanted: string): boolean {
	const [, unit = ""] = /\d\s?(\p{L}{1,3})\.?\s*$/u.exec(shown) ?? [];
	return unit !== "" && !/^pm$/i.test(unit) && lettersOf(wanted) === "" && lettersOf(shown) === unit.toLowerCase();
}

/** "1.5" and "1.500": only the zeros at the end differ. */
function isSameDecimal(shown: string, wanted: string): boolean {
	const [one, other] = [shown, wanted].map((text) => /^\D*?(-?\d+[.,]\d*?)0*\D*$/.exec(text)?.[1]);
	return one !== undefined && one === other;
}

/** Fewer equal digits may be equal by chance. */
const minDigits = 5;
const digitsOf = (text: string) => text.replaceAll(/\D/g, "");

/** The letters of a value without currencies and "a.m.". */
function lettersOf(text: string): string {
	const plain = text.toLowerCase().replaceAll(/(?<!\p{L})(?:usd|eur|gbp|chf|rub|jpy|cny|kr|zł|a\.?m\.?)(?!\p{L})/gu, "");
	return plain.replaceAll(/[^\p{L}]/gu, "");
}

function isSameTime(shown: string, wanted: string): boolean {
	return [shown, wanted].every((text) => /^\s*\d{1,2}:\d{2}/.test(text)) && Number(digitsOf(shown)) === Number(digitsOf(wanted));
}

/** Two dates of digits. Day and month may change places only where the two are written in different ways. */
function isSameDate(shown: string, wanted: string): boolean {
	const [one, other] = [dateOf(shown), dateOf(wanted)];
	if (one === null || other === null) return false;
	const isShort = one.year < 100 || other.year < 100;
	if (isShort ? one.year % 100 !== other.year % 100 : one.year !== other.year) return false;
	const [first, second] = one.rest;
	const isSame = first === other.rest[0] && second === other.rest[1];
	return isSame || (one.form !== other.form && first === other.rest[1] && second === other.rest[0]);
}

type WrittenDate = { readonly year: number; readonly rest: readonly [number, number]; readonly form: string };

function dateOf(text: string): WrittenDate | null {
	const [, first = "", sign = "", second = "", third = ""] = /^\s*(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})\s*$/.exec(text) ?? [];
	if (first === "") return null;
	const [a, b, c] = [Number(first), Number(second), Number(third)];
	return first.length === 4 ? { year: a, rest: [b, c], form: "year" } : { year: c, rest: [a, b], form: sign };
}

function amountOf(text: string): number | null {
	const found = /^[^\d-]*(-?\d[\d\s.,'’]*)\D*$/.exec(text)?.[1]?.replaceAll(/[\s'’]/g, "");
	if (found === undefined) return null;
	const decimal = /[.,](\d{1,2})$/.exec(found);
	const whole = (decimal === null ? found : found.slice(0, decimal.index)).replaceAll(/[.,]/g, "");
	return Number(`${whole}.${decimal?.[1] ?? "0"}`);
}

/** True for a snapshot or simplified HTML in which no field shows its value: there an empty and a filled field look the same (spec 003). */
export function hidesValues(page: PageView): boolean {
	if (page.mode === "page") return false;
	return ![...page.elements.values()].some(
		({ type, attributes, states }) => isField(type) && (attributes.has("value") || states.has("filled") || states.has("checked")),
	);
}

/** True for a snapshot in which no box shows its state, or simplified HTML in which no field shows its value. */
export function hidesTicks(page: PageView): boolean {
	return page.mode === "snapshot" ? page.hidesTicks === true : hidesValues(page);
}

/** True when the page, or else the client, shows the value that was set. */
export function holdsValue(context: ActionContext): boolean {
	return ["setValue", "select", "upload"].includes(context.action.name) && readBack(context).kind === "equal";
}

/** True when the client reports that it carried out the action. */
export const isReportedDone = ({ report }: ActionContext): boolean =>
	report.lastActionStatus === "success" || report.lastActionResult?.success === true;

/** A snapshot client ticks by a click: where no box shows its state, the client's report does not say whether it is on or off. */
export function isTickUnknown({ action, before, page }: ActionContext): boolean {
	if (action.name !== "setValue" || page.mode !== "snapshot") return false;
	const role = page.elements.get(action.id)?.type ?? before?.target?.role ?? "";
	return isToggle(role) && role !== "radio";
}

/** What a page text shows of a value, and the whole value as the client read it back. */
type PartedValue = {
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
