import type { Attributes } from "../interactive.ts";
import { roleOf } from "../interactive.ts";
import type { RegionNode } from "../page-node.ts";
import type { Context } from "../traversal/context.ts";
import type { VisitedElement } from "../traversal/visited-element.ts";

/** The region that an element forms; `level` for headings. */
export type Structure = { readonly type: RegionNode["type"]; readonly level?: number; readonly isTerm?: true };

const byRole: ReadonlyMap<string, RegionNode["type"]> = new Map([
	["listitem", "item"],
	["row", "row"],
	["cell", "cell"],
	["gridcell", "cell"],
	["columnheader", "cell"],
	["rowheader", "cell"],
	["navigation", "nav"],
	["main", "main"],
	["dialog", "dialog"],
	["alertdialog", "dialog"],
]);
const byTag: ReadonlyMap<string, RegionNode["type"]> = new Map([
	["li", "item"],
	["tr", "row"],
	["td", "cell"],
	["th", "cell"],
	["dt", "cell"],
	["dd", "cell"],
	["form", "form"],
	["fieldset", "fieldset"],
	["nav", "nav"],
	["main", "main"],
	["dialog", "dialog"],
	["iframe", "frame"],
	["frame", "frame"],
]);
/** Roles without a meaning. */
export const presentational: ReadonlySet<string> = new Set(["presentation", "none"]);

/** The region of a box that only scrolls. */
export const scroller: Structure = { type: "scroll" };

const frame: Structure = { type: "frame" };

/** True for an embedded document. An `object` tells by its content, an `embed` by its type. */
function isFrame(element: Element): boolean {
	if ("contentWindow" in element) return element.contentWindow !== null;
	return "type" in element && /^(?:text\/html|application\/xhtml)/i.test(String(element.type));
}

/** The region of an element in its surroundings. A layout table has no rows or cells. */
export function structureAt(
	{ element, tag, styling, attributes }: VisitedElement,
	context: Pick<Context, "isLayoutTable">,
): Structure | undefined {
	const structure = (tag === "object" || tag === "embed") && isFrame(element) ? frame : structureOf(tag, attributes);
	if (structure === undefined) return styling.isScroller ? scroller : undefined;
	const isTablePart = structure.type === "row" || structure.type === "cell";
	return isTablePart && context.isLayoutTable && (attributes === undefined || roleOf(attributes) === "") ? undefined : structure;
}

/**
 * The region of an element; undefined for most elements.
 *
 * @param attributes undefined for an element without relevant attributes
 */
function structureOf(tag: string, attributes: Attributes | undefined): Structure | undefined {
	const role = attributes === undefined ? "" : roleOf(attributes);
	if (role === "heading") {
		const level = Number.parseInt(attributes?.("aria-level") ?? "2", 10);
		return { type: "heading", level: level >= 1 && level <= 6 ? level : 2 };
	}
	const byOwnRole = attributes?.("aria-modal") === "true" ? "dialog" : byRole.get(role);
	if (byOwnRole !== undefined) return { type: byOwnRole };
	if (attributes !== undefined && attributes("popover") !== null && tag !== "dialog") return { type: "popover" };
	if ((role === "group" || role === "radiogroup") && (attributes?.("aria-label") ?? attributes?.("aria-labelledby")) !== null)
		return { type: "fieldset" };
	if (presentational.has(role)) return undefined;
	if (tag.length === 2 && tag[0] === "h" && tag >= "h1" && tag <= "h6") return { type: "heading", level: Number(tag[1]) };
	const type = byTag.get(tag);
	if (type === undefined) return undefined;
	return tag === "dt" ? { type, isTerm: true } : { type };
}
