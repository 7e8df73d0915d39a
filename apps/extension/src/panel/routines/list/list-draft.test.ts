import { RoutineInput } from "@webhand/contracts/routine/words";
import { expect, test } from "vitest";
import type { ReadList } from "./list-draft.ts";
import { isReady, labelsOf, mappedInputs, mappedTo } from "./list-draft.ts";

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
