import type { Action } from "@webhand/contracts/action/grammar";
import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";

/** The id of the element an action is about, if it has one. */
export function targetIdOf(action: Action): number | undefined {
	switch (action.name) {
		case "click":
		case "setValue":
		case "select":
		case "hover":
		case "drag":
		case "upload":
		case "expand":
		case "options":
		case "press":
			return action.id;
		case "scroll":
			return action.to.kind === "pixels" ? undefined : action.to.id;
		case "navigate":
		case "back":
		case "forward":
		case "reload":
		case "wait":
		case "openTab":
		case "switchTab":
		case "closeTab":
		case "find":
		case "ask":
		case "handoff":
		case "server":
		case "finish":
		case "fail":
			return undefined;
	}
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

/** The host of the frame that an element stands in, where that is another one than the page's. */
export function frameHostOf(element: ElementView | undefined, page: PageView): string | undefined {
	let line = element === undefined ? undefined : page.lines[element.line];
	while (line !== undefined) {
		const host = line.region === "frame" && line.id !== undefined ? page.elements.get(line.id)?.href : undefined;
		if (host !== undefined) return host.split("/")[0];
		line = page.lines[line.parent];
	}
	return undefined;
}

/** Looking without any effect: the steps that 003 counts as observing. */
export function isLook(action: Action): boolean {
	return action.name === "wait" || action.name === "scroll" || isLookup(action);
}

/** Lookups answered by the content script. */
export function isLookup(action: Action): boolean {
	return action.name === "find" || action.name === "expand" || action.name === "options";
}

/** Actions that end a step with a question to the person. */
export function isQuestion(action: Action): boolean {
	return action.name === "ask" || action.name === "handoff";
}

/** Actions that end the task. */
export function isFinal(action: Action): boolean {
	return action.name === "finish" || action.name === "fail";
}

/** What the row or list entry that a control stands in says of itself: its texts and links, no button or field; "" outside of one. */
export function rowAround(element: ElementView, page: PageView): string {
	let line = page.lines[element.line];
	while (line !== undefined && line.kind !== "row" && line.kind !== "item") line = page.lines[line.parent];
	const said = (line?.cells.flat() ?? []).map((part) => {
		if (part.kind === "text") return part.text.trim();
		const link = page.elements.get(part.id);
		return link?.type === "a" && link.id !== element.id ? link.name : "";
	});
	return said.filter((text) => text !== "").join(" ");
}

/** The text of a line and of its neighbours, `reach` lines to each side. */
export function textAround(page: PageView, line: number, reach: number): string {
	return page.lines
		.slice(Math.max(0, line - reach), line + reach + 1)
		.map((entry) => entry.text)
		.join(" ");
}

// What the types of the page text (page.md §4) are to a step; every rule that asks for a kind of control reads it here.
const textual = kinds("input textarea password email number search tel url editable text date time combobox");
const toggled = kinds("checkbox radio switch");
const chosen = kinds("select option tab slider color range summary");
const wordless = kinds("a button submit reset image shape canvas summary option tab menuitem file");
const pressed = kinds("a button tab option menuitem checkbox radio switch image shape box summary slider treeitem row cell");

/** True for controls that take typed text. */
export function isTextual(type: string): boolean {
	return textual.has(type);
}

/** True for controls that `setValue(n, "true")` ticks. */
export function isToggle(type: string): boolean {
	return toggled.has(type);
}

/** True for controls that no text and no value can be written into. */
export function takesNoText(type: string): boolean {
	return wordless.has(type);
}

/** True for controls whose use sets a value and commits nothing. */
export function isField(type: string): boolean {
	return isTextual(type) || isToggle(type) || chosen.has(type);
}

/** True for what gets the focus by being pressed, whatever it does: a dead button, too. In a field the focus is what a click is for. */
export function isPressed(type: string): boolean {
	return pressed.has(type);
}

function kinds(names: string): ReadonlySet<string> {
	return new Set(names.split(" "));
}
