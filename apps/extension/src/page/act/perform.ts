import type { ActResult, PageAction } from "../messages.ts";
import { choose } from "./choose.ts";
import { click } from "./click.ts";
import { focusedElement, focusOn, isFrame } from "./dom/focus.ts";
import type { Aim } from "./dom/point.ts";
import { aimAt, isAim } from "./dom/point.ts";
import { drag, hover } from "./drag.ts";
import { press } from "./keys/press.ts";
import { refuse } from "./outcome.ts";
import { scroll } from "./scroll.ts";
import { upload } from "./upload.ts";
import { setValue } from "./value.ts";

/** The elements that an action names, found anew a moment before. */
export type Cast = {
	readonly target: Element | null;
	readonly second: Element | null;
	readonly clipboard: string | undefined;
	readonly fileOf: (id: string) => File | undefined;
	/** Why keys must not go to an element; null when they may. */
	readonly refusalAt: (place: Element) => ActResult | null;
};

/** Does one action with synthetic input. @source extension.md §5 */
export async function perform(action: PageAction, { target, second, clipboard, fileOf, refusalAt }: Cast): Promise<ActResult> {
	if (action.name === "press") return press(target, { keys: action.keys, clipboard, refusalAt });
	if (action.name === "scroll") return scroll(action.to, target);
	if (target === null) return refuse("NOT_FOUND", "The element is not on the page");
	switch (action.name) {
		case "click":
			return click(target, action);
		case "setValue":
			return setValue(target, action);
		case "select":
			return choose(target, action.options);
		case "hover": {
			const aim = aimAt(target);
			return isAim(aim) ? hover(aim) : aim;
		}
		case "drag":
			return dragTo(action.to, target, second);
		case "upload":
			return upload(target, fileOf(action.fileId));
	}
}

async function dragTo(to: Extract<PageAction, { name: "drag" }>["to"], target: Element, second: Element | null): Promise<ActResult> {
	const from = aimAt(target, to.kind === "points" ? { x: to.x, y: to.y } : undefined);
	if (!isAim(from)) return from;
	const end = endOf(to, from, second);
	return end === null ? refuse("NOT_FOUND", "The place to drag to is not on the page") : drag(from, end);
}

/**
 * Where an action takes place, for real input: the target's point, and the end of a drag, in the frame's viewport.
 *
 * @returns why not, when there is no such place
 */
export function placesOf(
	action: PageAction,
	{ target, second, refusalAt }: Pick<Cast, "target" | "second" | "refusalAt">,
): Places | ActResult {
	if (action.name === "press") return refusalOfKeys(target, refusalAt) ?? { from: null, to: null };
	if (target === null) return refuse("NOT_FOUND", "The element is not on the page");
	const at = action.name === "click" ? action.at : action.name === "drag" && action.to.kind === "points" ? action.to : undefined;
	const aim = aimAt(target, at);
	if (!isAim(aim)) return aim;
	const end = action.name === "drag" ? endOf(action.to, aim, second) : null;
	if (action.name === "drag" && end === null) return refuse("NOT_FOUND", "The place to drag to is not on the page");
	return { from: { x: aim.x, y: aim.y }, to: end };
}

/** Real keys go to what has the focus. */
function refusalOfKeys(target: Element | null, refusalAt: Cast["refusalAt"]): ActResult | null {
	if (target !== null && focusOn(target) === null) return refuse("NOT_TAKEN", "The element takes no keys, since it cannot have the focus");
	const place = focusedElement();
	if (isFrame(place)) return refuse("NOT_TAKEN", "A frame has the focus; name the element in it that the key is for");
	return place === null ? null : refusalAt(place);
}

type Point = { readonly x: number; readonly y: number };
export type Places = { readonly from: Point | null; readonly to: Point | null };

function endOf(
	to: Extract<PageAction, { name: "drag" }>["to"],
	from: Aim,
	second: Element | null,
): { readonly x: number; readonly y: number } | null {
	if (to.kind === "offset") return { x: from.x + to.dx, y: from.y + to.dy };
	if (second === null) return null;
	const box = second.getBoundingClientRect();
	if (to.kind === "points") return { x: box.left + to.x2, y: box.top + to.y2 };
	return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** The elements that an action names, by their numbers. */
export function idsOf(action: PageAction): { readonly target: number | undefined; readonly second: number | undefined } {
	switch (action.name) {
		case "press":
			return { target: action.id, second: undefined };
		case "scroll":
			return { target: "id" in action.to ? action.to.id : undefined, second: undefined };
		case "drag":
			return { target: action.id, second: "id" in action.to ? action.to.id : undefined };
		default:
			return { target: action.id, second: undefined };
	}
}
