import { RoutineProgram } from "@webhand/contracts/routine/routine";
import { expect, test } from "vitest";
import { problemOfFields } from "../../../kit/form/contract-problem.ts";
import { problemsOf } from "./problems.ts";

const target = { role: "textbox", name: ["Amount"] };
const program = RoutineProgram.parse({
	inputs: [],
	steps: [{ id: "s1", do: "fill", class: "fill", target, value: [{ input: "amount" }] }],
});

test("a fault is told at its step before anything is sent", () => {
	expect(problemsOf(program, null)).toEqual({ "program.s1": "The input amount is not declared" });
});

test("what the server refused stands until the program changes, since its places move", () => {
	const problem = problemOfFields({ "program.steps.0.target": "a control needs a name" });
	expect(problemsOf(program, { program, problem })).toHaveProperty(["program.steps.0.target"]);
	expect(problemsOf({ ...program }, { program, problem })).not.toHaveProperty(["program.steps.0.target"]);
});
