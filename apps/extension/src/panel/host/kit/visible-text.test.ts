import { expect, test } from "vitest";
import { visibleParts } from "./visible-text.ts";

const shown = (text: string) =>
	visibleParts(text)
		.map((part) => (part.kind === "plain" ? part.text : `[${part.text}]`))
		.join("");

test.each([
	["plain text\twith a tab", "plain text\twith a tab"],
	["if (user\u202E resu\u2066)", "if (user[U+202E] resu[U+2066])"],
	["pass\u200Bword", "pass[U+200B]word"],
	["\u001B[31mred", "[U+001B][31mred"],
	["line\r", "line[CR]"],
	["\uFEFFfirst", "[U+FEFF]first"],
	["half \uD800", "half [U+D800]"],
	["tag \u{E0041}", "tag [U+E0041]"],
	["naïve 日本語 🙂", "naïve 日本語 🙂"],
	["", ""],
])("a character that nobody sees is named: %j", (text, expected) => {
	expect(shown(text)).toBe(expected);
});
