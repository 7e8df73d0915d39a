import type { Dom } from "../dom.ts";
import { isInside } from "../flat-tree.ts";
import { topmostAt } from "../geometry/hit-test.ts";
import type { Attributes } from "../interactive.ts";
import type { Context, WalkOptions } from "../traversal/context.ts";
import type { ElementStyle } from "../traversal/element-style.ts";
import { isInvisible } from "../traversal/element-style.ts";
import type { VisitedElement } from "../traversal/visited-element.ts";
import type { HoverRules } from "./hover-rules.ts";
import { isForKeyboardOnly, isPixel, keyboardOnly } from "./keyboard-only.ts";

const buttonInputs = "input[type=submit],input[type=button],input[type=reset]";
/** Controls that a pointer or a keyboard reaches; hidden fields are read elsewhere. */
const operable = `a[href],button,summary,${buttonInputs},[role=button],[role=link],[role=menuitem],[role=switch],[role=tab],[role=spinbutton],[role=slider],[aria-haspopup][tabindex]`;
const keyboardTags: ReadonlySet<string> = new Set(["a", "button", "input", "textarea"]);
/** A smaller control cannot be pointed at. CSS pixels. */
const leastExtent = 4;
/** Each hidden control in view takes a hit test. */
const maxProbes = 100;
/** Menus that open under the pointer can hold hundreds of links. */
const maxRevealed = 200;

/** Where a hidden element stands. */
type Hidden = { readonly tag: string; readonly styling: ElementStyle; readonly around: Context };

/** Finds hidden controls that a person can use: by hovering their place, or with the keyboard. */
export class HiddenControls {
	readonly #dom: Dom;
	readonly #options: Pick<WalkOptions, "shadowOf" | "window">;
	readonly #rules: HoverRules;
	#probes = 0;
	#revealed = 0;

	constructor(dom: Dom, rules: HoverRules, options: Pick<WalkOptions, "shadowOf" | "window">) {
		this.#dom = dom;
		this.#rules = rules;
		this.#options = options;
	}

	/** True for an element that may be a hidden control; cheap, and false for most elements. */
	mayAppear(styling: ElementStyle, { tag, attributes }: { readonly tag: string; readonly attributes: Attributes | undefined }): boolean {
		if (isInvisible(styling)) return true;
		const isKeyboardTag = keyboardTags.has(tag);
		if (!isKeyboardTag && attributes === undefined) return false;
		return (isKeyboardTag && styling.block.isOff) || styling.style.visibility === "hidden";
	}

	/** How the control becomes visible; undefined for any other hidden element. */
	appears(element: Element, { tag, styling, around }: Hidden): VisitedElement["appears"] {
		const isPointed = () => this.#dom.matches(element, operable);
		if (styling.isRevealed) return isPointed() && this.#takeRevealed() ? "on-hover" : undefined;
		if (styling.style.visibility === "hidden")
			return !styling.isClipped && isPointed() && this.#rules.showsAround(element) && this.#takeRevealed() ? "on-hover" : undefined;
		if (styling.isFaded && !styling.isClipped && isPointed()) return this.#isPointable(element, styling) ? "on-hover" : undefined;
		const isKeyboardTag = keyboardTags.has(tag) || this.#dom.attribute(element, "role") === "textbox";
		const isReached = isKeyboardTag && !around.isRevealed && !around.isInert;
		return isReached && isForKeyboardOnly(this.#dom, element) ? "on-focus" : undefined;
	}

	/** True for an element with controls that is transparent, shown on hover, or one pixel large. */
	mayAppearInside(element: Element, { isFaded, isRevealed, isClipped }: ElementStyle): boolean {
		if ((isFaded || isRevealed) && !isClipped) return this.#dom.queryFirst(element, operable) !== null;
		return !isFaded && isPixel(this.#dom, element) && this.#dom.queryFirst(element, keyboardOnly) !== null;
	}

	/** True for an element with controls and without a box that a style sheet shows on hover. */
	mayReveal(element: Element): boolean {
		if (this.#revealed >= maxRevealed || !this.#rules.shows(element)) return false;
		return this.#dom.matches(element, operable) || this.#dom.queryFirst(element, operable) !== null;
	}

	#takeRevealed(): boolean {
		this.#revealed += 1;
		return this.#revealed <= maxRevealed;
	}

	/** True where a mouse would hit the control. Outside of the window there is no hit test, so its style decides. */
	#isPointable(element: Element, { style }: ElementStyle): boolean {
		if (style.pointerEvents === "none" || style.visibility !== "visible") return false;
		const { left, top, right, bottom } = this.#dom.rect(element);
		if (right - left < leastExtent || bottom - top < leastExtent) return false;
		const [x, y] = [(left + right) / 2, (top + bottom) / 2];
		const { window, shadowOf } = this.#options;
		if (x < window.left || y < window.top || x >= window.right || y >= window.bottom) return true;
		this.#probes += 1;
		if (this.#probes > maxProbes) return false;
		const hit = topmostAt(this.#dom, shadowOf, { x, y });
		return hit !== null && isInside(this.#dom, hit, element);
	}
}
