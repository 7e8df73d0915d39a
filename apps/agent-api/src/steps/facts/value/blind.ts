import type { PageView } from "@webhand/page/parse/view";
import { isField } from "../kinds.ts";

/**
 * A snapshot or simplified HTML in which no field shows what it holds. Spec 003's own elements have no values, so there an empty field and
 * one that was filled look the same.
 *
 * @throws never
 */
export function hidesValues(page: PageView): boolean {
	if (page.mode === "page") return false;
	return ![...page.elements.values()].some(
		({ type, attributes, states }) => isField(type) && (attributes.has("value") || states.has("filled") || states.has("checked")),
	);
}

/**
 * A snapshot that says of no box whether it is ticked, or simplified HTML in which no field shows what it holds.
 *
 * @throws never
 */
export function hidesTicks(page: PageView): boolean {
	return page.mode === "snapshot" ? page.hidesTicks === true : hidesValues(page);
}
