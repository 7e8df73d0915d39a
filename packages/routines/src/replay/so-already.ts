import type { ActStep } from "@webhand/contracts/routine/step";
import type { InputValues } from "@webhand/contracts/routine/words";
import { valueOf } from "@webhand/page/layout/names";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { readOptions } from "@webhand/page/write/grammar";
import { isSameValue } from "@webhand/page/write/normalize";
import { wordsText } from "../target/words.ts";
import { addressOf, isHarmless, tabOf } from "./act.ts";

/**
 * True where a step has nothing left to do: the field has the value, the box is ticked, the tab is open.
 *
 * @param element its control, where it has one
 * @param isUntouched nothing was committed yet, so an open page is as good as one opened again
 * @throws never
 */
export function isSoAlready(
	step: ActStep,
	element: ElementView | undefined,
	{ view, values, isUntouched }: { readonly view: PageView; readonly values: InputValues; readonly isUntouched: boolean },
): boolean {
	switch (step.do) {
		case "fill":
			return element !== undefined && step.submits !== true && holdsValue(element, wordsText(step.value, values) ?? "");
		case "choose":
			return (
				element !== undefined &&
				hasChosen(
					element,
					step.values.map((words) => wordsText(words, values) ?? ""),
				)
			);
		case "tick":
			return element !== undefined && (element.states.has("checked") || element.states.has("pressed")) === step.on;
		case "upload":
			return element !== undefined && isSameValue(valueOf(element), wordsText(step.file, values) ?? "");
		case "click":
			return element !== undefined && isHarmless(step) && isOpenAlready(step, element);
		case "open":
			return isUntouched && step.inNewTab !== true && addressOf(step.address, values, view.url) === URL.parse(view.url)?.href;
		case "switch_tab":
			return view.tabs.some(({ id, isCurrent }) => isCurrent && id === tabOf(step, view, values));
		case "close_tab":
			return tabOf(step, view, values) === undefined;
		default:
			return false;
	}
}

/** A secret field says only that it is filled, not with what. */
function holdsValue(element: ElementView, value: string): boolean {
	if (element.states.has("filled")) return false;
	const shown = valueOf(element);
	return shown === "" ? value === "" : isSameValue(shown, value);
}

function hasChosen(element: ElementView, wanted: readonly string[]): boolean {
	const { options } = readOptions(element.attributes.get("options") ?? "");
	const chosen = options.filter((option) => option.chosen).map(({ label }) => label);
	const [only] = wanted;
	if (wanted.length === 1 && only !== undefined && isSameValue(element.attributes.get("value") ?? "", only)) return true;
	return chosen.length === wanted.length && wanted.every((label) => chosen.includes(label));
}

/** A tab that is selected, a part that is unfolded: what the step was to bring about. */
function isOpenAlready({ expect }: ActStep, { type, states }: ElementView): boolean {
	if (type === "tab" && states.has("selected")) return true;
	return expect?.kind === "state_is" && states.has(expect.state) === expect.on;
}

/** The labels that a list offers, where the page tells them all; undefined where it does not. @throws never */
export function offeredOptions(element: ElementView): readonly string[] | undefined {
	const { options, left } = readOptions(element.attributes.get("options") ?? "");
	return options.length === 0 || left > 0 ? undefined : options.map(({ label }) => label);
}
