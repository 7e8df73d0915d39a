/** A key as `Input.dispatchKeyEvent` wants it. */
export type TrustedKey = {
	readonly key: string;
	readonly code: string;
	readonly windowsVirtualKeyCode: number;
	readonly modifiers: number;
	/** What the key writes; absent where it writes nothing, as with Control. */
	readonly text?: string;
};

const named: Readonly<Record<string, number>> = {
	Backspace: 8,
	Tab: 9,
	Enter: 13,
	Escape: 27,
	" ": 32,
	PageUp: 33,
	PageDown: 34,
	End: 35,
	Home: 36,
	ArrowLeft: 37,
	ArrowUp: 38,
	ArrowRight: 39,
	ArrowDown: 40,
	Insert: 45,
	Delete: 46,
};
const modifierBits: Readonly<Record<string, number>> = { alt: 1, option: 1, control: 2, ctrl: 2, meta: 4, command: 4, cmd: 4, shift: 8 };
const aliases: Readonly<Record<string, string>> = {
	esc: "Escape",
	return: "Enter",
	del: "Delete",
	space: " ",
	up: "ArrowUp",
	down: "ArrowDown",
};
const writing: Readonly<Record<string, string>> = { Enter: "\r", " ": " " };
const firstFunctionKey = 111;

/** Reads `Enter`, `a`, `Control+A` as the action grammar writes keys. @returns null when a part is no key. @throws never */
export function trustedKeyOf(keys: string): TrustedKey | null {
	const parts = keys.endsWith("++") ? [...keys.slice(0, -2).split("+"), "+"] : keys === "+" ? ["+"] : keys.split("+");
	let modifiers = 0;
	for (const part of parts.slice(0, -1)) {
		const bit = modifierBits[part.trim().toLowerCase()];
		if (bit === undefined) return null;
		modifiers |= bit;
	}
	const last = parts.at(-1) ?? "";
	const name = aliases[last.toLowerCase()] ?? Object.keys(named).find((known) => known.toLowerCase() === last.toLowerCase()) ?? last;
	const functionKey = /^F(\d{1,2})$/i.exec(name)?.[1];
	const writesText = (modifiers & ~modifierBit("shift")) === 0;
	if (functionKey !== undefined) return { key: name, code: name, windowsVirtualKeyCode: firstFunctionKey + Number(functionKey), modifiers };
	const known = named[name];
	if (known !== undefined) {
		const text = writesText ? writing[name] : undefined;
		return {
			key: name,
			code: name === " " ? "Space" : name,
			windowsVirtualKeyCode: known,
			modifiers,
			...(text === undefined ? {} : { text }),
		};
	}
	if ([...name].length !== 1) return null;
	const code = /[a-z]/i.test(name) ? `Key${name.toUpperCase()}` : /\d/.test(name) ? `Digit${name}` : "";
	const key = writesText ? name : name.toLowerCase();
	return {
		key,
		code,
		windowsVirtualKeyCode: name.toUpperCase().codePointAt(0) ?? 0,
		modifiers,
		...(writesText ? { text: name } : {}),
	};
}

const modifierBit = (name: string): number => modifierBits[name] ?? 0;
