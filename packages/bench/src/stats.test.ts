import { expect, test } from "vitest";
import { quantile, steadySlope } from "./stats.ts";

test("a quantile lies between its neighbours in proportion", () => {
	expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
	expect(quantile([7], 0.95)).toBe(7);
	expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5);
});

test("the slope of a line is found, also where single points lie far off it", () => {
	const line = Array.from({ length: 100 }, (_, index) => 5 + index * 0.5);
	expect(steadySlope(line)).toBeCloseTo(0.5);
	expect(steadySlope(line.map((value, index) => (index % 17 === 0 ? value + 900 : value)))).toBeCloseTo(0.5);
	expect(steadySlope([7, 7, 7, 7])).toBe(0);
	expect(steadySlope([1])).toBe(0);
});
