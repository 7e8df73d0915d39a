import { expect, test } from "vitest";
import type { Edit } from "./edits.ts";
import { makeEdits } from "./edits.ts";

const most = 1_000;
const make = (base: string, edits: readonly Edit[], lines = 10_000) => makeEdits(base, edits, { most, budget: { lines } });
const edit = (search: string, replace: string, all = false) => ({ search, replace, all });

test.for([
	{ name: "one place", base: "a\nb\nc\n", edits: [edit("b", "B")], content: "a\nB\nc\n" },
	{ name: "all places", base: "x x x", edits: [edit("x", "yy", true)], content: "yy yy yy" },
	{ name: "edits one after the other", base: "a", edits: [edit("a", "b"), edit("b", "c")], content: "c" },
	{ name: "texts that read as expressions", base: "a.b(c)$& d", edits: [edit(".b(c)", "$&$1")], content: "a$&$1$& d" },
	{ name: "the line ends of a CRLF file", base: "a\r\nb\r\nc\r\n", edits: [edit("a\nb", "A\nB\nBB")], content: "A\r\nB\r\nBB\r\nc\r\n" },
	{ name: "the line ends of an LF file", base: "a\nb\n", edits: [edit("a\r\nb", "A\r\nB")], content: "A\nB\n" },
	{ name: "line ends that the text itself names", base: "a\r\nb\r\n", edits: [edit("a\r\n", "a\n")], content: "a\nb\r\n" },
	{ name: "no final newline", base: "a\nb", edits: [edit("b", "c")], content: "a\nc" },
])("an edit keeps $name", ({ base, edits, content }) => {
	expect(make(base, edits)).toEqual({ content, fuzz: null });
});

test.for([
	{ base: "if (a) {  \n\tb\t\n}\n", search: "if (a) {\n\tb\n}", replace: "c", content: "c\n" },
	{ base: "a\nb\n", search: "a  \nb ", replace: "c", content: "c\n" },
	{ base: "1 \n2 \n1\n", search: "2\n1", replace: "x", content: "1 \nx\n" },
])("blanks at the ends of lines are ignored as a last resort: $search", ({ base, search, replace, content }) => {
	expect(make(base, [edit(search, replace)])).toEqual({ content, fuzz: "whitespace" });
});

test.for([
	{ base: "a a", edits: [edit("a", "b")], conflict: { hunk: 1, reason: "ambiguous" } },
	{ base: "a", edits: [edit("a", "b"), edit("a", "c")], conflict: { hunk: 2, reason: "not_found" } },
	{ base: "a", edits: [edit("b", "c", true)], conflict: { hunk: 1, reason: "not_found" } },
	{ base: "a \nb\na\nb", edits: [edit("a\t\nb", "c")], conflict: { hunk: 1, reason: "ambiguous" } },
	{ base: "a", edits: [edit("  \n", "c")], conflict: { hunk: 1, reason: "not_found" } },
])("a text without exactly one place is a conflict: $edits", ({ base, edits, conflict }) => {
	expect(make(base, edits)).toEqual(conflict);
});

test("a text that would grow beyond bounds is not made", () => {
	expect(make("a".repeat(100), [edit("a", "b".repeat(1_000_000), true)])).toEqual({ size: 100_000_000 });
});

test.for([
	{ name: "many edits of a long file", edits: Array.from({ length: 30 }, (_, index) => edit(`\n${index + 1} \n`, `\n${index + 1} \n`)) },
	{ name: "blanks in each line of a long file", edits: [edit("7\n8", "x")] },
	{ name: "a text that stands at very many places", edits: [edit("\n", "\n", true)] },
])("$name are refused instead of holding up others", ({ edits }) => {
	const base = Array.from({ length: 100 }, (_, line) => `${line} \n`).join("");
	expect(make(base, edits, 800)).toEqual({ isTooMuch: true });
});
