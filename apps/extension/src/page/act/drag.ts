import type { ActResult } from "../messages.ts";
import { arrive, dragEvent, mouse, pointer } from "./dom/events.ts";
import { real } from "./dom/nodes.ts";
import type { Aim } from "./dom/point.ts";
import { deepestAt } from "./dom/point.ts";
import { done, nextFrame } from "./outcome.ts";

const moves = 10;
const restFrames = 3;

export function hover(aim: Aim): ActResult {
	arrive(aim);
	return done;
}

/** Drags in ten moves, a frame each. Elements with `draggable` get drag events with one DataTransfer. */
export async function drag(from: Aim, to: { readonly x: number; readonly y: number }): Promise<ActResult> {
	arrive(from);
	// Pages measure the way from where the pointer rests before the press.
	for (let frame = 0; frame < restFrames; frame += 1) await nextFrame();
	const source = real(from.hit).closest("[draggable=true]");
	pointer("pointerdown", from, { isDown: true });
	mouse("mousedown", from, { isDown: true, detail: 1 });
	if (source === null) await dragByPointer(from, to);
	else await dragByEvents({ ...from, hit: source }, to);
	return done;
}

function* pathOf(from: Aim, to: { readonly x: number; readonly y: number }): Generator<Aim> {
	for (let move = 1; move <= moves; move += 1) {
		const x = from.x + ((to.x - from.x) * move) / moves;
		const y = from.y + ((to.y - from.y) * move) / moves;
		yield { x, y, hit: deepestAt(x, y) ?? from.hit };
	}
}

/**
 * Pointer events stay with the pressed element, as under pointer capture, which a script cannot set for its own pointer. Mouse events go
 * to what lies below.
 */
async function dragByPointer(from: Aim, to: { readonly x: number; readonly y: number }): Promise<void> {
	let last = from;
	for (const aim of pathOf(from, to)) {
		if (aim.hit !== last.hit) {
			pointer("pointerover", aim, { isDown: true });
			pointer("pointerenter", aim, { isDown: true });
			mouse("mouseover", aim, { isDown: true });
		}
		pointer("pointermove", { ...aim, hit: from.hit.isConnected ? from.hit : aim.hit }, { isDown: true });
		mouse("mousemove", aim, { isDown: true });
		last = aim;
		await nextFrame();
	}
	pointer("pointerup", { ...last, hit: from.hit.isConnected ? from.hit : last.hit });
	mouse("mouseup", last, { detail: 1 });
}

async function dragByEvents(from: Aim, to: { readonly x: number; readonly y: number }): Promise<void> {
	const dataTransfer = new DataTransfer();
	const send = (type: string, aim: Aim) => dragEvent(type, aim, dataTransfer);
	// A page that prevents `dragstart` follows the pointer itself.
	if (!send("dragstart", from)) return dragByPointer(from, to);
	let last = from;
	let isTaken = false;
	for (const aim of pathOf(from, to)) {
		send("drag", { ...aim, hit: from.hit });
		if (aim.hit !== last.hit) {
			send("dragenter", aim);
			send("dragleave", last);
		}
		isTaken = !send("dragover", aim);
		last = aim;
		await nextFrame();
	}
	if (isTaken) send("drop", last);
	send("dragend", { ...last, hit: from.hit });
}
