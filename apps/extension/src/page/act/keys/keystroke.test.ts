import { expect, test } from "vitest";
import type { Stroke } from "./keystroke.ts";
import { strokeOf } from "./keystroke.ts";

const free = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };

test.each<[keys: string, stroke: Partial<Stroke> | null]>([
	["Enter", { ...free, key: "Enter", code: "Enter" }],
	["esc", { ...free, key: "Escape", code: "Escape" }],
	["Space", { ...free, key: " ", code: "Space" }],
	["a", { ...free, key: "a", code: "KeyA" }],
	["7", { ...free, key: "7", code: "Digit7" }],
	["é", { ...free, key: "é", code: "" }],
	["Shift+a", { ...free, shiftKey: true, key: "A", code: "KeyA" }],
	["Control+A", { ...free, ctrlKey: true, key: "a", code: "KeyA" }],
	["Ctrl+Shift+ArrowLeft", { ...free, ctrlKey: true, shiftKey: true, key: "ArrowLeft" }],
	["+", { ...free, key: "+", code: "" }],
	["Control++", { ...free, ctrlKey: true, key: "+" }],
	["", null],
	["Entre", null],
	["Hyper+Q", null],
	["A+B", null],
])("%s is a stroke that keyboard events can carry, or none", (keys, stroke) => {
	if (stroke === null) expect(strokeOf(keys)).toBeNull();
	else expect(strokeOf(keys)).toMatchObject(stroke);
});
