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
