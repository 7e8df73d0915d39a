import { expect, test } from "vitest";
import { mappedValues } from "./mapped.ts";

test("values are taken by their path; absent and null ones are left out, an object is a fault, and nothing is inherited", () => {
	const body = { order: { id: "INV-7", lines: [{ amount: 12.5, paid: false }], note: null } };
	const fields = { number: "order.id", amount: "order.lines.0.amount", paid: "order.lines.0.paid", note: "order.note" };
	const values = { number: "INV-7", amount: "12.5", paid: "false" };
	expect(mappedValues(body, { ...fields, none: "order.x.y", type: "order.constructor" })).toEqual({ values, faults: [] });
	expect(mappedValues(body, { number: "order.lines" })).toEqual({
		values: {},
		faults: [{ path: "order.lines", message: "must be a text, a number, true or false" }],
	});
});
