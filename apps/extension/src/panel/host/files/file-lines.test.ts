import { expect, test } from "vitest";
import { fileRows, forTextField, withLineEnds } from "./file-lines.ts";

test("lines are counted from where the text begins, and a last line end is no line", () => {
	expect(fileRows("a\r\nb\n", 41)).toEqual([
		{ number: 41, text: "a" },
		{ number: 42, text: "b" },
	]);
	expect(fileRows("")).toEqual([{ number: 1, text: "" }]);
	expect(fileRows("a\n\n")).toHaveLength(2);
});

test("a very long line is cut into rows, so that no row is too much to draw", () => {
	const rows = fileRows(`${"x".repeat(2_500)}\ny`);
	expect(rows.map(({ number, text }) => [number, text.length])).toEqual([
		[1, 1_000],
		[null, 1_000],
		[null, 500],
		[2, 1],
	]);
});

test("a file keeps its kind of line ends when it is edited", () => {
	expect(withLineEnds(forTextField("a\r\nb\r\n"), "crlf")).toBe("a\r\nb\r\n");
	expect(forTextField("\uFEFFa\rb")).toBe("a\nb");
	expect(withLineEnds("a\nb", "lf")).toBe("a\nb");
	expect(withLineEnds("a\r\nb\n", "mixed")).toBe("a\nb\n");
});
