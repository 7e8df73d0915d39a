import fc from "fast-check";
import { expect, test } from "vitest";
import { spansOf } from "./ansi-spans.ts";
import { addNote, addOutput, emptyTerminal, keptLines, plainText } from "./terminal-text.ts";

const shown = (...pieces: readonly string[]) => {
	const terminal = emptyTerminal();
	for (const piece of pieces) addOutput(terminal, "stdout", piece);
	return terminal.lines.map(({ text }) => text);
};

test.each([
	["lines", ["one\ntwo\n"], ["one", "two"]],
	["an empty line", ["one\n\ntwo"], ["one", "", "two"]],
	["a line in pieces", ["o", "n", "e\ntw", "o\n"], ["one", "two"]],
	["line ends of Windows", ["one\r\ntwo\r", "\nthree"], ["one", "two", "three"]],
	["a progress bar", ["10 %\r50 %\r", "100 %\n"], ["100 %"]],
	["a return that a shorter text follows", ["abcdef\rXY\n"], ["XYcdef"]],
	["a backspace", ["12\b\b34\n"], ["34"]],
	["backspaces that rub out", ["abc\b\b  \b\bx\n"], ["ax "]],
	["backspaces beyond the beginning", ["a\b\b\bb\n"], ["b"]],
	["progress of two rows", ["a: 1\nb: 1\n\u001b[2A\u001b[2K", "a: 2\n\u001b[2Kb: 2\n"], ["a: 2", "b: 2"]],
	["progress of two rows that only moves up", ["a: 1\nb: 1\n", "\u001b[2Aa: 2\nb: 2\n", "done\n"], ["a: 2", "b: 2", "done"]],
	["a cursor that goes up further than the first row", ["a\n\u001b[9Ab\nc\n"], ["b", "c"]],
	["a column", ["abcdef\u001b[3GX\n"], ["abXdef"]],
	["a cursor to the right and to the left", ["ab\u001b[2Cc\u001b[3Dx\n"], ["abx c"]],
	["a row that is cleared behind the cursor", ["50 % of all\r100 %\u001b[K\n"], ["100 %"]],
	["a row that is cleared before the cursor", ["abcd\u001b[2D\u001b[1K\n"], ["   d"]],
	["what stands below is cleared", ["a\nb\nc\n\u001b[3A\u001b[Jx\n"], ["x", "", ""]],
	["a place that is kept", ["a\u001b[sbc\u001b[uX\n"], ["aXc"]],
	["a spinner", ["|\b/\b-\bok\n"], ["ok"]],
	["signs of two code units", ["😀b\rx\n"], ["xb"]],
	["a row that a return leaves as it is", ["done\r"], ["done"]],
	["a title of the window", ["\u001b]0;evil\u0007kept\n"], ["kept"]],
	["a title that is cut in two", ["a\u001b]0;ev", "il\u0007b\n"], ["ab"]],
	["a link", ["\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\\n"], ["here"]],
	["a cleared screen and a moved cursor", ["a\u001b[2J\u001b[1;1Hb\u001b[?25lc\n"], ["abc"]],
	["a sequence that is cut in two", ["a\u001b[", "2Kb\n"], [" b"]],
	["an escape at the end of a piece", ["a\u001b", "[31mb\n"], ["a\u001b[31mb"]],
	["a sequence inside of another", ["\u001b\u001b[K[2Jx\n"], ["[2Jx"]],
	["eight bit introducers", ["\u009b31mred\u009b2J\u009d0;t\u0007x\n"], ["\u001b[31mredx"]],
	["a title that never ends", ["\u001b]0;title\nnext\n"], ["0;title", "next"]],
	["markup", ["<b onclick=x>\n"], ["<b onclick=x>"]],
])("%s", (_name, pieces, lines) => {
	expect(shown(...pieces)).toEqual(lines);
});

test("a colour goes on in the next row, until it is reset", () => {
	const terminal = emptyTerminal();
	addOutput(terminal, "stdout", "\u001b[1;31mred\nstill\u001b[0m plain\nplain");
	const [first, second, third] = terminal.lines.map(({ text, style }) => spansOf(text, style));
	expect(first).toMatchObject([{ text: "red", fg: "red", isBold: true }]);
	expect(second).toMatchObject([
		{ text: "still", fg: "red", isBold: true },
		{ text: " plain", fg: null, isBold: false },
	]);
	expect(third).toMatchObject([{ text: "plain", fg: null }]);
});

test("what is written over a row has its own colour, and the rest keeps its own", () => {
	const terminal = emptyTerminal();
	addOutput(terminal, "stdout", "\u001b[31mred\r\u001b[32mX\u001b[0m\n");
	const [row] = terminal.lines.map(({ text, style }) => spansOf(text, style));
	expect(row).toMatchObject([
		{ text: "X", fg: "green" },
		{ text: "ed", fg: "red" },
	]);
});

test.each([
	["\u001b[92mx", "green"],
	["\u001b[38;5;196mx", "red"],
	["\u001b[38;5;250mx", "white"],
	["\u001b[38;5;3mx", "yellow"],
	["\u001b[38;2;20;40;220mx", "blue"],
	["\u001b[38;2;230;120;20mx", "red"],
] as const)("%j has the nearest colour that has a token: %s", (text, fg) => {
	expect(spansOf(text, "")).toMatchObject([{ text: "x", fg }]);
});

test("both streams write their own rows, and a note stands between them", () => {
	const terminal = emptyTerminal();
	addOutput(terminal, "stdout", "half ");
	addOutput(terminal, "stderr", "warning\n");
	addOutput(terminal, "stdout", "whole\n");
	addNote(terminal, "2 kB were left out");
	addOutput(terminal, "stdout", "after");
	expect(terminal.lines.map(({ source, text }) => [source, text])).toEqual([
		["stdout", "half whole"],
		["stderr", "warning"],
		["note", "2 kB were left out"],
		["stdout", "after"],
	]);
});

test("of any output the last 5,000 rows are kept, whole and with their numbers", () => {
	const terminal = emptyTerminal();
	for (let line = 0; line < 12_000; line += 100)
		addOutput(terminal, "stdout", Array.from({ length: 100 }, (_, n) => `line ${line + n}\n`).join(""));
	expect(terminal.lines).toHaveLength(keptLines);
	expect(terminal.dropped).toBe(7_000);
	expect(terminal.lines[0]).toMatchObject({ key: 7_000, text: "line 7000" });
	addOutput(terminal, "stdout", "x".repeat(20_000_000));
	expect(terminal.lines).toHaveLength(keptLines);
	expect(Math.max(...terminal.lines.map(({ text }) => text.length))).toBe(1_000);
});

test("however output is cut, the rows are the same, and nothing but colours is left of a sequence", () => {
	const piece = fc.constantFrom(
		"a",
		"b\n",
		"\r",
		"\r\n",
		"\u001b[31m",
		"\u001b[2K",
		"\u001b[A",
		"\b",
		"\u001b]0;t\u0007",
		"\u001b",
		"[",
		"m",
		"😀",
		"\u009b1m",
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 30 }), fc.array(fc.nat(60), { maxLength: 4 }), (pieces, cuts) => {
			const text = `${pieces.join("")}z\n`;
			const ends = [...new Set(cuts.map((cut) => cut % text.length))].sort((one, other) => one - other);
			const parts = [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end));
			const cut = emptyTerminal();
			for (const part of parts) addOutput(cut, "stdout", part);
			const whole = emptyTerminal();
			addOutput(whole, "stdout", text);
			expect(plainText(cut.lines)).toBe(plainText(whole.lines));
			for (const introducer of ["\u001b", "\u009b"]) expect(plainText(whole.lines)).not.toContain(introducer);
		}),
	);
});
