import type { ElementView } from "@webhand/page/parse/view";
import type { Intent, Target } from "../clause.ts";
import type { Range } from "../page/layout.ts";
import { isIn, nodesIn } from "../page/layout.ts";
import { calledOf, columnOf, namesOf } from "../page/names.ts";
import { blocksOf, sectionsOf } from "../page/places.ts";
import { isButtonList, isClickable, isDisabled, isList, isRadio, isTextField, isToggle, takesValue } from "../page/roles.ts";
import { gradeOf, grades, quoted, stem } from "../page/text.ts";
import type { Move, Scene } from "./move.ts";
import { clickOn, locate, oneOf, referentTo, stuck, unresolved } from "./move.ts";
import { openList, optionOf, selectIn, setField, setToggle } from "./set.ts";

type Choose = Extract<Intent, { readonly kind: "choose" }>;

/** Chooses one option a turn, or several at once where one list takes them all. */
export function chooseMove({ options, field }: Choose, scene: Scene): Move {
	const option = options[scene.part];
	if (option === undefined) return { kind: "end" };
	if (option.isAll === true) return allOf(option, scene);
	if (scene.part === 0 && scene.failures === 0 && options.length > 1) {
		// Nothing is begun of what cannot be done to its end.
		const moves = options
			.slice(1)
			.map((one) => chooseMove({ kind: "choose", options: [one], ...(field === undefined ? {} : { field }) }, scene));
		const absent = moves.find(({ kind }) => kind === "missing" || kind === "stuck");
		if (absent !== undefined) return absent;
	}
	return field === undefined ? anywhere(option, options, scene) : inField(option, options, field, scene);
}

/** "Select all customers": the one box that selects them all. */
function allOf(option: Target, scene: Scene): Move {
	const boxes = [...scene.layout.view.elements.values()].filter(
		(element) =>
			isToggle(element) && namesOf(scene.layout, element).some((name) => /^(?:select |check |tick )?all(?: \p{L}+)?$/iu.test(name.trim())),
	);
	const [box] = boxes;
	const isHere = option.name === "" || scene.layout.phrase(option.name).words.every((word) => scene.layout.kinds().has(stem(word)));
	return isHere && boxes.length === 1 && box !== undefined ? setToggle(box, true, scene) : { kind: "missing", target: option, near: [] };
}

const holdsOptions = (element: ElementView): boolean => isList(element) || isButtonList(element) || element.type === "combobox";

function inField(option: Target, options: readonly Target[], field: Target, scene: Scene): Move {
	const { layout } = scene;
	const found = locate(field, scene, (element) => takesValue(element) || holdsOptions(element));
	if (found.kind === "tied") return unresolved(field, found);
	if (found.kind === "one" && isList(found.element)) return inList(found.element, option, options, scene);
	if (found.kind === "one" && (isButtonList(found.element) || isCombobox(found.element))) return inCombobox(found.element, option, scene);
	if (found.kind === "one" && isTextField(found.element)) return setField(found.element, { value: option.name || option.text }, scene);
	if (found.kind === "one") return setField(found.element, { value: option.name || option.text }, scene);
	// A group of options: by the name of its fieldset, its radio group or its heading.
	const ranges = groupRanges(field, scene);
	const inGroup = (element: ElementView) =>
		(isRadio(element) || isToggle(element) || element.type === "option" || element.type === "button") &&
		(gradeOf(layout.phrase(field.name), layout.phrase(element.attributes.get("of") ?? ""), field.isQuoted) >= grades.contained ||
			ranges.some((range) => isIn(range, layout.nodeOf.get(element.id)?.order ?? -1)));
	const member = locate(option, scene, inGroup);
	if (member.kind === "one") return isToggle(member.element) ? setToggle(member.element, true, scene) : choice(member.element, scene);
	if (member.kind === "tied") return unresolved(option, member);
	// A button of the field's name may open the list of its choices.
	const opener = locate(field, scene, ({ type, states }) => type === "button" && (states.has("collapsed") || states.has("expanded")));
	if (opener.kind === "one") return inCombobox(opener.element, option, scene);
	return unresolved(field, found);
}

function groupRanges(field: Target, { layout }: Scene): readonly Range[] {
	return field.name === "" ? [] : sectionsOf(layout, field);
}

const isCombobox = ({ type, states }: ElementView): boolean => type === "combobox" || states.has("collapsed") || states.has("expanded");

function inList(element: ElementView, option: Target, options: readonly Target[], scene: Scene): Move {
	if (scene.part > 0) return { kind: "end" };
	return selectIn(element, options.length > 1 ? options : [option], scene);
}

/** A combobox: opened or typed into, then the choice that appears is pressed. */
function inCombobox(element: ElementView, option: Target, scene: Scene): Move {
	const { layout } = scene;
	const [listKey, typedKey, waitKey] = [`list ${element.id}`, `typed ${element.id}`, `awaited ${element.id}`];
	const isOpen = scene.done.includes(listKey) || scene.done.includes(typedKey) || element.states.has("expanded");
	if (
		!isOpen &&
		gradeOf(layout.phrase(option.name), layout.phrase(element.attributes.get("value") ?? element.content), true) >= grades.folded
	)
		return { kind: "pass" };
	const isOffered = ({ type, isNew }: ElementView) =>
		isOpen && (type === "option" || /^menuitem/.test(type) || (isNew && /^(?:button|a|li|treeitem|div)$/.test(type)));
	const shown = locate(option, scene, isOffered);
	if (shown.kind === "one") return choice(shown.element, scene);
	if (shown.kind === "tied") return unresolved(option, shown);
	if (!isTextField(element) || isButtonList(element)) return openList(element, scene);
	if (scene.done.includes(typedKey) && !scene.done.includes(waitKey))
		return {
			kind: "act",
			action: { name: "wait", seconds: 1 },
			thought: `I wait for the choices of ${calledOf(layout, element)}.`,
			expect: { kind: "none" },
			then: "again",
			key: waitKey,
		};
	if (scene.done.includes(typedKey))
		return stuck(`${calledOf(layout, element)} offers nothing called ${quoted(option.name)}`, "impossible");
	const typed = setField(element, { value: option.name }, scene);
	return typed.kind === "act" ? { ...typed, then: "again", key: typedKey, expect: { kind: "any_change" } } : typed;
}

function choice(element: ElementView, scene: Scene): Move {
	if (element.states.has("checked") || (element.type === "option" && element.states.has("selected")))
		return { kind: "pass", referent: referentTo(scene.layout, element) };
	return clickOn(element, scene, { thought: `I choose ${calledOf(scene.layout, element)}.` });
}

/** An option of no named field: the one list that offers it, the one box or control that is called so, or the box of its row. */
function anywhere(option: Target, options: readonly Target[], scene: Scene): Move {
	const { layout } = scene;
	const { view } = layout;
	const boxes = locate(
		option,
		scene,
		(element) => isRadio(element) || isToggle(element) || element.type === "option" || element.type === "menuitemradio",
	);
	const lists = [...view.elements.values()]
		.filter((element) => isList(element) && !isDisabled(element) && scene.isFree(element))
		.map((element) => ({ element, ...optionOf(element, option) }))
		.filter(({ label }) => label !== undefined);
	const wanted = layout.phrase(option.name);
	const exact = lists.filter(({ label }) => gradeOf(wanted, layout.phrase(label ?? ""), true) >= grades.folded);
	const offering = exact.length > 0 ? exact : boxes.kind === "one" && boxes.grade >= grades.folded ? [] : lists;
	if (option.role === "row" || option.role === "item") return inRow(option, scene);
	const chosen =
		offering.length > 1 && scene.chosen !== undefined
			? offering.find(({ element }) => calledOf(layout, element) === quoted(scene.chosen ?? ""))
			: undefined;
	const [only, ...others] = chosen === undefined ? offering : [chosen];
	if (only !== undefined && others.length === 0 && (boxes.kind === "none" || exact.length > 0))
		return inList(
			only.element,
			option,
			options.every((one) => optionOf(only.element, one).label !== undefined) ? options : [option],
			scene,
		);
	if (only !== undefined && others.length > 0) return { kind: "tied", target: option, elements: offering.map(({ element }) => element) };
	if (boxes.kind === "one") return isToggle(boxes.element) ? setToggle(boxes.element, true, scene) : choice(boxes.element, scene);
	if (boxes.kind === "tied") return unresolved(option, boxes);
	const row = inRow(option, scene);
	if (row.kind !== "missing") return row;
	// A single list that is cut short may hold it.
	const cut = [...view.elements.values()].filter((element) => isList(element) && optionOf(element, option).isCut);
	if (cut.length === 1 && cut[0] !== undefined) return inList(cut[0], option, [option], scene);
	const pressed = locate(
		option,
		scene,
		(element) => isClickable(element) && !takesValue(element) && columnOf(layout, element) === undefined,
	);
	if (pressed.kind === "one" && namesOf(layout, pressed.element).length > 0) return choice(pressed.element, scene);
	return pressed.kind === "tied" ? unresolved(option, pressed) : row;
}

/** A box with a name of its own ("Auto-renew") is another thing than the row it stands in. */
export function selectsRow(box: ElementView, { name }: Target, { layout }: Scene): boolean {
	const names = namesOf(layout, box);
	const wanted = layout.phrase(name);
	return names.every(
		(text) =>
			/^(?:select|choose|mark|check|tick)(?!\p{L})/iu.test(text) ||
			(wanted.words.length > 0 && wanted.words.every((word) => layout.phrase(text).words.includes(word))),
	);
}

/** Selects a row or card: by its only box. */
function inRow(option: Target, scene: Scene): Move {
	const { layout } = scene;
	const blocks = blocksOf(layout, option, scene.referent);
	const boxes = blocks.map((block) =>
		nodesIn(layout, block).flatMap(({ element }) => (element !== undefined && (isToggle(element) || isRadio(element)) ? [element] : [])),
	);
	const all = boxes.every(({ length }) => length === 1) ? boxes.flat().filter((one) => selectsRow(one, option, scene)) : [];
	const box = oneOf(all, scene);
	if (box !== undefined) return isRadio(box) ? choice(box, scene) : setToggle(box, true, scene);
	if (all.length > 1) return { kind: "tied", target: option, elements: all };
	return { kind: "missing", target: option, near: [] };
}
