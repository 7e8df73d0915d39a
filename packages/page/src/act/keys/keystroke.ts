/** A key with its modifiers, as keyboard events carry it. */
export type Keystroke = {
	readonly key: string;
	readonly code: string;
	readonly ctrlKey: boolean;
	readonly shiftKey: boolean;
	readonly altKey: boolean;
	readonly metaKey: boolean;
};

const namedCodes: Readonly<Record<string, number>> = {
	Backspace: 8,
	Tab: 9,
	Enter: 13,
	Shift: 16,
	Control: 17,
	Alt: 18,
	Escape: 27,
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
	Meta: 91,
	...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, 112 + index])),
};
/** Keys of a US keyboard with two characters: one code for both. */
const pairCodes: Readonly<Record<string, number>> = {
	" ": 32,
	";:": 186,
	"=+": 187,
	",<": 188,
	"-_": 189,
	".>": 190,
	"/?": 191,
	"`~": 192,
	"[{": 219,
	"\\|": 220,
	"]}": 221,
	"'\"": 222,
};
const shiftedDigits = ")!@#$%^&*(";
const modifierKeys: ReadonlySet<string> = new Set(["Shift", "Control", "Alt", "Meta"]);
const keyNames: ReadonlyMap<string, string> = new Map([
	...Object.keys(namedCodes).flatMap((name): [string, string][] => (modifierKeys.has(name) ? [] : [[name.toLowerCase(), name]])),
	...Object.entries({ esc: "Escape", return: "Enter", del: "Delete", space: " ", spacebar: " " }),
	...Object.entries({ up: "ArrowUp", down: "ArrowDown", left: "ArrowLeft", right: "ArrowRight" }),
]);

type Modifier = "ctrlKey" | "shiftKey" | "altKey" | "metaKey";
const modifiers: Readonly<Record<string, Modifier>> = {
	control: "ctrlKey",
	ctrl: "ctrlKey",
	shift: "shiftKey",
	alt: "altKey",
	option: "altKey",
	meta: "metaKey",
	command: "metaKey",
	cmd: "metaKey",
};

/** Reads `Enter`, `a`, `Control+A`, `Control++`. @returns null when a part is no key */
export function parseKeystroke(keys: string): Keystroke | null {
	const parts = keys.endsWith("++") ? [...keys.slice(0, -2).split("+"), "+"] : keys === "+" ? ["+"] : keys.split("+");
	const pressed = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };
	for (const name of parts.slice(0, -1)) {
		const modifier = modifiers[name.trim().toLowerCase()];
		if (modifier === undefined) return null;
		pressed[modifier] = true;
	}
	const last = parts.at(-1) ?? "";
	const named = keyNames.get(last.trim().toLowerCase());
	if (named === undefined && [...last].length !== 1) return null;
	const key = named ?? (pressed.shiftKey ? last.toUpperCase() : pressed.ctrlKey || pressed.metaKey ? last.toLowerCase() : last);
	return { key, code: codeOf(key), ...pressed };
}

function codeOf(key: string): string {
	if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
	if (/^\d$/.test(key)) return `Digit${key}`;
	return key === " " ? "Space" : key.length === 1 ? "" : key;
}

/** `KeyboardEvent.keyCode`, which old pages read; 0 for keys without one. */
export function keyCodeOf(key: string): number {
	if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase().charCodeAt(0);
	if (key.length !== 1) return namedCodes[key] ?? 0;
	const digit = shiftedDigits.indexOf(key);
	if (digit >= 0) return "0".charCodeAt(0) + digit;
	return Object.entries(pairCodes).find(([characters]) => characters.includes(key))?.[1] ?? 0;
}
