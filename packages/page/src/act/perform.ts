import type { ActResult, PageAction } from "../execute/page-action.ts";
import type { PageReader } from "../execute/page-reader.ts";
import { choose } from "./choose.ts";
import { click } from "./click.ts";
import { focusedElement, focusOn, modalRefusal } from "./dom/focus.ts";
import { real } from "./dom/nodes.ts";
import type { HitPoint } from "./dom/point.ts";
import { clickPointOf, dropPointOf, hitPointOf, isHitPoint, pointToShow } from "./dom/point.ts";
import { drag, hover } from "./drag.ts";
import { press, refusalOfFrame } from "./keys/press.ts";
import type { Recheck } from "./outcome.ts";
import { done, refuse } from "./outcome.ts";
import { scroll } from "./scroll.ts";
import { upload } from "./upload.ts";
import { fieldOf, isTyped, setValue } from "./value.ts";

/** The elements of an action, located right before it. */
export type ActionTargets = {
	readonly target: Element | null;
	readonly second: Element | null;
	readonly clipboard: string | undefined;
	readonly fileOf: (id: string) => File | undefined;
	/** Why keys must not reach an element; null when they may. */
	readonly refusalAt: (place: Element) => ActResult | null;
	/** Why the target is not what was judged any more; null when it is. */
	readonly recheck: Recheck;
	readonly appearanceOf: PageReader["appearanceOf"];
};

/** Actions that reach an element by script, whatever covers it. */
const direct: ReadonlySet<PageAction["name"]> = new Set(["setValue", "select", "press", "upload"]);

/** Does one action with synthetic input. */
export async function perform(action: PageAction, targets: ActionTargets): Promise<ActResult> {
	const { target, clipboard, fileOf, refusalAt, recheck } = targets;
	const isReached = target === null || !direct.has(action.name);
	const refusal = isReached ? null : modalRefusal(target);
	if (refusal !== null) return refusal;
	if (action.name === "press") return press(target, { keys: action.keys, clipboard, refusalAt, recheck });
	if (action.name === "scroll") return scroll(action.to, target);
	if (target === null) return refuse("NOT_FOUND", "The element is not on the page");
	switch (action.name) {
		case "click":
			switch (targets.appearanceOf(target)) {
				case "on-focus":
					// A control for the keyboard has no place to point at: a field gets the focus, a button or link the key.
					if (isTyped(target)) return focusOn(target) === null ? refuse("NOT_TAKEN", "The field takes no focus") : done;
					return press(target, { keys: "Enter", clipboard, refusalAt, recheck });
				case "on-hover":
					return click(target, { ...action, from: pointToShow(target) }, recheck);
				default:
					return click(target, action, recheck);
			}
		case "setValue": {
			const isKeyCatcher = isTyped(target) && targets.appearanceOf(target) === "on-focus";
			const refused = isKeyCatcher ? (refusalAt(focusOn(target) ?? target) ?? recheck("pressing")) : null;
			return refused ?? setValue(target, action, { recheck, refusalAt, isKeyCatcher });
		}
		case "select":
			return choose(target, action.options);
		case "hover": {
			const point = targets.appearanceOf(target) === "on-hover" ? pointToShow(target) : hitPointOf(target);
			return isHitPoint(point) ? hover(point) : point;
		}
		case "drag":
			return dragTo(action.to, target, targets);
		case "upload":
			return upload(target, fileOf(action.fileId));
	}
}

async function dragTo(to: DragEnd, target: Element, { second, recheck }: Pick<ActionTargets, "second" | "recheck">): Promise<ActResult> {
	const way = wayOf(to, target, second);
	return "from" in way ? drag(way.from, way.to, recheck) : way;
}

type DragEnd = Extract<PageAction, { name: "drag" }>["to"];
type Way = { readonly from: HitPoint; readonly to: Point };

/** Finds both ends of a drag, visible together. */
function wayOf(to: DragEnd, target: Element, second: Element | null): Way | ActResult {
	const start = () => hitPointOf(target, to.kind === "points" ? { x: to.x, y: to.y } : undefined);
	const from = start();
	if (!isHitPoint(from)) return from;
	if (to.kind === "offset") return { from, to: { x: from.x + to.dx, y: from.y + to.dy } };
	if (second === null) return refuse("NOT_FOUND", "The place to drag to is not on the page");
	const place = { dragged: target, ...(to.kind === "points" ? { offset: { x: to.x2, y: to.y2 } } : {}) };
	const end = dropPointOf(second, place);
	if (isHitPoint(end)) return { from, to: end };
	real(second).scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
	const again = start();
	if (!isHitPoint(again)) return again;
	const moved = dropPointOf(second, place);
	return isHitPoint(moved) ? { from: again, to: moved } : moved;
}

/**
 * The points of an action for trusted input, in the frame's viewport: the target, and the end of a drag.
 *
 * @returns a refusal when there is no such point
 */
export function targetPlaces(
	action: PageAction,
	{ target, second, refusalAt }: Pick<ActionTargets, "target" | "second" | "refusalAt">,
): Places | ActResult {
	if (action.name === "press") return refusalOfKeys(target, refusalAt) ?? { from: null, to: null };
	if (target === null) return refuse("NOT_FOUND", "The element is not on the page");
	if (action.name === "setValue" && !isTyped(fieldOf(target)))
		return refuse("NOT_TAKEN", "A control of this kind takes no typed text; it is clicked or chosen in");
	const point = () => (action.name === "click" ? clickPointOf(target, action.at) : hitPointOf(target));
	const way = action.name === "drag" ? wayOf(action.to, target, second) : point();
	if ("from" in way) return { from: pointOf(way.from), to: pointOf(way.to) };
	return isHitPoint(way) ? { from: pointOf(way), to: null } : way;
}

function refusalOfKeys(target: Element | null, refusalAt: ActionTargets["refusalAt"]): ActResult | null {
	if (target !== null && focusOn(target) === null) return refuse("NOT_TAKEN", "The element takes no keys, since it cannot have the focus");
	const place = focusedElement();
	return place === null ? null : (refusalOfFrame(place) ?? refusalAt(place));
}

type Point = { readonly x: number; readonly y: number };
export type Places = { readonly from: Point | null; readonly to: Point | null };

const pointOf = ({ x, y }: Point): Point => ({ x, y });

export function idsOf(action: PageAction): { readonly target: number | undefined; readonly second: number | undefined } {
	switch (action.name) {
		case "scroll":
			return { target: "id" in action.to ? action.to.id : undefined, second: undefined };
		case "drag":
			return { target: action.id, second: "id" in action.to ? action.to.id : undefined };
		default:
			return { target: action.id, second: undefined };
	}
}
