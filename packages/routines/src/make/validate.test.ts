import { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { expect, test } from "vitest";
import { unusedInputs, validateProgram } from "./validate.ts";

const target = { role: "input", name: ["Name"] };
const fill = (id: string, value: RoutineStep extends infer _ ? (string | { readonly input: string })[] : never): RoutineStep => ({
	id,
	class: "fill",
	do: "fill",
	target,
	value,
});
const block = (id: string, steps: readonly RoutineStep[]): RoutineStep => ({
	id,
	class: "observe",
	do: "if",
	says: ["x"],
	then: steps,
	otherwise: [],
});
const program = (more: Partial<RoutineProgram>): RoutineProgram => ({ inputs: [], steps: [fill("s1", ["x"])], ...more });
const text = { name: "a", label: "A", type: "text" } as const;
const secret = { name: "pw", label: "PW", type: "secret" } as const;
const file = { name: "f", label: "F", type: "file" } as const;
const upload = (words: (string | { readonly input: string })[]): RoutineStep => ({
	id: "s1",
	class: "upload",
	do: "upload",
	target,
	file: words,
});
const open = (...address: (string | { readonly input: string })[]): RoutineStep => ({ id: "s1", class: "navigate", do: "open", address });

test.for<readonly [string, Partial<RoutineProgram>, readonly string[]]>([
	["what may run", { inputs: [text], start: ["https://a.example/"], steps: [fill("s1", [{ input: "a" }])] }, []],
	["an id that stands twice", { steps: [fill("s1", []), block("s2", [fill("s1", [])])] }, ["program.s1: The id s1 stands twice"]],
	["an input that stands twice", { inputs: [text, { ...text, label: "B" }] }, ["program: The input a stands twice"]],
	["a label that stands twice", { inputs: [text, { ...text, name: "b" }] }, ["program: Two inputs are called “A”"]],
	["an unknown input", { steps: [fill("s1", [{ input: "b" }])] }, ["program.s1: The input b is not declared"]],
	[
		"an unknown input in a row, a dialog and an expectation",
		{
			steps: [
				{
					id: "s1",
					class: "commit",
					do: "click",
					target: { ...target, row: [[{ input: "b" }]], where: { dialog: [{ input: "c" }] } },
					expect: { kind: "text_appears", text: [{ input: "d" }] },
				},
			],
		},
		["c", "b", "d"].map((name) => `program.s1: The input ${name} is not declared`),
	],
	[
		"blocks that are too deep",
		{ steps: [block("s1", [block("s2", [block("s3", [block("s4", [fill("s5", [])])])])])] },
		["program.s5: Blocks stand more than 4 deep"],
	],
	[
		"too many steps",
		{
			steps: [
				block(
					"s300",
					Array.from({ length: 200 }, (_, at) => fill(`s${at + 1}`, [])),
				),
			],
		},
		["program: It has 201 steps, 200 at most"],
	],
	["a choice without choices", { inputs: [{ ...text, type: "choice" }] }, ["program: The input “A” has no choices"]],
	[
		"a secret with a value",
		{ inputs: [{ ...secret, preset: "x" }] },
		["program: The input “PW” is a secret: its value stands in no routine"],
	],
	[
		"a preset of another type",
		{ inputs: [{ ...text, type: "date", preset: "x" }] },
		["program: The input “A” has a preset that it does not take"],
	],
	[
		"a secret in an address",
		{ inputs: [secret], steps: [open("https://a.example/", { input: "pw" })] },
		["program.s1: The secret pw may only be typed into a field"],
	],
	[
		"a secret in the start",
		{ inputs: [secret], start: ["https://a.example/", { input: "pw" }] },
		["program: The secret pw may only be typed into a field"],
	],
	[
		"a secret in a name",
		{ inputs: [secret], steps: [{ id: "s1", class: "commit", do: "click", target: { role: "a", name: [{ input: "pw" }] } }] },
		["program.s1: The secret pw may only be typed into a field"],
	],
	[
		"a secret beside a text",
		{ inputs: [secret], steps: [fill("s1", ["x", { input: "pw" }])] },
		["program.s1: The secret pw is typed alone"],
	],
	["a file that is typed", { inputs: [file], steps: [fill("s1", [{ input: "f" }])] }, ["program.s1: The file f can only be attached"]],
	["a text that is attached", { inputs: [text], steps: [upload([{ input: "a" }])] }, ["program.s1: a is no file"]],
	["a script for an address", { steps: [open("javascript:alert(1)")] }, ["program.s1: The address is no web address"]],
	["an address without a host", { start: ["//a.example"] }, ["program: The address is no web address"]],
	["a path, and an address from an input", { inputs: [text], steps: [open("/a"), { ...open({ input: "a" }), id: "s2" }] }, []],
	[
		"rows that are called as an input is",
		{ inputs: [text], steps: [{ id: "s1", class: "observe", do: "each", list: {}, as: "a", most: 5, steps: [] }] },
		["program.s1: The rows are called a, as an input is"],
	],
	[
		"a row's name inside of its block",
		{
			steps: [
				{ id: "s1", class: "observe", do: "each", list: {}, as: "row", most: 5, steps: [fill("s2", [{ input: "row" }])] },
				fill("s3", [{ input: "row" }]),
			],
		},
		["program.s3: The input row is not declared"],
	],
	[
		"columns without a place and a key that is none",
		{ steps: [{ id: "s1", class: "observe", do: "read", list: {}, columns: [{ name: "n", label: "N", type: "text" }], key: "k" }] },
		["program.s1: The key k is no column", "program.s1: The column “N” has neither a head nor a place"],
	],
])("%s", ([, more, faults]) => {
	const made = program(more);
	expect(RoutineProgram.safeParse(made).error).toBeUndefined();
	expect(validateProgram(made).map(({ field, message }) => `${field}: ${message}`)).toEqual(faults);
});

test("the part of a step that is wrong is told, also within a check, a list and the control for its next page", () => {
	const gone = [{ input: "gone" }];
	const target = { role: "button", name: gone };
	const steps = [
		{ id: "s1", class: "commit", do: "drag", target: { role: "li", name: ["Tea"] }, to: { role: "ul", name: ["Basket"], row: [gone] } },
		{
			id: "s2",
			class: "observe",
			do: "check",
			fields: [
				{ label: "A", value: ["1"], as: "text" },
				{ label: "B", value: gone, as: "text" },
			],
		},
		{
			id: "s3",
			class: "observe",
			do: "read",
			list: {},
			columns: [
				{ name: "n", label: "N", header: "N", type: "text" },
				{ name: "m", label: "M", type: "text" },
			],
			paging: { by: target, most: 10 },
		},
	] satisfies RoutineStep[];
	expect(validateProgram(program({ steps })).map(({ field, at }) => `${field}: ${at}`)).toEqual([
		"program.s1: to.row",
		"program.s2: fields.1.value",
		"program.s3: paging.by.name",
		"program.s3: columns.1.header",
	]);
});

test("of far too many steps only their number is told, at once", () => {
	const steps = Array.from({ length: 30_000 }, (_, at) => fill(`s${at}`, [{ input: "b" }]));
	const began = performance.now();
	expect(validateProgram(program({ steps }))).toEqual([{ field: "program", message: "It has 30000 steps, 200 at most" }]);
	expect(performance.now() - began).toBeLessThan(500);
});

test("an input that nothing uses is told, which a person may have left for later", () => {
	expect(unusedInputs(program({ inputs: [text, secret, file], start: [{ input: "a" }], steps: [upload([{ input: "f" }])] }))).toEqual([
		"pw",
	]);
});
