import { expect, test } from "vitest";
import { contentText, numberIn } from "./counters.ts";

test.each([
	["decimal", 12, "12"],
	["decimal-leading-zero", 3, "03"],
	["lower-alpha", 28, "ab"],
	["upper-latin", 3, "C"],
	["lower-roman", 14, "xiv"],
	["upper-roman", 1_999, "MCMXCIX"],
	["upper-roman", 0, "0"],
	["disc", 1, undefined],
])("a number in the style %s: %s", (style, value, text) => {
	expect(numberIn(style, value)).toBe(text);
});

test.each([
	[`"New"`, "New"],
	[`"Say \\"hi\\" "`, `Say "hi" `],
	[`"\\2192  on"`, "→ on"],
	[`counter(part) ". "`, "2. "],
	[`"§ " counters(part, ".", upper-roman)`, "§ I.II"],
	[`counter(other)`, "0"],
	[`url("x.png") "Sale"`, "x.pngSale"],
	["none", ""],
	["open-quote", ""],
])("the words of %s", (content, text) => {
	expect(contentText(content, { valuesOf: (name) => (name === "part" ? [1, 2] : [0]) })).toBe(text);
});
