import type { ActResult, PageAction } from "../messages.ts";
import { arrive, mouse, pointer } from "./dom/events.ts";
import type { Aim } from "./dom/point.ts";
import { aimAt, isAim } from "./dom/point.ts";
import { page, real } from "./dom/real.ts";
import { done, refuse } from "./outcome.ts";

const middleButton = 1;
const rightButton = 2;

/** Clicks an element where a mouse would hit it. @source extension.md §5 "click" */
export function click(target: Element, { at, kind }: Omit<Extract<PageAction, { name: "click" }>, "name" | "id">): ActResult {
	if (isDisabled(target)) return refuse("DISABLED", "The element is disabled");
	const aim = aimAt(target, at);
	if (!isAim(aim)) return aim;
	arrive(aim);
	switch (kind) {
		case "right":
			pressAndRelease(aim, rightButton, 1);
			mouse("contextmenu", aim, { button: rightButton });
			return done;
		case "middle":
			pressAndRelease(aim, middleButton, 1);
			mouse("auxclick", aim, { button: middleButton, detail: 1 });
			return done;
		case "double":
			clickOnce(aim, 1);
			clickOnce(aim, 2);
			mouse("dblclick", aim, { detail: 2 });
			return done;
		default:
			clickOnce(aim, 1);
			return done;
	}
}

function clickOnce(aim: Aim, count: number): void {
	pressAndRelease(aim, 0, count);
	pointer("click", aim, { detail: count });
}

function pressAndRelease(aim: Aim, button: number, detail: number): void {
	pointer("pointerdown", aim, { button, isDown: true });
	if (mouse("mousedown", aim, { button, detail, isDown: true })) focusFrom(aim.hit);
	pointer("pointerup", aim, { button });
	mouse("mouseup", aim, { button, detail });
}

/** What a pressed mouse button does by default: focus goes to the nearest element that takes it. */
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

/** Native `disabled`, also by a fieldset, or `aria-disabled`. */
export function isDisabled(element: Element): boolean {
	return real(element).matches(":disabled") || real(element).getAttribute("aria-disabled") === "true";
}
