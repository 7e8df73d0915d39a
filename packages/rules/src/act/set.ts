import type { Expectation } from "@webhand/contracts/agent/task";
import { isButtonList, isList, isRadio, isToggle } from "@webhand/page/layout/controls";
import { valueOf } from "@webhand/page/layout/names";
import { phraseOf } from "@webhand/page/layout/phrase";
import type { ElementView } from "@webhand/page/parse/view";
import { readOptions } from "@webhand/page/write/grammar";
import { isSameValue } from "@webhand/page/write/normalize";
import type { Entry, Target } from "../clause.ts";
import { calledOf } from "../page/names.ts";
import { bestOf, gradeOf, quoted } from "../page/text.ts";
import type { Move, Scene } from "./move.ts";
import { act, clickOn, disabled, referentTo, stuck, target } from "./move.ts";
import { dayOf, valueFor } from "./value.ts";

/** Puts a value into a field of any sort, in the field's own way of writing it. */
export function setField(element: ElementView, entry: Pick<Entry, "value" | "iso">, scene: Scene): Move {
	const { layout } = scene;
	const { id, type, states } = element;
	const off = disabled(element, scene);
	if (off !== undefined) return off;
	const isOn = /^(?:yes|true|on|1|checked|ticked|enabled)$/i.test(entry.value);
	if (isToggle(element) && (isOn || /^(?:no|false|off|0|unchecked|unticked|disabled)$/i.test(entry.value)))
		return setToggle(element, isOn, scene);
	if (isToggle(element)) return stuck(`${calledOf(layout, element)} can only be on or off`, "impossible");
	if (isList(element)) return selectIn(element, [target(entry.value)], scene);
	if (isButtonList(element)) return openList(element, scene);
	const called = calledOf(layout, element);
	const value = valueFor(element, entry);
	if (value === undefined) return stuck(`${called} takes a ${type}, and ${quoted(entry.value)} is none`, "impossible");
	// The client picks a day in the calendar that such a field opens.
	if (states.has("readonly") && dayOf(entry) === undefined) return stuck(`${called} can only be read`, "impossible");
	const field = referentTo(layout, element);
	const isSecret = type === "password";
	if (value !== "" && !isSecret && isSameValue(valueOf(element), value)) return { kind: "pass", field };
	const thought = value === "" ? `I empty ${called}.` : isSecret ? `I fill in ${called}.` : `I type ${quoted(value)} into ${called}.`;
	const expect: Expectation = isSecret ? { kind: "state_is", id, state: "filled", on: value !== "" } : { kind: "value_is", id, value };
	const learned = { target: element, key: `filled ${id}`, field, referent: field };
	return act({ name: "setValue", id, text: value, submit: false }, thought, { expect, ...learned });
}

/** Ticks or unticks, only where the state differs; a page that hides its ticks cannot be told. */
export function setToggle(element: ElementView, isOn: boolean, scene: Scene): Move {
	const { id, states } = element;
	const called = calledOf(scene.layout, element);
	if (scene.layout.view.hidesTicks === true && !(isRadio(element) && isOn))
		return stuck(`I cannot tell whether ${called} is ticked`, "impossible");
	const referent = referentTo(scene.layout, element);
	if ((states.has("checked") || states.has("pressed")) === isOn) return { kind: "pass", referent };
	const off = disabled(element, scene);
	if (off !== undefined) return off;
	if (isRadio(element) && !isOn) return stuck(`${called} is one of several options and cannot be taken back`, "impossible");
	if (!isToggle(element)) return clickOn(element, scene);
	const expect: Expectation = { kind: "state_is", id, state: "checked", on: isOn };
	return act({ name: "setValue", id, text: String(isOn), submit: false }, `I ${isOn ? "tick" : "untick"} ${called}.`, {
		expect,
		target: element,
		referent,
	});
}

/** The labels of a list that a target names equally well, and whether the page leaves some out. */
export function optionsOf(
	{ attributes }: ElementView,
	{ name, text, ordinal }: Target,
): { readonly labels: readonly string[]; readonly isCut: boolean } {
	const { options, left } = readOptions(attributes.get("options") ?? "");
	const nth = name === "" && ordinal !== undefined ? options.at(ordinal > 0 ? ordinal - 1 : ordinal) : undefined;
	if (nth !== undefined) return { labels: [nth.label], isCut: left > 0 };
	const wanted = phraseOf(name || text);
	const graded = options.map(({ label }) => ({ label, grade: gradeOf(wanted, phraseOf(label)) }));
	return { labels: [...new Set(bestOf(graded).map(({ label }) => label))], isCut: left > 0 };
}

/** Selects labels in a list; a label the page does not list is sent as it is only where the list is cut short. */
export function selectIn(element: ElementView, wanted: readonly Target[], scene: Scene): Move {
	const off = disabled(element, scene);
	if (off !== undefined) return off;
	const called = calledOf(scene.layout, element);
	const selected: string[] = [];
	for (const one of wanted) {
		const { labels, isCut } = optionsOf(element, one);
		const [label = isCut ? one.name : undefined] = labels;
		if (labels.length > 1) return stuck(`Several choices of ${called} are called ${quoted(one.name || one.text)}`, "stuck");
		if (label === undefined) return stuck(`${called} has no choice called ${quoted(one.name || one.text)}`, "impossible");
		selected.push(label);
	}
	const chosen = readOptions(element.attributes.get("options") ?? "").options.filter((option) => option.chosen);
	const field = referentTo(scene.layout, element);
	if (chosen.length === selected.length && selected.every((label) => chosen.some((one) => isSameValue(one.label, label))))
		return { kind: "pass", field, referent: field };
	const expect: Expectation = { kind: "value_is", id: element.id, value: selected[0] ?? "" };
	const thought = `I choose ${selected.map(quoted).join(", ")} in ${called}.`;
	return act({ name: "select", id: element.id, options: selected }, thought, { expect, target: element, field, referent: field });
}

/** Opens a list that is a button: its choices appear, and the clause is looked at again. */
export function openList(element: ElementView, scene: Scene): Move {
	const [key, called] = [`list ${element.id}`, calledOf(scene.layout, element)];
	if (scene.done.includes(key) || element.states.has("expanded")) return stuck(`${called} does not show that choice`, "impossible");
	return clickOn(element, scene, { thought: `I open the list ${called}.`, then: "again", key, field: referentTo(scene.layout, element) });
}
