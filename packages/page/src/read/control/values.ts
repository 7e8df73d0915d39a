import type { OptionView } from "../../parse/view.ts";
import { writeOptions } from "../../write/grammar.ts";
import { cut, head, normalize } from "../../write/normalize.ts";
import { valueWords } from "../../write/parts/value.ts";
import type { Dom } from "../dom.ts";
import { isCardNumber, maskNumbers } from "../sensitive.ts";
import { replacementBoxOf } from "./custom-combobox.ts";
import { optionNames } from "./option-names.ts";

/** The value of a field in page text. `isFilled` stands for a value that must not be shown. */
export type Value = {
	readonly attributes: readonly (readonly [key: string, value: string])[];
	readonly isFilled: boolean;
	/** True for a value that took time to read. */
	readonly isLong?: boolean;
};

const shortLimit = 80;
const longLimit = 200;
const long = 1_000;
const formats: ReadonlyMap<string, string> = new Map([
	["date", "YYYY-MM-DD"],
	["time", "HH:MM"],
	["datetime-local", "YYYY-MM-DDTHH:MM"],
	["month", "YYYY-MM"],
	["week", "YYYY-Www"],
	["color", "#rrggbb"],
]);
const valueless: ReadonlySet<string> = new Set(["checkbox", "radio", "submit", "button", "reset", "image"]);

/** Types and tags that can have a value. */
const holding: ReadonlySet<string> = new Set(["input", "select", "textarea", "editable", "search", "slider", "spinbutton"]);
const empty: Value = { attributes: [], isFilled: false };

type Word = readonly [key: string, value: string];

function word(key: string, value: string): readonly Word[] {
	const text = cut(maskNumbers(normalize(head(value))), shortLimit);
	return text === "" ? [] : [[key, text]];
}

const shownOptions = 8;

/** The value and first options of a select. Further options are only counted. */
function ofSelect(select: HTMLSelectElement): readonly Word[] {
	const { options } = select;
	const nameOf = optionNames(select);
	const shown: OptionView[] = [];
	const labels: string[] = [];
	for (let index = 0; index < options.length && index < shownOptions; index += 1) {
		const option = options[index];
		if (option === undefined) continue;
		const { selected: chosen } = option;
		const label = nameOf(option);
		shown.push({ label: head(label), chosen });
		if (chosen) labels.push(label);
	}
	// `selectedOptions` costs as much as all the rest, so it is read only if options are left out.
	const isAll = options.length === shown.length;
	const chosen = (isAll ? labels : Array.from(select.selectedOptions, nameOf)).join(", ");
	const text = writeOptions(shown, options.length - shown.length);
	return [...valueWords(chosen, shortLimit), ...(text === "" ? [] : [["options", maskNumbers(text)] as const])];
}

/** Value and range of an ARIA slider or spin button. */
function ofRange(dom: Dom, element: Element): readonly Word[] {
	const attribute = (name: string) => dom.attribute(element, name) ?? "";
	const value = attribute("aria-valuetext") || attribute("aria-valuenow");
	return [...word("value", value), ...word("min", attribute("aria-valuemin")), ...word("max", attribute("aria-valuemax"))];
}

/** The choice that a combobox draws instead of its input; "" while it shows a placeholder. */
function chosenText(dom: Dom, input: HTMLInputElement): string {
	const box = replacementBoxOf(dom, input);
	if (box === undefined) return "";
	const [text = "", ...before] = [
		dom.textContent(box),
		dom.attribute(input, "placeholder"),
		...dom.query(box, "[class*=placeholder i]").map((part) => dom.textContent(part)),
	].map((said) => normalize(head(said ?? "")));
	return before.includes(text) ? "" : text;
}

function ofInput(dom: Dom, input: HTMLInputElement, isSecret: boolean): Value {
	const { type } = input;
	if (valueless.has(type)) return { attributes: [], isFilled: false };
	const files = type === "file" ? Array.from(input.files ?? [], (file) => file.name).join(", ") : "";
	const value = type === "file" ? files : input.value || chosenText(dom, input);
	const isFilled = value !== "" && (isSecret || isCardNumber(value));
	const limits = ["min", "max", "step"].flatMap((key) => word(key, dom.attribute(input, key) ?? ""));
	return {
		attributes: [...(isFilled ? [] : valueWords(value, shortLimit)), ...limits, ...word("format", formats.get(type) ?? "")],
		isFilled,
		isLong: value.length > long,
	};
}

function ofText(value: string, isSecret: boolean): Value {
	const isFilled = value.trim() !== "" && (isSecret || isCardNumber(value));
	return { attributes: isFilled ? [] : valueWords(value, longLimit), isFilled, isLong: value.length > long };
}

/**
 * Value words of a control, from live properties. A secret gives `isFilled` only, neither value nor length.
 *
 * @param type its type in page text
 * @param editorText the text of an editor
 */
export function valueOf(
	dom: Dom,
	element: Element,
	{ type, isSecret, editorText }: { readonly type: string; readonly isSecret: boolean; readonly editorText: string | undefined },
): Value {
	if (!holding.has(type) && !holding.has(dom.localName(element))) return empty;
	const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = dom.window;
	if (element instanceof HTMLInputElement) return ofInput(dom, element, isSecret);
	if (element instanceof HTMLSelectElement) {
		return { attributes: isSecret ? [] : ofSelect(element), isFilled: isSecret && element.value !== "" };
	}
	if (element instanceof HTMLTextAreaElement) return ofText(element.value, isSecret);
	if (editorText !== undefined) return ofText(editorText, isSecret);
	if (type === "input" || type === "search") return ofText(dom.textContent(element).slice(0, 2_000), isSecret);
	return { attributes: type === "slider" || type === "spinbutton" ? ofRange(dom, element) : [], isFilled: false };
}
