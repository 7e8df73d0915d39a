import { isButtonList, isClickable, isDisabled, isList, isRadio, isTextField, isToggle, takesValue } from "@webhand/page/layout/controls";
import { elementsIn, isIn, positionOf } from "@webhand/page/layout/layout";
import { columnOf, namesOf } from "@webhand/page/layout/names";
import { stem } from "@webhand/page/layout/phrase";
import type { ElementView } from "@webhand/page/parse/view";
import type { Intent, Target } from "../clause.ts";
import { kindsOf } from "../page/kinds.ts";
import { calledOf } from "../page/names.ts";
import { blocksOf } from "../page/rows.ts";
import { sectionsOf } from "../page/sections.ts";
import { gradeOf, grades, quoted } from "../page/text.ts";
import type { Move, Scene } from "./move.ts";
import { act, clickOn, locate, missing, oneOf, referentTo, stuck, unresolved } from "./move.ts";
import { openList, optionsOf, selectIn, setField, setToggle } from "./set.ts";

type Choose = Extract<Intent, { readonly kind: "choose" }>;

/** Chooses one option a turn, or several at once where one list takes them all. */
export function chooseMove({ options, field }: Choose, scene: Scene): Move {
	const option = options[scene.part];
	if (option === undefined) return { kind: "end" };
	if (option.isAll === true) return allOf(option, scene);
	const moveFor = (one: Target): Move =>
		field === undefined ? anywhere(one, options, scene) : inField({ option: one, options, field }, scene);
	// Nothing is begun of what cannot be done to its end.
	for (const other of scene.part === 0 && scene.failures === 0 ? options.slice(1) : []) {
		const move = moveFor(other);
		if (move.kind === "missing" || move.kind === "stuck") return move;
	}
	return moveFor(option);
}

/** "Select all customers": the one box that selects them all. */
function allOf(option: Target, scene: Scene): Move {
	const { layout } = scene;
	const isAll = (name: string) => /^(?:select |check |tick )?all(?: \p{L}+)?$/iu.test(name.trim());
	const [box, ...others] = layout.elements.filter((element) => isToggle(element) && namesOf(layout, element).some(isAll));
	const isHere = layout.phrase(option.name).words.every((word) => kindsOf(layout).has(stem(word)));
	return isHere && box !== undefined && others.length === 0 ? setToggle(box, true, scene) : missing(option);
}

type InField = { readonly option: Target; readonly options: readonly Target[]; readonly field: Target };

function inField({ option, options, field }: InField, scene: Scene): Move {
	const { layout } = scene;
	const found = locate(field, scene, (element) => takesValue(element) || isButtonList(element));
	if (found.kind === "tied") return unresolved(field, found);
	if (found.kind === "one" && isList(found.element)) return scene.part > 0 ? { kind: "end" } : selectIn(found.element, options, scene);
	if (found.kind === "one" && isFolding(found.element)) return inCombobox(found.element, option, scene);
	if (found.kind === "one") return setField(found.element, { value: option.name || option.text }, scene);
	// A group of options: by the name of its fieldset, its radio group or its heading.
	const ranges = field.name === "" ? [] : sectionsOf(layout, field);
	const isNamed = ({ attributes }: ElementView) =>
		gradeOf(layout.phrase(field.name), layout.phrase(attributes.get("of") ?? "")) >= grades.contained;
	const isInside = (element: ElementView) => ranges.some((range) => isIn(range, positionOf(layout, element)));
	const isOption = (element: ElementView) =>
		isRadio(element) || isToggle(element) || element.type === "option" || element.type === "button";
	const member = locate(option, scene, (element) => isOption(element) && (isNamed(element) || isInside(element)));
	if (member.kind === "one") return choice(member.element, scene);
	if (member.kind === "tied") return unresolved(option, member);
	// A button of the field's name may open the list of its choices.
	const opener = locate(field, scene, (element) => element.type === "button" && isFolding(element));
	return opener.kind === "one" ? inCombobox(opener.element, option, scene) : unresolved(field, found);
}

const isFolding = ({ type, states }: ElementView): boolean => type === "combobox" || states.has("collapsed") || states.has("expanded");

/** A combobox: opened or typed into, then the choice that appears is pressed. */
function inCombobox(element: ElementView, option: Target, scene: Scene): Move {
	const { layout, done } = scene;
	const [typed, awaited] = [`typed ${element.id}`, `awaited ${element.id}`];
	const isOpen = done.includes(`list ${element.id}`) || done.includes(typed) || element.states.has("expanded");
	const shownNow = layout.phrase(element.attributes.get("value") ?? element.content);
	if (!isOpen && gradeOf(layout.phrase(option.name), shownNow) >= grades.folded) return { kind: "pass" };
	const isOffered = ({ type, isNew }: ElementView) =>
		isOpen && (/^(?:option|menuitem)/.test(type) || (isNew && /^(?:button|a|li|treeitem|div)$/.test(type)));
	const shown = locate(option, scene, isOffered);
	if (shown.kind === "one") return choice(shown.element, scene);
	if (shown.kind === "tied") return unresolved(option, shown);
	if (!isTextField(element) || isButtonList(element)) return openList(element, scene);
	const called = calledOf(layout, element);
	if (done.includes(awaited)) return stuck(`${called} offers nothing called ${quoted(option.name)}`, "impossible");
	if (done.includes(typed))
		return act({ name: "wait", seconds: 1 }, `I wait for the choices of ${called}.`, {
			expect: { kind: "none" },
			then: "again",
			key: awaited,
		});
	const move = setField(element, { value: option.name }, scene);
	return move.kind === "act" ? { ...move, then: "again", key: typed, expect: { kind: "any_change" } } : move;
}

function choice(element: ElementView, scene: Scene): Move {
	if (isToggle(element)) return setToggle(element, true, scene);
	const isSo = element.states.has("checked") || (element.type === "option" && element.states.has("selected"));
	if (isSo) return { kind: "pass", referent: referentTo(scene.layout, element) };
	return clickOn(element, scene, { thought: `I choose ${calledOf(scene.layout, element)}.` });
}

/** An option of no named field: the one list that offers it, the one box or control that is called so, or the box of its row. */
function anywhere(option: Target, options: readonly Target[], scene: Scene): Move {
	const { layout } = scene;
	if (option.role === "row" || option.role === "item") return inRow(option, scene);
	const boxes = locate(option, scene, (element) => isRadio(element) || isToggle(element) || element.type === "option");
	const lists = layout.elements.filter((element) => isList(element) && !isDisabled(element) && scene.isFree(element));
	const wanted = layout.phrase(option.name);
	const offering = lists.filter((element) => optionsOf(element, option).labels.length > 0);
	const exact = offering.filter((element) =>
		optionsOf(element, option).labels.some((label) => gradeOf(wanted, layout.phrase(label)) >= grades.folded),
	);
	const best = exact.length > 0 ? exact : boxes.kind === "none" ? offering : [];
	const list = oneOf(best, scene);
	if (list !== undefined) {
		const isWhole = options.every((one) => optionsOf(list, one).labels.length > 0);
		return isWhole && scene.part > 0 ? { kind: "end" } : selectIn(list, isWhole ? options : [option], scene);
	}
	if (best.length > 1) return { kind: "tied", target: option, elements: best };
	if (boxes.kind === "one") return choice(boxes.element, scene);
	if (boxes.kind === "tied") return unresolved(option, boxes);
	const row = inRow(option, scene);
	if (row.kind !== "missing") return row;
	// A single list that is cut short may hold it.
	const [cut, ...others] = lists.filter((element) => optionsOf(element, option).isCut);
	if (cut !== undefined && others.length === 0) return selectIn(cut, [option], scene);
	const pressed = locate(
		option,
		scene,
		(element) => isClickable(element) && !takesValue(element) && columnOf(layout, element) === undefined,
	);
	return pressed.kind === "one" ? choice(pressed.element, scene) : pressed.kind === "tied" ? unresolved(option, pressed) : row;
}

/** The boxes that select the rows or cards of a target, one of each; a box with a name of its own ("Auto-renew") is another thing. */
export function rowBoxes(option: Target, { layout, referent }: Scene): readonly ElementView[] {
	const { words } = layout.phrase(option.name);
	const selects = (name: string) =>
		/^(?:select|choose|mark|check|tick)(?!\p{L})/iu.test(name) ||
		(words.length > 0 && words.every((word) => layout.phrase(name).words.includes(word)));
	const boxes = blocksOf(layout, option, referent).map((block) =>
		elementsIn(layout, block).filter((element) => isToggle(element) || isRadio(element)),
	);
	return boxes.every(({ length }) => length === 1) ? boxes.flat().filter((box) => namesOf(layout, box).every(selects)) : [];
}

function inRow(option: Target, scene: Scene): Move {
	const boxes = rowBoxes(option, scene);
	const box = oneOf(boxes, scene);
	if (box !== undefined) return choice(box, scene);
	return boxes.length > 1 ? { kind: "tied", target: option, elements: boxes } : missing(option);
}
