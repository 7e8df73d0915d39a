import type { ActResult, PageAction } from "../execute/page-action.ts";
import { activate } from "./dom/activation.ts";
import { arrive, mouse, pointer } from "./dom/events.ts";
import { page, real } from "./dom/nodes.ts";
import type { HitPoint } from "./dom/point.ts";
import { clickPointOf, isHitPoint } from "./dom/point.ts";
import type { Recheck } from "./outcome.ts";
import { done, refuse } from "./outcome.ts";

const middleButton = 1;
const rightButton = 2;

/** Clicks an element where a mouse would hit it. */
export function click(
	target: Element,
	{ at, kind, from }: Omit<Extract<PageAction, { name: "click" }>, "name" | "id"> & { readonly from?: HitPoint | ActResult },
	recheck: Recheck = () => null,
): ActResult {
	if (isDisabled(target)) return refuse("DISABLED", "The element is disabled");
	const point = from === undefined ? clickPointOf(target, at) : comeFrom(from, target);
	if (!isHitPoint(point)) return point;
	arrive(point);
	const refusal = recheck("pressing");
	if (refusal !== null) return refusal;
	switch (kind) {
		case "right":
			if (!pressAndRelease(point, rightButton, 1)) return removedOnPress;
			mouse("contextmenu", point, { button: rightButton });
			return done;
		case "middle":
			if (!pressAndRelease(point, middleButton, 1)) return removedOnPress;
			mouse("auxclick", point, { button: middleButton, detail: 1 });
			return done;
		case "double":
			// The first click has its effect even when it removes the element.
			return clickOnce(point, 1, recheck) ?? secondClick(point);
		default:
			return clickOnce(point, 1, recheck) ?? done;
	}
}

/**
 * Moves the pointer to the surroundings of a hidden control, then to the control. A style sheet reacts to a real pointer only, so a control
 * that stays hidden is pressed directly.
 */
function comeFrom(around: HitPoint | ActResult, target: Element): HitPoint | ActResult {
	if (!isHitPoint(around)) return around;
	arrive(around);
	const point = clickPointOf(target);
	return isHitPoint(point) ? point : { x: around.x, y: around.y, hit: target };
}

/** The page removed the element on press, so the outcome shows in the page alone. */
const removedOnPress: ActResult = {
	success: false,
	isOpen: true,
	code: "OUTCOME_UNKNOWN",
	message: "The page removed the element on press, so no click followed; its effect shows in the page",
};

function secondClick(point: HitPoint): ActResult {
	if (clickOnce(point, 2, () => null) === null) mouse("dblclick", point, { detail: 2 });
	return done;
}

/** @returns why no click followed the press; null when one did */
function clickOnce(point: HitPoint, count: number, recheck: Recheck): ActResult | null {
	if (!pressAndRelease(point, 0, count)) return removedOnPress;
	const refusal = recheck("released");
	if (refusal !== null) return refusal;
	activate(point.hit, () => pointer("click", point, { detail: count }));
	return null;
}

/** Presses and releases a button. A release after the element is gone goes to the document, as a mouse does. @returns false then */
function pressAndRelease(point: HitPoint, button: number, detail: number): boolean {
	const isThere = () => real(point.hit).isConnected;
	if (!isThere()) return false;
	pointer("pointerdown", point, { button, isDown: true });
	if (isThere() && mouse("mousedown", point, { button, detail, isDown: true }) && isThere()) focusFrom(point.hit);
	pointer("pointerup", isThere() ? point : { ...point, hit: page().documentElement }, { button });
	mouse("mouseup", isThere() ? point : { ...point, hit: page().documentElement }, { button, detail });
	return isThere();
}

/** The browser's default for a press: the nearest focusable ancestor gets the focus. */
function focusFrom(hit: Element): void {
	const label = real(hit).closest("label");
	if (label !== null && real(hit).closest("button, input, select, textarea, a[href]") === null) return;
	for (let node: Element | null = hit; node !== null; node = parentThroughShadow(node)) {
		if (!(node instanceof HTMLElement || node instanceof SVGElement)) continue;
		const { tabIndex } = real(node);
		if (tabIndex < 0 && !real(node).hasAttribute("tabindex") && !(node instanceof HTMLElement && real(node).isContentEditable)) continue;
		real(node).focus({ preventScroll: true });
		return;
	}
	const { activeElement } = page();
	if (activeElement instanceof HTMLElement) activeElement.blur();
}

function parentThroughShadow(element: Element): Element | null {
	const root = real(element).getRootNode();
	return real(element).parentElement ?? (root instanceof ShadowRoot ? root.host : null);
}

export function isDisabled(element: Element): boolean {
	return real(element).matches(":disabled") || real(element).getAttribute("aria-disabled") === "true";
}
