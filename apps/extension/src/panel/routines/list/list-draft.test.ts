import { RoutineInput } from "@webhand/contracts/routine/words";
import { expect, test } from "vitest";
import type { ReadList } from "./list-draft.ts";
import { isReady, keyBefore, labelsOf, mappedInputs, mappedTo, templateOf } from "./list-draft.ts";

const inputs = [
	{ name: "customer", label: "Customer", type: "text" },
	{ name: "amount", label: "Amount", type: "number" },
].map((input) => RoutineInput.parse(input));
const columns = [
	{ head: "Kunde", input: "customer", sample: ["Ada"] },
	{ head: "Betrag", input: null, sample: ["12"] },
	{ head: "Notiz", input: null, sample: [] },
];
const list: ReadList = { sheets: [], columns, rows: [{ customer: "Ada" }], faults: [], faultCount: 0, missing: [] };

test("an input has one column: the one that had it before is left out", () => {
	expect(mappedTo(columns, "Betrag", "amount")).toEqual({ Kunde: "customer", Betrag: "amount", Notiz: null });
	expect(mappedTo(columns, "Betrag", "customer")).toEqual({ Kunde: null, Betrag: "customer", Notiz: null });
	expect(mappedTo(columns, "Kunde", null)).toEqual({ Kunde: null, Betrag: null, Notiz: null });
});

test("a list runs only with a row, without a faulty cell, and with a column for each input that is needed", () => {
	expect(isReady(list)).toBe(true);
	expect(isReady({ ...list, rows: [] })).toBe(false);
	expect(isReady({ ...list, faultCount: 1 })).toBe(false);
	expect(isReady({ ...list, missing: ["amount"] })).toBe(false);
});

test("inputs are told by their labels", () => {
	expect(labelsOf(["amount", "gone"], inputs)).toEqual(["Amount", "gone"]);
	expect(mappedInputs(columns, inputs).map(({ label }) => label)).toEqual(["Customer"]);
});

test("a list to fill in has a column for each input and a row as an example, without a secret", () => {
	const more = [
		{ name: "due", label: "Due, at last", type: "date" },
		{ name: "kind", label: "Kind", type: "choice", choices: ["Food", "Travel"] },
		{ name: "pin", label: "PIN", type: "secret" },
	].map((input) => RoutineInput.parse(input));
	const [first] = inputs;
	if (first === undefined) throw new Error("no input");
	expect(templateOf([{ ...first, example: "Ada" }, ...inputs.slice(1), ...more])).toBe(
		'Customer,Amount,"Due, at last",Kind,PIN\r\nAda,1,2026-01-31,Food,\r\n',
	);
});

test("rows that an earlier run knew by several columns are left out under no key that can be chosen here", () => {
	const [customer, amount] = inputs.map(({ name }) => name);
	if (customer === undefined || amount === undefined) throw new Error("no input");
	expect([keyBefore({}), keyBefore({ keyOf: [amount] }), keyBefore({ keyOf: [customer, amount] })]).toEqual(["", "amount", undefined]);
});
