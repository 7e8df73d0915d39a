import { describe, expect, test } from "vitest";
import { pageOf, play } from "./play.ts";

const teas = [
	["Green tea", "4,00"],
	["Black tea", "2,00"],
	["White tea", "9,00"],
] as const;
const rows = teas.map(([name, price], row) => `- <a ${row + 1} /t/${row}>${name}</> ${price} € <button ${row + 11}>Add to cart`);
const shop = pageOf(`# Teas\n${rows.join("\n")}`);
const played = (query: string) => play(query, shop, () => ({ page: shop }));

describe("of several things the one that is meant", () => {
	test.each([
		["Add the black tea to the cart", "click(12)"],
		["Add the cheapest tea to the cart", "click(12)"],
		["Add the most expensive tea to the cart", "click(13)"],
		["Add the second tea to the cart", "click(12)"],
		["Add the last tea to the cart", "click(13)"],
	])("%s", (query, action) => {
		expect(played(query).actions).toEqual([action, "finish()"]);
	});

	test.each(["Add every tea to the cart", "Add two green teas to the cart", "Add green tea and white tea to the cart"])(
		"several at a time are not begun: %s",
		(query) => {
			const { actions, last } = played(query);
			expect([actions.length, last.failure?.category]).toEqual([1, "not_understood"]);
		},
	);

	test("a thing that is not there is not the first of its list", () => {
		const page = pageOf(`# Teas\n${rows.join("\n").replaceAll(/<button \d+>Add to cart/g, "")}`);
		expect(play("Open the red tea", page, () => ({ page })).last.failure?.category).toBe("not_understood");
		expect(play("Archive the red tea", page, () => ({ page })).last.failure?.category).toBe("not_understood");
	});

	test("a control that is called like the whole instruction does it all", () => {
		const page = pageOf("# Teas\n- Green tea\n- Black tea\n<button 1>Add all teas</> <button 2>Clear filters");
		expect(play("Add all the teas", page, () => ({ page })).actions).toEqual(["click(1)", "finish()"]);
		expect(play("Clear all the filters", page, () => ({ page })).actions[0]).toBe("click(2)");
	});
});
