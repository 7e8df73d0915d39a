import type { ActResult } from "../messages.ts";
import { key } from "./events.ts";
import { defaultEffect } from "./key-effects.ts";
import { done, refuse } from "./outcome.ts";
import { ancestorsOf } from "./point.ts";
import { page, real } from "./real.ts";
import { shadowOf } from "./shadow.ts";

/** Keys that DOM events name, with their code where it is another word. */
const namedKeys: ReadonlyMap<string, string> = new Map(
	["Enter", "Escape", "Tab", "Backspace", "Delete", "Home", "End", "PageUp", "PageDown", "Insert"]
		.concat(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
		.concat(Array.from({ length: 12 }, (_, index) => `F${index + 1}`))
		.map((name) => [name.toLowerCase(), name]),
);
const aliases: ReadonlyMap<string, string> = new Map([
	["esc", "Escape"],
	["return", "Enter"],
	["del", "Delete"],
	["space", " "],
	["spacebar", " "],
	["up", "ArrowUp"],
	["down", "ArrowDown"],
	["left", "ArrowLeft"],
	["right", "ArrowRight"],
]);
const modifiers: ReadonlyMap<string, "ctrlKey" | "shiftKey" | "altKey" | "metaKey"> = new Map([
	["control", "ctrlKey"],
	["ctrl", "ctrlKey"],
	["shift", "shiftKey"],
	["alt", "altKey"],
	["option", "altKey"],
	["meta", "metaKey"],
	["command", "metaKey"],
	["cmd", "metaKey"],
]);

/** A stroke as keyboard events carry it. */
export type Stroke = {
	readonly key: string;
	readonly code: string;
	readonly ctrlKey: boolean;
	readonly shiftKey: boolean;
	readonly altKey: boolean;
	readonly metaKey: boolean;
};

/** Reads `Enter`, `a`, `Control+A`, `Control++`. @returns null when a part is no key */
export function strokeOf(keys: string): Stroke | null {
	const parts = keys.endsWith("++") ? [...keys.slice(0, -2).split("+"), "+"] : keys === "+" ? ["+"] : keys.split("+");
	const held = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
	for (const name of parts.slice(0, -1)) {
		const modifier = modifiers.get(name.trim().toLowerCase());
		if (modifier === undefined) return null;
		held[modifier] = true;
	}
	const last = parts.at(-1) ?? "";
	const named = namedKeys.get(last.trim().toLowerCase()) ?? aliases.get(last.trim().toLowerCase());
	if (named === undefined && [...last].length !== 1) return null;
	const name = named ?? (held.shiftKey ? last.toUpperCase() : held.ctrlKey || held.metaKey ? last.toLowerCase() : last);
	return { key: name, code: codeOf(name), ...held };
}

function codeOf(name: string): string {
	if (/^[a-z]$/i.test(name)) return `Key${name.toUpperCase()}`;
	if (/^\d$/.test(name)) return `Digit${name}`;
	return name === " " ? "Space" : name.length === 1 ? "" : name;
}

/** Keys to be pressed, what they may paste, and where they must not go. */
export type Keys = {
	readonly keys: string;
	readonly clipboard: string | undefined;
	readonly refusalAt: (place: Element) => ActResult | null;
};

/**
 * Presses a key where the focus is, or on an element that takes the focus first. One that takes none gets the key all the same, and what has the
 * focus does not. The browser does nothing by itself for a key that a script sent, so the default effects follow here, unless the page prevented
 * them.
 *
 * @param keys `clipboard` is what an earlier Control+C of this task copied, the system's own is never touched; `refusalAt` is asked of the place that
 * they reach, known only now: an element may pass the focus on
 * @source extension.md §5 "press"
 */
export function press(target: Element | null, { keys, clipboard, refusalAt }: Keys): ActResult {
	const stroke = strokeOf(keys);
	if (stroke === null) return refuse("BAD_VALUE", `${keys} is not a key; write it like Enter, a or Control+A`);
	if (target !== null && real(target).matches(":disabled")) return refuse("DISABLED", "The element is disabled");
	const place = target === null ? (focusedElement() ?? page().body) : (focusOn(target) ?? target);
	const refusal = refusalAt(place);
	if (refusal !== null) return refusal;
	const { copied } = strike(place, stroke, clipboard);
	return copied === undefined ? done : { ...done, clipboard: copied };
}

function strike(
	place: Element,
	stroke: Stroke,
	clipboard: string | undefined,
): { readonly isTaken: boolean; readonly copied: string | undefined } {
	const isFree = key(place, "keydown", stroke);
	const writes = stroke.key === "Enter" || (stroke.key.length === 1 && !stroke.ctrlKey && !stroke.metaKey);
	const isStillFree = isFree && (!writes || key(place, "keypress", stroke));
	const copied = isStillFree ? defaultEffect(place, stroke, clipboard) : undefined;
	key(focusedElement() ?? place, "keyup", stroke);
	return { isTaken: !isStillFree, copied };
}

/**
 * Enter in a field, with what follows from it.
 *
 * @returns true when the page took the key for itself or a form was sent; false says nothing, since a page may listen without a trace
 */
export function pressEnter(field: Element): boolean {
	const stroke = strokeOf("Enter");
	if (stroke === null) return false;
	let isSent = false;
	const sent = () => {
		isSent = true;
	};
	addEventListener("submit", sent, { capture: true });
	const { isTaken } = strike(focusOn(field) ?? field, stroke, undefined);
	removeEventListener("submit", sent, { capture: true });
	return isTaken || isSent;
}

/** Gives an element the focus. @returns what keys reach then, itself or a part of it; null when it takes no focus */
export function focusOn(element: Element): Element | null {
	if (focusIn(element) === null && (element instanceof HTMLElement || element instanceof SVGElement))
		real(element).focus({ preventScroll: true });
	return focusIn(element);
}

/** The element with the focus, when it is this one or a part of it. */
export function focusIn(element: Element): Element | null {
	const focused = focusedElement();
	return focused !== null && ancestorsOf(focused).includes(element) ? focused : null;
}

/** The element with the focus, through shadow roots; null when nothing has it. */
export function focusedElement(): Element | null {
	let focused = page().activeElement;
	for (let root = focused && shadowOf(focused); root?.activeElement; root = focused && shadowOf(focused)) focused = root.activeElement;
	return focused === page().body ? null : focused;
}
