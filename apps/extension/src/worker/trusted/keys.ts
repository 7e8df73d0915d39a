import { keyCodeOf, parseKeystroke } from "@webhand/page/act/keys/keystroke";

/** A key as `Input.dispatchKeyEvent` takes it. */
export type TrustedKey = {
	readonly key: string;
	readonly code: string;
	readonly windowsVirtualKeyCode: number;
	readonly modifiers: number;
	/** The text that the key writes; absent for a key that writes none, as with Control. */
	readonly text?: string;
};

const bits = { altKey: 1, ctrlKey: 2, metaKey: 4, shiftKey: 8 } as const;

/** Reads `Enter`, `a`, `Control+A` as the action grammar writes keys. @returns null when a part is no key. @throws never */
export function trustedKeyOf(keys: string): TrustedKey | null {
	const stroke = parseKeystroke(keys);
	if (stroke === null) return null;
	const { key, code } = stroke;
	const pressed = Object.entries(bits).filter(([modifier]) => stroke[modifier as keyof typeof bits]);
	const modifiers = pressed.reduce((sum, [, bit]) => sum + bit, 0);
	const text = key === "Enter" ? "\r" : key;
	const writes = (modifiers & ~bits.shiftKey) === 0 && [...text].length === 1;
	return { key, code, windowsVirtualKeyCode: keyCodeOf(key), modifiers, ...(writes ? { text } : {}) };
}
