import type { CheckResult } from "@webhand/contracts/routine/run";
import type { CheckedField } from "@webhand/contracts/routine/step";
import type { StepId } from "@webhand/contracts/routine/step-id";
import type { InputValues } from "@webhand/contracts/routine/words";
import { isRadio, isToggle, takesValue } from "@webhand/page/layout/controls";
import { valueOf } from "@webhand/page/layout/names";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { resolveTarget } from "../target/resolve.ts";
import { inputsIn, wordsText } from "../target/words.ts";
import { isAsMeant } from "./compare.ts";
import { shownFor } from "./shown.ts";

const longest = 300;

/** Reads a field on a page and holds it against what was meant. Several different values hold nothing. @throws never */
export function checkField(
	field: CheckedField,
	{ step, view, values }: { readonly step: StepId; readonly view: PageView; readonly values: InputValues },
): CheckResult {
	const expected = wordsText(field.value, values);
	const seen = readField(view, field, values);
	const [only, ...others] = seen;
	const holds =
		only !== undefined &&
		expected !== undefined &&
		others.length === 0 &&
		isAsMeant(only, { meant: expected, isData: inputsIn(field.value).length > 0 }, field.as);
	return {
		step,
		label: field.label,
		expected: (expected ?? "").slice(0, longest),
		...(only === undefined ? {} : { seen: seen.join(" / ").slice(0, longest) }),
		holds,
	};
}

/**
 * The values that a page shows for a field: of its control, else below the column or behind the label in its row, or on the page.
 *
 * @returns each different value once; none where nothing is found
 * @throws never
 */
export function readField(view: PageView, { label, target, row }: CheckedField, values: InputValues): readonly string[] {
	if (target !== undefined) {
		const found = resolveTarget(view, target, { values, isCommit: false });
		const element = found.kind === "one" ? view.elements.get(found.id) : undefined;
		return element === undefined ? [] : [shownBy(element)];
	}
	const words = row?.map((word) => wordsText(word, values));
	if (words?.includes(undefined)) return [];
	return shownFor(view, { label, row: words as readonly string[] | undefined });
}

function shownBy(element: ElementView): string {
	if (isToggle(element) || isRadio(element)) return element.states.has("checked") ? "on" : "off";
	if (takesValue(element)) return valueOf(element);
	return element.content === "" ? element.name : element.content;
}
