import { RoutineProgram } from "@webhand/contracts/routine/routine";
import { expect, test } from "vitest";
import { problemOfFields } from "../../../kit/form/contract-problem.ts";
import { mendableFaults, problemsByStep, problemsOf } from "./problems.ts";

const target = { role: "textbox", name: ["Amount"] };
const program = RoutineProgram.parse({
	inputs: [],
	steps: [{ id: "s1", do: "fill", class: "fill", target, value: [{ input: "amount" }] }],
});

test("a fault is told at its step before anything is sent", () => {
	expect(problemsOf(program, null)).toEqual({ "program.s1.value": "The input amount is not declared" });
});

test("what the server refused stands until the program changes, since its places move", () => {
	const problem = problemOfFields({ "program.steps.0.target": "a control needs a name" });
	expect(problemsOf(program, { program, problem })).toHaveProperty(["program.steps.0.target"]);
	expect(problemsOf({ ...program }, { program, problem })).not.toHaveProperty(["program.steps.0.target"]);
});

test("what is wrong with a step is told by its field; what its form has no field for does not hold it back", () => {
	const [step] = program.steps;
	if (step === undefined) throw new Error("there is a step");
	const refused = { "program.s1": "It does nothing", "program.steps.0.target.name": "Too long", "program.inputs.0": "No step uses it" };
	expect([...problemsByStep(program, refused)]).toEqual([["s1", { "": "It does nothing", "target.name": "Too long" }]]);
	expect(mendableFaults(program, step)).toEqual({ value: "The input amount is not declared" });
	const expecting = { ...step, expect: { kind: "text_appears" as const, text: [{ input: "gone" }] } };
	expect(mendableFaults({ ...program, steps: [expecting] }, expecting)).toEqual({ value: "The input amount is not declared" });
});
