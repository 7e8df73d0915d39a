const named: Readonly<Record<string, number>> = {
	...{ Backspace: 8, Tab: 9, Enter: 13, Shift: 16, Control: 17, Alt: 18, Escape: 27, PageUp: 33, PageDown: 34, End: 35, Home: 36 },
	...{ ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Insert: 45, Delete: 46, Meta: 91 },
};

// A key of a US keyboard has one code, whichever of its two characters is typed.
const shared: readonly (readonly [string, number])[] = [
	...([
		[" ", 32],
		[";:", 186],
		["=+", 187],
		[",<", 188],
		["-_", 189],
		[".>", 190],
	] as const),
	...([
		["/?", 191],
		["`~", 192],
		["[{", 219],
		["\\|", 220],
		["]}", 221],
		["'\"", 222],
	] as const),
];
const shifted = ")!@#$%^&*(";

/** The number that old pages tell a key by (`event.keyCode`); 0 for keys without one. */
export function keyCodeOf(key: string): number {
	if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase().charCodeAt(0);
	const digit = key.length === 1 ? shifted.indexOf(key) : -1;
	if (digit >= 0) return "0".charCodeAt(0) + digit;
	const pair = key.length === 1 ? shared.find(([characters]) => characters.includes(key)) : undefined;
	if (pair !== undefined) return pair[1];
	const functionKey = /^F(\d{1,2})$/.exec(key)?.[1];
	return functionKey === undefined ? (named[key] ?? 0) : 111 + Number(functionKey);
}
