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

const rug = (id: number, [name, status, price]: readonly string[]) =>
	`| <checkbox ${id} "Select ${name}"></> | <a ${id + 1}>${name}</> | ${status} | ${id} in stock | ${price}`;
const products = [
	["Oak table", "Active", "€249.00"],
	["Wool rug", "Archived", "€199.00"],
	["Cotton rug", "Draft", "€59.00"],
	["Wall clock", "Active", "€29.00"],
	["Desk lamp", "Draft", "€39.00"],
];
const shop = pageOf(
	`# Products\n<tab 1 selected>All</> <tab 2>Active</> <tab 3>Draft\n| <checkbox 4 "Select all products"></> | <button 5>Product</> | <button 6>Status</> | <button 7>Inventory</> | <button 8>Price\n${products.map((cells, row) => rug(10 * row + 10, cells)).join("\n")}`,
);
const people = [
	["John Smith", "Smith & Co", "+44 20 5551", "Customer"],
	["John Smith", "Globex", "+1 212 5552", "Lead"],
	["Jane Miller", "Initech", "+34 600 111", "Lead"],
];
const contacts = pageOf(
	`# Contacts\n| Name | Company | Phone | Stage | |\n${people.map((cells, row) => `| <tr ${20 * row + 20} "${cells.join(" ")} more"></> <a ${20 * row + 21}>${cells[0]}</> | ${cells.slice(1).join(" | ")} | <button ${20 * row + 22} "more">`).join("\n")}`,
);
const staff = [
	["Ann Berg", "Charge nurse", "40"],
	["Cy Diaz", "Nurse", "38"],
	["Fay Lund", "Assistant", "40"],
];
const roster = pageOf(
	`# Roster\n<scroll 5>\n | Name | Role | Mon 23 | Hours\n${staff.map(([name, role, hours], row) => ` | ${name} | ${role} | <button ${row + 10} "${name}, Monday: Early">E</> | ${hours}`).join("\n")}\n## Swaps\n| From | To | Status\n| Cy Diaz | Fay Lund | <button 30>Approve\n| Fay Lund | Ann Berg | Approved`,
);
const accounts = pageOf(
	["Current", "Savings"].map((name, row) => `-\n ## ${name} account\n Balance €${row + 1}0.00\n <button ${row + 1}>Transfer`).join("\n"),
);

const orders = pageOf(
	`# Standing orders\n| Recipient | Amount | Active |\n${["Meyer", "Berg", "Gym Fit"].map((name, row) => `| ${name} | €${row + 1}0.00 | <switch ${row + 1} "Active"${row < 2 ? " checked" : ""}></> | <button ${row + 10} "Delete">`).join("\n")}`,
);
const numbered = (pager: string) => pageOf(`# Books\n- <a 1 /1>Emma</>\n- <a 2 /2>Momo</>\n${pager}`);

describe("rows with buttons, links and boxes are records like any other", () => {
	test.each([
		["How many products are there?", shop, "5"],
		["How many drafts are there?", shop, "2"],
		["How many active products are there?", shop, "2"],
		["How many products are archived?", shop, "1"],
		["What does the Wool rug cost?", shop, "€199.00"],
		["What is the cheapest product?", shop, "Wall clock"],
		["How many leads are there?", contacts, "2"],
		["What is the last product?", shop, "Desk lamp"],
		["What is the sum of the prices?", shop, "575"],
		["How many active standing orders are there?", orders, "2"],
		["How many books are there?", numbered(""), "2"],
		["What is the total?", pageOf("Total: €5.00\n# Cart\n| Tea | €5.00\nTotal 5.00 €"), "€5.00"],
		["Which company does Jane Miller work for?", contacts, "Initech"],
		["What is Fay Lund's role?", roster, "Assistant"],
		["How many hours does Cy Diaz work?", roster, "38"],
		["What is the balance of the savings account?", accounts, "€20.00"],
	] as const)("%s", (query, page, answer) => {
		expect(play(query, page, () => ({ page })).actions).toEqual([`finish("${answer}")`]);
	});

	test.each([
		// A part of the list that no cell tells from the rest, and what the list is not of.
		["How many rugs do we have?", shop],
		["How many emails are there?", shop],
		["How many nurses are there?", roster],
		["Which product has the highest inventory?", shop],
		// The name that was given is no answer; of two of one name, or two of one label, neither is.
		["Who is Jane Miller?", contacts],
		["What is the company of John Smith?", contacts],
		["What is my balance?", accounts],
		["How many 600 are there?", contacts],
		["What are the prices?", shop],
		["What is the most expensive claim?", pageOf("# Claims\n| <a 1 /1>EC-41</> | 412.30 | Paid\n| <a 2 /2>EC-50</> | 1,204.00 | Open")],
		["What is the second item?", pageOf("# Stock\n| Drill | <a 1 /1>damaged box</> | 4\n| Bolt | <a 2 /2>sent back</> | 9")],
		[
			"What is the cheapest part?",
			pageOf("46 parts found in this catalogue\n### <a 1 /1>Motor\n€5.00\n### <a 2 /2>Valve\n€4.00\n<button 9>Next page"),
		],
		["What is the first card in Review?", pageOf("## Review 2\n- Search is slow\n- Dark mode")],
		["What is the sum of the ages?", pageOf("| Name | Age\n| Ada | 36\n| Bob | 50\n<button 9>Next page")],
		["How many contacts does Jane Miller have?", contacts],
		["How many books are there?", numbered('<nav "Seiten"> <a 8 "Seite 1" current>1</> <a 9 "Seite 2">2')],
		["How many books are there?", numbered("<a 9>Weiter ›")],
		[
			"What is the cheapest product?",
			pageOf(`# Products\n${products.map((cells, row) => rug(10 * row + 10, cells)).join("\n")}\n<button 90>Next page`),
		],
	] as const)("%s: it says that it cannot tell, and presses nothing", (query, page) => {
		const { actions, last } = play(query, page, () => ({ page }));
		expect([last.failure?.category, actions.filter((action) => action.startsWith("click"))]).toEqual(["not_understood", []]);
	});
});

test("a tab that shows already is not pressed again to look for an answer, and a table of one row is a list", () => {
	const one = (tab: string) =>
		pageOf(
			`# Products\n<tab 1${tab === "All" ? " selected" : ""}>All</> <tab 2${tab === "Archived" ? " selected" : ""}>Archived\n| <checkbox 4 "Select all products"></> | <button 5>Product</> | <button 6>Status\n| <checkbox 10 "Select Wool rug"></> | <a 11>Wool rug</> | Archived`,
		);
	const actionsOf = (query: string) =>
		play(query, one("All"), (action) => ({ page: one(action.name === "click" ? "Archived" : "All") })).actions;
	expect(actionsOf("Open the tab Archived and tell me the status of the first one")).toEqual(["click(2)", 'finish("Archived")']);
	expect(actionsOf("Open the tab Archived and tell me the weight of the first one")).toEqual(["click(2)", expect.stringMatching(/^fail/)]);
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

test.each([
	["Filter by kind DVD", ['select(7, "DVD")', "click(9)", "finish()"]],
	["Filter by available only", ['setValue(8, "true")', "click(9)", "finish()"]],
	["Set the kind to DVD", ['select(7, "DVD")', "finish()"]],
])("a filter that has a button of its own is applied with it: %s", (query, expected) => {
	const page = (kind: string, isOn: boolean) => {
		const options = ["Any kind", "Book", "DVD"].map((option) => (option === kind ? `${option}*` : option)).join("|");
		const select = `<select 7 "Kind" value="${kind}" options="${options}">`;
		return pageOf(`# Catalogue\n<form> ${select}</> <checkbox 8 "Available only"${isOn ? " checked" : ""}></> <button 9 submit>Apply`);
	};
	let [kind, isOn] = ["Any kind", false];
	const { actions } = play(query, page(kind, isOn), (action) => {
		if (action.name === "select") kind = "DVD";
		if (action.name === "setValue") isOn = true;
		return { page: page(kind, isOn) };
	});
	expect(actions).toEqual(expected);
});
