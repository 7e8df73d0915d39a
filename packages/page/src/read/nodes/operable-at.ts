import { controlType } from "../../write/grammar.ts";
import type { Dom } from "../dom.ts";
import { isShapeTag } from "../graphics/appearance.ts";
import type { HoverRules } from "../hidden/hover-rules.ts";
import type { Attributes, Operable } from "../interactive.ts";
import { isFocusable, operableOf, operableTags, pointerType, roleOf } from "../interactive.ts";
import type { Context, OpenControl, WalkOptions } from "../traversal/context.ts";
import type { VisitedElement } from "../traversal/visited-element.ts";
import { hasOwnLabel } from "../traversal/visited-element.ts";
import { presentational } from "./classify.ts";
import { isEditor } from "./editors.ts";

/** Surroundings of an element; `isPointer` if it shows a pointer cursor. */
export type OperableAt = {
	readonly context: Context;
	readonly isPointer: boolean;
	readonly isPinned: WalkOptions["isPinned"];
	readonly rules: HoverRules;
};

/** The control that an element is in its surroundings; undefined for most elements. */
export function operableAt(dom: Dom, visited: VisitedElement, { context, isPointer, isPinned, rules }: OperableAt): Operable | undefined {
	const { element, tag, styling, attributes } = visited;
	const found =
		attributes === undefined && !operableTags.has(tag) ? undefined : operableOf(tag, ownAttributes(dom, element, tag), attributes);
	if (found !== undefined && isRule(dom, visited)) return undefined;
	if (found !== undefined && isEditor(found) && isPartOfEditor(dom, element, context)) return undefined;
	if (found !== undefined && (found.isExplicit || context.control === undefined || hasOwnLabel(attributes))) return found;
	if (isPinned(element)) return { type: "text", isExplicit: true };
	const isLabel = tag === "label" && (element as HTMLLabelElement).control !== null;
	const isRoot = tag === "html" || tag === "body";
	if (isLabel || isRoot || isPresentational(attributes)) return undefined;
	const { control } = context;
	if (control !== undefined) {
		if (context.isDrawing) return isHandle(dom, visited, control) ? { type: "shape", isExplicit: false } : undefined;
		return isToolInTab(dom, visited, control) ? { type: pointerType(tag), isExplicit: true } : undefined;
	}
	if (isPointer && !context.isPointer) return { type: context.isDrawing ? "shape" : pointerType(tag), isExplicit: false };
	if (isHolder(dom, visited)) return { type: controlType(tag), isExplicit: false, isHolder: true };
	// Apps forbid text selection on elements that react to a press; rows of a document allow it.
	if (isPointer || context.isDrawing || !rules.mayAnswer(element)) return undefined;
	const isPart = styling.style.userSelect === "none" || isHollow(dom, element);
	return isPart && rules.isAnswering(element) ? { type: pointerType(tag), isExplicit: false } : undefined;
}

/** True for a line between the entries of a menu. */
function isRule(dom: Dom, { element, attributes }: VisitedElement): boolean {
	return isPresentational(attributes) && dom.textContent(element).trim() === "" && dom.queryFirst(element, "svg,img,input") === null;
}

/** True for an element without a role that takes the focus, for the keys. A box takes it in order to scroll. */
function isHolder(dom: Dom, { element, tag, styling, attributes }: VisitedElement): boolean {
	if (attributes === undefined || !isFocusable(attributes) || tag === "pre" || tag === "iframe") return false;
	return !styling.isScroller || dom.queryFirst(element, "[role],[tabindex],a[href],button") !== null;
}

function isPresentational(attributes: Attributes | undefined): boolean {
	const role = attributes === undefined ? "" : roleOf(attributes);
	return presentational.has(role) || role === "separator";
}

const holdingTools: ReadonlySet<string> = new Set(["tab", "option", "treeitem"]);

/** True for an icon with its own tooltip in a tab or an entry, such as its cross: ARIA allows no role there. */
function isToolInTab(dom: Dom, { element, attributes }: VisitedElement, { node }: OpenControl): boolean {
	if (!holdingTools.has(node.type) || (attributes?.("title") ?? "").trim() === "") return false;
	return dom.textContent(element).trim() === "" && dom.queryFirst(element, "svg,img") !== null;
}

/** True for an element without text or content, such as a handle. */
function isHollow(dom: Dom, element: Element): boolean {
	const child = dom.firstChild(element);
	return child === null || (dom.nextSibling(child) === null && dom.nodeType(child) === 1 && dom.firstChild(child) === null);
}

/** True for a part of a drawn thing with a cursor of its own, such as the port of a node. */
function isHandle(dom: Dom, { tag, styling }: VisitedElement, { element }: OpenControl): boolean {
	const { cursor } = styling.style;
	return isShapeTag(tag) && cursor !== "auto" && cursor !== "default" && cursor !== dom.style(element).cursor;
}

/** True inside an editor, except for parts that the page made read-only and editable again. */
function isPartOfEditor(dom: Dom, element: Element, { control }: Context): boolean {
	const parent = dom.parentNode(element);
	const isInEditor = control !== undefined && isEditor(control.node) && parent !== null && dom.nodeType(parent) === 1;
	return isInEditor && dom.matches(parent as Element, ":read-write");
}

/** Attributes of an element, with the `type` of an input as the browser understands it. */
function ownAttributes(dom: Dom, element: Element, tag: string): Attributes {
	return (name) => (tag === "input" && name === "type" ? (element as HTMLInputElement).type : dom.attribute(element, name));
}
