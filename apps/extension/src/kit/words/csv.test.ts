import { gridOfText } from "@webhand/routines/rows/text";
import { expect, test } from "vitest";
import { csvOf, tabbedOf } from "./csv.ts";

test("no cell of a file or of the clipboard is a formula, and a number stays one", () => {
	expect(csvOf([["=cmd|' /C calc'!A0", -3, 'say "a,b"']])).toBe(`'=cmd|' /C calc'!A0,-3,"say ""a,b"""\r\n`);
	expect(
		tabbedOf([
			["+1", "two\twords"],
			[-3, "line\nbreak"],
		]),
	).toBe("'+1\ttwo words\n-3\tline break");
});

test("what goes to the clipboard is read back cell by cell, also where a cell begins with a quotation mark", () => {
	const rows = [
		["Name", "Note"],
		['"5 inch', "-3"],
		['"Best" tea', 'a "good" one'],
		['" left', "+49 30"],
	];
	expect(gridOfText(tabbedOf(rows), 10)).toMatchObject({ rows });
});
