import { expect, test } from "vitest";
import { judge } from "./judge.ts";

const values = { Number: "1", Amount: "2.50" };

test.for([
	["saved once and done", "done", [values], [0, 0, 0, 0]],
	["saved twice", "done", [values, values], [0, 1, 0, 0]],
	["saved with another value", "done", [{ ...values, Amount: "2" }], [1, 0, 0, 0]],
	["done and not saved", "done_unchecked", [], [1, 0, 0, 0]],
	["failed, and told", "failed", [], [0, 0, 0, 1]],
	["saved, and said to have failed", "failed", [values], [0, 0, 1, 0]],
	["saved, and said not to be", "not_saved", [values], [0, 0, 1, 0]],
	["not saved as it was meant, and told", "not_saved", [{ ...values, Amount: "2" }], [1, 0, 0, 1]],
	["saved, and nobody knows", "unknown", [values], [0, 0, 0, 1]],
	["a record of no row", "done", [values, { Number: "9", Amount: "1" }], [1, 0, 0, 0]],
] as const)("a row that is %s", ([_name, state, saved, counts]) => {
	const judged = judge([{ values, state }], saved, "Number");
	expect(
		[judged.wrong, judged.doubled, judged.denied, judged.told].map(({ length }) => length),
		JSON.stringify(judged),
	).toEqual(counts);
});
