import { describe, expect, test } from "vitest";
import { acts, pageOf, pages, play } from "./play.ts";

const people = ["Anna Lee", "Bob Roy", "Carla Rossi"];
const crm = `<nav "Main"> <a 1 /crm>Customers</> <a 2 /deals>Deals</>
# Customers
<search 3 "Search customers">
| <checkbox 10 "Select all"></> | Name | Town | Revenue | Actions
${people.map((name, row) => `| <checkbox ${20 + row} "Select ${name}"></> | <a ${30 + row} /c/${row}>${name}</> | ${["Bath", "Rome", "Rome"][row]} | €${row + 1},000 | <button ${40 + row}>Edit</> <button ${50 + row}>Delete`).join("\n")}
<button 60>Save changes</> <button 61 disabled>Merge</> <button 62>Delete all</> <a 63 /help>Help`;

const shop = `# Teas
-
 ## <a 1 /green>Green tea</>
 4.00 €
 <button 11>Add to cart</> <button 21>Add to wishlist</>
-
 ## <a 2 /black>Black tea</>
 2.00 €
 <button 12>Add to cart</> <button 22>Add to wishlist`;

test("a name of thousands of signs costs no other control its time", () => {
	const began = performance.now();
	expect(acts("Click Help", `<button 1>${".".repeat(40_000)}x\n<button 2>Help`)).toContain("click(2)");
	expect(performance.now() - began).toBeLessThan(1_000);
});

describe("one control is pressed, by its name, role, row or section", () => {
	test.each([
		['Click "Save changes"', crm, ["click(60)"]],
		["click save changes", crm, ["click(60)"]],
		["Double-click Help", crm, ['click(63, "double")']],
		["Right-click Help", crm, ['click(63, "right")']],
		['Click Edit in the row of "Bob Roy"', crm, ["click(41)"]],
		["Click Edit in the second row", crm, ["click(41)"]],
		["Click Delete next to Carla Rossi", crm, ["click(52)"]],
		["Open Bob Roy", crm, ["click(31)"]],
		["Open the first customer", crm, ["click(30)"]],
		["Open the last row", crm, ["click(32)"]],
		["Open the customer from Bath", crm, ["click(30)"]],
		["Tick Anna Lee", crm, ['setValue(20, "true")']],
		["Select all customers", crm, ['setValue(10, "true")']],
		["Select Carla Rossi", crm, ['setValue(22, "true")']],
		["Delete Bob Roy", crm, ["click(51)"]],
		["Add the black tea to the cart", shop, ["click(12)"]],
		["Add the green tea and the black tea to the cart", shop, ["click(11)", "click(12)"]],
		["Edit the customers from Bath and Genoa", crm.replace("Rome", "Genoa"), ["click(40)", "click(41)"]],
		["Open the second item", shop, ["click(2)"]],
		['Click "Sign in" in the navigation', "<nav> <a 1 /in>Sign in</>\n<form> <button 2 submit>Sign in", ["click(1)"]],
		["Search flights", '<form> <input 1 "From"></> <button 2 submit>Search flights', ["click(2)"]],
		["Press Enter", crm, ['press("Enter")']],
		["Press Ctrl+A in the search field", crm, ['press(3, "Control+A")']],
		["Open the cart", '<button 1 "Cart, 2 items"></>\n- <button 2>Add to cart\n- <button 3>Add to cart', ["click(1)"]],
		["Archive card 15", "| 15 May | #3 | <button 1>Archive\n| 2 May | #15 | <button 2>Archive", ["click(2)"]],
		["Hover over Help", crm, ["hover(63)"]],
		["Click the newsletter box", '<input 1 "Name"></> <checkbox 2 "Newsletter"></>', ["click(2)"]],
		["Tick all boxes", "<checkbox 1>A</>\n<checkbox 2>B</>", ['setValue(1, "true")', 'setValue(2, "true")']],
	])("%s", (query, body, actions) => expect(acts(query, body)).toEqual([...actions, "finish()"]));

	test.each([
		["what is not there", "Click Publish", crm],
		["a quoted name with a letter wrong", 'Click "Save chamges"', "<button 1>Save changes</> <button 2>Save chances"],
		["a deed that reaches everybody", "Click Delete", "<button 62>Delete all"],
		["a name with a letter wrong", "Click Deactivate", "<button 1>Reactivate"],
		["another ending", "Click Archive", "<button 1>Archived"],
		["the control of another row", "Click Edit in the row of Zoe", crm],
		["the control of a neighbour", 'Click Edit in the row of "Two"', "| One | <button 1>Edit\n| Two | -"],
		["a thing of another section", "Click Remove in the section Basket", "## Basket\nempty\n## Wishlist\n<button 1>Remove"],
		["another deed on the thing", "Add the green tea to the basket", shop],
		["the second of cards that have numbers", "Archive card 2", "| 15 May | #3 | <button 1>Archive\n| 2 May | #15 | <button 2>Archive"],
		["several at a time", "Delete all customers", crm],
		["one of a list that is not there", "Delete Anna Lee and Zoe", crm],
		["what stands behind a dialog", "Click Buy", '<dialog "News">\n <button 8>Subscribe\n… behind the dialog: 3 controls\n<button 9>Buy'],
	])("nothing is pressed for %s", (_what, query, body) => {
		const page = pageOf(body, body.includes("<dialog") ? { head: '@dialog "News"' } : {});
		const { actions } = play(query, page, () => ({ page, note: "The person answered: No" }));
		expect(actions.filter((action) => !/^(?:fail|ask)/.test(action))).toEqual([]);
	});

	test("a control that is switched off is named", () => {
		const { last, actions } = play("Click Merge", pageOf(crm), () => ({ page: pageOf(crm) }));
		expect([actions, last.thought]).toEqual([["fail"], expect.stringContaining("“Merge” is switched off")]);
	});
});

describe("of several that fit equally well the user chooses", () => {
	const question = 'ask("Which one do you mean by “Edit”?", "Edit (Anna Lee)", "Edit (Bob Roy)", "Edit (Carla Rossi)")';
	test.each([
		["Edit (Bob Roy)", ["click(41)", "finish()"]],
		["Bob Roy", ["click(41)", "finish()"]],
		["the second one", ["click(41)", "finish()"]],
		["None of them", ["fail"]],
		["forget it", ["fail"]],
		["no", ["fail"]],
		["Cancel", ["fail"]],
	])("%s", (answer, actions) => expect(acts("Click Edit", crm, answer)).toEqual([question, ...actions]));

	test.each(["The person answered: purple", undefined])("an answer that is none of them is asked for once more: %s", (note) => {
		const page = pageOf(crm);
		const { actions } = play("Click Edit", page, () => ({ page, ...(note === undefined ? {} : { note }) }));
		expect(actions.map((action) => action.slice(0, 4))).toEqual(["ask(", "ask(", "fail"]);
	});

	test("the one control that comes near is offered", () => {
		const body = "<button 1>Save changes</> <button 2>Help";
		const asked =
			'ask("I cannot find what “Click Save the changes now” names. Do you mean “Save changes”?", "Save changes", "None of these")';
		expect(acts("Click Save the changes now", body, "Save changes")).toEqual([asked, "click(1)", "finish()"]);
		expect(acts("Click Save the changes now", body, "None of these")).toEqual([asked, "fail"]);
	});
});

describe("one opener deep", () => {
	const row = (id: number, name: string, menu = "collapsed") => `| ${name} | Draft | <button ${id} "More actions" ${menu}>⋮`;
	const closed = `| Number | Status |\n${row(11, "EC-41")}\n${row(12, "EC-42")}`;
	const open = (items: string) => `| Number | Status |\n${row(11, "EC-41")}\n${row(12, "EC-42", "expanded")}\n${items}`;

	test("the menu of the row is looked into", () => {
		const world = pages(open("<menuitem 21*>Duplicate\n<menuitem 22*>Delete"), "done");
		expect(play("Delete EC-42", pageOf(closed), world).actions).toEqual(["click(12)", "click(22)", "finish()"]);
	});

	test("and closed again where the thing is not there", () => {
		const world = pages(open("<menuitem 21*>Duplicate"), closed);
		expect(play("Delete EC-42", pageOf(closed), world).actions).toEqual(["click(12)", "click(12)", "fail"]);
	});

	test("no tour of tabs and sections is made for what is not there", () => {
		const body = '<tab 1 "Details" selected></> <tab 2 "Reviews"></>\n<summary 3 collapsed>A</>\n<summary 4 collapsed>B';
		expect(acts('Click "Nowhere"', body)).toEqual(["fail"]);
	});

	test("a folded section that the order names is opened", () => {
		const folded = "<summary 1 collapsed>Payment</>\n<summary 2 collapsed>Shipping address";
		const opened = '<summary 1 collapsed>Payment</>\n<summary 2 expanded>Shipping address</>\n<input 3 "Street">';
		const { actions } = play('Enter "Main St 1" into the street of the shipping address', pageOf(folded), pages(opened, opened));
		expect(actions).toEqual(["click(2)", 'setValue(3, "Main St 1")', "finish()"]);
	});
});

describe("the page's own question", () => {
	const dialog = (name: string) =>
		pageOf(`<dialog 90 "Delete customer?">\n Delete ${name}?\n <button 91>Cancel</> <button 92>Delete`, {
			head: '@dialog "Delete customer?" 90',
		});
	const world = (name: string) => (_action: unknown, text: string) =>
		text === "click(92)"
			? { page: pageOf(crm), observations: ["dialog_closed"] }
			: { page: dialog(name), observations: ['dialog_opened "Delete customer?"'] };

	test("is answered where it is about what was ordered", () => {
		expect(play("Delete Bob Roy", pageOf(crm), world("Bob Roy")).actions).toEqual(["click(51)", "click(92)", "finish()"]);
	});

	test("and where it does not take the answer, the deed is not called done", () => {
		const stays = (_action: unknown, text: string) =>
			text === "click(92)" ? { page: dialog("Bob Roy"), verdict: "failure" as const } : world("Bob Roy")(_action, text);
		expect(play("Delete Bob Roy", pageOf(crm), stays).actions).toEqual(["click(51)", "click(92)", "fail"]);
	});

	test("and left to the user where it is about another, or only a click was ordered", () => {
		expect(play("Delete Bob Roy", pageOf(crm), world("Anna Lee")).actions).toEqual(["click(51)", "fail"]);
		const { actions } = play('Click Delete in the row of "Bob Roy"', pageOf(crm), world("Bob Roy"));
		expect(actions).toEqual(["click(51)", 'finish("The page now asks “Delete customer?”: that is left to you.")']);
	});
});

describe("going on", () => {
	const pager = (now: number) => `# List\n- <a 1 /x>Thing ${now}</>\n<nav "Pages"> Page ${now} of 9 <button 8>Previous</> <button 9>Next`;
	test.each([
		["Go to the next page", ["click(9)"]],
		["Go to page 3", ["click(9)", "click(9)"]],
		["Scroll to the bottom", ['scroll("bottom")']],
		["Go back", ["back()"]],
		["Reload the page", ["reload()"]],
		["Open https://example.org/a?b=1 in a new tab", ['openTab("https://example.org/a?b=1")']],
		["Wait 2 seconds", ["wait(2)"]],
	])("%s", (query, actions) => {
		let now = 1;
		const world = (_action: unknown, text: string) => {
			if (text === "click(9)") now += 1;
			return { page: pageOf(pager(now)) };
		};
		expect(play(query, pageOf(pager(1)), world).actions).toEqual([...actions, "finish()"]);
	});

	test("a click is repeated until its text is there, at most twenty times", () => {
		const more = (count: number) => pageOf(`${"- line\n".repeat(count)}<button 1>Load more</>${count >= 4 ? "\nThe end" : ""}`);
		let count = 1;
		const world = () => {
			count += 1;
			return { page: more(count) };
		};
		expect(play('Click "Load more" until you see "The end"', more(1), world).actions).toEqual([
			"click(1)",
			"click(1)",
			"click(1)",
			"finish()",
		]);
		const { actions } = play('Click "Load more" until you see "The end"', more(1), () => ({ page: more(1) }));
		expect(actions).toEqual([...Array(20).fill("click(1)"), "fail"]);
	});

	test.each([
		['Wait until "Paid" appears', "Unpaid", "Paid"],
		['Wait until "Done" is gone', "Done", "Undone"],
	])("words are whole: %s", (query, before, after) => {
		expect(play(query, pageOf(before), pages(before, after)).actions).toEqual(["wait(5)", "wait(5)", "finish()"]);
	});

	test("a text is waited for with the expectation that it appears", () => {
		const { decisions, actions } = play('Wait until "Done" appears', pageOf("Busy"), pages("Done"));
		expect([actions, decisions[0]?.expect]).toEqual([["wait(5)", "finish()"], { kind: "text_appears", text: "Done" }]);
	});

	test("what a click starts without a sign is waited for", () => {
		const busy = "<button 1 disabled>Export</>\nPreparing…";
		const world = (action: { readonly name: string }) =>
			action.name === "click"
				? { page: pageOf(busy), verdict: "failure" as const, observations: ['form_same "Preparing…"'] }
				: { page: pageOf("Export ready") };
		const { actions } = play('Click Export and wait until "Export ready" appears', pageOf("<button 1>Export"), world);
		expect(actions).toEqual(["click(1)", "wait(5)", "finish()"]);
	});

	test("a row that was only selected is not called open: it is double-clicked, then refused", () => {
		const page = pageOf("# Files\n| <row 1>Report.pdf\n| <row 2>Notes.txt");
		const { actions } = play("Open Notes.txt", page, () => ({ page, observations: ['target_state "selected"'] }));
		expect(actions).toEqual(["click(2)", 'click(2, "double")', "fail"]);
	});

	test.each([
		["marked, with a bar of tools", "1 selected <button 9>Delete</>", ['target_state "selected"', 'elements_added "3 nodes" (client)']],
		["given the focus alone", "", ["focus_moved to 2", "mutated (client)"]],
	])("a file that a single click only %s is opened by two", (_how, added, observations) => {
		const files = "# Files\n| <row 1>Report.pdf\n| <row 2>Notes.txt";
		const world = (_action: unknown, text: string) =>
			text === "click(2)"
				? { page: pageOf(`${files}\n${added}`), observations }
				: { page: pageOf(`${files}\n## Notes.txt\nMilk`), observations: ['elements_added "40 nodes" (client)', "focus_moved to 2"] };
		expect(play("Open Notes.txt", pageOf(files), world).actions).toEqual(["click(2)", 'click(2, "double")', "finish()"]);
	});

	test("a press that Chrome takes for no person's is handed over with the reason, and a blocked window is opened in a tab", () => {
		const page = pageOf("<button 1>Copy link</>\n<button 2>Report</>");
		const failing = (code: string, message: string) => ({
			page,
			verdict: "failure" as const,
			report: { status: "failure" as const, error: { code, message } },
		});
		const copy = play('Click "Copy link" and click "Report"', page, (action) => {
			if (action.name === "handoff") return { page, note: "Asked: press it yourself. It is done." };
			return action.name === "click" && action.id === 1
				? failing("GESTURE_NEEDED", "Only after a press by the person; hand over this press")
				: { page };
		});
		expect(copy.actions).toEqual([
			"click(1)",
			'handoff("Only after a press by the person. Please press it yourself.")',
			"click(2)",
			"finish()",
		]);
		const blocked = "Chrome blocked it: https://shop.example/report?id=1 (openTab opens it in a tab)";
		const report = play("Click Report", page, (action) => (action.name === "click" ? failing("WINDOW_BLOCKED", blocked) : { page }));
		expect(report.actions).toEqual(["click(2)", 'openTab("https://shop.example/report?id=1")', "finish()"]);
	});
});
