import { describe, expect, test } from "vitest";
import { confirmationOfOrder } from "../run/opened/confirm.ts";
import { pageOf, play } from "./play.ts";

/** The actions until the first question, with what it offers; the page answers by `after`, by id of what is pressed. */
function actionsOn(start: string, query: string, after: Readonly<Record<number, string>> = {}): readonly string[] {
	let page = pageOf(start);
	return play(query, page, (action) => {
		const next = action.name === "click" ? after[action.id] : undefined;
		if (next !== undefined) page = pageOf(next);
		return { page, ...(action.name === "ask" ? { note: "Stop" } : {}) };
	}).actions.slice(0, 4);
}

describe("through the menu of a row nothing is done to the first of several that are called so", () => {
	const row = (at: number, name: string, firm: string) => `| <a ${at}>${name}</> | ${firm} | Lead | <button ${at + 1} "more">`;
	const people = `# Contacts\n| Name | Company | Stage |\n${[row(10, "John Smith", "Acme"), row(20, "John Smith", "Globex"), row(30, "Jane Miller", "Acme")].join("\n")}`;
	const menuOf = (at: number) =>
		`${people.replace(`<button ${at} "more"`, `<button ${at} "more" focused`)}\n<menuitem 1*>Edit\n<menuitem 2*>Log a call\n<menuitem 3*>Delete`;
	const card = (at: number, name: string, sort: string) =>
		`- <div ${at}>T-${at} <button ${at + 1} "Card actions">⋯</> <a ${at + 2}>${name}</> ${sort} · Ben`;
	const board = `# Board\n## To do\n${[card(10, "Fix login", "bug"), card(20, "Release notes", "docs")].join("\n")}\n<button 30>+ Add\n## Doing\n${[card(40, "Slow search", "bug"), card(50, "Dark mode", "ui")].join("\n")}\n<button 60>+ Add`;

	test.each([
		["Log a call for John Smith", people, '"Acme", "Globex"'],
		["Delete John Smith", people, '"Acme", "Globex"'],
		["Edit john smith", people, '"Acme", "Globex"'],
		["Archive the bug", board, '"T-10, Fix login", "T-40, Slow search"'],
	])("it is asked which: %s", (query, page, choices) => {
		const [first] = actionsOn(page, query);
		expect(first).toMatch(/^ask\(/);
		expect(first).toContain(choices);
	});

	test("what was answered is done", () => {
		let page = pageOf(people);
		const { actions } = play("Log a call for John Smith", page, (action) => {
			if (action.name === "click") page = pageOf(menuOf(action.id));
			return { page, ...(action.name === "ask" ? { note: "The person answered: Globex" } : {}) };
		});
		expect(actions.slice(1)).toEqual(["click(21)", "click(2)", "finish()"]);
	});

	test.each([
		["Log a call for Jane Miller", people, { 31: menuOf(31) }, ["click(31)", "click(2)", "finish()"]],
		["Delete John Smith of Globex", people, { 21: menuOf(21) }, ["click(21)", "click(3)", "finish()"]],
	])("but not where it is one: %s", (query, page, after, expected) => {
		expect(actionsOn(page, query, after)).toEqual(expected);
	});

	test("nor is another card opened because its menu or its column holds the words", () => {
		const actions = play('Delete "Dark mode"', pageOf(board), () => ({ page: pageOf(board) })).actions;
		expect(actions.filter((action) => /^click\((?:1|2|4|6)/.test(action))).toEqual([]);
	});
});

describe("what is to be deleted is not discarded, and several are not the first of them", () => {
	const row = (at: number, name: string, state: string) =>
		`| <checkbox ${at} "Select ${name}"></> | <a ${at + 1}>${name}</> | ${state} | €${at}.00`;
	const rows = [row(10, "Oak table", "Active"), row(20, "Desk lamp", "Draft"), row(30, "Coat rack", "Draft")].join("\n");
	const shop = `# Products\n<tab 1 selected>All</> <tab 2>Active</> <tab 3>Draft\n| | Product | Status | Price\n${rows}`;
	const edit = '# Oak table\n<input 50 "Title" value="Oak table">\n<button 51>Delete product</> <button 52>Discard</> <button 53>Save';

	test.each([
		["Delete the Oak table", ["click(11)", "click(51)", "finish()"]],
		["Remove the Oak table", ["click(11)", "click(51)", "finish()"]],
		["Open Oak table and delete it", ["click(11)", "click(51)", "finish()"]],
	])("%s", (query, expected) => {
		expect(actionsOn(shop, query, { 11: edit, 51: "# Products" })).toEqual(expected);
	});

	test("where nothing deletes it, nothing is pressed in its place", () => {
		const actions = actionsOn(shop, "Delete the Oak table", { 11: edit.replace("<button 51>Delete product</> ", "") });
		expect(actions).toEqual(["click(11)", expect.stringMatching(/^fail/)]);
	});

	test.each([
		["delete the draft products", /^fail\("I can do that to one thing at a time/],
		["delete the draft", /^ask\(.*"Desk lamp", "Coat rack"/],
	])("%s", (query, first) => {
		expect(actionsOn(shop, query)[0]).toMatch(first);
	});
});

describe("to turn on and off is to set the switch of that row, and nothing else", () => {
	const row = (at: number, name: string, state: string) =>
		`| ${name} | €${at}.00 | 1st of month | <switch ${at} "Active"${state}></> | <button ${at + 1} "Delete">`;
	const orders = `<a 1>Standing orders\n# Standing orders\n<button 2>New standing order\n| Recipient | Amount | When | Active |\n${[row(10, "Anna Meyer", " checked"), row(20, "Gym Fit", ""), row(30, "Rent Meyer", " checked")].join("\n")}`;

	test.each([
		["Activate Gym Fit", 'setValue(20, "true")'],
		["Turn on Gym Fit", 'setValue(20, "true")'],
		["Switch Gym Fit on", 'setValue(20, "true")'],
		["Deactivate Anna Meyer", 'setValue(10, "false")'],
		["Turn off Anna Meyer", 'setValue(10, "false")'],
		["Turn off the standing order to Anna Meyer", 'setValue(10, "false")'],
		["Pause Anna Meyer", 'setValue(10, "false")'],
	])("%s", (query, expected) => {
		expect(actionsOn(orders, query)[0]).toBe(expected);
	});

	test.each([
		["Pause Gym Fit", /^fail\(".*“Active” of “Gym Fit” is off already/],
		["Turn off Meyer", /^ask\(.*"Anna Meyer", "Rent Meyer"/],
		["Highlight Gym Fit", /^fail/],
	])("and where there is nothing to switch or it is not clear nothing is: %s", (query, first) => {
		expect(actionsOn(orders, query)[0]).toMatch(first);
	});

	test.each(["Auto-renew", "Archived", "Public", "Favourite"])("nor is a switch for something else: %s", (label) => {
		const rows = [["Anna Meyer", "checked"] as const, ["Gym Fit", "checked"] as const];
		const body = rows.map(([name, state], row) => `| ${name} | 39.90 € | <switch ${row + 1} "${label}" ${state}>`).join("\n");
		for (const query of ["Pause Gym Fit", "Turn off Gym Fit"]) expect(actionsOn(body, query)[0]).toMatch(/^(?:fail|ask)/);
	});

	test.each([
		["Disable Bob", ["click(4)"]],
		["Turn off Bob", []],
		["Activate Ada", []],
		["Enable Cyd", ["click(5)"]],
	])("a button of the row that is called so is pressed, and no other: %s", (query, expected) => {
		const users =
			"# Users\n| <a 1 /ada>Ada</> | Active | <button 2>Disable\n| <a 3 /bob>Bob</> | Active | <button 4>Disable\n| Cyd | Off | <button 5>Enable";
		const pressed = actionsOn(users, query).filter((action) => /^(?:click|setValue)/.test(action));
		expect(pressed.filter((action) => action !== "click(1)" && action !== "click(3)")).toEqual(expected);
	});
});

test.each([
	[
		"Mark Desk lamp as active",
		"# Products\n<tab 1 selected>All</> <tab 2>Active\n| <a 3>Desk lamp</> | Draft\n| <a 4>Mirror</> | Active",
		2,
	],
	["Send Jane an email", "# People\n| Name | Email\n| <a 3>Jane</> | jane@x.example\n| <a 4>Bob</> | bob@x.example", 9],
])("a deed is done by no tab that only says a state, and by no text of a table: %s", (query, page, never) => {
	const { actions } = play(query, pageOf(page), (action) =>
		action.name === "find" ? { page: pageOf(page.replace("| Email", "| <text 9>Email</>")) } : { page: pageOf(page) },
	);
	expect(actions).not.toContain(`click(${never})`);
	expect(actions.at(-1)).toMatch(/^fail/);
});

test.each([
	["Archive the mail from Ada", ["click(11)", "click(21)", "finish()"]],
	["Delete the mail about lunch", ["click(11)", "click(22)", "finish()"]],
	["Delete the mail from Cyd", [expect.stringMatching(/^fail/)]],
])("what was opened for it is archived by the button above it, not by the place of that name: %s", (query, expected) => {
	const places = '<nav "Mailboxes">\n - <a 1 current>Inbox\n - <a 2>Archive\n - <a 3>Trash\n</>';
	const mails = `${places}\n# Inbox\n- <a 11>Lunch on Friday</> Ada\n- <a 12>Invoice</> Bob`;
	const mail = `${places}\n<button 20 "Back">←</> <button 21>Archive</> <button 22>Delete\n## Lunch on Friday\nAda\n<button 23>Reply\n<button 24>Forward`;
	expect(actionsOn(mails, query, { 11: mail })).toEqual(expected);
});

describe("looking leaves the page as it was", () => {
	const tabs = ["All", "Active", "Draft"];
	const shop = (open: string, ticked = "") =>
		`# Products\n${tabs.map((tab, at) => `<tab ${at + 1}${tab === open ? " selected" : ""}>${tab}`).join("</> ")}\n| <checkbox 10 "Select Lamp"${ticked}></> | <a 11>Lamp</> | €9.00\n| <checkbox 12 "Select Rug"></> | <a 13>Rug</> | €8.00`;
	const after = Object.fromEntries(tabs.map((tab, at) => [at + 1, shop(tab)]));
	const played = (query: string, start: string) => {
		let page = pageOf(start);
		return play(query, page, (action) => {
			if (action.name === "click") page = pageOf(after[action.id] ?? start);
			return { page };
		}).actions.slice(0, -1);
	};

	test.each([
		['Click "Change prices"', shop("All"), ["click(2)", "click(3)", "click(1)"]],
		['Click "Change prices"', shop("Active"), ["click(1)", "click(3)", "click(2)"]],
		['Click "Change prices"', shop("All", " checked"), []],
		["Save", shop("All"), []],
		["Cancel the changes", shop("All"), []],
	])("%s", (query, start, expected) => {
		expect(played(query, start)).toEqual(expected);
	});

	test("a dialog with text in its fields is not closed to look behind it", () => {
		const form = pageOf('<dialog 1 "Ada">\n <input 2 "Phone" value="555">\n <button 3>Close\n</>\n# People', { head: '@dialog "Ada" 1' });
		expect(play("Print the badge", form, () => ({ page: form })).actions).toEqual([expect.stringMatching(/^fail/)]);
	});

	test("nor is a card opened for what is signed up for", () => {
		const board =
			'# Board\n- <div 1>T-1 <button 2 "Card actions">⋯</> <a 3>Update icons</> ui\n- <div 4>T-2 <button 5 "Card actions">⋯</> <a 6>Dark mode</> ui';
		expect(actionsOn(board, "Sign up for updates")).toEqual([expect.stringMatching(/^fail/)]);
	});
});

test.each([
	["Go to the next page", "Weiter ›", "click(7)"],
	["Go to the next page", "Nächste Seite", "click(7)"],
	['Open "Emma"', "Weiter ›", "click(7)"],
	["Go to the previous page", "« Zurück", "click(7)"],
])("pages are turned in German too: %s with %s", (query, name, expected) => {
	const list = `# Katalog\n- <a 1>Faust\n- <a 2>Momo\n<nav "Seiten">\n <a 5 "Seite 1" current>1</> <a 6 "Seite 2">2</> <a 7>${name}`;
	expect(actionsOn(list, query)[0]).toBe(expected);
});

test("what is opened by the noun that it is called by is open then", () => {
	const form =
		'# Hotels\n<input 1 "Destination"></> <button 2 "Dates Check-in – Check-out" collapsed></> <button 3 "Guests 2 adults" collapsed>';
	const open = `${form}\n<dialog 4 "Choose dates">\n <button 5>Next month`;
	expect(actionsOn(form, "Open the dates and click Next month", { 2: open })).toEqual(["click(2)", "click(5)", "finish()"]);
});

test("a column of numbers with words is in order by its numbers", () => {
	const table = (stocks: readonly number[]) =>
		`# Stock\n| <button 1>Name</> | <button 2>Inventory\n${stocks.map((stock, at) => `| <a ${at + 10}>Item ${at}</> | ${stock} in stock`).join("\n")}`;
	const orders = [
		[9, 40, 22],
		[9, 22, 40],
		[40, 22, 9],
	];
	let presses = 0;
	const { actions } = play("Sort by inventory, highest first", pageOf(table(orders[0] ?? [])), () => {
		presses += 1;
		return { page: pageOf(table(orders[presses] ?? [])) };
	});
	expect(actions).toEqual(["click(2)", "click(2)", "finish()"]);
});

test.each([
	["The order to Gym Fit will be deleted.", 32],
	["All orders to Gym Fit will be deleted.", undefined],
	["The order to Anna will be deleted.", undefined],
])("what is to be confirmed is about the thing that was named: %s", (told, button) => {
	const body = `<dialog 30 "Delete standing order?">\n ${told}\n <button 31>Cancel</> <button 32>Delete\n</>\n# Standing orders`;
	const view = pageOf(body, { head: '@dialog "Delete standing order?" 30' });
	const press = { stepIndex: 0, thought: "", action: "click(12)", targetName: "Delete", parsed: { name: "click", id: 12 } } as const;
	const verification = { stepIndex: 0, verdict: "success", confidence: 0.9, by: "facts", observations: ["dialog_opened 30"] } as const;
	const history = [{ ...press, verification: { ...verification, observations: [...verification.observations] } }];
	const text = 'Click Delete in the row of "Gym Fit"';
	expect(confirmationOfOrder(text, { view, history, beside: "Gym Fit €39.90 1st of month" })?.button?.id).toBe(button);
});

test.each([
	["Decline the swap of Fay Lund", /^fail\(".*may be one of several rows/],
	["Decline the swap of Dana Brown", /^click\(2\)/],
])("whose row it is, is not guessed by the one button that is there: %s", (query, first) => {
	const swaps =
		"# Swaps\n| From | To | State\n| Dana Brown | Fay Lund | Open | <button 1>Approve</> <button 2>Decline\n| Fay Lund | Ben Cook | Approved |";
	expect(actionsOn(swaps, query)[0]).toMatch(first);
});

test.each(['Open the card actions of "Dark mode"', "Open the card actions of T-20"])(
	"a control of a card is meant by its name, not the card: %s",
	(query) => {
		const card = (at: number, name: string) => `- <div ${at}>T-${at} <button ${at + 1} "Card actions">⋯</> <a ${at + 2}>${name}`;
		expect(actionsOn(`# Board\n${card(10, "Fix login")}\n${card(20, "Dark mode")}`, query)[0]).toBe("click(21)");
	},
);

test("what is open in front is not opened once more behind it", () => {
	const list = "# People\n- <a 1>Ada\n- <a 2>Bob";
	const open = pageOf(`<dialog 5 "Ada">\n <input 6 "Phone" value="555">\n</>\n${list}`, { head: '@dialog "Ada" 5' });
	const { actions } = play("Open Ada and click Badge", pageOf(list), () => ({ page: open }));
	expect(actions).toEqual(["click(1)", expect.stringMatching(/^fail/)]);
});

test("a tab whose count has changed is the same tab, and is not looked into again", () => {
	const page = (open: number, count: number) =>
		pageOf(`# Articles\n<tab 1${open === 1 ? " selected" : ""}>All</> <tab 2${open === 2 ? " selected" : ""}>Draft (${count})\nNothing`);
	let turns = 0;
	const { actions } = play('Click "Publish all"', page(1, 2), (action) => {
		turns += 1;
		return { page: page(action.name === "click" ? action.id : 1, 2 + turns) };
	});
	expect(actions.slice(0, -1)).toEqual(["click(2)", "click(1)"]);
});

test.each(["Add the note 'call back'", "Add a note 'call back'"])("a note is sent by its own button, and no offer: %s", (query) => {
	const page = pageOf(
		'# Chen\n<button 13>Schedule interview</> <button 14>Send offer\n## Notes\n<textarea 16 placeholder="Write a note…"></> <button 17>Add note',
	);
	expect(play(query, page, () => ({ page })).actions).toEqual(['setValue(16, "call back")', "click(17)", "finish()"]);
});

test("a reply is sent by what is called so, also where that stands above the text", () => {
	const page = pageOf('# Mail\n<button 3>Send offer</> <button 4 "send reply">➤\n<textarea 16 "Reply">');
	expect(play("Reply with the text 'Yes'", page, () => ({ page })).actions).toContain("click(4)");
});
