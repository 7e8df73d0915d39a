import type { Action } from "@webhand/contracts/action/grammar";
import type { Send } from "./attach.ts";
import type { TrustedKey } from "./keys.ts";
import { trustedKeyOf } from "./keys.ts";

/** In the tab's viewport, CSS pixels. */
export type Point = { readonly x: number; readonly y: number };

/** `from` is the target, `to` the end of a drag. */
export type Places = { readonly from: Point | null; readonly to: Point | null };

const moves = 10;
const rounds = 6;
const bits = { left: 1, right: 2, middle: 4 } as const;

/**
 * Moves the pointer to a point before anything is pressed. Chrome sends input to where a frame was last drawn, so right after scrolling
 * it misses.
 *
 * @param isThere asks the page where the pointer arrived; null when it heard none
 * @returns false when the pointer missed each time
 */
export async function pointAt(send: Send, at: Point, isThere: () => Promise<boolean | null>): Promise<boolean> {
	let heard: boolean | null = null;
	for (let round = 0; round < rounds; round += 1) {
		// A pointer that does not move sends no event.
		await mouse(send, "mouseMoved", { ...at, x: at.x + (round % 2) });
		heard = await isThere();
		if (heard === true) return true;
	}
	return heard !== false;
}

/**
 * Does one action with trusted mouse and keyboard input.
 *
 * @param places found by the page right before
 * @returns false when the action cannot be done this way
 */
export async function inputFor(send: Send, action: Action, places: Places): Promise<boolean> {
	const { from, to } = places;
	switch (action.name) {
		case "click":
			if (from === null) return false;
			await clickAt(send, from, action.kind ?? "left");
			return true;
		case "hover":
			if (from === null) return false;
			await mouse(send, "mouseMoved", { ...from });
			return true;
		case "drag":
			if (from === null || to === null) return false;
			await dragFrom(send, from, to);
			return true;
		case "press": {
			const key = trustedKeyOf(action.keys);
			if (key === null) return false;
			await strike(send, key);
			return true;
		}
		case "setValue":
			if (from === null) return false;
			await write(send, from, action.text);
			if (action.submit) await strike(send, enter);
			return true;
		default:
			return false;
	}
}

const enter: TrustedKey = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, modifiers: 0, text: "\r" };
const backspace: TrustedKey = { key: "Backspace", code: "Backspace", windowsVirtualKeyCode: 8, modifiers: 0 };

function mouse(send: Send, type: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
	return send("Input.dispatchMouseEvent", { type, pointerType: "mouse", ...params });
}

async function clickAt(send: Send, at: Point, kind: "left" | "double" | "right" | "middle"): Promise<void> {
	const button = kind === "double" ? "left" : kind;
	await mouse(send, "mouseMoved", { ...at });
	for (const clickCount of kind === "double" ? [1, 2] : [1]) {
		await mouse(send, "mousePressed", { ...at, button, buttons: bits[button], clickCount });
		await mouse(send, "mouseReleased", { ...at, button, clickCount });
	}
}

async function dragFrom(send: Send, from: Point, to: Point): Promise<void> {
	await mouse(send, "mouseMoved", { ...from });
	await mouse(send, "mousePressed", { ...from, button: "left", buttons: bits.left, clickCount: 1 });
	for (let move = 1; move <= moves; move += 1) {
		const at = { x: from.x + ((to.x - from.x) * move) / moves, y: from.y + ((to.y - from.y) * move) / moves };
		await mouse(send, "mouseMoved", { ...at, button: "left", buttons: bits.left });
	}
	await mouse(send, "mouseReleased", { ...to, button: "left", clickCount: 1 });
}

async function strike(send: Send, key: TrustedKey): Promise<void> {
	const { text, ...stroke } = key;
	await send("Input.dispatchKeyEvent", {
		type: text === undefined ? "rawKeyDown" : "keyDown",
		...stroke,
		...(text === undefined ? {} : { text }),
	});
	await send("Input.dispatchKeyEvent", { type: "keyUp", ...stroke });
}

/** As a user does: click, select all, type. */
async function write(send: Send, at: Point, text: string): Promise<void> {
	await clickAt(send, at, "left");
	const all = { key: "a", code: "KeyA", windowsVirtualKeyCode: 65, modifiers: 2 };
	await send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...all, commands: ["selectAll"] });
	await send("Input.dispatchKeyEvent", { type: "keyUp", ...all });
	if (text === "") await strike(send, backspace);
	else await send("Input.insertText", { text });
}
