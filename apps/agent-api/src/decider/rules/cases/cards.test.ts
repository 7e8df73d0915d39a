import { describe, expect, test } from "vitest";
import { actionsOn, pageOf, play } from "./play.ts";

describe("a list of things is done whole or not begun", () => {
	const products = ["Watering can", "Garden hose 20 m", "Bird house"].map(
		(name, row) =>
			`### ${name}\n€${row + 4}.50\n<number ${row + 1} "Qty" value="1">\n<button ${row + 11}>Add to cart</> <button ${row + 21} "Add to wishlist">♡`,
	);
	const shop = pageOf(`<nav> <a 40 /shop>Home</> <a 41>Cart (0)\n# All products\n${products.join("\n")}`);
	const board = pageOf(
		'# Board\n## To do (2)\n<div 1>Write copy <button 2 "Move Write copy">⋯\n<div 3>Buy domain <button 4 "Move Buy domain">⋯\n## Done (1)\n<div 5>Kick-off <button 6 "Move Kick-off">⋯',
	);

	test.each([
		['Click "Add to cart" for the garden hose and the bird house', ["click(12)", "click(13)"]],
		["Click Add to cart for the watering can, the garden hose and the bird house", ["click(11)", "click(12)", "click(13)"]],
		['Click "Add to cart" for the bird house, then click Home', ["click(13)", "click(40)"]],
		['Add "Bird house", "Garden hose 20 m" and "Watering can" to the cart', ["click(13)", "click(12)", "click(11)"]],
		["Add the bird house and the watering can to the cart", ["click(13)", "click(11)"]],
	])("%s", (query, actions) => {
		expect(actionsOn(shop, query)).toEqual([...actions, "finish()"]);
	});

	test.each([
		['Click "Add to cart" for the garden hose and the tulips', shop],
		['Drag "Kick-off" to "To do" and "Write copy" to "Done"', board],
		["Move Write copy and Buy domain to Done", board],
		['Drag "Write copy" and "Buy domain" to "Done"', board],
	])("%s", (query, page) => {
		expect(actionsOn(page, query).map((action) => action.split("(")[0])).toEqual(["fail"]);
	});

	test("a dialog that opens for the first of several is not closed for the second", () => {
		const people = "| <a 1>Ada</> | <button 11>Delete\n| <a 2>Bob</> | <button 12>Delete";
		const asked = '<dialog "Delete customer?">\n This cannot be undone.\n <button 31>Cancel</> <button 32>Delete';
		const open = pageOf(`${asked}\n${people}`, { head: '@dialog "Delete customer?"' });
		const { actions } = play("Click Delete for Ada and Bob", pageOf(people), () => ({ page: open }));
		expect([actions[0], actions.length, actions.at(-1)?.startsWith("fail")]).toEqual(["click(11)", 2, true]);
	});
});

describe("the second of a list of cards, by its number alone", () => {
	const cards = ["Motor", "Valve", "Pump"]
		.map((name, at) => `### <a ${10 * at + 10} /${at}>${name}\n€${at + 4}.50\n${controls(10 * at)}`)
		.join("\n");
	function controls(at: number): string {
		const add = at === 20 ? "" : `</> <button ${at + 13}>Add to quote`;
		return `<input ${at + 11} "Quantity" value="1"></> <button ${at + 12} "Increase quantity">+${add}</> <checkbox ${at + 14} "Compare">`;
	}
	const facets = ["Brand", "Type", "Price"].map((name, at) => `<fieldset "${name}">\n <checkbox ${at + 1} "${name} A">`).join("\n");
	const catalogue = pageOf(`# Catalogue\n## Filters\n${facets}\n3 parts\n${cards}\n<button 50>Next page`);

	test.each([
		["Increase the quantity of the second part", ["click(22)"]],
		["Set the quantity of the second part to 5", ['setValue(21, "5")']],
		["Tick Compare for the third product", ['setValue(34, "true")']],
		["Click Add to quote for the second product", ["click(23)"]],
		["Increase the quantity of the Valve and add it to the quote", ["click(22)", "click(23)"]],
		["Tick Compare for Motor and add it to the quote", ['setValue(14, "true")', "click(13)"]],
	])("%s", (query, expected) => {
		expect(actionsOn(catalogue, query)).toEqual([...expected, "finish()"]);
	});

	test.each([
		"Click Add to quote for the third product",
		"Tick Compare for the fourth product",
		"Compare the first two parts",
		"Add the first two parts to the quote",
	])("and nothing is pressed for another one: %s", (query) => {
		expect(actionsOn(catalogue, query)).toEqual([expect.stringMatching(/^fail/)]);
	});
});
