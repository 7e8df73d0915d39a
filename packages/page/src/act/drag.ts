import type { ActResult } from "../execute/page-action.ts";
import { arrive, dragEvent, mouse, pointer } from "./dom/events.ts";
import { real } from "./dom/nodes.ts";
import type { HitPoint } from "./dom/point.ts";
import { ancestorsOf, deepestAt } from "./dom/point.ts";
import type { Recheck } from "./outcome.ts";
import { done, nextFrame } from "./outcome.ts";

const moves = 10;
const restFrames = 3;
/** Lists that scroll under a finger take a press for a drag only after it has rested. */
const holdMs = 300;

export function hover(point: HitPoint): ActResult {
	arrive(point);
	return done;
}

/**
 * Drags in ten moves, a frame each. What the browser would drag after the press gets drag events with one DataTransfer; pages may make it
 * draggable on the press, or stop that.
 */
export async function drag(from: HitPoint, to: { readonly x: number; readonly y: number }, recheck: Recheck): Promise<ActResult> {
	arrive(from);
	// Pages measure the way from where the pointer rests before the press.
	for (let frame = 0; frame < restFrames; frame += 1) await nextFrame();
	const refusal = recheck("pressing");
	if (refusal !== null) return refusal;
	pointer("pointerdown", from, { isDown: true });
	const isLeftToBrowser = mouse("mousedown", from, { isDown: true, detail: 1 });
	for (const end = performance.now() + holdMs; performance.now() < end; ) await nextFrame();
	const source = isLeftToBrowser ? ancestorsOf(from.hit).find(isDraggable) : undefined;
	if (source === undefined) await dragByPointer(from, to);
	else await dragByEvents({ ...from, hit: source }, to);
	return done;
}

/** Links and pictures are draggable without being told so. */
const isDraggable = (element: Element) => element instanceof HTMLElement && real(element).draggable;

function* pathOf(from: HitPoint, to: { readonly x: number; readonly y: number }): Generator<HitPoint> {
	// At its end it rests, so that the page draws where the thing would fall.
	for (let move = 1; move <= moves + restFrames; move += 1) {
		const part = Math.min(move, moves) / moves;
		const x = from.x + (to.x - from.x) * part;
		const y = from.y + (to.y - from.y) * part;
		yield { x, y, hit: deepestAt(x, y) ?? from.hit };
	}
}

/**
 * Pointer events stay with the pressed element, as under pointer capture, which a script cannot set for its own pointer. Mouse events go
 * to what lies below.
 */
async function dragByPointer(from: HitPoint, to: { readonly x: number; readonly y: number }): Promise<void> {
	let last = from;
	for (const point of pathOf(from, to)) {
		if (point.hit !== last.hit) {
			pointer("pointerover", point, { isDown: true });
			pointer("pointerenter", point, { isDown: true });
			mouse("mouseover", point, { isDown: true });
		}
		pointer("pointermove", { ...point, hit: from.hit.isConnected ? from.hit : point.hit }, { isDown: true });
		mouse("mousemove", point, { isDown: true });
		last = point;
		await nextFrame();
	}
	pointer("pointerup", { ...last, hit: from.hit.isConnected ? from.hit : last.hit });
	mouse("mouseup", last, { detail: 1 });
}

async function dragByEvents(from: HitPoint, to: { readonly x: number; readonly y: number }): Promise<void> {
	const dataTransfer = new DataTransfer();
	const send = (type: string, point: HitPoint) => dragEvent(type, point, dataTransfer);
	// A page that prevents `dragstart` follows the pointer itself.
	if (!send("dragstart", from)) return dragByPointer(from, to);
	pointer("pointercancel", from);
	let last = from;
	let isTaken = false;
	for (const point of pathOf(from, to)) {
		send("drag", { ...point, hit: from.hit });
		if (point.hit !== last.hit) {
			send("dragenter", point);
			send("dragleave", last);
		}
		isTaken = !send("dragover", point);
		last = point;
		await nextFrame();
	}
	if (isTaken) send("drop", last);
	send("dragend", { ...last, hit: from.hit });
}
