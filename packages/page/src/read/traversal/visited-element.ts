import { isBlank } from "../../write/normalize.ts";
import type { Dom } from "../dom.ts";
import type { Attributes } from "../interactive.ts";
import { roleOf } from "../interactive.ts";
import type { PageNode } from "../page-node.ts";
import type { ElementStyle } from "./element-style.ts";
import { pushBreak } from "./traverse.ts";

/** An element that is about to be read; `attributes` only if one of them is relevant. */
export type VisitedElement = {
	readonly element: Element;
	readonly tag: string;
	readonly styling: ElementStyle;
	readonly attributes: Attributes | undefined;
	/** The word for a control that shows only then; absent for a visible one. */
	readonly appears?: "on-hover" | "on-focus";
};

/** Reads attributes of an element that has few of them. */
export function attributesOf(dom: Dom, element: Element, names: readonly string[] = dom.attributeNames(element)): Attributes {
	return (name) => (names.includes(name) ? dom.attribute(element, name) : null);
}

/** True for an element with a label or tooltip. */
export function hasOwnLabel(attributes: Attributes | undefined): boolean {
	return attributes !== undefined && ((attributes("aria-label") ?? "").trim() !== "" || (attributes("title") ?? "").trim() !== "");
}

/** True for a table that only arranges its content. */
export function isLayoutTable(attributes: Attributes | undefined): boolean {
	const role = attributes === undefined ? "" : roleOf(attributes);
	return role === "presentation" || role === "none";
}

/** True for an only child that is white space. */
export function isBlankAlone(dom: Dom, child: Node): boolean {
	return dom.nodeType(child) === 3 && dom.nextSibling(child) === null && isBlank((child as Text).data);
}

/** True for an element that holds a single letter or figure. */
export function isLetterAlone(dom: Dom, element: Element): boolean {
	const child = dom.firstChild(element);
	if (child === null || dom.nodeType(child) !== 3 || dom.nextSibling(child) !== null) return false;
	return /^[\p{L}\p{N}]$/u.test((child as Text).data);
}

/** True for a box that places its children side by side. */
export function isRowLayout({ display, style }: ElementStyle): boolean {
	if (display === "table-row") return true;
	return (display === "flex" || display === "inline-flex") && style.flexDirection.startsWith("row");
}

/** Display types inside a line of text. */
const inLine: ReadonlySet<string> = new Set(["inline", "contents", "none", "ruby", "ruby-text", "math"]);

/** The break around an element: a line, a gap, or none. */
export function breakOf(display: string, isRow: boolean): "line" | "gap" | undefined {
	if (inLine.has(display)) return undefined;
	// Each part of a formula is a block.
	const isBeside = isRow || display.startsWith("inline-") || display === "table-cell" || display === "block math";
	return isBeside ? "gap" : "line";
}

/** Adds the break around an element to its nodes. */
export function breakLine(out: PageNode[], kind: "line" | "gap" | undefined): void {
	if (kind !== undefined) pushBreak(out, kind === "line");
}
