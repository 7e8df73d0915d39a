import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAction } from "./format.ts";
import type { Action, ActionName, ActionProblem } from "./grammar.ts";
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
	["look()", { name: "look" }],
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
	['server("fs.read", {"a": [{"b\\u0000": 1}]})', "BAD_ARGUMENTS", 18],
	[`server("fs.read", ${'{"a":'.repeat(51)}1${"}".repeat(51)})`, "BAD_ARGUMENTS", 268],
	["finish(1)", "BAD_ARGUMENTS", 7],
];

const long = (length: number) => `"${"x".repeat(length)}"`;
const labels = (count: number) => Array.from({ length: count }, () => '"A"').join(", ");
const address = (length: number) => `"https://a.example/${"x".repeat(length - 18)}"`;

/** The limits of each argument: the last valid value and the first invalid one. */
const limits: readonly (readonly [within: string, beyond: string, ActionProblem["code"]])[] = [
	...["click(1)", "hover(1)", "expand(1)", "options(1)", "switchTab(1)", "closeTab(1)", 'press(1, "a")', 'upload(1, "a")'].flatMap(
		(least): typeof limits => [
			[least, least.replace("1", "0"), "ID_OUT_OF_RANGE"],
			[least.replace("1", "2147483647"), least.replace("1", "2147483648"), "ID_OUT_OF_RANGE"],
			[least, least.replace("1", "-1"), "ID_OUT_OF_RANGE"],
		],
	),
	...["click(1, N, 0)", "click(1, 0, N)", "drag(1, N, 0)", "drag(1, 0, N)", "scroll(N)"].flatMap((form): typeof limits => [
		[form.replace("N", "20000"), form.replace("N", "20001"), "BAD_ARGUMENTS"],
		[form.replace("N", "-20000"), form.replace("N", "-20001"), "BAD_ARGUMENTS"],
	]),
	...[2, 3, 5, 6].map((place): (typeof limits)[number] => {
		const form = (value: number) => `drag(${[1, 2, 3, 4, 5, 6].map((usual) => (usual === place ? value : usual)).join(", ")})`;
		return [form(-20_000), form(-20_001), "BAD_ARGUMENTS"];
	}),
	["drag(1, 2147483647)", "drag(1, 2147483648)", "ID_OUT_OF_RANGE"],
	["drag(1, 2, 3, 1, 5, 6)", "drag(1, 2, 3, 0, 5, 6)", "ID_OUT_OF_RANGE"],
	['scroll("down", 1)', 'scroll("down", 0)', "ID_OUT_OF_RANGE"],
	['scroll("to", 1)', 'scroll("to", 0)', "ID_OUT_OF_RANGE"],
	["wait(0)", "wait(-1)", "BAD_ARGUMENTS"],
	["wait(10)", "wait(11)", "BAD_ARGUMENTS"],
	[`setValue(1, ${long(10_000)})`, `setValue(1, ${long(10_001)})`, "BAD_ARGUMENTS"],
	[`select(1, ${labels(50)})`, `select(1, ${labels(51)})`, "BAD_ARGUMENTS"],
	[`press(${long(60)})`, `press(${long(61)})`, "BAD_ARGUMENTS"],
	[`navigate(${address(8_192)})`, `navigate(${address(8_193)})`, "BAD_ARGUMENTS"],
	[`openTab(${address(8_192)})`, `openTab(${address(8_193)})`, "BAD_ARGUMENTS"],
	[`upload(1, ${long(255)})`, `upload(1, ${long(256)})`, "BAD_ARGUMENTS"],
	[`find(${long(1_000)})`, `find(${long(1_001)})`, "BAD_ARGUMENTS"],
	[`ask(${long(1_000)})`, `ask(${long(1_001)})`, "BAD_ARGUMENTS"],
	[`ask("Which?", ${labels(10)})`, `ask("Which?", ${labels(11)})`, "BAD_ARGUMENTS"],
	[`handoff(${long(1_000)})`, `handoff(${long(1_001)})`, "BAD_ARGUMENTS"],
	[`server(${long(200)}, {})`, `server(${long(201)}, {})`, "BAD_ARGUMENTS"],
	[`finish(${long(8_000)})`, `finish(${long(8_001)})`, "BAD_ARGUMENTS"],
	[`fail(${long(8_000)})`, `fail(${long(8_001)})`, "BAD_ARGUMENTS"],
	...["find", "handoff", "ask", "navigate"].map((name): (typeof limits)[number] => [
		name === "navigate" ? 'navigate("http://a")' : `${name}("a")`,
		`${name}("")`,
		"BAD_ARGUMENTS",
	]),
];

/** Arguments of the wrong type in each place, and one argument too many. */
const wrongSorts = canonical.flatMap(([text]) => {
	const [, name = "", inside = ""] = /^(\w+)\((.*)\)$/s.exec(text) ?? [];
	const given = inside === "" || inside.includes(", ") || inside.includes("{") ? [] : [inside];
	const takesMore = /^(?:select|ask)$/.test(name);
	return [
		...given.map((one) => `${name}(${/^"/.test(one) ? "true" : '"17"'})`),
		`${name}(${inside === "" ? "" : `${inside}, `}${takesMore ? "7" : "null"})`,
		`${name}(${inside === "" ? "" : `${inside}, `}{})`,
		`${name}[${inside}]`,
		`${name} ${inside}`,
		`${name.toUpperCase()}(${inside})`,
		`${text};`,
	];
});

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

	test.each(limits)("takes what is just within a limit and refuses what is one beyond: %.40s", (within, beyond, code) => {
		expect(parseAction(within)).toMatchObject({ ok: true });
		expect(parseAction(beyond)).toMatchObject({ ok: false, problem: { code } });
	});

	test("refuses an argument of another sort, one too many, other brackets and names in capitals", () => {
		expect(wrongSorts.length).toBeGreaterThan(200);
		for (const text of wrongSorts) expect(parseAction(text).ok, text).toBe(false);
	});

	test("no truncation of an action is an action", () => {
		for (const [text] of canonical)
			for (let end = 0; end < text.length; end += 1) expect(parseAction(text.slice(0, end)).ok, text.slice(0, end)).toBe(false);
	});

	const id = fc.integer({ min: 1, max: 2_147_483_647 });
	const pixels = fc.integer({ min: -20_000, max: 20_000 });
	const text = fc.string({ unit: "binary", minLength: 1, maxLength: 200 });
	const named = fc.constantFrom('"', "\\", "Enter", "Control+A", 'Shift+"', "Control+\\");
	const typed = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
	const keys = fc.oneof(
		named,
		typed.filter((one) => one.length <= 60 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(one)),
	);
	const direction = fc.constantFrom("down" as const, "up" as const, "left" as const, "right" as const, "top" as const, "bottom" as const);
	const is = <const Name extends ActionName>(name: Name) => ({ name: fc.constant(name) });
	const name = fc.string({ unit: "binary" }).filter((one) => !one.includes("\0"));
	const actions: { readonly [Name in ActionName]: fc.Arbitrary<Extract<Action, { readonly name: Name }>> } = {
		click: fc.oneof(
			fc.record({ ...is("click"), id }),
			fc.record({ ...is("click"), id, at: fc.record({ x: pixels, y: pixels }) }),
			fc.record({ ...is("click"), id, kind: fc.constantFrom("double" as const, "right" as const, "middle" as const) }),
		),
		setValue: fc.record({ ...is("setValue"), id, text: fc.string({ unit: "binary", maxLength: 500 }), submit: fc.boolean() }),
		select: fc.record({ ...is("select"), id, options: fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 50 }) }),
		press: fc.record({ ...is("press"), id, keys }, { requiredKeys: ["name", "keys"] }),
		hover: fc.record({ ...is("hover"), id }),
		drag: fc.record({
			...is("drag"),
			id,
			to: fc.oneof(
				fc.record({ kind: fc.constant("element" as const), id }),
				fc.record({ kind: fc.constant("offset" as const), dx: pixels, dy: pixels }),
				fc.record({ kind: fc.constant("points" as const), x: pixels, y: pixels, id, x2: pixels, y2: pixels }),
			),
		}),
		scroll: fc.record({
			...is("scroll"),
			to: fc.oneof(
				fc.record({ kind: fc.constant("direction" as const), direction, id }, { requiredKeys: ["kind", "direction"] }),
				fc.record({ kind: fc.constant("element" as const), id }),
				fc.record({ kind: fc.constant("pixels" as const), deltaY: pixels }),
			),
		}),
		navigate: fc.record({ ...is("navigate"), url: fc.webUrl({ withQueryParameters: true, withFragments: true }) }),
		back: fc.record(is("back")),
		forward: fc.record(is("forward")),
		reload: fc.record(is("reload")),
		look: fc.record(is("look")),
		wait: fc.record({ ...is("wait"), seconds: fc.integer({ min: 0, max: 10 }) }),
		openTab: fc.record({ ...is("openTab"), url: fc.webUrl({ withQueryParameters: true, withFragments: true }) }),
		switchTab: fc.record({ ...is("switchTab"), tab: id }),
		closeTab: fc.record({ ...is("closeTab"), tab: id }),
		upload: fc.record({ ...is("upload"), id, file: text }),
		find: fc.record({ ...is("find"), what: text }),
		expand: fc.record({ ...is("expand"), id }),
		options: fc.record({ ...is("options"), id }),
		ask: fc.record({ ...is("ask"), question: text, choices: fc.array(text, { maxLength: 10 }) }),
		handoff: fc.record({ ...is("handoff"), reason: text }),
		server: fc.record({ ...is("server"), tool: text, arguments: fc.dictionary(name, fc.jsonValue()) }),
		finish: fc.record({ ...is("finish"), answer: fc.string({ unit: "binary" }) }, { requiredKeys: ["name"] }),
		fail: fc.record({ ...is("fail"), reason: fc.string({ unit: "binary" }) }, { requiredKeys: ["name"] }),
	};

	test.each(Object.entries(actions))("formatting %s and parsing it again gives the same action", (_name, action) => {
		fc.assert(
			fc.property(action, (given: Action) => {
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
