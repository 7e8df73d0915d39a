import type { Action } from "@webhand/contracts/action/grammar";
import { describe, expect, test } from "vitest";
import { clausesOf } from "../sentence/clauses.ts";
import { notationOf } from "./notation.ts";
import { pageOf, play } from "./play.ts";

describe("a list behind one verb is a clause for each of its things", () => {
	test.each([
		["Add tea, milk and bread to the cart", "named add (tea); named add (milk); named add (bread)"],
		["Delete rows X and Y", "named delete (X /row); named delete (Y /row)"],
		["Approve the requests of Ann and Bob", "named approve (requests @of(Ann)); named approve (requests @of(Bob))"],
		["Archive tickets 12, 15 and 19", "named archive (ticket 12); named archive (ticket 15); named archive (ticket 19)"],
		["Close tickets #12 and #15", "close ticket #12; close ticket #15"],
		["Invite a@x.org, b@x.org and c@x.org", "named invite (a@x.org); named invite (b@x.org); named invite (c@x.org)"],
		["Mark Ann and Bob as paid", "named mark (Ann); named mark (Bob)"],
		["Remove \"Lamp\" and 'Chair' from the cart", "named remove ('Lamp' @of(cart)); named remove ('Chair' @of(cart))"],
		["Delete the customer from Bath and the customer from Rome", "named delete (customer @of(Bath)); named delete (customer @of(Rome))"],
		["In the cart, remove the lamp and the chair", "named remove (lamp @inside(cart)); named remove (chair @inside(cart))"],
		// What is removed renumbers what stands below it.
		["Delete rows 2 and 4", "named delete (4 /row); named delete (2 /row)"],
		["Star the first and third email", "named star (/item #3); named star (/item #1)"],
		["Delete the first and the last email", "named delete (/item #-1); named delete (/item #1)"],
		// One thing, values, or what only several together can be used for.
		['Delete "Salt and Pepper"', "named delete ('Salt and Pepper')"],
		["Delete Salt & Pepper", "named delete (Salt & Pepper)"],
		["Compare the lamp and the chair", "named compare (lamp and the chair)"],
		["Edit Ann and Bob", "named edit (Ann and Bob)"],
		["Delete the lamp or the chair", "named delete (lamp or the chair)"],
		['Reply to Ada and Bob with "hi"', 'named reply (Ada and Bob) saying "hi"'],
		["Log in with username a and password b", 'named log in with username = "a" + password = "b"'],
		["Don't delete Ann and Bob", "avoid"],
	])("%s → %s", (query, clauses) => expect(notationOf(clausesOf(query))).toBe(clauses));

	test("each with the words that it would have alone", () => {
		const texts = clausesOf("Archive the tickets 12, 15 and “Old one” in the list").map(({ text }) => text);
		expect(texts).toEqual(["Archive ticket 12 in the list", "Archive ticket 15 in the list", "Archive ticket “Old one” in the list"]);
	});
});

const all = ["Anna Lee", "Bob Roy", "Carla Rossi", "David Roy", "Salt and Pepper"];
const row = (name: string) => `| <a ${all.indexOf(name) + 10} #c>${name}</> | <button ${all.indexOf(name) + 30}>Delete`;
const table = (names: readonly string[], end = "") => `# Customers\n| Name | Actions\n${names.map(row).join("\n")}${end}`;
const dialog = (name: string) =>
	pageOf(
		`<dialog 50 "Delete customer?">\n ## Delete customer?\n Delete ${name}?\n <button 51>Cancel</> <button 52>Delete\n@hidden behind the dialog`,
		{ head: '@dialog "Delete customer?" 50' },
	);

/** A table whose Delete asks first, or does not, and what was deleted. */
function deleting(query: string, { asks = false, end = "" }: { readonly asks?: boolean; readonly end?: string } = {}) {
	const gone: string[] = [];
	let asked: string | undefined;
	const shown = () => {
		const left = all.filter((name) => !gone.includes(name));
		return asked === undefined ? pageOf(table(left, end)) : dialog(asked);
	};
	const played = play(query, shown(), (action: Action) => {
		const name = action.name === "click" ? all[action.id - 30] : undefined;
		if (name !== undefined && asks) {
			asked = name;
			return { page: shown(), observations: ['dialog_opened "Delete customer?"', "elements_added 2"] };
		}
		const done = name ?? (action.name === "click" && action.id === 52 ? asked : undefined);
		if (done !== undefined) gone.push(done);
		asked = undefined;
		return { page: shown(), observations: ["dialog_closed", "mutated"] };
	});
	return { ...played, gone };
}

describe("each thing of a list is done and proven on its own", () => {
	test.each([
		["Delete Anna Lee, Bob Roy and Carla Rossi", ["Anna Lee", "Bob Roy", "Carla Rossi"]],
		["Delete Anna Lee and Carla Rossi", ["Anna Lee", "Carla Rossi"]],
		["Delete the customers Anna Lee and David Roy", ["Anna Lee", "David Roy"]],
		["Delete rows 2 and 3", ["Carla Rossi", "Bob Roy"]],
		["Delete the first and the third customer", ["Carla Rossi", "Anna Lee"]],
		["Delete Salt and Pepper", ["Salt and Pepper"]],
		["Delete Salt and Pepper, then delete Anna Lee", ["Salt and Pepper", "Anna Lee"]],
	])("%s", (query, expected) => {
		for (const asks of [false, true]) {
			const { gone, last } = deleting(query, { asks });
			expect([gone, last.action.name]).toEqual([expected, "finish"]);
		}
	});

	test.each(["Delete Anna Lee and Zoe", "Delete Zoe, Anna Lee and Bob Roy", 'Delete "Anna Lee" and "Zoe"'])(
		"where one is not there, none is begun: %s",
		(query) => {
			const { gone, last } = deleting(query);
			expect(gone).toEqual([]);
			expect(last.failure?.message).toContain("I do not see “Zoe” here, so I begin none of");
		},
	);

	test("a list that goes on on further pages is begun, and what was done is named where one is not found", () => {
		const { gone, last } = deleting("Delete Anna Lee, Bob Roy and Zoe", {
			end: "\nPage 1 of 2 <button 70 disabled>Previous</> <button 71>Next",
		});
		expect(gone).toEqual(["Anna Lee", "Bob Roy"]);
		expect(last.failure?.message).toContain("Done so far: “Delete Anna Lee”, “Delete Bob Roy”.");
	});

	test("a dialog that asks about another one is not agreed to, and what was done before is named", () => {
		const { actions, last } = play("Delete Anna Lee and Bob Roy", pageOf(table(all)), (action) => ({
			page: action.name === "click" && action.id === 52 ? pageOf(table(all.slice(1))) : dialog("Anna Lee"),
			observations: [action.name === "click" && action.id === 52 ? "dialog_closed" : 'dialog_opened "Delete customer?"'],
		}));
		expect(actions).toEqual(["click(30)", "click(52)", "click(31)", expect.stringContaining("waits for an answer")]);
		expect(last.failure?.message).toContain("Done so far: “Delete Anna Lee”.");
	});
});

test("a click that was ordered as such ends where it was done, and what the page asks then is told", () => {
	const { actions, last } = play('Click "Delete" in the row of "Bob Roy"', pageOf(table(all)), () => ({
		page: dialog("Bob Roy"),
		observations: ['dialog_opened "Delete customer?"'],
	}));
	expect(actions).toEqual(["click(31)", 'finish("The page now asks “Delete customer?”: that is left to you.")']);
	expect(last.action.name).toBe("finish");
});

describe("a question about who stands in the very row of the deed is about what was meant", () => {
	test.each([
		["Delete the customer in the second row", "Bob Roy"],
		["Delete row 3", "Carla Rossi"],
		["Delete the last customer", "Salt and Pepper"],
	])("%s", (query, expected) => {
		const { gone, last } = deleting(query, { asks: true });
		expect([gone, last.action.name]).toEqual([[expected], "finish"]);
	});

	test("but not one about somebody else", () => {
		const { actions } = play("Delete the customer in the second row", pageOf(table(all)), () => ({
			page: dialog("Carla Rossi"),
			observations: ['dialog_opened "Delete customer?"'],
		}));
		expect(actions).toEqual(["click(31)", expect.stringContaining("waits for an answer")]);
	});
});

describe("what leaves a part of an order out refuses it before anything is done", () => {
	test.each([
		["Delete Bob Roy but not David Roy", "but not David Roy"],
		["Delete all customers except Bob Roy", "except Bob Roy"],
		["Delete every customer but Bob Roy", "but Bob Roy"],
		["Click Delete, then select all customers apart from Bob Roy", "apart from Bob Roy"],
	])("%s", (query, bound) => {
		const { actions, last } = deleting(query);
		expect(actions).toHaveLength(1);
		expect(last.failure?.message).toContain(`“${bound}” leaves a part of`);
	});
});

test.each([
	["Close ticket 101", "Close ticket?", "Close ticket"],
	["Cancel the order", "Cancel the order?", "Cancel order"],
])("a button that says the deed again is no word for leaving it: %s", (query, question, button) => {
	const start = pageOf(`| #101 | <button 1>${button}</> | <a 2 #t>The order`);
	const asking = pageOf(`<dialog 50 "${question}">\n ${question}\n <button 51>${button}</> <button 52>Keep it`, {
		head: `@dialog "${question}" 50`,
	});
	const { actions } = play(query, start, (action) =>
		action.name === "click" && action.id === 1
			? { page: asking, observations: [`dialog_opened "${question}"`] }
			: { page: pageOf("Done"), observations: ["dialog_closed"] },
	);
	expect(actions).toEqual(["click(1)", "click(51)", "finish()"]);
});

test.each([
	["Open ticket 4021", "click(1)"],
	["Open #4025", "click(2)"],
	["Open order 4021", "fail"],
	["Open ticket 40", "fail"],
])("one of a list is opened by the number that its item says: %s", (query, action) => {
	const list = pageOf("# Tickets\n-\n ## <a 1 #a>Login</>\n \\#4021 · Ada\n-\n ## <a 2 #b>Export</>\n \\#4025 · Bob");
	const { actions } = play(query, list, () => ({ page: pageOf("# Open now") }));
	expect(actions[0]).toContain(action);
});

describe("all of them, where one control does it", () => {
	const nav = "<nav> <a 1 /crm>Customers</> <a 2 /deals>Deals</>\n";
	const boxes = `${nav}# Customers\n| <checkbox 3 "Select all"></> | Name\n| <checkbox 4 "Select Ann"></> | <a 5>Ann\n| <checkbox 6 "Select Bob"></> | <a 7>Bob`;
	const inbox = `${nav}# Inbox\n- <a 5>Lunch</> <button 6>Mark as read\n- <a 7>Offer</> <button 8>Mark as read\n<button 9>Mark all as read</> <button 10>Clear completed`;
	test.each([
		["Select all customers", boxes, 'setValue(3, "true")'],
		["Select all", boxes, 'setValue(3, "true")'],
		["Check all customers", boxes, 'setValue(3, "true")'],
		["Mark all as read", inbox, "click(9)"],
		["Clear completed", inbox, "click(10)"],
		["Clear all completed", inbox, "click(10)"],
	])("%s", (query, body, action) => {
		const { actions } = play(query, pageOf(body), () => ({ page: pageOf(body.replace('all"', 'all" checked')) }));
		expect(actions).toEqual([action, "finish()"]);
	});

	test.each(["Select all invoices", "Delete all customers", "Select all deals"])("and nothing is done where none does: %s", (query) => {
		expect(play(query, pageOf(boxes), () => ({ page: pageOf(boxes) })).actions).toEqual([expect.stringContaining("fail")]);
	});
});

describe("the pages of a list are turned for its items alone", () => {
	const body =
		"<nav> <a 1 /crm>Customers</>\n<a 4>Log out</>\n# Customers\n| <a 2>Ann\n| <a 3>Bob\nPage 1 of 3 <button 8 disabled>Previous</> <button 9>Next";
	test.each([
		["Log me out", "click(4)"],
		["Show only leads", "fail"],
		["Show invoices", "fail"],
		["Open James Williams", "click(9)"],
		["Open Hugo", "click(9)"],
	])("%s", (query, action) => {
		expect(play(query, pageOf(body), () => ({ page: pageOf(body) })).actions[0]?.startsWith(action)).toBe(true);
	});
});

test.each([
	["Open the Okeanos invoice", /^click\(13\),finish/],
	["Open the invoice of Okeanos", /^click\(13\),finish/],
	["Open the Nordwind invoice", /^ask\(.*"INV-0", "INV-2"\),click\(12\),finish/],
	["Open the invoice for Nordwind", /^ask\(.*"INV-0", "INV-2"\),click\(12\),finish/],
	["Open the Casa invoice", /^fail/],
	["Open the invoice", /^click\(1\)/],
])("of what stands below its sort the one that says so is opened, not all of them: %s", (query, action) => {
	const rows = ["Nordwind GmbH", "Baker & Sons", "Nordwind GmbH", "Okeanos Ltd"].map(
		(name, at) => `| <a ${at + 10}>INV-${at}</> | ${name} |`,
	);
	const filters = ["All", "Draft", "Sent", "Overdue", "Paid", "Void"].map((name, at) => `- <a ${at + 3}>${name}`);
	const page = pageOf(`<nav>\n <a 1>Invoices</> <a 2>Customers\n</>\n# Invoices\n${[...filters, ...rows].join("\n")}`);
	const { actions } = play(query, page, ({ name }) => ({ page, ...(name === "ask" ? { note: "The person answered: INV-2" } : {}) }));
	expect(actions.join()).toMatch(action);
});
