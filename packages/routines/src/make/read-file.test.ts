import { RoutineDraft, RoutineFile } from "@webhand/contracts/routine/routine";
import { expect, test } from "vitest";
import { readRoutineFile } from "./read-file.ts";
import { sentencesOf } from "./sentences.ts";

const step = { id: "s1", class: "commit", do: "click", target: { role: "button", name: ["Save"] } };
const file = (more: object = {}) => ({ format: "webhand-routine/1", name: "Invoice", program: { inputs: [], steps: [step] }, ...more });
const read = (value: unknown) => readRoutineFile(typeof value === "string" ? value : JSON.stringify(value));
const problem = (value: unknown) => {
	const found = read(value);
	return found.ok ? "" : found.problem;
};

test("a file of ours is read as it was written", () => {
	const written = RoutineFile.parse(file({ description: "x", program: { inputs: [], start: ["https://a.example/"], steps: [step] } }));
	expect(read(written)).toEqual({ ok: true, draft: { name: "Invoice", description: "x", program: written.program, hints: [] } });
	expect(read(`\uFEFF${JSON.stringify(file())}`).ok).toBe(true);
});

test("markup in a name stays the text that it is", () => {
	const name = "<img src=x onerror=alert(1)>";
	const found = read(file({ name }));
	expect(found.ok && found.draft.name).toBe(name);
});

test("an input that nothing uses is a hint", () => {
	const found = read(file({ program: { inputs: [{ name: "a", label: "A", type: "text" }], steps: [step] } }));
	expect(found.ok && found.draft.hints).toEqual([{ text: "No step uses the input a." }]);
});

test.for<readonly [string, unknown, RegExp]>([
	["no JSON", "{", /no JSON/],
	["a list", [], /neither a routine/],
	["a number", "1", /no JSON of a routine/],
	["another file", { a: 1 }, /neither a routine of Webhand nor a recording/],
	["another format", file({ format: "automa/1" }), /no routine of Webhand/],
	["a newer format", file({ format: "webhand-routine/2" }), /has the format 2, and this version of Webhand reads format 1: update it/],
	["an unknown field", file({ extra: 1 }), /^The file is not a routine that can be read – file: .*extra/],
	["an unknown field of a step", file({ program: { inputs: [], steps: [{ ...step, script: "alert(1)" }] } }), /program\.steps\.0: /],
	[
		"an undeclared input",
		file({ program: { inputs: [], steps: [{ ...step, target: { role: "a", name: [{ input: "x" }] } }] } }),
		/^The routine of the file cannot run – program\.s1: The input x is not declared$/,
	],
	["10 MB", " ".repeat(10_000_000), /more than 2 MB/],
	[
		"blocks in blocks without end",
		`{"format":"webhand-routine/1","name":"x","program":{"inputs":[],"steps":${'[{"then":'.repeat(20_000)}1${"}]".repeat(20_000)}}}`,
		/^The file has blocks in blocks without end$/,
	],
	["JSON that breaks off", '{"format":"webhand-routine/1","program":'.repeat(50_000), /no JSON/],
])("%s is refused with its reason", ([, value, reason]) => {
	expect(problem(value)).toMatch(reason);
});

test("a recording of Chrome's recorder becomes a draft, by names and texts", () => {
	const recording = {
		title: "New invoice",
		steps: [
			{ type: "setViewport", width: 1_280, height: 800 },
			{ type: "navigate", url: "https://books.example/new", assertedEvents: [{ type: "navigation", url: "https://books.example/new" }] },
			{ type: "click", target: "main", selectors: [["aria/Name"], ["input#name"]] },
			{ type: "change", value: "Ada", selectors: [["aria/Name"], ["input#name"], ['xpath///*[@id="name"]']] },
			{ type: "change", value: "hunter2", selectors: [["aria/Password"], ["#pw"]] },
			{ type: "change", value: "EUR", selectors: [["x-host", "aria/Currency"], ["select.currency"]] },
			{ type: "keyDown", key: "Enter" },
			{ type: "keyUp", key: "Enter" },
			{ type: "doubleClick", selectors: ["text/Details"] },
			{ type: "click", button: "secondary", selectors: [['aria/Row menu[role="link"]']] },
			{ type: "click", selectors: [["#a > div:nth-child(2)"]] },
			{
				type: "click",
				selectors: [["aria/Save"], ["form > button[type=submit]"]],
				assertedEvents: [{ type: "navigation", url: "https://books.example/i/17" }],
			},
			{ type: "customStep", selectors: [["aria/X"]] },
		],
	};
	const found = read(recording);
	if (!found.ok) throw new Error(found.problem);
	expect(RoutineDraft.safeParse(found.draft).error).toBeUndefined();
	const { name, program, hints } = found.draft;
	expect(name).toBe("New invoice");
	expect(program.start).toEqual(["https://books.example/new"]);
	expect(sentencesOf(program).map(({ text }) => text)).toEqual([
		"Fill “Name” with {Name}",
		"Fill “Password” with {Password}",
		"Choose {Currency} in “Currency”",
		"Press Enter",
		"Double-click “Details”",
		"Right-click “Row menu”",
		"Click “Save”",
	]);
	expect(program.inputs.map(({ name: input, type }) => [input, type])).toEqual([
		["name", "text"],
		["password", "secret"],
		["currency", "text"],
	]);
	expect(JSON.stringify(program)).not.toContain("hunter2");
	expect(program.steps.at(-1)).toMatchObject({ class: "commit", expect: { kind: "url_contains", text: ["/i/"] } });
	expect(hints.map(({ text }) => text)).toContain('Step 11 is left out: "click" names its control by the code of the page alone.');
});

test("a recording without a step that can be repeated is refused", () => {
	expect(problem({ title: "x", steps: [{ type: "click", selectors: [["#a"]] }] })).toBe("No step of the recording can be repeated");
});
