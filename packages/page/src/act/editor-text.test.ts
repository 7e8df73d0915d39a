import { expect, test } from "vitest";
import type { Precision } from "./editor-text.ts";
import { hasText, isSameText, keepsOld } from "./editor-text.ts";

test.each<[what: string, shown: string, wanted: string, precision: Precision, isSame: boolean]>([
	["the same lines", "if (a) {\n  b();\n}", "if (a) {\n  b();\n}", "exact", true],
	["other indents in code", "if (a) {\nb();\n}", "if (a) {\n  b();\n}", "indents", false],
	["a lost empty line in code", "a();\nb();", "a();\n\nb();", "exact", false],
	["an empty line that drawn code does not show", "a();\nb();", "a();\n\nb();", "indents", true],
	["a final line break in code", "a();\n", "a();", "exact", true],
	["other indents in a letter", "one\ntwo", "one\n  two", "words", true],
	["a final line break and trailing blanks", "one \ntwo\n", "one\ntwo", "indents", true],
	["line ends of another system, fixed blanks, marks of the caret", "a\r\nb\u00a0c\u200b", "a\nb c", "exact", true],
	["an empty line between paragraphs", "one\n\ntwo", "one\ntwo", "words", true],
	["lines that ran together", "one two", "one\ntwo", "words", false],
	["old text behind the new one", "new\nold", "new", "exact", false],
	["nothing", "\n", "", "exact", true],
])("%s", (_what, shown, wanted, precision, isSame) => {
	expect(isSameText(shown, wanted, precision)).toBe(isSame);
});

test("a text counts as taken where the editor adds words around it", () => {
	expect([hasText("To: Ada\nDear all,\nbye\nSent", "Dear all,\nbye"), hasText("Dear\nbye", "Dear all,\nbye")]).toEqual([true, false]);
});

test.each<[what: string, shown: string, old: string, wanted: string, isKept: boolean]>([
	["the new text before the old one", "new\nold", "old", "new", true],
	["words around the new text alone", "To: Ada\nnew", "old", "new", false],
	["an editor that was empty", "To: Ada\nnew", "", "new", false],
	["a line that both texts have", "Dear Ada,\nnew", "Dear Ada,\nold", "Dear Ada,\nnew", false],
])("an old text is left over: %s", (_what, shown, old, wanted, isKept) => {
	expect(keepsOld(shown, old, wanted)).toBe(isKept);
});
