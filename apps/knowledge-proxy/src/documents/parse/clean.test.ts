import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanLine, cleanLines } from "./clean.ts";

test.for([
	["two  spaces\tand\u00a0others\u2003here", "two spaces and others here"],
	["a line\nbreak\u2028and\u0085more", "a line break and more"],
	["cafe\u0301", "café"],
	["ze\u200bro\u200d wi\ufeffdth so\u00adft", "zero width soft"],
	["\u202eevil\u202c \u2066isolated\u2069", "evil isolated"],
	["tags\u{e0049}\u{e0067}\u{e006e}", "tags"],
	["control\u0007\u001b[31m", "control[31m"],
	["private \ue000\u{f0000} use, half \ud83d", "private use, half"],
	["emoji 👍🏽 stay", "emoji 👍🏽 stay"],
	["\u200b\u2060\ufeff\u3164", ""],
] as const)("%j is cleaned to %j", ([text, clean]) => {
	expect(cleanLine(text)).toBe(clean);
});

test("lines without text are left out", () => {
	expect(cleanLines("one\r\n\r\n \u200b \n two \r three\u2029four")).toEqual(["one", "two", "three", "four"]);
});

test("a million marks on one character cost no time", () => {
	expect(cleanLine(`a${"\u0301\u0316".repeat(500_000)}b`).length).toBeLessThan(40);
});

test("a clean line stays as it is", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (text) => {
			const line = cleanLine(text);
			expect(cleanLine(line)).toBe(line);
			expect(line).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^ | $| {2}/u);
		}),
	);
});
