import type { ElementView } from "@webhand/page/parse/view";
import { readOptions } from "@webhand/page/write/grammar";
import { isSameValue } from "@webhand/page/write/normalize";
import type { Entry, Target } from "../clause.ts";
import { calledOf, valueOf } from "../page/names.ts";
import { isButtonList, isList, isRadio, isToggle } from "../page/roles.ts";
import { gradeOf, grades, phraseOf, quoted } from "../page/text.ts";
import type { Move, Scene } from "./move.ts";
import { clickOn, disabled, referentTo, stuck, target } from "./move.ts";
import { valueFor } from "./value.ts";

/** Puts a value into a field of any sort, in the field's own way of writing it. */
export function setField(element: ElementView, entry: Pick<Entry, "value" | "iso">, scene: Scene): Move {
	const { layout, now } = scene;
	const off = disabled(element, scene);
	if (off !== undefined) return off;
	if (isToggle(element)) return setToggle(element, !/^(?:no|false|off|0)$/i.test(entry.value), scene);
	if (isList(element)) return selectIn(element, [target(entry.value)], scene);
	if (isButtonList(element)) return openList(element, scene);
	const value = valueFor(element, entry, now);
	if (value === undefined)
		return stuck(`${calledOf(layout, element)} takes a ${element.type}, and ${quoted(entry.value)} is none`, "impossible");
	if (element.states.has("readonly")) return stuck(`${calledOf(layout, element)} can only be read`, "impossible");
	const field = referentTo(layout, element);
	if (value !== "" && element.type !== "password" && isSameValue(valueOf(element), value)) return { kind: "pass", field };
	const called = calledOf(layout, element);
	return {
		kind: "act",
		action: { name: "setValue", id: element.id, text: value, submit: false },
		thought:
			value === ""
				? `I empty ${called}.`
				: element.type === "password"
					? `I fill in ${called}.`
					: `I type ${quoted(value)} into ${called}.`,
		expect:
			element.type === "password"
				? { kind: "state_is", id: element.id, state: "filled", on: value !== "" }
				: { kind: "value_is", id: element.id, value },
		target: element,
		then: "next",
		key: `filled ${element.id}`,
		field,
		referent: field,
	};
}

/** Ticks or unticks, only where the state differs; a page that hides its ticks cannot be told. */
export function setToggle(element: ElementView, isOn: boolean, scene: Scene): Move {
	const { layout } = scene;
	if (layout.view.hidesTicks === true && !(isRadio(element) && isOn))
		return stuck(`I cannot tell whether ${calledOf(layout, element)} is ticked`, "impossible");
	const isNow = element.states.has("checked") || element.states.has("pressed");
	const referent = referentTo(layout, element);
	if (isNow === isOn) return { kind: "pass", referent };
	const off = disabled(element, scene);
	if (off !== undefined) return off;
	if (!isToggle(element)) {
		if (isRadio(element) && !isOn)
			return stuck(`${calledOf(layout, element)} is one of several options and cannot be taken back`, "impossible");
		return clickOn(element, scene);
	}
	return {
		kind: "act",
		action: { name: "setValue", id: element.id, text: String(isOn), submit: false },
		thought: `I ${isOn ? "tick" : "untick"} ${calledOf(layout, element)}.`,
		expect: { kind: "state_is", id: element.id, state: "checked", on: isOn },
		target: element,
		then: "next",
		referent,
	};
}

/** The label of a list's option that a target names, and whether the page lists all options. */
export function optionOf(
	element: ElementView,
	wanted: Target,
): { readonly label?: string; readonly isTied: boolean; readonly isCut: boolean } {
	const { options, left } = readOptions(element.attributes.get("options") ?? "");
	const phrase = phraseOf(wanted.name || wanted.text);
	if (wanted.name === "" && wanted.ordinal !== undefined) {
		const label = options.at(wanted.ordinal > 0 ? wanted.ordinal - 1 : wanted.ordinal)?.label;
		return { isTied: false, isCut: left > 0, ...(label === undefined ? {} : { label }) };
	}
	const graded = options.map(({ label }) => ({ label, grade: gradeOf(phrase, phraseOf(label), wanted.isQuoted) }));
	const best = graded.reduce((top, { grade }) => Math.max(top, grade), 0);
	const labels = new Set(graded.filter(({ grade }) => grade > 0 && grade === best).map(({ label }) => label));
	const [label] = labels;
	return { isTied: labels.size > 1, isCut: left > 0, ...(label === undefined || labels.size > 1 ? {} : { label }) };
}

/** Selects labels in a list; a label the page does not list is sent as it is only where the list is cut short. */
export function selectIn(element: ElementView, wanted: readonly Target[], scene: Scene): Move {
	const { layout } = scene;
	const off = disabled(element, scene);
	if (off !== undefined) return off;
	const found = wanted.map((one) => ({ one, ...optionOf(element, one) }));
	const bad = found.find(({ label, isCut }) => label === undefined && !isCut);
	const tied = found.find(({ isTied }) => isTied);
	const says = (one: Target) => quoted(one.name || one.text);
	if (tied !== undefined) return stuck(`several choices of ${calledOf(layout, element)} are called ${says(tied.one)}`);
	if (bad !== undefined) return stuck(`${calledOf(layout, element)} has no choice called ${says(bad.one)}`, "impossible");
	const labels = found.map(({ label, one }) => label ?? one.name);
	const chosen = readOptions(element.attributes.get("options") ?? "").options.filter((option) => option.chosen);
	const field = referentTo(layout, element);
	if (labels.every((label) => chosen.some((one) => isSameValue(one.label, label))) && chosen.length === labels.length)
		return { kind: "pass", field, referent: field };
	return {
		kind: "act",
		action: { name: "select", id: element.id, options: labels },
		thought: `I choose ${labels.map(quoted).join(", ")} in ${calledOf(layout, element)}.`,
		expect: { kind: "value_is", id: element.id, value: labels[0] ?? "" },
		target: element,
		then: "next",
		field,
		referent: field,
	};
}

/** Opens a list that is a button: its choices appear, and the clause is looked at again. */
export function openList(element: ElementView, scene: Scene): Move {
	const key = `list ${element.id}`;
	if (scene.done.includes(key) || element.states.has("expanded"))
		return stuck(`${calledOf(scene.layout, element)} does not show that choice`, "impossible");
	return clickOn(element, scene, {
		thought: `I open the list ${calledOf(scene.layout, element)}.`,
		then: "again",
		key,
		field: referentTo(scene.layout, element),
	});
}

export const isExact = (wanted: string, shown: string): boolean => gradeOf(phraseOf(wanted), phraseOf(shown), true) >= grades.folded;
