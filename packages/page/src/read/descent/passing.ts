import { isPlainText } from "../control/name.ts";
import { phraseTags } from "../control/subtree.ts";
import type { Dom } from "../dom.ts";
import type { Context } from "./context.ts";
import { isUnseen } from "./look.ts";

/** Cursors that say: press here, or drag this. */
export const pointers: ReadonlySet<string> = new Set(["pointer", "grab", "move"]);

/** Inline elements that mean nothing to a reader of the text. */
export const passedTags: ReadonlySet<string> = new Set(phraseTags);

/**
 * True for an inline element of `passedTags` that adds nothing but its content and changes nothing for that: what `lookAt` and a closer look at
 * it would come to as well. Half of the elements of a page of text are such.
 */
export function isPassed(
	dom: Dom,
	element: Element,
	{ style, context }: { readonly style: CSSStyleDeclaration; readonly context: Context },
): boolean {
	const { control } = context;
	if (context.isRow || isUnseen(context) || style.clipPath !== "none" || style.opacity === "0") return false;
	if (control === undefined) return pointers.has(style.cursor) === context.isPointer;
	return !control.isPlain || (style.visibility === "visible" && isPlainText(dom, element, false));
}
