import type { Action } from "@webhand/contracts/action/grammar";
import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";

/** The id of the element that an action names, if any. */
export function targetIdOf(action: Action): number | undefined {
	if (action.name === "scroll") return action.to.kind === "pixels" ? undefined : action.to.id;
	return "id" in action ? action.id : undefined;
}

/** The element an action acts on; a `press` without id acts on what has the focus. */
export function targetOf(action: Action, page: PageView): ElementView | undefined {
	const id = targetIdOf(action) ?? (action.name === "press" ? page.focus : undefined);
	return id === undefined ? undefined : page.elements.get(id);
}

/** Every element id an action names, so that none of them may be missing on the page. */
export function idsOf(action: Action): readonly number[] {
	const first = targetIdOf(action);
	const second = action.name === "drag" && action.to.kind !== "offset" ? action.to.id : undefined;
	return [first, second].filter((id) => id !== undefined);
}

/** The form an element stands in. */
export function formOf(element: ElementView | undefined, page: PageView): FormView | undefined {
	return element?.form === undefined ? undefined : page.forms[element.form];
}

/** The button that sends the form of a control, as Enter in one of its fields does. */
export function submitButtonOf({ form }: ElementView, page: PageView): ElementView | undefined {
	if (form === undefined) return undefined;
	return [...page.elements.values()].find(
		(element) => element.form === form && (element.states.has("submit") || element.type === "submit"),
	);
}

/** Actions without any effect, which spec 003 counts as observing. */
export function isObserving(action: Action): boolean {
	return action.name === "wait" || action.name === "scroll" || isLookup(action);
}

/** Lookups without effect: answered by the content script, or by a picture of the page. */
export function isLookup(action: Action): boolean {
	return action.name === "find" || action.name === "expand" || action.name === "options" || action.name === "look";
}

/** Actions that end a step with a question to the user. */
export function isQuestion(action: Action): boolean {
	return action.name === "ask" || action.name === "handoff";
}

/** Actions that end the task. */
export function isFinal(action: Action): boolean {
	return action.name === "finish" || action.name === "fail";
}
