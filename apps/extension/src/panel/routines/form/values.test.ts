import { RoutineInput } from "@webhand/contracts/routine/words";
import { expect, test } from "vitest";
import { faultsByInput, faultsOf, givenValues, initialValues, missingInputs, reusedValues } from "./values.ts";

const inputs = [
	{ name: "customer", label: "Customer", type: "text" },
	{ name: "amount", label: "Amount", type: "number", preset: "10" },
	{ name: "note", label: "Note", type: "text", isOptional: true },
	{ name: "password", label: "Password", type: "secret" },
].map((input) => RoutineInput.parse(input));

test("a form begins with the presets, names what is missing, and leaves out what may stay empty", () => {
	const values = initialValues(inputs);
	expect(values).toEqual({ customer: "", amount: "10", note: "", password: "" });
	expect(missingInputs(inputs, values)).toEqual(["customer"]);
	expect(missingInputs(inputs, { ...values, customer: "  " })).toEqual(["customer"]);
	expect(givenValues(inputs, { ...values, customer: "Ada & Co" })).toEqual({ customer: "Ada & Co", amount: "10" });
});

test("of an earlier run a form takes what still fits, and never a secret or a file", () => {
	const more = [
		{ name: "kind", label: "Kind", type: "choice", choices: ["Travel", "Food"] },
		{ name: "place", label: "Place", type: "choice", choices: ["Here"] },
		{ name: "pin", label: "PIN", type: "secret" },
		{ name: "receipt", label: "Receipt", type: "file" },
	].map((input) => RoutineInput.parse(input));
	const before = { customer: "Ada", note: "The PIN is •••", kind: "Food", place: "There", pin: "•••", receipt: "a.pdf", gone: "x" };
	expect(reusedValues([...inputs, ...more], before)).toEqual({ customer: "Ada", kind: "Food" });
});

test("the server's faulty cells stand beside their inputs, whether it names them by name or label", () => {
	const cells = [
		{ row: 1, column: "Amount", message: "must be a number" },
		{ row: 1, column: "customer", message: "must be given" },
	];
	expect(faultsByInput(inputs, faultsOf({ cells }))).toEqual({ amount: "must be a number", customer: "must be given" });
	expect(faultsOf({ cells: "many" })).toEqual([]);
});
