import { expect, test } from "vitest";
import type { Keystroke } from "./keystroke.ts";
import { keyCodeOf, parseKeystroke } from "./keystroke.ts";

const plain = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };

test.each<[keys: string, stroke: Partial<Keystroke> | null]>([
	["Enter", { ...plain, key: "Enter", code: "Enter" }],
	["esc", { ...plain, key: "Escape", code: "Escape" }],
	["Space", { ...plain, key: " ", code: "Space" }],
	["a", { ...plain, key: "a", code: "KeyA" }],
	["7", { ...plain, key: "7", code: "Digit7" }],
	["é", { ...plain, key: "é", code: "" }],
	["Shift+a", { ...plain, shiftKey: true, key: "A", code: "KeyA" }],
	["Control+A", { ...plain, ctrlKey: true, key: "a", code: "KeyA" }],
	["Ctrl+Shift+ArrowLeft", { ...plain, ctrlKey: true, shiftKey: true, key: "ArrowLeft" }],
	["+", { ...plain, key: "+", code: "" }],
	["Control++", { ...plain, ctrlKey: true, key: "+" }],
	["", null],
	["Entre", null],
	["Hyper+Q", null],
	["A+B", null],
])("%s is read as a keystroke, or refused", (keys, stroke) => {
	expect(parseKeystroke(keys)).toEqual(stroke === null ? null : expect.objectContaining(stroke));
});

const codes = {
	Enter: 13,
	ArrowRight: 39,
	End: 35,
	a: 65,
	A: 65,
	"7": 55,
	"&": 55,
	".": 190,
	_: 189,
	" ": 32,
	"\\": 220,
	'"': 222,
	F5: 116,
};

test.each(Object.entries({ ...codes, é: 0, Unidentified: 0 }))("the key %s has the key code %i", (key, code) =>
	expect(keyCodeOf(key)).toBe(code),
);
