import { RoutineProgram } from "@webhand/contracts/routine/routine";
import { expect, test } from "vitest";
import { inputFor, offeredFor, takenNames, usesOf, withInputChanged } from "./inputs.ts";
import { freeId, moveIn, moveOut, moveStep, movesOf, namesFor, replaceStep, stepOfField } from "./steps.ts";

const click = (id: string, name: string) => ({ id, do: "click", class: "navigate", target: { role: "button", name: [name] } });
const program = RoutineProgram.parse({
	inputs: [
		{ name: "number", label: "Number", type: "text", example: "17" },
		{ name: "amount", label: "Amount", type: "number" },
	],
	start: ["https://shop.example/invoices/", { input: "number" }],
	steps: [
		click("s1", "New"),
		{ id: "s2", do: "fill", class: "fill", target: { role: "textbox", name: ["Title"] }, value: ["Invoice ", { input: "number" }, "/26"] },
		{
			id: "s3",
			do: "if",
			class: "observe",
			says: ["Draft"],
			then: [click("s4", "Continue"), click("s5", "Close")],
			otherwise: [{ id: "s6", do: "each", class: "observe", list: {}, as: "line", most: 5, steps: [click("s7", "Open")] }],
		},
	],
});
const { steps } = program;
const ids = (of: typeof steps) => of.map(({ id }) => id);

test("a step moves among the steps beside it, also inside a block, and stops at the ends", () => {
	expect(ids(moveStep(steps, "s2", -1))).toEqual(["s2", "s1", "s3"]);
	expect(ids(moveStep(steps, "s1", -1))).toEqual(["s1", "s2", "s3"]);
	expect(moveStep(steps, "s5", -1)[2]).toMatchObject({ then: [{ id: "s5" }, { id: "s4" }] });
	expect(movesOf(steps, "s4")).toMatchObject({ up: false, down: true });
	expect(movesOf(steps, "s7")).toMatchObject({ up: false, down: false });
});

test("a step moves out of its block, and back in at its end", () => {
	expect(movesOf(steps, "s3")).toMatchObject({ into: false, out: false });
	expect(movesOf(steps, "s7")).toMatchObject({ into: false, out: true });
	const outside = moveOut(steps, "s4");
	expect(ids(outside)).toEqual(["s1", "s2", "s3", "s4"]);
	expect(outside[2]).toMatchObject({ then: [{ id: "s5" }] });
	expect(movesOf(outside, "s4")).toMatchObject({ into: true, out: false });
	expect(moveIn(outside, "s4")[2]).toMatchObject({ then: [{ id: "s5" }, { id: "s4" }] });
	expect(moveOut(steps, "s7")[2]).toMatchObject({ otherwise: [{ id: "s6", steps: [] }, { id: "s7" }] });
	expect(moveIn(steps, "s2")).toEqual(steps);
});

test("an input that is called otherwise is so wherever it stands, and takes no name of another one or of a row", () => {
	const [number] = program.inputs;
	if (number === undefined) throw new Error("there is an input");
	const changed = withInputChanged(program, number, { ...number, name: "no", label: "No." });
	expect(changed.inputs.map(({ name }) => name)).toEqual(["no", "amount"]);
	expect(changed.start).toEqual(["https://shop.example/invoices/", { input: "no" }]);
	expect(changed.steps[1]).toMatchObject({ value: ["Invoice ", { input: "no" }, "/26"] });
	expect([...takenNames(program, number)]).toEqual(["amount", "line"]);
});

test("a step is taken out or followed by another one, wherever it stands", () => {
	expect(replaceStep(steps, "s7", () => [])[2]).toMatchObject({ otherwise: [{ steps: [] }] });
	expect(ids(replaceStep(steps, "s1", (step) => [step, { ...step, id: freeId(steps) }]))).toEqual(["s1", "s8", "s2", "s3"]);
});

test("a step may name the inputs, and the row of a list that it stands in", () => {
	expect([...namesFor(program, "s7")]).toEqual(["number", "amount", "line"]);
	expect([...namesFor(program, "s4")]).toEqual(["number", "amount"]);
});

test.for([
	["program.steps.1.value.0", { id: "s2", at: "value.0" }],
	["steps.2.then.1.target.name", { id: "s5", at: "target.name" }],
	["steps.2.otherwise.0.steps.0", { id: "s7", at: "" }],
	["steps.2.says", { id: "s3", at: "says" }],
	["steps.9.value", null],
	["program.s7", { id: "s7", at: "" }],
	["program", null],
	["inputs.0.name", null],
] as const)("the field %j belongs to its step", ([field, place]) => {
	expect(stepOfField(program, field)).toEqual(place);
});

test("a secret is offered for what is typed alone, and a file for what is attached", () => {
	const inputs = (["text", "secret", "file"] as const).map((type) => ({ name: type, label: type, type }));
	const offered = (takes: "value" | "file" | "shown") => offeredFor(takes, inputs).map(({ name }) => name);
	expect([offered("value"), offered("file"), offered("shown")]).toEqual([["text", "secret"], ["file"], ["text"]]);
});

test("the steps that use an input are counted, and the start address", () => {
	expect([usesOf(program, "number"), usesOf(program, "amount")]).toEqual([2, 0]);
});

test("an input takes its type and its example from the value", () => {
	expect(inputFor("2026-03-01", "Due", new Set())).toEqual({ name: "due", label: "Due", type: "date", example: "2026-03-01" });
	expect(inputFor("12.5", "", new Set(["value"]))).toMatchObject({ name: "value_2", type: "number" });
	expect(inputFor("x".repeat(300), "Note", new Set())).not.toHaveProperty("example");
});
