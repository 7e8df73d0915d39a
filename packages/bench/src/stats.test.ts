import { expect, test } from "vitest";
import { quantile, slope } from "./stats.ts";

test("a quantile lies between its neighbours in proportion", () => {
	expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
	expect(quantile([7], 0.95)).toBe(7);
	expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5);
});

test("the slope of a line is found, that of a single place is none", () => {
	expect(
		slope([
			[0, 1],
			[1, 3],
			[2, 5],
		]),
	).toBeCloseTo(2);
	expect(
		slope([
			[1, 1],
			[1, 9],
		]),
	).toBe(0);
});
