import type { ActResult } from "../execute/page-action.ts";
import { choose } from "./choose.ts";
import { click, isDisabled } from "./click.ts";
import { beforeInput, change, input, key } from "./dom/events.ts";
import { maxLengthOf, writeValue } from "./dom/fields.ts";
import { page, real, shadowOf } from "./dom/nodes.ts";
import { hasEditContext, writeEditor } from "./editor.ts";
import { pressEnter } from "./keys/press.ts";
import type { Recheck } from "./outcome.ts";
import { done, fail, nextFrame, refuse } from "./outcome.ts";
import { pickDay } from "./widgets/calendar.ts";
import { boxesFor, charactersOf } from "./widgets/code-boxes.ts";
import { dayOf } from "./widgets/page-days.ts";
import { fillSections, sectionsAround } from "./widgets/sections.ts";
import { isStepper, stepTo } from "./widgets/stepper.ts";

const tickTypes = new Set(["checkbox", "radio"]);
const buttonTypes = new Set(["button", "submit", "reset", "image"]);

/** Examples of the only format that a type accepts. */
const formats: Readonly<Record<string, string>> = {
	date: "2026-12-31",
	time: "23:59",
	"datetime-local": "2026-12-31T23:59",
	month: "2026-12",
	week: "2026-W52",
	color: "#1a2b3c",
	number: "42.5",
	range: "a number",
};

/** What may stand against a value: `refusalAt` judges each field that takes a part of it. `isKeyCatcher`: it takes an editor's keys. */
type Doubts = { readonly recheck: Recheck; readonly refusalAt: (place: Element) => ActResult | null; readonly isKeyCatcher: boolean };

/** Replaces the value of a control; `submit` presses Enter after it. */
export async function setValue(
	target: Element,
	{ text, submit }: { readonly text: string; readonly submit: boolean },
	doubts: Doubts,
): Promise<ActResult> {
	const field = fieldOf(target);
	if (isDisabled(field)) return refuse("DISABLED", "The field is disabled");
	const result = await fill(field, text, doubts);
	if (!result.success || !submit) return result;
	// The page may have changed its form while it heard the typing.
	const refusal = doubts.recheck("typed");
	if (refusal !== null) return refusal;
	// A matching value proves the typing only; `submitted` tells of Enter.
	return pressEnter(field) ? { ...result, actualState: { ...result.actualState, submitted: true } } : result;
}

/** A wrapper (combobox, custom element) stands for the one field inside it. */
export function fieldOf(target: Element): Element {
	if (isField(target) || isToggle(target)) return target;
	const inner = real(shadowOf(target) ?? target).querySelectorAll(
		"input:not([type=hidden]), textarea, select, [contenteditable]:not([contenteditable=false])",
	);
	return inner.length === 1 ? (inner[0] ?? target) : target;
}

const isField = (element: Element) =>
	element instanceof HTMLInputElement ||
	element instanceof HTMLTextAreaElement ||
	element instanceof HTMLSelectElement ||
	isStepper(element) ||
	isEditor(element);

const untyped: ReadonlySet<string> = new Set([
	...tickTypes,
	...buttonTypes,
	..."color file range date time datetime-local month week".split(" "),
]);

/** True when typing writes the text as it is. A date takes keys part by part; boxes and lists take clicks. */
export function isTyped(field: Element): boolean {
	if (field instanceof HTMLInputElement) return !untyped.has(field.type);
	return field instanceof HTMLTextAreaElement || isEditor(field);
}

const isEditor = (element: Element) => hasEditContext(element) || (element instanceof HTMLElement && real(element).isContentEditable);

/** True for a tick that a page made of another element. */
export const isToggle = (element: Element) =>
	["checkbox", "switch", "radio", "menuitemcheckbox"].includes(real(element).getAttribute("role") ?? "");

async function fill(field: Element, text: string, { recheck, refusalAt, isKeyCatcher }: Doubts): Promise<ActResult> {
	if (isToggle(field)) return tick(field, field.getAttribute("aria-checked") === "true", text);
	if (field instanceof HTMLSelectElement) return choose(field, [text]);
	if (field instanceof HTMLInputElement && tickTypes.has(field.type)) return tick(field, field.checked, text);
	if (field instanceof HTMLInputElement && buttonTypes.has(field.type)) return refuse("READ_ONLY", "A button takes no text");
	if (isKeyCatcher) return writeEditor(field, text);
	if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
		if (field.readOnly) return chooseInstead(field, text);
		const boxes = field instanceof HTMLInputElement ? boxesFor(field, text) : null;
		return boxes === null ? type(field, text) : fillBoxes(boxes, text, refusalAt);
	}
	const sections = sectionsAround(field);
	if (sections !== null && dayOf(text) !== undefined) return fillSections(sections, text);
	if (isStepper(field)) return stepTo(field, text, recheck);
	return isEditor(field) ? writeEditor(field, text) : chooseInstead(field, text);
}

/** A control without typing: a person opens it and chooses, which is done for a day and in a list. */
async function chooseInstead(field: Element, text: string): Promise<ActResult> {
	const day = dayOf(text);
	const isOpener = field instanceof HTMLInputElement || opens(field);
	if (day !== undefined && isOpener) return pickDay(field, day);
	if (real(field).matches("[role=combobox], [aria-haspopup=listbox]")) return choose(field, [text]);
	return refuse("READ_ONLY", "It takes no typed text; a person clicks it and chooses in what opens");
}

const opens = (element: Element) => real(element).matches("[aria-haspopup]:not([aria-haspopup=false]), [aria-expanded], [role=combobox]");

/** One character for each box of a code. */
async function fillBoxes(
	boxes: readonly HTMLInputElement[],
	text: string,
	refusalAt: (place: Element) => ActResult | null,
): Promise<ActResult> {
	const refusal = boxes.map(refusalAt).find((each) => each !== null);
	if (refusal !== undefined) return { ...refusal, isInert: true };
	const characters = charactersOf(text);
	for (const [index, box] of boxes.entries()) {
		const result = type(box, characters[index] ?? "");
		if (!result.success) return { ...result, isInert: false };
		// The page moves the focus on before the next key.
		await nextFrame();
	}
	const value = boxes.map((box) => box.value).join("");
	return value === characters.join("")
		? { ...done, actualState: { value: text } }
		: fail("NOT_TAKEN", "The boxes did not keep the code", { value });
}

function tick(field: Element, isChecked: boolean, text: string): ActResult {
	const wanted = text.trim().toLowerCase();
	if (wanted !== "true" && wanted !== "false") return refuse("BAD_VALUE", 'A box takes "true" or "false"');
	if (isChecked === (wanted === "true")) return done;
	if (isChecked && isOneOfMany(field)) return refuse("BAD_VALUE", "A radio button is cleared by choosing another one");
	return click(field, {});
}

const isOneOfMany = (field: Element) =>
	field instanceof HTMLInputElement ? field.type === "radio" : real(field).getAttribute("role") === "radio";

function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): ActResult {
	if (field instanceof HTMLInputElement && field.type === "file") return refuse("BAD_VALUE", "A file field takes a file, not a text");
	const longest = maxLengthOf(field);
	if (longest !== undefined && text.length > longest) return refuse("BAD_VALUE", `The field takes at most ${longest} characters`);
	if (!fits(field, text)) return refuse("BAD_VALUE", `A ${field.type} field takes a value such as ${formats[field.type] ?? "text"}`);
	field.focus({ preventScroll: true });
	const stroke = { key: text.at(-1) ?? "Backspace" };
	key(field, "keydown", stroke);
	if (!beforeInput(field, text === "" ? "deleteContentBackward" : "insertText", text))
		return fail("NOT_TAKEN", "The page refused the text", { value: field.value });
	writeValue(field, text);
	input(field, text === "" ? "deleteContentBackward" : "insertText", text);
	key(field, "keyup", stroke);
	change(field);
	return done;
}

/** The browser empties an invalid value. A copy is tried, so the page sees no wrong value. */
function fits(field: HTMLInputElement | HTMLTextAreaElement, value: string): boolean {
	if (!(field instanceof HTMLInputElement) || formats[field.type] === undefined || value === "") return true;
	const copy = page().createElement("input");
	copy.type = field.type;
	copy.value = value;
	if (field.type === "range") return !Number.isNaN(Number(value));
	return field.type === "color" ? copy.value === value.toLowerCase() : copy.value !== "";
}
