import type { ActResult } from "../../execute/page-action.ts";
import { change, input } from "../dom/events.ts";
import { isUnavailable } from "../dom/fields.ts";
import { done, refuse } from "../outcome.ts";
import type { OptionName } from "./match.ts";
import { fold, matchOption } from "./match.ts";

const listed = 8;

export function nativeName(option: HTMLOptionElement): OptionName {
	const group = option.parentElement instanceof HTMLOptGroupElement ? { group: option.parentElement.label } : {};
	return { names: [option.label], firstLine: "", value: option.value, ...group };
}

export function chooseNative(select: HTMLSelectElement, wanted: readonly string[]): ActResult {
	const options = [...select.options].filter((option) => !isUnavailable(option));
	const names = options.map(nativeName);
	const found: HTMLOptionElement[] = [];
	for (const text of wanted) {
		const match = matchOption(names, text);
		const option = match.kind === "one" ? options[match.index] : undefined;
		if (match.kind === "several") return refuse("OPTION_NOT_FOUND", severalCalled(text, names));
		if (option === undefined) return notAmong(options.map(({ label }) => label));
		found.push(option);
	}
	if (found.length > 1 && !select.multiple) return notAmong(options.map(({ label }) => label));
	select.focus({ preventScroll: true });
	for (const option of options) {
		if (select.multiple || found.includes(option)) option.selected = found.includes(option);
	}
	input(select, "insertReplacementText", null);
	change(select);
	return done;
}

export function severalCalled(wanted: string, names: readonly OptionName[]): string {
	const same = names.filter((name) => name.names.some((each) => fold(each) === fold(wanted)));
	const groups = same.flatMap(({ group }) => (group === undefined ? [] : [`"${group}"`]));
	const how = groups.length < 2 ? "name it with its second line, or click it" : `name its group too, one of ${groups.join(", ")}`;
	return `Several options are called "${wanted}"; ${how}`;
}

export function notAmong(labels: readonly string[], readTo?: string): ActResult {
	const first = labels.slice(0, listed).map((label) => `"${label.trim()}"`);
	if (first.length === 0)
		return refuse("OPTION_NOT_FOUND", "The list shows no option of this name; a person clicks the control and then the option");
	const more = labels.length > listed ? ` and ${labels.length - listed} more` : "";
	const end =
		readTo === undefined ? "" : `; the list is too long to read, it was read as far as "${readTo}": a person scrolls on and clicks`;
	return refuse("OPTION_NOT_FOUND", `The options are ${first.join(", ")}${more}${end}`);
}
