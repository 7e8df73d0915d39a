import { isPlainText } from "../control/accessible-name.ts";
import { phraseTags } from "../control/text-alternative.ts";
import type { Dom } from "../dom.ts";
import type { Context } from "./context.ts";
import { isInvisible } from "./element-style.ts";

/** Cursors that say: press here, or drag this. */
export const pointerCursors: ReadonlySet<string> = new Set(["pointer", "grab", "move"]);

/** Inline elements that mean nothing to a reader of the text. */
export const phraseTagSet: ReadonlySet<string> = new Set(phraseTags);

/**
 * True for an inline element of `phraseTagSet` that adds nothing but its content and changes nothing for that: what `readElementStyle` and a closer look at
 * it would come to as well. Half of the elements of a page of text are such.
 */
export function isTransparentInline(
	dom: Dom,
	element: Element,
	{ style, context }: { readonly style: CSSStyleDeclaration; readonly context: Context },
): boolean {
	const { control } = context;
	if (context.isRow || isInvisible(context) || style.clipPath !== "none" || style.opacity === "0") return false;
	if (control === undefined) return pointerCursors.has(style.cursor) === context.isPointer;
	return !control.isPlain || (style.visibility === "visible" && isPlainText(dom, element, false));
}
