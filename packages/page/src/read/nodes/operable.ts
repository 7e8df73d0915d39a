import type { Dom } from "../dom.ts";
import type { Attributes, Operable } from "../interactive.ts";
import { operableOf, operableTags, pointerType } from "../interactive.ts";
import type { Context, WalkOptions } from "../traversal/context.ts";
import type { VisitedElement } from "../traversal/visited-element.ts";
import { hasOwnLabel } from "../traversal/visited-element.ts";
import { isEditor } from "./editors.ts";

/** Where an element is met; `isPointer`: the page shows a pointer over it. */
export type OperableAt = { readonly context: Context; readonly isPointer: boolean; readonly isPinned: WalkOptions["isPinned"] };

/** The control that an element is at its place, undefined for the many that are none. */
export function operableAt(
	dom: Dom,
	{ element, tag, attributes }: VisitedElement,
	{ context, isPointer, isPinned }: OperableAt,
): Operable | undefined {
	const found =
		attributes === undefined && !operableTags.has(tag) ? undefined : operableOf(tag, ownAttributes(dom, element, tag), attributes);
	if (found !== undefined && isEditor(found) && isPartOfEditor(dom, element, context)) return undefined;
	if (found !== undefined && (found.isOwn || context.control === undefined || hasOwnLabel(attributes))) return found;
	if (isPinned(element)) return { type: "text", isOwn: true };
	const isLabel = tag === "label" && (element as HTMLLabelElement).control !== null;
	const isRoot = tag === "html" || tag === "body";
	if (context.control !== undefined || !isPointer || context.isPointer || isLabel || isRoot) return undefined;
	return { type: context.isDrawing ? "shape" : pointerType(tag), isOwn: false };
}

/** True inside of an editor, but for what the page took out of it and made an editor of its own. */
function isPartOfEditor(dom: Dom, element: Element, { control }: Context): boolean {
	const parent = dom.parentNode(element);
	const isInEditor = control !== undefined && isEditor(control.node) && parent !== null && dom.nodeType(parent) === 1;
	return isInEditor && dom.matches(parent as Element, ":read-write");
}

/** Attributes of any element; the type of an input is the one that the browser made of it. */
function ownAttributes(dom: Dom, element: Element, tag: string): Attributes {
	return (name) => (tag === "input" && name === "type" ? (element as HTMLInputElement).type : dom.attribute(element, name));
}
