import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAction } from "./format.ts";
import type { Action, ActionProblem } from "./grammar.ts";
import { parseAction } from "./parse.ts";

const canonical: readonly (readonly [string, Action])[] = [
	["click(17)", { name: "click", id: 17 }],
	["click(2147483647)", { name: "click", id: 2_147_483_647 }],
	["click(17, 3, -4)", { name: "click", id: 17, at: { x: 3, y: -4 } }],
	['click(17, "double")', { name: "click", id: 17, kind: "double" }],
	['setValue(3, "")', { name: "setValue", id: 3, text: "", submit: false }],
	['setValue(3, "a \\"b\\" \\\\ \\n c")', { name: "setValue", id: 3, text: 'a "b" \\ \n c', submit: false }],
	['setValue(3, "x), click(4", true)', { name: "setValue", id: 3, text: "x), click(4", submit: true }],
	['select(5, "1.5 l")', { name: "select", id: 5, options: ["1.5 l"] }],
	['select(5, "A", "B", "C")', { name: "select", id: 5, options: ["A", "B", "C"] }],
	['press("Enter")', { name: "press", keys: "Enter" }],
	['press(9, "Control+A")', { name: "press", id: 9, keys: "Control+A" }],
	["hover(2)", { name: "hover", id: 2 }],
	["drag(1, 2)", { name: "drag", id: 1, to: { kind: "element", id: 2 } }],
	["drag(1, -20, 5)", { name: "drag", id: 1, to: { kind: "offset", dx: -20, dy: 5 } }],
	["drag(1, 2, 3, 4, 5, 6)", { name: "drag", id: 1, to: { kind: "points", x: 2, y: 3, id: 4, x2: 5, y2: 6 } }],
	['scroll("down")', { name: "scroll", to: { kind: "direction", direction: "down" } }],
	['scroll("top", 8)', { name: "scroll", to: { kind: "direction", direction: "top", id: 8 } }],
	['scroll("to", 8)', { name: "scroll", to: { kind: "element", id: 8 } }],
	["scroll(-600)", { name: "scroll", to: { kind: "pixels", deltaY: -600 } }],
	['navigate("https://example.org/a?b=c#d")', { name: "navigate", url: "https://example.org/a?b=c#d" }],
	["back()", { name: "back" }],
	["forward()", { name: "forward" }],
	["reload()", { name: "reload" }],
	["wait(0)", { name: "wait", seconds: 0 }],
	["wait(10)", { name: "wait", seconds: 10 }],
	['openTab("http://localhost:8788/")', { name: "openTab", url: "http://localhost:8788/" }],
	["switchTab(7)", { name: "switchTab", tab: 7 }],
	["closeTab(7)", { name: "closeTab", tab: 7 }],
	['upload(4, "cv.pdf")', { name: "upload", id: 4, file: "cv.pdf" }],
	['find("css:#a > b")', { name: "find", what: "css:#a > b" }],
	["expand(57)", { name: "expand", id: 57 }],
	["options(57)", { name: "options", id: 57 }],
	['ask("Which one?", "Red", "Blue")', { name: "ask", question: "Which one?", choices: ["Red", "Blue"] }],
	['handoff("Please sign in")', { name: "handoff", reason: "Please sign in" }],
	[
		'server("fs.read", {"path":"a.txt","n":[1,{"b":null}]})',
		{ name: "server", tool: "fs.read", arguments: { path: "a.txt", n: [1, { b: null }] } },
	],
	["finish()", { name: "finish" }],
	['finish("14.00 €")', { name: "finish", answer: "14.00 €" }],
	["fail()", { name: "fail" }],
	['fail("no such product")', { name: "fail", reason: "no such product" }],
];

const refused: readonly (readonly [string, ActionProblem["code"], number])[] = [
	["", "EMPTY", 0],
	[" \n\t", "EMPTY", 0],
	[`click(${"1".repeat(20_000)})`, "TOO_LONG", 20_000],
	["tap(3)", "UNKNOWN_ACTION", 0],
	["  constructor()", "UNKNOWN_ACTION", 2],
	["click", "BAD_ARGUMENTS", 5],
	["click(", "BAD_ARGUMENTS", 6],
	["click()", "BAD_ARGUMENTS", 6],
	["click(17", "BAD_ARGUMENTS", 8],
	["click(17) now", "TRAILING_TEXT", 10],
	["click(0)", "ID_OUT_OF_RANGE", 6],
	["click(-3)", "ID_OUT_OF_RANGE", 6],
	["click(2147483648)", "ID_OUT_OF_RANGE", 6],
	["click(1.5)", "BAD_ARGUMENTS", 6],
	["click(1e3)", "BAD_ARGUMENTS", 6],
	["click(017)", "BAD_ARGUMENTS", 6],
	["click(-0)", "BAD_ARGUMENTS", 6],
	['click("17")', "BAD_ARGUMENTS", 6],
	['click(17, "triple")', "BAD_ARGUMENTS", 10],
	["click(17,)", "BAD_ARGUMENTS", 9],
	["click(17 18)", "BAD_ARGUMENTS", 9],
	['setValue(3, "abc', "UNTERMINATED_STRING", 12],
	["setValue(3, 'abc')", "BAD_ARGUMENTS", 12],
	['setValue(3, "a\nb")', "BAD_ARGUMENTS", 12],
	[`setValue(3, "${"x".repeat(10_001)}")`, "BAD_ARGUMENTS", 12],
	['setValue(3, "abc", yes)', "BAD_ARGUMENTS", 19],
	["setValue(3)", "BAD_ARGUMENTS", 9],
	["select(5)", "BAD_ARGUMENTS", 7],
	['press("")', "BAD_ARGUMENTS", 6],
	['press("\\r")', "BAD_ARGUMENTS", 6],
	['press(9, "Control+\\n")', "BAD_ARGUMENTS", 9],
	['press("\\u0000")', "BAD_ARGUMENTS", 6],
	["drag(1)", "BAD_ARGUMENTS", 5],
	['scroll("sideways")', "BAD_ARGUMENTS", 7],
	["scroll(20001)", "BAD_ARGUMENTS", 7],
	['navigate("javascript:alert(1)")', "BAD_ARGUMENTS", 9],
	['navigate("/cart")', "BAD_ARGUMENTS", 9],
	["wait(11)", "BAD_ARGUMENTS", 5],
	["back(1)", "BAD_ARGUMENTS", 5],
	['server("fs.read", [1])', "BAD_ARGUMENTS", 18],
	['server("fs.read", {"a": })', "BAD_ARGUMENTS", 18],
	['server("fs.read", {"a": 1)', "BAD_ARGUMENTS", 18],
	["finish(1)", "BAD_ARGUMENTS", 7],
];

describe("the action grammar", () => {
	test.each(canonical)("reads and writes %s", (text, action) => {
		expect(parseAction(text)).toEqual({ ok: true, action });
		expect(formatAction(action)).toBe(text);
	});

	test("allows white space between all tokens", () => {
		expect(parseAction(' setValue\n( 3 ,\t"a" , true ) ')).toEqual({
			ok: true,
			action: { name: "setValue", id: 3, text: "a", submit: true },
		});
	});

	test.each(refused)("refuses %j with %s and the position", (text, code, at) => {
		expect(parseAction(text)).toMatchObject({ ok: false, problem: { code, at, message: expect.stringMatching(/expected|at most/) } });
	});

	test("no truncation of an action is an action", () => {
		for (const [text] of canonical)
			for (let end = 0; end < text.length; end += 1) expect(parseAction(text.slice(0, end)).ok, text.slice(0, end)).toBe(false);
	});

	const id = fc.integer({ min: 1, max: 2_147_483_647 });
	const pixels = fc.integer({ min: -20_000, max: 20_000 });
	const text = fc.string({ unit: "binary", minLength: 1, maxLength: 200 });
	const action: fc.Arbitrary<Action> = fc.oneof(
		fc.record({ name: fc.constant("click" as const), id }),
		fc.record({ name: fc.constant("click" as const), id, at: fc.record({ x: pixels, y: pixels }) }),
		fc.record({ name: fc.constant("setValue" as const), id, text: fc.string({ unit: "binary", maxLength: 500 }), submit: fc.boolean() }),
		fc.record({
			name: fc.constant("select" as const),
			id,
			options: fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 50 }),
		}),
		fc.record({ name: fc.constant("ask" as const), question: text, choices: fc.array(text, { maxLength: 10 }) }),
		fc.record({
			name: fc.constant("server" as const),
			tool: text,
			arguments: fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()),
		}),
		fc.record({ name: fc.constant("finish" as const), answer: fc.string({ unit: "binary" }) }),
	);

	test("formatting and parsing again gives the same action", () => {
		fc.assert(
			fc.property(action, (given) => {
				const written = formatAction(given);
				const read = parseAction(written);
				expect(read.ok && formatAction(read.action)).toBe(written);
				if (given.name !== "server") expect(read).toEqual({ ok: true, action: given });
			}),
		);
	});

	test("no string makes it throw", () => {
		const parts = fc.constantFrom(
			"click",
			"setValue",
			"server",
			"(",
			")",
			'"',
			"{",
			"}",
			"[",
			",",
			"\\",
			"1",
			"-",
			"true",
			" ",
			"\u0000",
			"\ud800",
		);
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string({ unit: "binary" }),
					fc.array(parts).map((list) => list.join("")),
				),
				(given) => void parseAction(given),
			),
		);
	});
});
