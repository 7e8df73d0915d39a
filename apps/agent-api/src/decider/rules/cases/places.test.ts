import { describe, expect, test } from "vitest";
import { pageOf, play } from "./play.ts";

const still = (query: string, body: string) => play(query, pageOf(body), () => ({ page: pageOf(body) }));
const item = (name: string, id: number) => `- ${name} <button ${id}>Remove`;
const shop = [
	"# Shop",
	"## Basket",
	item("Blue lamp", 1),
	item("Red cup", 2),
	"## Wishlist",
	item("Green vase", 3),
	item("Red cup", 4),
].join("\n");
const rows = "| Ada | <button 2>Delete\n| Bob | <button 4>Delete\n| Cy | <button 6>Delete";
const mail = (states: string) => `# Mail\n<button 1>Reply</> <button 5 "More"${states}>⋯\n# Lunch\nFrom Ada`;

describe("what stands under another heading is not meant", () => {
	test.each(["Remove the blue lamp from the wishlist", "Remove the green vase in the basket", "Remove the blue lamp below Wishlist"])(
		"%s",
		(query) => {
			const { actions, last } = still(query, shop);
			expect(actions.filter((action) => action.startsWith("click"))).toEqual([]);
			expect(last.failure?.category).toBe("not_understood");
		},
	);

	test.each([
		["Remove the red cup from the wishlist", "click(4)"],
		["Remove the red cup from the basket", "click(2)"],
		["Remove the blue lamp from the basket", "click(1)"],
	])("%s", (query, action) => expect(still(query, shop).actions[0]).toBe(action));
});

describe("what stands above or below a row is another row", () => {
	test.each([
		["Delete the row below Bob", "click(6)"],
		["Delete the row above Bob", "click(2)"],
		["Delete Bob", "click(4)"],
	])("%s", (query, action) => expect(still(query, rows).actions[0]).toBe(action));

	test.each(["Delete the account after Bob", "Delete the account before Bob"])("%s is not Bob", (query) =>
		expect(still(query, rows).actions.filter((action) => action.startsWith("click"))).toEqual([]),
	);
});

test.each(["", " collapsed"])("behind “More” is looked once: it turns no page (%s)", (states) => {
	const { actions } = still("Archive the mail from Cy", mail(states));
	expect(actions.filter((action) => action === "click(5)").length).toBeLessThanOrEqual(2);
});

test.each([
	['Archive "Engineer, Backend"', "click(8)"],
	["Unpublish Engineer", "click(5)"],
	["Publish Data Analyst", "click(9)"],
])("a card begins with its title, whatever stands before the first: %s", (query, action) => {
	const cards = [
		["Engineer", 5, "Unpublish"],
		["Engineer, Backend", 7, "Unpublish"],
		["Data Analyst", 9, "Publish"],
	] as const;
	const lines = cards.flatMap(([name, id, verb]) => [`### ${name}`, `Full-time <button ${id}>${verb}</> <button ${id + 1} "Job menu">⋯`]);
	expect(still(query, ["# Jobs", "<button 4>New job", ...lines].join("\n")).actions[0]).toBe(action);
});
