import { isBlank } from "../../write/normalize.ts";
import type { Dom } from "../dom.ts";
import type { Attributes } from "../interactive.ts";
import { roleOf } from "../interactive.ts";
import type { PageNode } from "../page-node.ts";
import type { ElementStyle } from "./element-style.ts";
import { pushBreak } from "./traverse.ts";

/** An element that is about to be read; `attributes` only where one of them marks it. */
export type VisitedElement = {
	readonly element: Element;
	readonly tag: string;
	readonly styling: ElementStyle;
	readonly attributes: Attributes | undefined;
};

/** Attributes of an element that has few of those it is asked for. */
export function attributesOf(dom: Dom, element: Element, names: readonly string[] = dom.attributeNames(element)): Attributes {
	return (name) => (names.includes(name) ? dom.attribute(element, name) : null);
}

/** True for an element with a name that its author gave it. */
export function hasOwnLabel(attributes: Attributes | undefined): boolean {
	return attributes !== undefined && ((attributes("aria-label") ?? "").trim() !== "" || (attributes("title") ?? "").trim() !== "");
}

/** True for a table that only places things. */
export function isLayoutTable(attributes: Attributes | undefined): boolean {
	const role = attributes === undefined ? "" : roleOf(attributes);
	return role === "presentation" || role === "none";
}

/** True for a first child that is nothing but white space, with nothing after it. */
export function isBlankAlone(dom: Dom, child: Node): boolean {
	return dom.nodeType(child) === 3 && dom.nextSibling(child) === null && isBlank((child as Text).data);
}

/** True for a box whose children stand beside each other. */
export function isRowLayout({ display, style }: ElementStyle): boolean {
	if (display === "table-row") return true;
	return (display === "flex" || display === "inline-flex") && style.flexDirection.startsWith("row");
}

/** These stand in the line around them. */
const inLine: ReadonlySet<string> = new Set(["inline", "contents", "ruby", "ruby-text", "math"]);

/** What parts an element from its neighbours: the end of the line, a gap, or nothing. */
export function breakOf(display: string, isRow: boolean): "line" | "gap" | undefined {
	if (inLine.has(display)) return undefined;
	// Whatever is inside a formula is a block of its own.
	const isBeside = isRow || display.startsWith("inline-") || display === "table-cell" || display === "block math";
	return isBeside ? "gap" : "line";
}

/** Writes the break before or after an element. */
export function breakLine(out: PageNode[], kind: "line" | "gap" | undefined): void {
	if (kind !== undefined) pushBreak(out, kind === "line");
}
