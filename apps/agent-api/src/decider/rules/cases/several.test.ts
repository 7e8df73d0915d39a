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

	test.each(["Add every tea to the cart", "Add two green teas to the cart"])("several at a time are not begun: %s", (query) => {
		const { actions, last } = played(query);
		expect([actions.length, last.failure?.category]).toEqual([1, "not_understood"]);
	});

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

test.each([
	["<button 1>Send</> <button 2>Send and solve", "click(2)"],
	["<button 1>Send</> <button 2>Send and close", "click(1)"],
])("two words that one button bears are pressed as one: %s", (body, action) => {
	expect(play("Click send and solve", pageOf(body), () => ({ page: pageOf(body) })).actions[0]).toBe(action);
});

describe("of the rows of a table the one that is meant", () => {
	const people = [
		["Ada Smith", "Bath"],
		["Bob Jones", "Rome"],
		["Cy Young", "Bath"],
	] as const;
	const cells = people.map(([name, town], row) => `| ${name} | ${town} | <button ${row + 1}>Edit</> <button ${row + 11}>Delete`);
	const page = pageOf(`# Customers\n| Name | Town | |\n${cells.join("\n")}`);
	const first = (query: string) => play(query, page, (action) => ({ page, ...(action.name === "ask" ? { note: "Stop" } : {}) }));

	test.each([
		["Delete Bob Jones", "click(12)"],
		["Delete the customer from Rome", "click(12)"],
		["Delete the customer in Rome", "click(12)"],
		["Delete the second customer", "click(12)"],
		["Delete the last customer", "click(13)"],
		["Edit Ada Smith", "click(1)"],
	])("%s", (query, action) => {
		expect(first(query).actions).toEqual([action, "finish()"]);
	});

	test.each(["Delete the customer from Bath", "Delete a customer"])("where several fit, the person chooses: %s", (query) => {
		const { actions } = play(query, page, (action) => ({
			page,
			...(action.name === "ask" ? { note: `You asked: ${action.question} The person answered: Cy Young` } : {}),
		}));
		expect([actions[0]?.startsWith("ask("), ...actions.slice(1)]).toEqual([true, "click(13)", "finish()"]);
	});

	test.each(["Delete the customers from Bath", "Delete the customer from Oslo", "Delete the fifth customer", "Block Ada Smith"])(
		"and nothing is done where none or more than one is meant: %s",
		(query) => {
			expect(first(query).actions.map((action) => action.split("(")[0])).not.toContain("click");
		},
	);
});

test("the only one shown is not the one that is asked for, where it says something else", () => {
	const page = pageOf("# Customers\n<button 5>Rome\n| Name | Town | |\n| Ada Smith | Bath | <button 11>Delete");
	for (const query of ["Delete the customer from Oslo", "Delete the customer from Rome", "Delete Zoe"])
		expect(play(query, page, () => ({ page })).actions.join()).not.toContain("click");
});

test("a list below the navigation of a page is a list of things, and that one is not", () => {
	const mails = ["Lunch on Friday", "Invoice 7", "Holiday plans"].map(
		(name, row) => `- <a ${row + 10} /m/${row}>${name}</> <button ${row + 20}>Delete`,
	);
	const page = pageOf(`<nav "Mail">\n <a 1 /sent>Sent</>\n <a 2 /trash>Trash</>\n <a 3 /spam>Spam\n# Inbox\n${mails.join("\n")}`);
	const actionsOf = (query: string) => play(query, page, () => ({ page })).actions;
	expect(actionsOf("Delete the second email")).toEqual(["click(21)", "finish()"]);
	expect(actionsOf("Open the last email")).toEqual(["click(12)", "finish()"]);
	expect(actionsOf("Delete the shortest email")[0]).toMatch(/^fail/);
	expect(actionsOf("How many emails are there?")).toEqual(['finish("3")']);
});

test("of two items that fit none is opened or deleted before the person says which", () => {
	const mails = ["Ada: Lunch", "Bob: Invoice", "Ada: Holiday"].map(
		(name, row) => `- <a ${row + 10} /m/${row}>${name}</> <button ${row + 20}>Delete`,
	);
	const page = pageOf(`# Inbox\n${mails.join("\n")}`);
	const actionsOf = (query: string) =>
		play(query, page, (action) => ({
			page,
			...(action.name === "ask" ? { note: `You asked: ${action.question} The person answered: Holiday` } : {}),
		})).actions;
	const [asked, ...others] = actionsOf("Delete the email from Ada");
	expect([asked?.startsWith("ask("), others]).toEqual([true, ["click(22)", "finish()"]]);
	expect(actionsOf("Delete the emails from Ada")[0]).toMatch(/^fail/);
});

describe("switching off", () => {
	const choices = pageOf('# Plan\n<radio 1 "Monthly">\n<radio 2 "Yearly" checked>\n<checkbox 3 "Gift" checked>\n<button 4>Notifications');
	test.each([
		["Uncheck everything", ['setValue(3, "false")', "finish()"]],
		["Uncheck Monthly", ["fail"]],
		["Turn off notifications", ["fail"]],
	])("%s", (query, expected) => {
		const { actions } = play(query, choices, () => ({ page: choices }));
		expect(actions.map((action) => (action.startsWith("fail") ? "fail" : action))).toEqual(expected);
	});
});

describe("closing one of several", () => {
	const rows = ["Printer broken", "VPN slow", "New laptop"].map((name, row) => `| ${name} | open | <button ${row + 1}>Close ticket`);
	const page = pageOf(`# Tickets\n| Subject | Status | |\n${rows.join("\n")}`);
	test.each([
		["Close the last ticket", "click(3)"],
		["Close the second ticket", "click(2)"],
		["Close VPN slow", "click(2)"],
	])("%s", (query, action) => {
		expect(play(query, page, () => ({ page })).actions).toEqual([action, "finish()"]);
	});

	test("asks where nothing says which", () => {
		const { actions } = play("Close the ticket", page, (action) => ({
			page,
			...(action.name === "ask" ? { note: `You asked: ${action.question} The person answered: VPN slow` } : {}),
		}));
		expect([actions[0]?.startsWith("ask("), ...actions.slice(1)]).toEqual([true, "click(2)", "finish()"]);
	});
});

describe("switches are told by their names and headings", () => {
	const page = pageOf(
		'# Settings\n## Notifications\n<switch 1 "Post" checked>\n<switch 2 "SMS">\n<switch 3 "Push" checked>\n## Privacy\n<switch 4 "Public" checked>',
	);
	test.each([
		["Turn off all notifications", ['setValue(1, "false")', 'setValue(3, "false")', "finish()"]],
		["Turn on every notification", ['setValue(2, "true")', "finish()"]],
		["Turn off push", ['setValue(3, "false")', "finish()"]],
		["Turn off email", ["fail"]],
		["Untick the messages", ["fail"]],
	])("%s", (query, expected) => {
		const { actions } = play(query, page, () => ({ page }));
		expect(actions.map((action) => (action.startsWith("fail") ? "fail" : action))).toEqual(expected);
	});
});

describe("a control in a row or card does what it does to that one", () => {
	const page = pageOf(
		[
			"# Board",
			"## To do",
			"- <a 1 /c/1>Write report</> <button 2>Edit</>",
			"- <a 4 /c/2>Call Bob</> <button 5>Edit</>",
			"## Done",
			"- <a 10 /c/4>Order paper</> <button 11>Edit</> <button 12>Delete</>",
			"<button 22>Invite",
		].join("\n"),
	);
	const clicks = (query: string) => play(query, page, () => ({ page })).actions.filter((action) => action.startsWith("click"));

	test("and to nothing else", () => {
		for (const query of ["Delete Call Bob", "Delete the board", "Delete Write report"]) expect(clicks(query)).not.toContain("click(12)");
		expect(clicks("Invite Bob")).not.toContain("click(22)");
	});

	test("where that is what is meant", () => {
		expect(clicks("Delete Order paper")).toEqual(["click(12)"]);
		expect(clicks("Edit Call Bob")).toEqual(["click(5)"]);
		expect(clicks("Delete the card in Done")).toEqual(["click(12)"]);
	});
});
