import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cleanCell, cleanInline, cleanOption, cleanText, cut, isSameValue, normalize } from "./normalize.ts";

/** Any UTF-16, lone surrogates too. */
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((units) => String.fromCharCode(...units));

describe("page text", () => {
	test.each([
		["a <b> c", "a ‹b› c"],
		["  two \n\t words\u00a0 ", "two words"],
		["zero\u200bwidth\ufeff and\u2060 joined", "zerowidth and joined"],
		["\u202EyaP\u202C now", "Pay now"],
		["tag\u{e0041}ged", "tagged"],
		["bell\u0007 and \u0000null", "bell and null"],
		["\ue001\ue002 Save", "[icon] Save"],
		["half \ud83d pair", "half \ufffd pair"],
		["soft\u00adhyphen", "softhyphen"],
		["😀 مرحبا", "😀 مرحبا"],
		["", ""],
	])("%j is written as %j", (raw, written) => {
		expect(cleanText(raw)).toBe(written);
	});

	test("keeps one space at an end, next to its neighbour", () => {
		expect(cleanInline("  a  b \n")).toBe(" a b ");
	});

	test("is clean after one cleaning", () => {
		fc.assert(
			fc.property(anyText, (raw) => {
				for (const clean of [cleanInline, cleanText, normalize, cleanCell, cleanOption]) expect(clean(clean(raw))).toBe(clean(raw));
			}),
			{ numRuns: 50 },
		);
	});

	test("holds nothing that opens a tag, ends a line or closes a quote", () => {
		fc.assert(
			fc.property(anyText, (raw) => {
				expect(normalize(raw)).not.toMatch(/[<>"\n\r\t]/);
				expect(cleanCell(raw)).not.toContain("|");
			}),
		);
	});
});

test("an option cannot look like a chosen one or like the count of further options", () => {
	expect(cleanOption("Red*")).toBe("Red");
	expect(cleanOption("Red * *")).toBe("Red");
	expect(cleanOption("a|b")).toBe("a¦b");
	expect(cleanOption("… +24")).toBe("... +24");
});

test("a cut text keeps its limit and ends in an ellipsis, never in half a character", () => {
	expect(cut("abcdef", 6)).toBe("abcdef");
	expect(cut("abcdefg", 6)).toBe("abcde…");
	expect(cut(`abcd😀g`, 6)).toBe("abcd…");
});

describe("a value read back", () => {
	test.each([
		["Ada", "Ada", true],
		["say 'hi' ‹b›", 'say "hi" <b>', true],
		[`${"x".repeat(79)}…`, "x".repeat(200), true],
		[`${"x".repeat(79)}…`, `${"x".repeat(40)}y`, false],
		["Ada", "Bob", false],
		["two lines", "two\nlines", true],
	])("%j is what was set by %j: %s", (shown, wanted, same) => {
		expect(isSameValue(shown, wanted)).toBe(same);
	});
});
