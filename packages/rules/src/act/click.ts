import { canBeOn, isClickable, isDisabled, isToggle } from "@webhand/page/layout/controls";
import type { ElementView } from "@webhand/page/parse/view";
import type { Intent, Target } from "../clause.ts";
import { calledOf } from "../page/names.ts";
import { quoted } from "../page/text.ts";
import { rowBoxes } from "./choose.ts";
import { submitOf } from "./fill.ts";
import { expectedBy, isMet } from "./go.ts";
import type { Move, Scene } from "./move.ts";
import { act, clickOn, fieldOf, locate, missing, oneOf, referentTo, stuck, unresolved } from "./move.ts";
import { openerOf, turnedTo } from "./open.ts";
import { setToggle } from "./set.ts";

type Click = Extract<Intent, { readonly kind: "click" }>;
const mostRepeats = 20;

/** Clicks the one control that is called so; "until" repeats it at most twenty times, until the text is there. */
export function clickMove({ target, how, until }: Click, scene: Scene): Move {
	const { layout, part, done } = scene;
	if (until !== undefined && isMet(until, layout)) return { kind: "end" };
	if (target.isAll === true) return clickAll(target, scene);
	if (part > 0 && until === undefined) return { kind: "end" };
	const turned = until === undefined ? turnedTo(target, scene) : undefined;
	if (turned !== undefined) return turned;
	const fields = locate(target, scene, isClickable);
	// "The Newsletter box" is a checkbox where no text field is called so.
	const found = fields.kind === "none" && target.role === "field" ? locate({ ...target, role: "checkbox" }, scene, isToggle) : fields;
	if (found.kind !== "one") return instead(target, scene) ?? unresolved(target, found);
	const { element } = found;
	const called = calledOf(layout, element);
	if (until !== undefined) {
		const isOver = isDisabled(element)
			? `${called} leads no further`
			: done.length < mostRepeats
				? undefined
				: `I clicked ${called} ${mostRepeats} times`;
		if (isOver !== undefined)
			return stuck(`${isOver}, and ${quoted(until.text)} ${until.isGone ? "is still there" : "did not appear"}`, "impossible");
		return clickOn(element, scene, { then: "again", key: `click ${done.length}`, expect: expectedBy(until) });
	}
	// A menu on the way is opened by pointing at it: a press may choose it.
	if (target.isOnPath === true && element.type === "menuitem") return hoverMove(target, scene);
	if (how === "single") return clickOn(element, scene);
	const thought = `I ${how === "double" ? "double-click" : "right-click"} ${called}.`;
	return clickOn(element, scene, { action: { name: "click", id: element.id, kind: how }, thought, expect: { kind: "any_change" } });
}

/** "Submit" that is no name but what the one button of the form does; a row or card that is pressed by what opens it. */
function instead(target: Target, scene: Scene): Move | undefined {
	const { layout } = scene;
	if (target.isQuoted || target.places.length > 0) return undefined;
	const field = fieldOf(scene);
	if (/^submit$/i.test(target.name) || (field?.type === "password" && /^(?:log|sign) ?in$/i.test(target.name))) {
		const [only, ...others] = layout.elements.filter(
			({ states, form }) => states.has("submit") && (field === undefined || form === field.form),
		);
		const button = field === undefined ? undefined : submitOf(field, scene);
		const element = only !== undefined && others.length === 0 ? only : button?.kind === "one" ? button.element : undefined;
		if (element !== undefined) return clickOn(element, scene);
	}
	const isListed = target.role === "row" || target.role === "item";
	const opener =
		isListed || (target.role === undefined && target.ordinal === undefined && target.name !== "") ? openerOf(target, scene) : undefined;
	return opener === undefined ? undefined : clickOn(opener, scene);
}

/** The controls that a target names equally well, in reading order; undefined where there is none. */
function allOf(target: Target, scene: Scene, accepts: (element: ElementView) => boolean): readonly ElementView[] | undefined {
	const found = locate(target, { ...scene, chosen: undefined }, accepts);
	return found.kind === "one" ? [found.element] : found.kind === "tied" ? found.elements : undefined;
}

function clickAll(target: Target, scene: Scene): Move {
	const all = allOf(target, scene, isClickable);
	const next = nextOf(all ?? [], scene);
	if (all === undefined) return missing(target);
	return next === undefined ? { kind: "end" } : clickOn(next, scene, { then: "again", key: `each ${next.id}` });
}

/** The control behind the last one that was done, or that one again where it failed; each is done once. */
function nextOf(all: readonly ElementView[], { done, failures }: Scene): ElementView | undefined {
	const last = done.findLast((key) => key.startsWith("each "));
	const at = all.findIndex(({ id }) => `each ${id}` === last);
	return failures > 0 && at !== -1 ? all[at] : all.slice(at + 1).find(({ id }) => !done.includes(`each ${id}`));
}

/** Ticks what is named, one a turn; "all" means every box of the place that it names. */
export function tickMove({ targets, isOn }: Extract<Intent, { readonly kind: "tick" }>, scene: Scene): Move {
	const target = targets[scene.part];
	if (target === undefined) return { kind: "end" };
	if (target.isAll === true) {
		const boxes = allOf({ ...target, role: target.role ?? "checkbox" }, scene, isToggle);
		const isDue = (box: ElementView) => box.states.has("checked") !== isOn && !isDisabled(box);
		const next = nextOf(boxes?.filter(isDue) ?? [], scene);
		const move = boxes === undefined ? missing(target) : next === undefined ? ({ kind: "end" } as const) : setToggle(next, isOn, scene);
		return move.kind === "act" ? { ...move, then: "again", key: `each ${next?.id}` } : move;
	}
	const found = locate(target, scene, canBeOn);
	if (found.kind === "one") return setToggle(found.element, isOn, scene);
	if (found.kind === "tied") return unresolved(target, found);
	const boxes = rowBoxes(target, scene);
	const box = oneOf(boxes, scene);
	if (box !== undefined) return setToggle(box, isOn, scene);
	return boxes.length > 1 ? { kind: "tied", target, elements: boxes } : unresolved(target, found);
}

/** Points at what a target names. */
export function hoverMove(target: Target, scene: Scene): Move {
	const found = locate(target, scene, () => true);
	if (found.kind !== "one") return unresolved(target, found);
	const { element } = found;
	const referent = referentTo(scene.layout, element);
	return act({ name: "hover", id: element.id }, `I point at ${calledOf(scene.layout, element)}.`, { target: element, referent });
}
