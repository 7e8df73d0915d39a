import type { ElementView } from "@webhand/page/parse/view";
import { isField, isPressed, isTextual } from "../../kinds.ts";
import { formOf } from "../../target.ts";
import { isNameless, isPayButton, labelOf } from "../deeds.ts";
import { speaksOfPaying, wordsOf } from "../words.ts";
import type { Classified, Facts } from "./class.ts";
import { gravest, plain } from "./class.ts";
import { committing } from "./committing.ts";
import { following } from "./going.ts";
import { controlsInside } from "./inside.ts";

/** A click, or a key that is one. On a checkout page each of them commits. */
export function clicking(facts: Facts): Classified {
	return isCheckout(facts.page.url) ? committing(facts, ["checkout_page"]) : pressed(facts);
}

/** What pressing the target does by its own facts, whatever page it stands on. */
export function pressed(facts: Facts): Classified {
	const { page, target } = facts;
	if (target === undefined) return plain("fill");
	const label = labelOf(target, page);
	if (speaksOfPaying(label)) return committing(facts, ["pay_word"]);
	if (wordsOf("destructive", label).length > 0) return committing(facts, ["destructive_word"]);
	if (target.states.has("submit") || target.type === "submit") return committing(facts, ["submits"]);
	if (target.type === "file") return plain("upload", "upload");
	if (isPayButton(target, page)) return committing(facts, ["pay_word"]);
	if (target.type === "a" || target.href !== undefined) return following(target, facts);
	if (isField(target.type)) return plain("fill");
	if (wordsOf("commit", label).length > 0) return committing(facts, ["commit_word"]);
	return isNameless(target, page) ? committing(facts, ["nameless"]) : plain("fill");
}

/** The same for another element of the page than the action's own. */
export function pressedAt(target: ElementView, { page, task }: Facts): Classified {
	return pressed({ page, task, target, form: formOf(target, page) });
}

/**
 * A click at a point of an element. On a control that holds no other it is a click on it; anywhere else it presses what nobody sees in the
 * page's text, or one of the controls inside.
 */
export function clickingAt(point: { readonly x: number; readonly y: number }, facts: Facts): Classified {
	const { page, target } = facts;
	if (target === undefined) return committing(facts, ["at_point"]);
	if (isOutside(point, target)) return plain("refused", "outside_element");
	const inside = controlsInside(target, page);
	const isLeaf = inside.length === 0 && (isTextual(target.type) || (isPressed(target.type) && !isPicture(target)));
	if (isLeaf) return clicking(facts);
	return gravest(committing(facts, ["at_point"]), clicking(facts), ...floorOf(inside, facts));
}

/** What asks in every mode among controls of which any may be pressed. Where their links lead is no matter of the floor. */
export function floorOf(elements: readonly ElementView[], facts: Facts): readonly Classified[] {
	return elements
		.slice(0, mostPressable)
		.map(({ href: _, ...element }) => pressedAt(element, facts))
		.filter(({ class: name }) => name === "commit_protected" || name === "upload");
}

const mostPressable = 1_000;
const pictures: ReadonlySet<string> = new Set(["image", "shape", "box", "row", "cell", "treeitem"]);

/** What may hold more than the page's text tells. */
function isPicture({ type }: ElementView): boolean {
	return pictures.has(type);
}

function isOutside({ x, y }: { readonly x: number; readonly y: number }, target: ElementView): boolean {
	const size = /^(\d+)x(\d+)$/.exec(target.attributes.get("size") ?? "");
	return x < 0 || y < 0 || (size !== null && (x > Number(size[1]) || y > Number(size[2])));
}

/** A page where the specification takes each click and each key for a commitment. */
export function isCheckout(url: string): boolean {
	return /checkout|payment/i.test(url);
}
