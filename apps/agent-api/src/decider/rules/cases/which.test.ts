import { describe, expect, test } from "vitest";
import { actionsOn, pageOf, play } from "./play.ts";

const customers = pageOf(`<nav> <a 1 /crm>Customers</> <a 3 /settings>Settings</>
# Customers
<search 5 "Search customers"></> <select 6 "Status" value="All statuses" options="All statuses*|Active|Lead|Inactive"></> <button 9>Delete selected
| <checkbox 10 "Select all"></> | <button 11>Name</> | <button 12>Company</> | Email | <button 13>Revenue</> | Status | Actions
| <checkbox 14 "Select Anna Schmidt"></> | <a 15>Anna Schmidt</> | Alpha GmbH | anna@alpha.de | €12,000 | Active | <button 16>Edit</> <button 18>Delete
| <checkbox 19 "Select Bob Miller"></> | <a 20>Bob Miller</> | Beta Inc | bob@beta.com | €8,000 | Lead | <button 21>Edit</> <button 23>Delete
| <checkbox 24 "Select Carla Rossi"></> | <a 25>Carla Rossi</> | Gamma SpA | carla@gamma.it | €23,000 | Active | <button 26>Edit</> <button 28>Delete
3 customers`);

const inbox = pageOf(`<nav> <button 1>Compose</> <a 2>Inbox</><a 3>Sent</> <search 5 "Search mail">
# Inbox
- <checkbox 6 "Select"></> <button 7 "Star">☆</> Maria Lopez — <a 8>Invoice 2231 overdue</> <button 9 "Archive">🗄</> <button 10 "Delete">🗑
- <checkbox 11 "Select"></> <button 12 "Star">☆</> IT Support — <a 13>Your password expires</> <button 14 "Archive">🗄</> <button 15 "Delete">🗑
- <checkbox 16 "Select"></> <button 17 "Star">☆</> Tom Becker — <a 18>Lunch on Thursday?</> <button 19 "Archive">🗄</> <button 20 "Delete">🗑`);

const expenses = pageOf(`# Expense report November
<form>
 <input 1 "Title">
 | Date | Category | Description | Amount
 | <date 3 "Date" format="YYYY-MM-DD"></> | <select 4 "Category" value="Travel" options="Travel*|Meals|Hotel|Other"></> | <input 5 "Description"></> | <number 6 "Amount" step="0.01"></> | <button 7 "Remove line">✕
 | <date 8 "Date" format="YYYY-MM-DD"></> | <select 9 "Category" value="Travel" options="Travel*|Meals|Hotel|Other"></> | <input 10 "Description"></> | <number 11 "Amount" step="0.01"></> | <button 12 "Remove line">✕
 <button 13>Add line
 <button 17 submit>Submit for approval`);

describe("rows are counted without the one that names the columns", () => {
	test.each([
		["Click Delete in the 3rd row", customers, "click(28)"],
		["Click Delete in row 2", customers, "click(23)"],
		["In the first row, click Edit", customers, "click(16)"],
		["Click the Delete button of the last row", customers, "click(28)"],
		["Tick the box in the second row", customers, 'setValue(19, "true")'],
		["Open the second customer", customers, "click(20)"],
		["Delete the customer in the second row", customers, "click(23)"],
		["Delete row 2", customers, "click(23)"],
		["Edit the third row", customers, "click(26)"],
		["Open the third customer", customers, "click(25)"],
		["Open the first result", customers, "click(15)"],
		["Click Remove line in the 2nd row", expenses, "click(12)"],
		["Set the amount in the second row to 99", expenses, 'setValue(11, "99")'],
		["Choose Hotel as category in the second row", expenses, 'select(9, "Hotel")'],
		["Set the category in row 1 to Meals", expenses, 'select(4, "Meals")'],
		["Click Archive in the second row", inbox, "click(14)"],
	])("%s", (query, page, action) => {
		expect(actionsOn(page, query)).toEqual([action, "finish()"]);
	});

	test.each([
		['Enter "Taxi" as description and 18.90 as amount in the second row', ['setValue(10, "Taxi")', 'setValue(11, "18.90")']],
		["In the second row enter 5 as amount", ['setValue(11, "5")']],
		[
			'Enter "Lunch" as description in the first row and "Dinner" as description in the second row',
			['setValue(5, "Lunch")', 'setValue(10, "Dinner")'],
		],
	])("a row that is said once holds for all of its fields: %s", (query, actions) => {
		expect(actionsOn(expenses, query)).toEqual([...actions, "finish()"]);
	});

	test.each(["Click Delete in the 9th row", "Set the amount in the fifth row to 3"])(
		"a row that is not there is no other one: %s",
		(query) => {
			const done = [...actionsOn(customers, query), ...actionsOn(expenses, query)];
			expect(done.filter((action) => /^(?:click|setValue)/.test(action))).toEqual([]);
		},
	);
});

describe("what belongs to a row stands in it", () => {
	const tickets = pageOf(`# Open tickets
| ID | Title | Priority | Status
| #101 | <a 2>Printer on 3rd floor jams</> | <select 3 "Priority" value="Low" options="Low*|Urgent"></> | <select 4 "Status" value="Open" options="Open*|Closed"></> | <button 6>Close ticket
| #102 | <a 7>VPN drops every hour</> | <select 8 "Priority" value="Low" options="Low*|Urgent"></> | <select 9 "Status" value="Open" options="Open*|Closed"></> | <button 11>Close ticket`);

	test.each([
		"Change the status of Bob Miller to Active",
		"Set Bob Miller's status to Inactive",
		"Choose Lead as status of Bob Miller",
		"Select Active as the status for Anna Schmidt",
	])("a filter above the table is no field of a row: %s", (query) => {
		expect(actionsOn(customers, query).map((action) => action.split("(")[0])).toEqual(["fail"]);
	});

	test.each([
		["Set the status to Lead", customers, 'select(6, "Lead")'],
		['Set the status of "VPN drops every hour" to Closed', tickets, 'select(9, "Closed")'],
		["Choose Urgent as the priority of the printer ticket", tickets, 'select(3, "Urgent")'],
		["Set the priority in the row of #102 to Urgent", tickets, 'select(8, "Urgent")'],
	])("%s", (query, page, action) => {
		expect(actionsOn(page, query)).toEqual([action, "finish()"]);
	});
});

describe("a name that several bear is asked about", () => {
	const millers = pageOf(`# Customers
| <checkbox 10 "Select all"></> | <button 11>Name</> | Email
| <checkbox 19 "Select Bob Miller"></> | <a 20>Bob Miller</> | bob@beta.com | <button 21>Edit</> <button 23>Delete
| <checkbox 24 "Select Carla Rossi"></> | <a 25>Carla Rossi</> | carla@gamma.it | <button 26>Edit</> <button 28>Delete
| <checkbox 29 "Select David Miller"></> | <a 30>David Miller</> | david@delta.co.uk | <button 31>Edit</> <button 33>Delete`);

	test.each([
		["Delete Miller", "click(33)"],
		["Delete the customer Miller", "click(33)"],
		["Click Delete in the row of Miller", "click(33)"],
		["Edit Miller", "click(31)"],
		["Open Miller", "click(30)"],
	])("%s", (query, action) => {
		const { actions } = play(query, millers, (step) => ({
			page: millers,
			...(step.name === "ask" ? { note: `You asked: ${step.question} The person answered: David Miller` } : {}),
		}));
		expect([actions[0]?.startsWith("ask("), ...actions.slice(1)]).toEqual([true, action, "finish()"]);
	});

	test.each(["Delete all customers named Miller", "Delete all customers", "Delete both Millers"])(
		"nothing is begun of what is meant of several: %s",
		(query) => {
			expect(actionsOn(millers, query).map((action) => action.split("(")[0])).toEqual(["fail"]);
		},
	);
});

describe("an item is opened by its link, not by its box or its star", () => {
	test.each([
		["Open the email from Tom", "click(18)"],
		["Open the message from IT Support", "click(13)"],
		["Open the second email", "click(13)"],
		["Show the third message", "click(18)"],
		["Open the last email", "click(18)"],
	])("%s", (query, action) => {
		expect(actionsOn(inbox, query)).toEqual([action, "finish()"]);
	});
});

test.each([
	["Open the newest message", "click(8)"],
	["Open the latest email", "click(8)"],
	["Open the oldest email", "fail"],
	["Delete the newest email", "fail"],
])("what is listed by time begins with the newest, which is good enough to look at it: %s", (query, action) => {
	expect(actionsOn(inbox, query)[0]?.startsWith(action)).toBe(true);
});

describe("a box is not called like the controls that it holds", () => {
	const board = (card: string) =>
		pageOf(`# Website relaunch
## To do (2)
<div 1>Write copy <button 2 "Move Write copy">⋯
<div 5>Buy domain <button 6 "Move Buy domain">⋯
<button 7>+ Add card
## In progress (1)
${card}
<button 10>+ Add card`);
	const closed = board('<div 8>Build header <button 9 "Move Build header">⋯');
	const open = board(`<div 8 "Build header ⋯ Move to To do Move to Done Delete card">
 Build header <button 9 "Move Build header" focused>⋯
 <menuitem 14*>Move to To do</> <menuitem 16*>Move to Done</> <menuitem 17*>Delete card`);
	const actions = (query: string) => {
		let page = closed;
		return play(query, page, (action) => {
			if (action.name === "click" && action.id === 9) page = open;
			return { page };
		}).actions;
	};

	test.each([
		["Delete the card Build header", ["click(9)", "click(17)", "finish()"]],
		["Delete Build header", ["click(9)", "click(17)", "finish()"]],
		["Click Build header", ["click(8)", "finish()"]],
		['Click "Move Build header", then click "Delete card"', ["click(9)", "click(17)", "finish()"]],
		["Drag Build header to Buy domain", ["drag(8, 5)", "finish()"]],
	])("%s", (query, expected) => {
		expect(actions(query)).toEqual(expected);
	});
});

test.each([
	["Sort the table by revenue", "click(13)"],
	["Sort by name", "click(11)"],
	["Sort the customers by company", "click(12)"],
	["Sort by status", "fail"],
])("a table is sorted by the name of its column, not by the box for all rows: %s", (query, action) => {
	expect(actionsOn(customers, query)[0]?.startsWith(action)).toBe(true);
});

test.each([
	['Set the priority of "VPN drops" to Urgent and close it', ["click(11)"]],
	["Choose Urgent as the priority of VPN drops, then close it", ["click(11)"]],
	["Change the priority in the row of Printer jams to Urgent and close it", ["click(6)"]],
])("it is the thing whose field was set: %s", (query, expected) => {
	const page = (chosen: number) =>
		pageOf(
			["Printer jams", "VPN drops"]
				.map((name, row) => {
					const [low, urgent] = chosen === row ? ["Low", "Urgent*"] : ["Low*", "Urgent"];
					const id = row * 5;
					return `| <a ${id + 2}>${name}</> | <select ${id + 3} "Priority" value="${chosen === row ? "Urgent" : "Low"}" options="${low}|${urgent}"></> | <button ${id + 6}>Close`;
				})
				.join("\n"),
		);
	let chosen = -1;
	const { actions } = play(query, page(chosen), (action) => {
		if (action.name === "select") chosen = action.id === 3 ? 0 : 1;
		return { page: page(chosen) };
	});
	expect(actions.slice(1)).toEqual([...expected, "finish()"]);
});

const files = ["logo.png", "notes.txt"]
	.map((name, at) => `| <checkbox ${at * 2 + 1} "Select row"></> | <button ${at * 2 + 2}>${name}</> | 3 KB`)
	.join("\n");
test.each([
	["Select Bob Miller", customers, ['setValue(19, "true")']],
	["Select Bob Miller and Carla Rossi", customers, ['setValue(19, "true")', 'setValue(24, "true")']],
	["Select the second row", customers, ['setValue(19, "true")']],
	["Select notes.txt", pageOf(files), ['setValue(3, "true")']],
])("a row is selected by its box: %s", (query, page, expected) => {
	const { actions } = play(query, page, () => ({ page }));
	expect(actions).toEqual([...expected, "finish()"]);
});

describe("what is done to one row is done to none that was not spoken of", () => {
	const menu = "<dialog menu>\n <menuitem 30>Duplicate\n <menuitem 31>Archive\n";
	const articles = (isOpen: boolean) =>
		pageOf(
			`<tab 1 selected>Scheduled (1)</> <tab 2>Archived (1)\n# Articles\n| Title | Status\n| <a 3>Ten best hikes</> | Scheduled | <button 4 "Actions" ${isOpen ? "expanded" : "collapsed"}>⋮\n${isOpen ? menu : ""}`,
		);

	test.each(["Duplicate", "Duplicate the duplicate", "Archive", "Please archive it"])("%s", (query) => {
		let isOpen = false;
		const { actions, last } = play(query, articles(false), (action) => {
			if (action.name === "click") isOpen = action.id === 4;
			return { page: articles(isOpen) };
		});
		expect([actions.filter((action) => /^click\((?!2\))/.test(action)), last.action.name]).toEqual([[], "fail"]);
	});

	test("but to the one that was", () => {
		const { actions } = play('Archive "Ten best hikes"', articles(false), () => ({ page: articles(true) }));
		expect(actions).toEqual(["click(4)", "click(31)", "finish()"]);
	});
});

test("an item of a list that only holds the word is no choice of another field", () => {
	const page = (isOpen: boolean) =>
		pageOf(
			`## Conversations\n- <option 5>John Smith Refund for order 5512 Nora\n- <option 6 selected>John Smith Login problem Nobody\nAssignee <combobox 8 "Assignee Nobody" ${isOpen ? "expanded" : "collapsed"}>Nobody ▾\n${isOpen ? "- <option 20>Nobody\n- <option 21>Nora" : ""}`,
		);
	let isOpen = false;
	const { actions } = play("Choose Nora as assignee", page(false), (action) => {
		isOpen = action.name === "click" && action.id === 8;
		return { page: page(isOpen) };
	});
	expect(actions).toEqual(["click(8)", "click(21)", "finish()"]);
});

test.each([
	["Open the first one", inbox, ["click(8)"]],
	["Open the last one", inbox, ["click(18)"]],
	["Delete the second one", inbox, ["click(15)"]],
])("the first one is the first of what is listed: %s", (query, page, expected) => {
	expect(actionsOn(page, query)).toEqual([...expected, "finish()"]);
});

describe("a row whose name is plain text", () => {
	const row = (number: number, supplier: string) => {
		const id = number * 10;
		return `| <checkbox ${id} "Select PO-${number}"></> | PO-${number} | ${supplier} | <button ${id + 1} "Approve">✓</> <button ${id + 2} "Reject">✗</> <button ${id + 3} "Show details">›`;
	};
	const orders = pageOf(
		`# Purchase orders to approve\nClass <select 1 "Class" value="7b" options="7b*|8a"></>\n| | PO | Supplier |\n${row(1, "Office World")}\n${row(2, "CloudHost")}\n${row(3, "Office World")}`,
	);

	test.each([
		["Open PO-2", ["click(23)", "finish()"]],
		["Open the CloudHost order", ["click(23)", "finish()"]],
		["Approve the CloudHost order", ["click(21)", "finish()"]],
		["Open Office World", [expect.stringMatching(/^ask\(/), expect.stringMatching(/^fail/)]],
		["Approve the Office World order", [expect.stringMatching(/^ask\(/), expect.stringMatching(/^fail/)]],
		["Approve the CloudHost claim", [expect.stringMatching(/^fail/)]],
		["Switch to class 8a", ['select(1, "8a")', "finish()"]],
	])("%s", (query, expected) => {
		expect(actionsOn(orders, query)).toEqual(expected);
	});

	test("is spoken of once its details are shown", () => {
		const dialog = '<dialog 50 "PO-2">\n ## PO-2\n Deliverer\n Ann Lee\n <button 51>Close\n</>';
		const details = pageOf(`${dialog}\n| PO-2 | CloudHost | <button 23 "Show details">›`, { head: '@dialog "PO-2" 50' });
		expect(play("Open PO-2 and tell me its deliverer", orders, () => ({ page: details })).actions).toEqual([
			"click(23)",
			'finish("Ann Lee")',
		]);
	});

	test("is not opened where nothing in it says that it shows something", () => {
		const page = pageOf(
			"# Orders\n| PO-1 | <button 1>Approve</> <button 2>Details and more\n| PO-2 | <button 3>Approve</> <button 4>Reject",
		);
		expect(actionsOn(page, "Open PO-2").filter((action) => action.startsWith("click"))).toEqual([]);
	});
});
