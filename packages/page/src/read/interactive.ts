import { controlType } from "../write/grammar.ts";

/** Interactive ARIA roles and their type in page text. */
const widgetRoles: ReadonlyMap<string, string> = new Map([
	..."button checkbox radio switch tab menuitem option treeitem combobox slider spinbutton".split(" ").map((role) => [role, role] as const),
	["link", "a"],
	["menuitemcheckbox", "menuitem"],
	["menuitemradio", "menuitem"],
	["textbox", "input"],
	["searchbox", "search"],
]);

/** Container roles that are controls only if they can have the focus. */
const focusableRoles: ReadonlySet<string> = new Set("listbox gridcell scrollbar application img row menu tree grid".split(" "));

/** Tags of native form fields. */
export const fieldTags: ReadonlySet<string> = new Set(["input", "select", "textarea"]);
const pointerEvents = ["click", "mousedown", "mouseup", "pointerdown", "pointerup", "dblclick", "touchstart", "touchend"].map(
	(name) => `on${name}`,
);

const marks: ReadonlySet<string> = new Set([
	..."role tabindex contenteditable draggable title inert popover hidden".split(" "),
	..."aria-label aria-labelledby aria-hidden aria-modal aria-owns aria-haspopup".split(" "),
	...pointerEvents,
]);

/** True for an element with an attribute that matters to the walk. Tag and style decide about all others. */
export function isMarked(names: readonly string[]): boolean {
	for (const name of names) if (marks.has(name)) return true;
	return false;
}

/** Reads attributes of one element. */
export type Attributes = (name: string) => string | null;

/** The first word of the role in lower case; "" without a role. */
export function roleOf(attributes: Attributes): string {
	const role = attributes("role");
	return role === null ? "" : (role.trim().toLowerCase().split(/\s/, 1)[0] ?? "");
}

const textInputs: ReadonlySet<string> = new Set(["text", ""]);
const buttonInputs: ReadonlySet<string> = new Set(["submit", "button", "reset", "image"]);

/** The type of an input in page text: what it accepts, its widget role if it accepts text, or `button`. */
function inputType(type: string, role: string): string {
	if (buttonInputs.has(type)) return "button";
	if (type === "search" && role === "combobox") return role;
	return textInputs.has(type) ? (widgetRoles.get(role) ?? "input") : type;
}

/** True for an element in the tab order. */
export function isFocusable(attributes: Attributes): boolean {
	const tabIndex = attributes("tabindex");
	return tabIndex !== null && Number.parseInt(tabIndex, 10) >= 0;
}

function isEditable(attributes: Attributes): boolean {
	const editable = attributes("contenteditable");
	return editable !== null && editable.toLowerCase() !== "false";
}

/** Tags that are controls without further attributes. */
export const operableTags: ReadonlySet<string> = new Set([...fieldTags, "button", "a", "area", "summary", "audio", "video"]);

/** What makes an element a control, and the type it is written with. */
export type Operable = {
	readonly type: string;
	/** A field, link or widget: a control even inside another control. */
	readonly isExplicit: boolean;
	/** It takes the focus for the controls in it. */
	readonly isHolder?: boolean;
};

/**
 * Decides by tag and attributes whether a user can operate an element. The walk checks for `cursor: pointer`.
 *
 * @param tag local name in lower case
 * @param attributes undefined for an element without relevant attributes
 */
export function operableOf(tag: string, own: Attributes, attributes: Attributes | undefined): Operable | undefined {
	const role = attributes === undefined ? "" : roleOf(attributes);
	if (fieldTags.has(tag)) {
		const type = tag === "input" ? inputType((own("type") ?? "").toLowerCase(), role) : (widgetRoles.get(role) ?? tag);
		return type === "hidden" ? undefined : { type, isExplicit: true };
	}
	if (tag === "button") return { type: widgetRoles.get(role) ?? "button", isExplicit: true };
	if ((tag === "a" || tag === "area") && (own("href") !== null || own("xlink:href") !== null))
		return { type: widgetRoles.get(role) ?? "a", isExplicit: true };
	if (tag === "summary") return { type: "summary", isExplicit: true };
	if ((tag === "audio" || tag === "video") && own("controls") !== null) return { type: tag, isExplicit: true };
	if (attributes === undefined) return undefined;
	const widget = widgetRoles.get(role);
	if (isEditable(attributes)) return { type: widget === undefined || widget === "input" ? "editable" : widget, isExplicit: true };
	if (widget !== undefined) return { type: widget, isExplicit: true };
	if (role !== "" && isFocusable(attributes)) {
		return { type: focusableRoles.has(role) && role !== "img" ? role : role === "img" ? "image" : controlType(tag), isExplicit: true };
	}
	// An entry with a submenu, without a role: the menu around it has none either.
	const popup = role === "" ? attributes("aria-haspopup") : null;
	if (popup !== null && popup !== "false" && isFocusable(attributes)) return { type: "menuitem", isExplicit: true };
	const isPointed = pointerEvents.some((name) => attributes(name) !== null) || attributes("draggable") === "true";
	return isPointed ? { type: tag === "img" ? "image" : controlType(tag), isExplicit: false } : undefined;
}

/** The type of an element that is a control only by its pointer cursor. */
export function pointerType(tag: string): string {
	return tag === "img" || tag === "svg" ? "image" : controlType(tag);
}
