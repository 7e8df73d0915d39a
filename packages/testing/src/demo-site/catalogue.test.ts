import { expect, test } from "vitest";
import { catalogue, createRandom, findProduct, kindNames } from "./catalogue.ts";

test("the shop sells 240 different things", () => {
	expect(catalogue).toHaveLength(240);
	expect(new Set(catalogue.map((product) => product.slug)).size).toBe(240);
	expect(new Set(catalogue.map((product) => product.name)).size).toBe(240);
	expect(kindNames).toHaveLength(12);
});

test("there is exactly one blue kettle, in three sizes", () => {
	const kettles = catalogue.filter((product) => product.name === "Blue kettle");
	expect(kettles).toHaveLength(1);
	expect(kettles[0]?.sizes.map((size) => size.name)).toEqual(["1.0 l", "1.5 l", "1.7 l"]);
	expect(findProduct("blue-kettle")).toBe(kettles[0]);
});

test("every price is a whole number of cents and a bigger size costs more", () => {
	for (const product of catalogue) {
		const prices = product.sizes.map((size) => size.priceCents);
		expect(prices.every((price) => Number.isSafeInteger(price) && price > 0)).toBe(true);
		expect(prices).toEqual([...new Set(prices)].sort((a, b) => a - b));
	}
});

test("a slug that nobody sells finds nothing", () => {
	expect(findProduct("purple-kettle")).toBeUndefined();
});

test("the same seed gives the same numbers", () => {
	const draw = (seed: number) => Array.from({ length: 5 }, createRandom(seed));
	expect(draw(7)).toEqual(draw(7));
	expect(draw(7)).not.toEqual(draw(8));
});
