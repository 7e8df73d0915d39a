import { regionTypes } from "../write/grammar.ts";

/** ARIA roles of things one operates, and the type that page text gives them. */
const widgetRoles: ReadonlyMap<string, string> = new Map([
	..."button checkbox radio switch tab menuitem option treeitem combobox slider spinbutton".split(" ").map((role) => [role, role] as const),
	["link", "a"],
	["menuitemcheckbox", "menuitem"],
	["menuitemradio", "menuitem"],
	["textbox", "input"],
	["searchbox", "search"],
]);

/** Roles of containers that are controls only where they take the focus themselves. */
const focusableRoles: ReadonlySet<string> = new Set([
	"listbox",
	"gridcell",
	"scrollbar",
	"application",
	"img",
	"row",
	"menu",
	"tree",
	"grid",
]);

const fieldTags: ReadonlySet<string> = new Set(["input", "select", "textarea"]);
const pointerEvents = ["click", "mousedown", "mouseup", "pointerdown", "pointerup", "dblclick", "touchstart", "touchend"].map(
	(name) => `on${name}`,
);

const marks: ReadonlySet<string> = new Set([
	"role",
	"tabindex",
	"contenteditable",
	"draggable",
	"title",
	"inert",
	"popover",
	"hidden",
	"aria-label",
	"aria-labelledby",
	"aria-hidden",
	"aria-modal",
	"aria-owns",
	...pointerEvents,
]);

/** True for an element whose attributes, of these names, can matter to a walk; all others are judged by tag and style alone. */
export function isMarked(names: readonly string[]): boolean {
	for (const name of names) if (marks.has(name)) return true;
	return false;
}

/** Attributes of one element, read from the live document. */
export type Attributes = (name: string) => string | null;

/** First word of the role, in lower case; "" without one. */
export function roleOf(attributes: Attributes): string {
	const role = attributes("role");
	return role === null ? "" : (role.trim().toLowerCase().split(/\s/, 1)[0] ?? "");
}

const textInputs: ReadonlySet<string> = new Set(["text", ""]);
const buttonInputs: ReadonlySet<string> = new Set(["submit", "button", "reset", "image"]);

/** Type of an input in page text: what it takes, a widget role where it takes text, `button` for all kinds of buttons. */
function inputType(type: string, role: string): string {
	if (buttonInputs.has(type)) return "button";
	if (type === "search" && role === "combobox") return role;
	return textInputs.has(type) ? (widgetRoles.get(role) ?? "input") : type;
}

function isFocusable(attributes: Attributes): boolean {
	const tabIndex = attributes("tabindex");
	return tabIndex !== null && Number.parseInt(tabIndex, 10) >= 0;
}

function isEditable(attributes: Attributes): boolean {
	const editable = attributes("contenteditable");
	return editable !== null && editable.toLowerCase() !== "false";
}

/** Tags that are no good as the type of a control, since they open regions or say nothing. */
function typeOfTag(tag: string): string {
	return regionTypes.has(tag) || !/^[a-z][a-z0-9-]{0,39}$/.test(tag) ? "div" : tag;
}

/** Tags that can be controls by themselves; every other element needs an attribute that marks it, or a pointer cursor. */
export const operableTags: ReadonlySet<string> = new Set([...fieldTags, "button", "a", "area", "summary", "audio", "video"]);

/** What makes an element a control, and the type it is written with. */
export type Operable = {
	readonly type: string;
	/** A field, a link or a widget of its own: a control even inside another. */
	readonly isOwn: boolean;
};

/**
 * Says whether an element is operated, by its tag and attributes; `cursor: pointer` is the walk's part.
 *
 * @param tag local name, lower case
 * @param attributes undefined for an element that is not marked
 */
export function operableOf(tag: string, own: Attributes, attributes: Attributes | undefined): Operable | undefined {
	const role = attributes === undefined ? "" : roleOf(attributes);
	if (fieldTags.has(tag)) {
		const type = tag === "input" ? inputType((own("type") ?? "").toLowerCase(), role) : (widgetRoles.get(role) ?? tag);
		return type === "hidden" ? undefined : { type, isOwn: true };
	}
	if (tag === "button") return { type: widgetRoles.get(role) ?? "button", isOwn: true };
	if ((tag === "a" || tag === "area") && (own("href") !== null || own("xlink:href") !== null))
		return { type: widgetRoles.get(role) ?? "a", isOwn: true };
	if (tag === "summary") return { type: "summary", isOwn: true };
	if ((tag === "audio" || tag === "video") && own("controls") !== null) return { type: tag, isOwn: true };
	if (attributes === undefined) return undefined;
	const widget = widgetRoles.get(role);
	if (isEditable(attributes)) return { type: widget === undefined || widget === "input" ? "editable" : widget, isOwn: true };
	if (widget !== undefined) return { type: widget, isOwn: true };
	if (role !== "" && isFocusable(attributes)) {
		return { type: focusableRoles.has(role) && role !== "img" ? role : role === "img" ? "image" : typeOfTag(tag), isOwn: true };
	}
	const isPointed = pointerEvents.some((name) => attributes(name) !== null) || attributes("draggable") === "true";
	return isPointed ? { type: tag === "img" ? "image" : typeOfTag(tag), isOwn: false } : undefined;
}

/** The type of an element that is a control only for its pointer cursor. */
export function pointerType(tag: string): string {
	return tag === "img" || tag === "svg" ? "image" : typeOfTag(tag);
}
