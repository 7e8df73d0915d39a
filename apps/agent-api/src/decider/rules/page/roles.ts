import type { ElementView } from "@webhand/page/parse/view";
import { wordsOf } from "../words/fold.ts";
import type { Role } from "../words/roles.ts";
import type { Verb } from "../words/verbs.ts";
import { verbAt } from "../words/verbs.ts";
import type { Accepts } from "./find/match.ts";

const textFields = new Set(
	"input textarea search email password number tel url editable combobox date time datetime-local month week textbox searchbox".split(" "),
);
const toggles = new Set("checkbox switch menuitemcheckbox".split(" "));
const radios = new Set("radio menuitemradio".split(" "));
const lists = new Set("select listbox combobox".split(" "));
const days = new Set("date datetime-local month week".split(" "));
const sliders = new Set("range slider".split(" "));
const still = new Set("image frame section scroll form dialog heading".split(" "));

/** True for controls that hold typed text. */
export const isTextField = (element: ElementView): boolean => textFields.has(element.type);
/** True for checkboxes and switches. */
export const isToggle = (element: ElementView): boolean => toggles.has(element.type) || element.type === "checkbox";
/** True for radio buttons. */
export const isRadio = (element: ElementView): boolean => radios.has(element.type);
/** True for drop-down lists and list boxes. */
export const isList = (element: ElementView): boolean =>
	element.type === "select" || element.type === "listbox" || (element.type === "combobox" && element.attributes.has("options"));
/** What is chosen in a list that is a button ("Relevance ▾"), which is a part of its name ("Sort by Relevance"); undefined for others. */
export function chosenIn({ type, name, content }: ElementView): string | undefined {
	const chosen = type === "combobox" ? content.replace(/\s*[▾▼▿⌄⏷]\s*$/u, "").trim() : "";
	return chosen !== "" && name.endsWith(chosen) ? chosen : undefined;
}

/** True for sliders and spinners set by steps. */
export const isSlider = (element: ElementView): boolean => sliders.has(element.type);
/** True for fields of any kind that take a value. */
export const takesValue = (element: ElementView): boolean =>
	isTextField(element) || isList(element) || isSlider(element) || element.type === "color" || element.type === "spinbutton";
/** True for things one clicks on, rather than fields. */
const isClickable = (element: ElementView): boolean => !still.has(element.type) || element.states.has("collapsed");

const looking: ReadonlySet<Verb> = new Set(["open", "visit", "expand", "read", "find", "click", "focus", "hover", "scroll"]);

/** True for a button that says what it does, and it is not to show something: pressing it opens nothing, it does that ("Order again"). */
export function doesADeed(element: ElementView): boolean {
	if (element.type !== "button" && element.type !== "submit") return false;
	const verb = verbAt(wordsOf(element.name || element.content))?.verb;
	return element.states.has("submit") || (verb !== undefined && !looking.has(verb));
}

type Fit = (element: ElementView) => number;
const oneOf = (best: ReadonlySet<string> | string, good: string, rest: number): Fit => {
	const first = typeof best === "string" ? new Set(best.split(" ")) : best;
	const second = new Set(good.split(" "));
	return (element) => (first.has(element.type) ? 1 : second.has(element.type) ? 0.6 : isTextField(element) || isList(element) ? 0 : rest);
};

const fits: Readonly<Record<Role, Fit>> = {
	button: oneOf("button submit reset", "a menuitem tab image option switch summary", 0.5),
	link: oneOf("a area link", "button menuitem tab", 0.5),
	field: (element) =>
		element.type === "textarea"
			? 0.9
			: isTextField(element)
				? 1
				: isList(element) || isSlider(element)
					? 0.5
					: isToggle(element) || element.type === "box"
						? 0.4
						: 0,
	textarea: (element) => (element.type === "textarea" || element.type === "editable" ? 1 : isTextField(element) ? 0.4 : 0),
	checkbox: (element) => (isToggle(element) ? 1 : isRadio(element) ? 0.4 : 0),
	radio: (element) => (isRadio(element) ? 1 : isToggle(element) ? 0.3 : 0),
	select: (element) => (lists.has(element.type) ? 1 : element.type === "input" ? 0.3 : 0),
	option: oneOf("option radio checkbox menuitem menuitemradio treeitem", "a button tab", 0.7),
	tab: oneOf("tab", "a button", 0.6),
	menu: oneOf("menuitem menu menubar", "button a option", 0.7),
	slider: (element) => (isSlider(element) ? 1 : element.type === "spinbutton" || element.type === "number" ? 0.6 : 0),
	date: (element) => (days.has(element.type) ? 1 : isTextField(element) && isDayHint(element) ? 0.9 : element.type === "input" ? 0.4 : 0.2),
	color: (element) => (element.type === "color" ? 1 : isTextField(element) ? 0.4 : 0.2),
	icon: (element) =>
		isTextField(element) || isList(element)
			? 0
			: element.attributes.has("hint") || element.type === "image" || element.content.length <= 2
				? 1
				: 0.7,
	image: oneOf("image", "a button shape box", 0.4),
	section: (element) =>
		element.type === "section" || element.type === "summary" || element.states.has("collapsed") || element.states.has("expanded")
			? 1
			: element.type === "tab"
				? 0.7
				: 0.4,
	row: oneOf("row option treeitem gridcell", "a button", 0.8),
	item: oneOf("option listitem treeitem article", "a button menuitem checkbox", 0.8),
	dialog: oneOf("dialog", "button a", 0.3),
	form: oneOf("form", "button", 0.3),
	shape: oneOf("shape box", "image", 0.4),
	text: oneOf("text shape", "a button", 0.7),
	number: oneOf("shape text", "a button", 0.8),
	page: oneOf("a", "button tab menuitem", 0.6),
	column: oneOf("columnheader", "button a", 0.6),
	widget: () => 1,
};

/** How well a control is of the sort that a noun names, 0 to 1. */
export function fitOf(element: ElementView, role: Role): number {
	return fits[role](element);
}

/** True for text fields that say they hold a day: by name, placeholder or pattern. */
export function isDayHint(element: ElementView): boolean {
	const said = [element.name, element.attributes.get("placeholder"), element.attributes.get("format"), element.attributes.get("hint")]
		.join(" ")
		.toLowerCase();
	return /\bdate\b|\bday\b|birthday|calendar|dd.mm|mm.dd|yyyy/.test(said);
}

/** Where a drawing's thing stands, in pixels from the page's corner, when the text says it. */
export function boxOf(
	element: ElementView,
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | undefined {
	const at = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(element.attributes.get("at") ?? "");
	const size = /^(\d+(?:\.\d+)?)[x×](\d+(?:\.\d+)?)$/.exec(element.attributes.get("size") ?? "");
	if (at === null || size === null) return undefined;
	return { x: Number(at[1]), y: Number(at[2]), width: Number(size[1]), height: Number(size[2]) };
}

/** Everything one can click on, buttons and links first. */
export const clickable: Accepts = (element) => {
	// The items of an open menu are pressed, and not the sheet that they stand on, which bears all their names.
	if (/^menu(?:bar)?$/.test(element.type) && !element.states.has("collapsed")) return 0;
	if (!isClickable(element)) return element.attributes.has("hint") || element.type === "image" ? 0.6 : 0.3;
	return /^(?:button|a|tab|menuitem|option|checkbox|radio|switch|summary)$/.test(element.type) ? 1 : 0.9;
};
