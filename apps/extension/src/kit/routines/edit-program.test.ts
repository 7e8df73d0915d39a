import { RoutineProgram } from "@webhand/contracts/routine/routine";
import { expect, test } from "vitest";
import { fixedInput, renamedInput, withInputRenamed, withoutStep } from "./edit-program.ts";

const field = (name: string) => ({ role: "text", name: [name] });
const program = RoutineProgram.parse({
	inputs: [
		{ name: "customer", label: "Customer", type: "text", example: "Ada" },
		{ name: "amount", label: "Amount", type: "number", example: "12" },
	],
	start: ["https://shop.example/", { input: "customer" }],
	steps: [
		{ id: "s1", do: "fill", class: "fill", target: field("Customer"), value: [{ input: "customer" }] },
		{
			id: "s2",
			do: "if",
			class: "observe",
			says: ["Total ", { input: "amount" }],
			then: [{ id: "s3", do: "fill", class: "fill", target: field("Amount"), value: [{ input: "amount" }, " €"] }],
			otherwise: [],
		},
	],
});

test("an input that becomes fixed stands as its text everywhere, also in the address and inside of blocks", () => {
	const fixed = fixedInput(program, "amount", "12");
	expect(fixed.inputs.map(({ name }) => name)).toEqual(["customer"]);
	expect(fixed.steps[1]).toMatchObject({ says: ["Total ", "12"], then: [{ value: ["12", " €"] }] });
	expect(fixedInput(program, "customer", "Ada").start).toEqual(["https://shop.example/", "Ada"]);
	expect(fixedInput(program, "customer", "").start).toEqual(["https://shop.example/"]);
});

test("a step that is left out takes the inputs with it that nothing else needs", () => {
	expect(withoutStep(program, "s1").inputs.map(({ name }) => name)).toEqual(["customer", "amount"]);
	const inner = withoutStep(program, "s3");
	expect(inner.steps[1]).toMatchObject({ do: "if", then: [] });
	expect(inner.inputs).toHaveLength(2);
	const outer = withoutStep({ ...program, start: ["https://shop.example/"] }, "s2");
	expect([outer.steps.length, outer.inputs.map(({ name }) => name)]).toEqual([1, ["customer"]]);
});

test("a label changes, and its name in the steps does not", () => {
	const renamed = renamedInput(program, "amount", "Sum");
	expect(renamed.inputs[1]).toMatchObject({ name: "amount", label: "Sum" });
	expect(renamed.steps).toBe(program.steps);
});

test("an input that is called otherwise is so in the address, in every step and inside of blocks", () => {
	const { start, steps } = withInputRenamed({ start: program.start, steps: program.steps }, "amount", "sum");
	expect(start).toEqual(program.start);
	expect(steps[1]).toMatchObject({ says: ["Total ", { input: "sum" }], then: [{ value: [{ input: "sum" }, " €"] }] });
	expect(withInputRenamed(program.start, "customer", "who")).toEqual(["https://shop.example/", { input: "who" }]);
});
