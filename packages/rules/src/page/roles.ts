import type { ElementView } from "@webhand/page/parse/view";
import type { RoleNoun } from "../clause.ts";

const typesOf = (types: string): ReadonlySet<string> => new Set(types.split(" "));
const textTypes = typesOf(
	"input textarea search email password number tel url editable combobox date time datetime-local month week color textbox searchbox spinbutton",
);
const toggleTypes = typesOf("checkbox switch menuitemcheckbox");
const radioTypes = typesOf("radio menuitemradio");
const sliderTypes = typesOf("range slider");
const stillTypes = typesOf("frame section scroll form dialog heading");

/** True for controls that hold typed text. */
export const isTextField = ({ type }: ElementView): boolean => textTypes.has(type);
/** True for checkboxes and switches. */
export const isToggle = ({ type }: ElementView): boolean => toggleTypes.has(type);
/** True for radio buttons. */
export const isRadio = ({ type }: ElementView): boolean => radioTypes.has(type);
/** True for sliders. */
export const isSlider = ({ type }: ElementView): boolean => sliderTypes.has(type);
/** True for lists whose choices the page tells. */
export const isList = ({ type, attributes }: ElementView): boolean =>
	type === "select" || type === "listbox" || (type === "combobox" && attributes.has("options"));
/** True for fields of any kind that take a value. */
export const takesValue = (element: ElementView): boolean =>
	(isTextField(element) && !isButtonList(element)) || isList(element) || isSlider(element);
/** True for a list that is a button: it is pressed, and its choices appear. */
export const isButtonList = ({ type, content, attributes }: ElementView): boolean =>
	type === "combobox" && content !== "" && !attributes.has("value") && !attributes.has("placeholder") && !attributes.has("options");
/** True for the site's own search: nothing but a search goes into it. */
export const isSearchField = (element: ElementView): boolean =>
	element.type === "search" ||
	element.type === "searchbox" ||
	(isTextField(element) &&
		/(?<!\p{L})(?:search|suche\w*|rechercher|find)(?!\p{L})/iu.test(
			`${element.name} ${element.attributes.get("placeholder") ?? ""} ${element.attributes.get("hint") ?? ""}`,
		));
/** True for what the page has switched off. */
export const isDisabled = ({ states }: ElementView): boolean => states.has("disabled");
/** True for what one clicks on. An open menu's sheet bears the names of all its items and is none. */
export const isClickable = ({ type, states }: ElementView): boolean =>
	!(/^menu(?:bar)?$/.test(type) && !states.has("collapsed")) && (!stillTypes.has(type) || states.has("collapsed"));
/** True for a control that carries a state of being on, as a button that stays pressed does. */
export const canBeOn = (element: ElementView): boolean =>
	isToggle(element) || isRadio(element) || element.attributes.has("pressed") || element.states.has("pressed");

const strict: Readonly<Record<RoleNoun, (element: ElementView) => boolean>> = {
	button: ({ type }) => /^(?:button|submit|reset|summary)$/.test(type),
	link: ({ type, href }) => type === "a" || type === "area" || type === "link" || href !== undefined,
	field: (element) => isTextField(element) || isList(element) || isSlider(element),
	checkbox: isToggle,
	radio: isRadio,
	switch: (element) => element.type === "switch" || element.type === "checkbox",
	list: (element) => isList(element) || element.type === "combobox",
	option: ({ type }) => /^(?:option|menuitem|menuitemradio|menuitemcheckbox|radio|checkbox|treeitem)$/.test(type),
	tab: ({ type }) => type === "tab",
	menu: ({ type, states }) => /^(?:menuitem|menu|menubar)$/.test(type) || states.has("collapsed"),
	image: ({ type, attributes }) => type === "image" || attributes.has("hint"),
	dialog: ({ type }) => type === "dialog",
	heading: ({ type }) => type === "heading",
	slider: (element) => isSlider(element) || element.type === "spinbutton",
	row: ({ type }) => /^(?:row|option|treeitem|gridcell|tr)$/.test(type),
	item: ({ type }) => /^(?:option|listitem|treeitem|article|li)$/.test(type),
	page: ({ type }) => type === "a",
};

/** True for a control of the very sort that a noun names. */
export const isOfRole = (element: ElementView, role: RoleNoun): boolean => strict[role](element);

/** True where a noun cannot mean this control at all: nobody calls a text box a link. */
export function contradicts(element: ElementView, role: RoleNoun): boolean {
	if (isOfRole(element, role)) return false;
	if (role === "field" || role === "checkbox" || role === "radio" || role === "slider" || role === "list" || role === "switch") return true;
	return (isTextField(element) && role !== "item" && role !== "row") || isList(element);
}
