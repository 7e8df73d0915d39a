import { expect, test } from "vitest";
import { formatMoney, totalOf } from "./money.ts";

test.for([
	[0, "0.00 €"],
	[5, "0.05 €"],
	[3490, "34.90 €"],
	[99_999, "999.99 €"],
	[100_000, "1,000.00 €"],
	[123_456_789, "1,234,567.89 €"],
] as const)("%i cents are shown as %s", ([cents, shown]) => {
	expect(formatMoney(cents)).toBe(shown);
});

test.for([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY])("%d is refused as an amount", (cents) => {
	expect(() => formatMoney(cents)).toThrow(RangeError);
});

test.for([
	{ cart: "an empty cart", lines: [], total: 0 },
	{ cart: "one kettle", lines: [{ priceCents: 3490, quantity: 1 }], total: 3490 },
	{
		cart: "three mugs and a lamp",
		lines: [
			{ priceCents: 1095, quantity: 3 },
			{ priceCents: 5900, quantity: 1 },
		],
		total: 9185,
	},
])("$cart costs $total cents", ({ lines, total }) => {
	expect(totalOf(lines)).toBe(total);
});
