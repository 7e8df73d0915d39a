import type { ActResult } from "../../execute/page-action.ts";
import { fold } from "../choice/match.ts";
import { beforeInput, key } from "../dom/events.ts";
import { focusIn, focusOn } from "../dom/focus.ts";
import { page, real } from "../dom/nodes.ts";
import { hitPointOf, isHitPoint } from "../dom/point.ts";
import { drag } from "../drag.ts";
import { parseKeystroke } from "../keys/keystroke.ts";
import { tap } from "../keys/press.ts";
import type { Recheck } from "../outcome.ts";
import { done, fail, nextFrame, refuse, waitUntil } from "../outcome.ts";
import { numberIn } from "./amount.ts";

const limitMs = 3_200;
/** An element that answers to a key does so within it. */
const answerMs = 120;
const mostStrokes = 150;
/** With more steps to go, the pointer goes first. */
const farSteps = 30;
const mostDrags = 3;
const trackLevels = 4;

/** True for a slider or number made of elements, whose value keys and pointer change. */
export function isStepper(element: Element): boolean {
	return !(element instanceof HTMLInputElement) && ["slider", "spinbutton"].includes(real(element).getAttribute("role") ?? "");
}

type State = { readonly value: number; readonly text: string };

export function stateOf(control: Element): State {
	const value = control.getAttribute("aria-valuenow");
	const text = control.getAttribute("aria-valuetext") ?? value ?? control.textContent ?? "";
	return { value: value === null || value === "" ? Number.NaN : Number(value), text };
}

const limitOf = (control: Element, name: "aria-valuemin" | "aria-valuemax") => {
	const limit = control.getAttribute(name);
	return limit === null || limit === "" ? undefined : Number(limit);
};

/** Brings a slider or number to a value, by its words or its number, and reads it back. */
export async function stepTo(control: Element, text: string, recheck: Recheck): Promise<ActResult> {
	const [least, most] = [limitOf(control, "aria-valuemin"), limitOf(control, "aria-valuemax")];
	const wanted = numberIn(text, { least, most });
	const isThere = () => {
		const now = stateOf(control);
		return now.value === wanted || (fold(now.text) !== "" && fold(now.text) === fold(text));
	};
	if (isThere()) return done;
	if (wanted !== undefined && ((least !== undefined && wanted < least) || (most !== undefined && wanted > most)))
		return refuse("BAD_VALUE", `It goes from ${least ?? "any number"} to ${most ?? "any number"}`);
	if (focusOn(control) === null && real(control).getAttribute("role") === "spinbutton") return refuse("NOT_TAKEN", "It takes no focus");
	await settleFocus();
	const end = performance.now() + limitMs;
	const go: Way = { control, wanted, isThere, isLate: () => performance.now() > end };
	if (isWritten(control) && wanted !== undefined) await writeDigits(control, String(wanted), isThere);
	if (!isThere() && wanted === undefined) await tryEach(go);
	else if (!isThere()) await approach(go, { wanted: wanted ?? 0, least, most, recheck });
	const now = stateOf(control);
	if (isThere()) return { ...done, actualState: { value: text } };
	const shown = now.text === "" ? String(now.value) : now.text;
	return fail("NOT_TAKEN", `It stands at ${shown}; a person drags it or presses its arrow keys`, { value: shown });
}

type Way = {
	readonly control: Element;
	readonly wanted: number | undefined;
	readonly isThere: () => boolean;
	readonly isLate: () => boolean;
};

const isWritten = (control: Element) => control instanceof HTMLElement && real(control).isContentEditable;

/** Types a number into a part of a date. It may pass the focus on to the next part. */
async function writeDigits(control: Element, digits: string, isThere: () => boolean): Promise<void> {
	for (const digit of digits) {
		const place = await placeOf(control);
		const stroke = parseKeystroke(digit);
		if (stroke === null) return;
		if (key(place, "keydown", stroke) && beforeInput(place, "insertText", digit)) page().execCommand("insertText", false, digit);
		key(place, "keyup", stroke);
		await nextFrame();
	}
	await waitUntil(isThere, answerMs);
}

/** What gets the keys of a control. A page that moved the focus on hears of its return a moment later. */
async function placeOf(control: Element): Promise<Element> {
	const focused = focusIn(control);
	if (focused !== null) return focused;
	const place = focusOn(control);
	await settleFocus();
	return place ?? control;
}

async function settleFocus(): Promise<void> {
	await nextFrame();
	await nextFrame();
}

/** Strikes a key. @returns how far the value went; 0 for a key without effect */
async function stroke(control: Element, name: string): Promise<{ readonly by: number; readonly hasChanged: boolean }> {
	const before = stateOf(control);
	tap(await placeOf(control), name);
	const isOther = () => stateOf(control).value !== before.value || stateOf(control).text !== before.text;
	const hasChanged = await waitUntil(isOther, answerMs);
	const by = stateOf(control).value - before.value;
	return { by: Number.isNaN(by) ? 0 : by, hasChanged };
}

/** Tries each value from the first on, for one that is known by its words. */
async function tryEach({ control, isThere, isLate }: Way): Promise<void> {
	const isSlider = control.getAttribute("role") === "slider";
	if (isSlider) await stroke(control, "Home");
	for (let count = 0; count < mostStrokes && !isThere() && !isLate(); count += 1) {
		if (!(await stroke(control, isSlider ? "ArrowRight" : "ArrowUp")).hasChanged) return;
	}
}

type Aim = { readonly wanted: number; readonly least: number | undefined; readonly most: number | undefined; readonly recheck: Recheck };

async function approach(way: Way, aim: Aim): Promise<void> {
	const { control, isThere } = way;
	const { wanted, least, most } = aim;
	if (wanted === most) await stroke(control, "End");
	if (wanted === least) await stroke(control, "Home");
	// An empty number gets one to go on from.
	if (Number.isNaN(stateOf(control).value)) await stroke(control, "ArrowUp");
	if (isThere()) return;
	const before = stateOf(control).value;
	const isUp = before < wanted;
	let step: Step = { keys: pairs[0], size: 0 };
	for (const keys of isUpright(control) ? pairs : pairs.toReversed()) {
		const { by } = await stroke(control, keys[isUp ? 0 : 1]);
		// In text from right to left, keys sideways lead the other way.
		if (by !== 0 && by > 0 === isUp) step = { keys, size: Math.abs(by) };
		if (isThere() || step.size !== 0) break;
	}
	const isSlider = control.getAttribute("role") === "slider";
	const isFar = step.size === 0 || Math.abs(wanted - stateOf(control).value) > step.size * farSteps;
	if (!isThere() && isFar && isSlider) await dragNear(way, aim);
	if (!isThere() && step.size !== 0) await strokesTo(way, wanted, step);
	// A pointer reaches values between the steps of keys.
	if (!isThere() && !isFar && isSlider) await dragNear(way, aim);
}

type Pair = readonly [up: string, down: string];
type Step = { readonly keys: Pair; readonly size: number };
const pairs: readonly [Pair, Pair] = [
	["ArrowUp", "ArrowDown"],
	["ArrowRight", "ArrowLeft"],
];

const isUpright = (control: Element) =>
	control.getAttribute("aria-orientation") === "vertical" || control.getAttribute("role") === "spinbutton";

/** Arrow keys until it is there, larger steps first. Stops where it passes by. */
async function strokesTo({ control, isThere, isLate }: Way, wanted: number, { keys, size }: Step): Promise<void> {
	const distance = () => wanted - stateOf(control).value;
	if (Math.abs(distance()) > size * 10) await pagesTo(control, wanted, isLate);
	for (let count = 0; count < mostStrokes && !isThere() && !isLate(); count += 1) {
		const before = distance();
		const { by } = await stroke(control, keys[before > 0 ? 0 : 1]);
		// Keys that lead away, or past it, do not reach it.
		if (by === 0 || Math.abs(distance()) >= Math.abs(before)) return;
	}
}

async function pagesTo(control: Element, wanted: number, isLate: () => boolean): Promise<void> {
	for (let size = 0; !isLate(); ) {
		const distance = wanted - stateOf(control).value;
		if (distance === 0 || Math.abs(distance) < Math.abs(size)) return;
		size = (await stroke(control, distance > 0 ? "PageUp" : "PageDown")).by;
		if (size === 0 || Math.sign(size) !== Math.sign(distance)) return;
	}
}

/** Drags the knob, and corrects the way by how far the value went. */
async function dragNear({ control, isThere, isLate }: Way, { wanted, least = 0, most = 100, recheck }: Aim): Promise<void> {
	const isDown = control.getAttribute("aria-orientation") === "vertical";
	let pixels = trackLength(control, isDown) / (most - least || 1);
	for (let count = 0; count < mostDrags && !isThere() && !isLate(); count += 1) {
		const from = hitPointOf(control);
		const before = stateOf(control).value;
		if (!isHitPoint(from) || Number.isNaN(before)) return;
		const way = (wanted - before) * pixels;
		const result = await drag(from, isDown ? { x: from.x, y: from.y - way } : { x: from.x + way, y: from.y }, recheck);
		if (!result.success) return;
		await waitUntil(() => stateOf(control).value !== before, answerMs);
		const moved = stateOf(control).value - before;
		if (moved === 0) return;
		pixels = way / moved;
	}
}

/** The length of what the knob moves along: the nearest ancestor that is much longer than it. */
function trackLength(control: Element, isUpright: boolean): number {
	const lengthOf = (element: Element) => {
		const { width, height } = real(element).getBoundingClientRect();
		return isUpright ? height : width;
	};
	let around: Element | null = control;
	for (let level = 0; level < trackLevels && around !== null; level += 1) {
		if (lengthOf(around) >= 3 * lengthOf(control)) return lengthOf(around);
		around = real(around).parentElement;
	}
	return lengthOf(around ?? control);
}
