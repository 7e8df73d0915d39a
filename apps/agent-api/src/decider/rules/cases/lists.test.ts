import { describe, expect, test } from "vitest";
import { pageOf, play } from "./play.ts";

const names = ["Ada", "Bob", "Cy", "Dan"];
const customers = (end = "") =>
	pageOf(`# Customers\n${names.map((name, row) => `- <a ${row + 1} /c/${row}>${name} Smith</>`).join("\n")}${end}`);
const paged = customers("\nPage 1 of 4\n<button 20 disabled>Previous</> <button 21>Next");
const articles = pageOf(
	`# Articles\n| Name | Price | |\n${["4.00", "2.00", "9.00", "5.00"].map((price, row) => `| Tea ${row} | ${price} € | <button ${row + 1}>Bearbeiten`).join("\n")}`,
);

const two = pageOf("# Customers\n- <a 1 /1>Ada</>\n- <a 2 /2>Bob</>\n- <a 5 /5>Cy</>\n# Orders\n- <a 3 /3>Tea</>\n- <a 4 /4>Milk");
const sorted = pageOf(
	'# Customers\n| <checkbox 9 "Select all"></> | <button 10>Name</> | <button 11>Town\n| <checkbox 1 "Select Ada"></> | <a 2>Ada</> | Bath\n| <checkbox 3 "Select Bob"></> | <a 4>Bob</> | Rome',
);
const board = pageOf(
	`## To do (3)\n${[1, 2, 3].map((id) => `<div ${id}>Card ${id} <button ${id + 10} "Move card ${id}">⋯`).join("\n")}\n## Done\n${[4, 5].map((id) => `<div ${id}>Card ${id} <button ${id + 10} "Move card ${id}">⋯`).join("\n")}`,
);
const roles = pageOf(
	'# People\n| User | Role | Active\n| Ada | <combobox 1 "Admin" collapsed>Admin ▾</> | <switch 2 "Active" checked>\n| Bob | <combobox 3 "Viewer" collapsed>Viewer ▾</> | <switch 4 "Active">',
);
const ages = pageOf("# Customers\n| Name | Age | |\n| Ada | 36 | <button 1>Edit\n| Bob | 50 | <button 2>Edit");

describe("what a list shows is told right or not at all", () => {
	test.each([
		["How many customers are there?", customers(), "4"],
		["What is the last customer?", customers(), "Dan Smith"],
		["What is the second customer?", customers(), "Bob Smith"],
		["How many articles are there?", articles, "4"],
		["What is the last customer?", two, "Cy"],
		["What is the second order?", two, "Milk"],
		["How many orders are there?", two, "2"],
		["How many are there?", sorted, "2"],
		["How many cards are in To do?", board, "3"],
		["How many cards are there in Done?", board, "2"],
		["Which role does Bob have?", roles, "Viewer"],
	] as const)("%s", (query, page, answer) => {
		expect(play(query, page, () => ({ page })).actions).toEqual([`finish("${answer}")`]);
	});

	test.each([
		["How many customers are there?", paged],
		["What is the last customer?", paged],
		["Which article is the cheapest?", articles],
		["Which customer is the oldest?", ages],
		[
			"Which claim is the newest?",
			pageOf("<nav> <a 1 /claims>My claims\n# Claim\n| EC-1 | Lunch | <button 2>Edit\n| EC-2 | Trip | <button 3>Edit"),
		],
		["How many unread customers are there?", customers()],
		["How many customers are from Bath?", customers()],
		["How many invoices are there?", two],
		["How many customers are there?", customers("\n<button 20>Previous</> <button 21 disabled>Next")],
	] as const)("%s: nobody can tell from this page", (query, page) => {
		const { last } = play(query, page, () => ({ page }));
		expect(last.failure?.category).toBe("not_understood");
	});
});

describe("what a table says is told by row and column, or not at all", () => {
	const people = [
		["Ada Smith", "Bath", "36", "1.200,00 €"],
		["Bob Jones", "Rome", "50", "900,00 €"],
		["Cy Young", "Bath", "28", "10.000,00 €"],
	];
	const page = pageOf(`# Customers\n| Name | Town | Age | Revenue\n${people.map((cells) => `| ${cells.join(" | ")}`).join("\n")}`);

	test.each([
		["Which town is Cy Young from?", "Bath"],
		["What is Ada Smith's age?", "36"],
		["What is the revenue of Cy Young?", "10.000,00 €"],
		["What is the name of the second customer?", "Bob Jones"],
		["What is the town of the last customer?", "Bath"],
		["What is the sum of the ages?", "114"],
	])("%s", (query, answer) => {
		expect(play(query, page, () => ({ page })).actions.at(-1)).toBe(`finish("${answer}")`);
	});

	test.each(["What are the towns?", "Who is from Bath?", "Who is 28?", "What is the revenue of Zoe?", "What is the sum of the discounts?"])(
		"%s: nobody can tell",
		(query) => {
			expect(play(query, page, () => ({ page })).last.failure?.category).toBe("not_understood");
		},
	);
});
