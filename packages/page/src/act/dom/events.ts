import { keyCodeOf } from "../keys/keystroke.ts";
import { real } from "./nodes.ts";
import type { HitPoint } from "./point.ts";

/** `MouseEvent.buttons` by button number. */
const heldBits = [1, 4, 2];

type Press = { readonly button?: number; readonly detail?: number; readonly isDown?: boolean };

function mouseInit({ x, y }: Pick<HitPoint, "x" | "y">, { button = 0, detail = 0, isDown = false }: Press): MouseEventInit {
	return {
		bubbles: true,
		cancelable: true,
		composed: true,
		view: window,
		clientX: x,
		clientY: y,
		screenX: x + screenX,
		screenY: y + screenY,
		button,
		buttons: isDown ? (heldBits[button] ?? 0) : 0,
		detail,
	};
}

/** @returns false when the page prevented the default */
export function mouse(type: string, point: HitPoint, press: Press = {}): boolean {
	return real(point.hit).dispatchEvent(new MouseEvent(type, mouseInit(point, press)));
}

/** @returns false when the page prevented the default */
export function pointer(type: string, point: HitPoint, press: Press = {}): boolean {
	const { button = 0, isDown = false } = press;
	return real(point.hit).dispatchEvent(
		new PointerEvent(type, {
			...mouseInit(point, press),
			button: type === "pointermove" ? -1 : button,
			pointerId: 1,
			pointerType: "mouse",
			isPrimary: true,
			width: 1,
			height: 1,
			pressure: isDown ? 0.5 : 0,
		}),
	);
}

/** Sends the events of an arriving pointer, which open hover menus. */
export function arrive(point: HitPoint): void {
	pointer("pointerover", point);
	pointer("pointerenter", point);
	mouse("mouseover", point);
	mouse("mouseenter", point);
	pointer("pointermove", point);
	mouse("mousemove", point);
}

/** Sends one keyboard event with the legacy codes. @returns false when the page prevented the default */
export function key(target: Element, type: "keydown" | "keypress" | "keyup", stroke: KeyboardEventInit): boolean {
	const { key: name = "" } = stroke;
	// `keypress` carries the character's code, the other events the key's.
	const code = type !== "keypress" ? keyCodeOf(name) : name === "Enter" ? keyCodeOf(name) : name.charCodeAt(0);
	const init = { bubbles: true, cancelable: true, composed: true, view: window, keyCode: code, charCode: type === "keypress" ? code : 0 };
	return real(target).dispatchEvent(new KeyboardEvent(type, { ...init, ...stroke }));
}

/** @returns false when the page prevents the change */
export function beforeInput(target: Element, inputType: string, data: string | null): boolean {
	return real(target).dispatchEvent(new InputEvent("beforeinput", { bubbles: true, cancelable: true, composed: true, inputType, data }));
}

export function input(target: Element, inputType: string, data: string | null): void {
	real(target).dispatchEvent(new InputEvent("input", { bubbles: true, composed: true, inputType, data }));
}

export function change(target: Element): void {
	real(target).dispatchEvent(new Event("change", { bubbles: true }));
}

/** Sends one drag event. @returns false when the page prevented the default, which means that it takes the drop */
export function dragEvent(type: string, { x, y, hit }: HitPoint, dataTransfer: DataTransfer): boolean {
	const init = { bubbles: true, cancelable: true, composed: true, view: window, clientX: x, clientY: y, dataTransfer };
	return real(hit).dispatchEvent(new DragEvent(type, init));
}
