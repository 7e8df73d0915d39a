import { isList, isRadio, isSlider, isTextField, isToggle } from "@webhand/page/layout/controls";
import type { ElementView } from "@webhand/page/parse/view";
import type { RoleNoun } from "../clause.ts";

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
