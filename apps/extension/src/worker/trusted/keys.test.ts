import { expect, test } from "vitest";
import { trustedKeyOf } from "./keys.ts";

test.each([
	["Enter", { key: "Enter", windowsVirtualKeyCode: 13, text: "\r", modifiers: 0 }],
	["a", { key: "a", code: "KeyA", windowsVirtualKeyCode: 65, text: "a" }],
	["Control+A", { key: "a", code: "KeyA", modifiers: 2 }],
	["Shift+Tab", { key: "Tab", modifiers: 8 }],
	["control+shift+k", { key: "K", modifiers: 10 }],
	["F5", { key: "F5", windowsVirtualKeyCode: 116 }],
	["esc", { key: "Escape" }],
	["+", { key: "+", text: "+" }],
	["é", { key: "é", text: "é" }],
])("%s is a key", (keys, expected) => {
	expect(trustedKeyOf(keys)).toMatchObject(expected);
});

test("a key with a modifier writes nothing, and what is no key is none", () => {
	expect(trustedKeyOf("Control+A")).not.toHaveProperty("text");
	expect(trustedKeyOf("Hyper+Q")).toBeNull();
	expect(trustedKeyOf("Nonsense")).toBeNull();
});
