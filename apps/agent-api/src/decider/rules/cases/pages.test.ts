import type { Action } from "@webhand/contracts/action/grammar";
import { describe, expect, test } from "vitest";
import type { Outcome } from "./play.ts";
import { pageOf, play } from "./play.ts";

/** A world of fixed answers: the nth action leads to the nth page; the last page stays. */
function pages(...bodies: readonly string[]): (action: Action, text: string) => Outcome {
	let turn = 0;
	return () => {
		const body = bodies[Math.min(turn, bodies.length - 1)] ?? "";
		turn += 1;
		return { page: pageOf(body) };
	};
}

const start = (body: string) => pageOf(body);

describe("things that hide are found", () => {
	test("in a menu, by pointing at what is on the way", () => {
		const open = "<menu 1>\n - <menuitem 2>File</>\n  - <menuitem 4*>Recent</>\n  - <menuitem 5*>Print</>\n - <menuitem 3>Edit";
		const { actions } = play("Select File > Print", start("<menu 1>\n - <menuitem 2>File</>\n - <menuitem 3>Edit"), pages(open, "done"));
		expect(actions).toEqual(["hover(2)", "click(5)", "finish()"]);
	});

	test("in a menu that needs a click, after a moment's wait", () => {
		const closed = "<button 1>File</> <button 2>Edit";
		const { actions } = play("Click File > Print", start(closed), pages(closed, closed, `${closed}</> <button 3*>Print`, "done"));
		expect(actions).toEqual(["click(1)", "wait(1)", "click(1)", "click(3)", "finish()"]);
	});

	test("in a collapsed section, the likeliest first", () => {
		const folded = "<summary 1 collapsed>Payment</>\n<summary 2 collapsed>Shipping address";
		const opened = '<summary 1 collapsed>Payment</>\n<summary 2 expanded>Shipping address</>\n<input 3 "Street">';
		const { actions } = play('Enter "Main Street 1" into the street of the shipping address', start(folded), pages(opened, opened));
		expect(actions[0]).toBe("click(2)");
	});

	test("on another tab of the page", () => {
		const first = '<tab 1 "Details" selected></> <tab 2 "Reviews"></>\nNothing here';
		const second = '<tab 1 "Details"></> <tab 2 "Reviews" selected></>\n<button 3>Write a review';
		expect(play('Click "Write a review"', start(first), pages(second, "done")).actions).toEqual(["click(2)", "click(3)", "finish()"]);
	});

	test("on a later page of results, counted from the first", () => {
		const list = (from: number) =>
			`# Results\n${[0, 1, 2].map((offset) => `-\n ## <a ${from + offset} /r/${from + offset}>Result ${from + offset}</>\n Some text about it`).join("\n")}\n<a 90 /next>Next`;
		const { actions } = play("Click the 5th result", start(list(10)), pages(list(20), "done"));
		expect(actions).toEqual(["click(90)", "click(21)", "finish()"]);
	});

	test("behind a dialog, which is closed first", () => {
		const covered = '<dialog "News">\n We have news.\n <button 8>No thanks\n… behind the dialog: 3 controls';
		const { actions } = play('Click "Buy"', pageOf(covered, { head: '@dialog "News"' }), pages("<button 2>Buy", "done"));
		expect(actions).toEqual(["click(8)", "click(2)", "finish()"]);
	});

	test("under controls that appeared over the page and belong to no dialog", () => {
		const covered =
			'<input 1 disabled covered value="ada"></> <button 3 disabled covered>Log in</>\nYour session ends soon. Leave?\n<button 4*>OK</> <button 5*>Cancel';
		const { actions } = play("Press Log in", start(covered), pages('<input 1 value="ada"></> <button 3>Log in', "done"));
		expect(actions).toEqual(["click(5)", "click(3)", "finish()"]);
	});

	test("as plain text, which is looked up to get a number", () => {
		expect(play('Click "Forward"', start("Reply Forward\nForward"), pages("Reply\n<text 9*>Forward", "done")).actions).toEqual([
			'find("Forward")',
			"click(9)",
			"finish()",
		]);
	});

	test("behind the button for more of the one thing that is meant", () => {
		const post = (name: string, id: number) => `-\n ## ${name}\n Good morning\n <button ${id}>Like</> <button ${id + 1}>More`;
		const closed = `${post("Ada", 10)}\n${post("Bob", 20)}`;
		const open = `${closed}\n Share\n Mute Bob`;
		const { actions } = play(
			'For the user Bob, click on the "Mute" button',
			start(closed),
			pages(open, `${closed}\n Share\n <text 30*>Mute Bob`, "done"),
		);
		expect(actions).toEqual(["click(21)", 'find("Mute Bob")', "click(30)", "finish()"]);
	});

	test("below an item of the menu that was just opened, which is not closed again", () => {
		const closed = "<button 1>Menu";
		const open = `${closed}</>\n<menu 2>\n - <menuitem 3*>Save</>\n - <menuitem 4*>Playback`;
		const deeper = `${open}</>\n  - <menuitem 5*>Prev`;
		const query = 'Click the "Menu" button, and then find and click on the item labeled "Prev"';
		const { actions } = play(query, start(closed), pages(open, open, deeper, "done"));
		expect(actions.filter((action) => action === "click(1)")).toHaveLength(1);
		expect(actions.slice(-2)).toEqual(["click(5)", "finish()"]);
	});

	test("as any one of several where a sentence asks for a link, not for the link", () => {
		const links = "<a 1 /one>One</> <a 2 /two>Two";
		expect(play("Click a link", start(links), pages("done")).actions).toEqual(["click(1)", "finish()"]);
		const world = (action: Action) => ({ page: start(links), ...(action.name === "ask" ? { note: "Two" } : {}) });
		expect(play("Click the link", start(links), world).actions[0]).toMatch(/^ask\(/);
	});

	test("under the name that the page says as text, not in a control that only begins like it", () => {
		const contact = "## Ada-Lee\nPhone: <a 1>555-0199</>\nEmail: <a 2>ada-lee7@x.example</>\nAddress: <a 3>12 Harbour Street";
		expect(play("Find Ada-Lee and click on their address", start(contact), pages("done")).actions).toEqual(["click(3)", "finish()"]);
		expect(play("Find Ada-Lee and click on their phone number", start(contact), pages("done")).actions[0]).toBe("click(1)");
	});

	test("but not for ever: each place is looked at once, then the task ends", () => {
		const folded = "<summary 1 collapsed>A</>\n<summary 2 collapsed>B";
		const { actions, last } = play('Click "Nowhere"', start(folded), pages(folded));
		expect(actions.slice(0, -1)).toEqual(["click(1)", "click(2)"]);
		expect(last.failure?.category).toBe("not_understood");
	});
});

const purchase =
	'<input 1 "Purchase order">\n<date 2 "Date of purchase">\n<date 3 "Date of birth">\n<input 4 "Name of owner">\n<input 5 "Owner">';

describe("fields of all sorts are filled", () => {
	test.each([
		["enter 12 March 2026 into the date of purchase field", 'setValue(2, "2026-03-12")'],
		["enter 12 March 2026 into the purchase date field", 'setValue(2, "2026-03-12")'],
		["put 1.2.1990 in the date of birth field", 'setValue(3, "1990-02-01")'],
		["enter 7 into the purchase order field", 'setValue(1, "7")'],
		["enter Ada into the name of owner field", 'setValue(4, "Ada")'],
		["enter Ada into the owner field", 'setValue(5, "Ada")'],
	])("a name of several words is one name: %s", (query, action) => {
		expect(play(query, start(purchase), pages("done")).actions[0]).toBe(action);
	});

	test.each(['<input 1 "Purchase">\n<date 3 "Date of birth">', '<date 3 "Date of birth">', "Purchase: <input 1>\nDate of birth: <date 3>"])(
		"never another one in the place of a field that is not there: %s",
		(body) => {
			const { last } = play("enter 12 March 2026 into the date of purchase field", start(body), pages(body));
			expect(last.failure?.category).toBe("not_understood");
		},
	);

	test("a native date in ISO, a text date in the field's own pattern", () => {
		const body = '<date 1 "Arrival"></>\n<input 2 "Departure" placeholder="DD.MM.YYYY"></>';
		expect(
			play(
				"Set the arrival to March 5, 2026 and the departure to 2026-03-09",
				start(body),
				pages('<date 1 "Arrival" value="2026-03-05"></>\n<input 2 "Departure" placeholder="DD.MM.YYYY"></>'),
			).actions,
		).toEqual(['setValue(1, "2026-03-05")', 'setValue(2, "09.03.2026")', "finish()"]);
	});

	test("a colour by its name, written as the field writes colours", () => {
		const choose = "Select yellow with the color picker";
		expect(play(choose, start('Color: <input 1 value="AB2567">'), pages("done")).actions[0]).toBe('setValue(1, "FFFF00")');
		expect(play(choose, start('Color: <input 1 value="#ab2567">'), pages("done")).actions[0]).toBe('setValue(1, "#FFFF00")');
		expect(play(choose, start('<color 1 "Color" value="#ab2567">'), pages("done")).actions[0]).toBe('setValue(1, "#ffff00")');
	});

	test("a day counted from today", () => {
		expect(play("Enter tomorrow as the date", start('<date 1 "Date">'), pages("done")).actions[0]).toBe('setValue(1, "2026-03-03")');
	});

	test("a calendar by turning it to the month and taking the day", () => {
		const field = '<input 1 "Date" readonly></> <button 2>Submit</>';
		const calendar = (month: string) =>
			`${field}\n<a 3*>Prev</> <a 4*>Next</>\n${month}\n| <a 10*>1</> | <a 11*>2</> | <a 38*>29</> | <a 39*>30`;
		const { actions } = play(
			"Select 1/29/2026 as the date and press Submit",
			start(field),
			pages(calendar("March 2026"), calendar("February 2026"), calendar("January 2026"), field, "done"),
		);
		expect(actions).toEqual(["click(1)", "click(3)", "click(3)", "click(38)", "click(2)", "finish()"]);
	});

	test("a drawn slider by keys, page steps first", () => {
		const at = (value: number) => `<slider 1 "Volume" value="${value}">`;
		const { actions } = play("Set the volume to 53", start(at(10)), pages(at(11), at(31), at(51), at(52), at(53)));
		expect(actions[0]).toMatch(/^press\(1, "(?:PageUp|ArrowRight)"\)$/);
		expect(actions.at(-1)).toBe("finish()");
	});

	test("a drawn slider that knows no keys by dragging it as far as the value says", () => {
		let value = 10;
		const body = () => `<box 1 "white square" at=${value * 2},5 size=14x14></> ${value}`;
		const { actions } = play("Select 40 with the slider", start(body()), (action) => {
			if (action.name === "drag" && action.to.kind === "offset") value += Math.round(action.to.dx / 2);
			return { page: pageOf(body()), verdict: action.name === "drag" ? "success" : "failure" };
		});
		expect(value).toBe(40);
		expect(actions.length).toBeLessThan(8);
	});

	test("a list by its label, a multiple list in one go, a group of radio buttons by its name", () => {
		const page = (size: string, extras: string) =>
			`<select 1 "Size" options="S|M|L${size}"></>\n<listbox 2 "Extras" multiple options="Milk${extras}|Sugar|Lemon${extras}"></>\n<radio 3 "Standard" of="Shipping"></> <radio 4 "Express" of="Shipping">`;
		const { actions } = play(
			"Choose L as size, select Milk and Lemon and choose Express for shipping",
			start(page("", "")),
			pages(page("*", ""), page("*", "*")),
		);
		expect(actions).toEqual(['select(1, "L")', 'select(2, "Milk", "Lemon")', "click(4)", "finish()"]);
	});

	test("several values without names go into the fields in their order", () => {
		const body = (a: string, b: string) => `<input 1${a}></>\n<input 2${b}></>`;
		expect(
			play(
				'Enter "one" and "two" into the fields',
				start(body("", "")),
				pages(body(' value="one"', ""), body(' value="one"', ' value="two"')),
			).actions,
		).toEqual(['setValue(1, "one")', 'setValue(2, "two")', "finish()"]);
	});

	test("a value that stands there already is not typed again", () => {
		expect(play('Enter "Ada" into the name field', start('<input 1 "Name" value="Ada">'), pages("done")).actions).toEqual(["finish()"]);
	});

	test("every field by what the page shows beside the same label", () => {
		const table = "| Color | green\n| Language | Japanese\nLanguage:\n<input 1>\nColor:\n<input 2>\n<button 3>Submit";
		expect(
			play("Enter the value that corresponds with each label into the form and submit", start(table), pages(table)).actions.slice(0, 3),
		).toEqual(['setValue(1, "Japanese")', 'setValue(2, "green")', "click(3)"]);
	});

	test("a text is copied and pasted by its field's own keys", () => {
		const body = '<textarea 1 value="Proin arcu"></>\n<input 2>';
		expect(play("Copy the text in the textarea and paste it into the text field", start(body), pages(body)).actions).toEqual([
			'press(1, "Control+A")',
			'press(1, "Control+C")',
			'press(2, "Control+V")',
			"finish()",
		]);
	});
});

describe("lists are worked through", () => {
	test("a mail is answered: opened, replied to, written, sent", () => {
		const inbox = "## Inbox\n<div 2>Flossi Lunch</>\n<div 3>Ada Report";
		const mail = "Report\n<button 5>Delete</> <button 6>Reply</> <button 7>Forward";
		const reply = 'to: Ada\n<textarea 8*></>\n<span 9* hint="send">';
		const written = 'to: Ada\n<textarea 8 value="Thanks."></>\n<span 9 hint="send">';
		expect(
			play('Find the email by Ada and reply to them with the text "Thanks."', start(inbox), pages(mail, reply, written, inbox)).actions,
		).toEqual(["click(3)", "click(6)", 'setValue(8, "Thanks.")', "click(9)", "finish()"]);
	});

	test("a mail is passed on to somebody", () => {
		const inbox = "## Inbox\n<div 2>Flossi Lunch</>\n<div 3>Ada Report";
		const mail = "Report\n<button 6>Reply</> <button 7>Forward";
		const forward = "to: <input 8*></>\n<button 9*>Send";
		expect(play("Send Jill the email you got from Ada", start(inbox), pages(mail, forward, forward, inbox)).actions).toEqual([
			"click(3)",
			"click(7)",
			'setValue(8, "Jill")',
			"click(9)",
			"finish()",
		]);
	});

	test("an item is dragged to another place of its list, past the middle of the one that stands there", () => {
		const list = (...names: readonly string[]) =>
			names.map((name, index) => `- <box ${index + 1} "square" at=5,${20 + 30 * index} size=16x16></>\n ${name}`).join("\n");
		const { actions } = play("Drag Bob down by one position", start(list("Ada", "Bob", "Eve")), pages(list("Ada", "Eve", "Bob")));
		expect(actions).toEqual(["drag(2, 8, 8, 3, 8, 18)", "finish()"]);
	});

	test("numbers are clicked in their order", () => {
		const body = "<button 1>7</> <button 2>2</> <button 3>5";
		expect(play("Click the numbers in ascending order", start(body), pages(body)).actions).toEqual([
			"click(2)",
			"click(3)",
			"click(1)",
			"finish()",
		]);
	});

	test("numbers are marked as what they are by the nearest control of that name", () => {
		const body = "<button 1>Odd</>\n4\n<button 2>Even</>\n<button 3>Odd</>\n7\n<button 4>Even";
		expect(play("Mark the numbers as odd or even", start(body), pages(body)).actions).toEqual(["click(2)", "click(3)", "finish()"]);
	});

	test("all boxes are ticked, those that are ticked left alone", () => {
		const body = '<checkbox 1 "A"></> <checkbox 2 "B" checked></> <checkbox 3 "C">';
		expect(play("Tick all the boxes", start(body), pages(body)).actions).toEqual([
			'setValue(1, "true")',
			'setValue(3, "true")',
			"finish()",
		]);
	});

	test("a control is pressed until the page shows what is wanted", () => {
		expect(
			play(
				"Generate a number less than 5, then press Submit",
				start("9\n<button 1>Generate</> <button 2>Submit"),
				pages("7\n<button 1>Generate</> <button 2>Submit", "3\n<button 1>Generate</> <button 2>Submit", "done"),
			).actions,
		).toEqual(["click(1)", "click(1)", "click(2)", "finish()"]);
	});
});

describe("when something goes wrong", () => {
	test("numbers that vanish before they are clicked leave the task undone, and it says so", () => {
		const { actions, last } = play(
			"Click on the numbers in ascending order",
			start("<shape 1>3</> <shape 2>1</> <shape 3>2"),
			pages("<shape 1></> <shape 3>"),
		);
		expect(actions[0]).toBe("click(2)");
		expect(last.action.name).toBe("fail");
		expect(last.failure?.message).toContain("1 of 3");
	});

	test("marks that show by their colour alone are set once each", () => {
		const row = (number: number, id: number) => `<button ${id}>Odd</>\n${number}\n<button ${id + 1}>Even`;
		const body = `${row(7, 1)}</>\n${row(3, 3)}</>\n${row(4, 5)}</>\n<button 9>Submit`;
		const query = "Mark the numbers below as odd or even and press submit when done";
		const { actions } = play(query, start(body), (_action, text) => ({
			page: start(body),
			...(text === "click(9)" ? {} : { verdict: "failure" as const }),
		}));
		expect(actions).toEqual(["click(1)", "click(3)", "click(6)", "click(9)", "finish()"]);
	});

	test("the greatest of things that show no number is not guessed", () => {
		const cards = '<div 1 hint="card value"></> <div 2 hint="card value"></> <div 3 hint="card value">\n<button 4>Submit';
		const { actions, last } = play("Pick the card with the greatest number, then press Submit", start(cards), pages(cards));
		expect(actions).toHaveLength(1);
		expect(last.failure?.category).toBe("not_understood");
	});

	const body = "<button 1>One</> <button 2>Two";

	test("a literal click without visible effect is taken as done, unless it is the last", () => {
		const world = (): Outcome => ({ page: pageOf(body), verdict: "failure" });
		const { actions, last, decisions } = play("Click One, then click Two", start(body), world);
		expect(actions.slice(0, 2)).toEqual(["click(1)", "click(2)"]);
		expect(decisions[1]?.thought).toContain("Nothing visible changed");
		expect(last.failure?.category).toBe("stuck");
	});

	test("the second best control is tried, then nothing else", () => {
		const twins = '<a 1 /search>Search</>\n<form "" /search>\n <button 2 submit>Search';
		const { actions, last } = play("Click Search", start(twins), () => ({ page: pageOf(twins), verdict: "failure" }));
		expect(new Set(actions.slice(0, 2))).toEqual(new Set(["click(1)", "click(2)"]));
		expect(last.action.name).toBe("fail");
	});

	test("a control that is covered is brought into view and tried once more", () => {
		let tries = 0;
		const { actions } = play("Click One", start(body), (action) => {
			if (action.name === "click") tries += 1;
			const isFirst = action.name === "click" && tries === 1;
			return isFirst
				? { page: pageOf(body), verdict: "failure", report: { status: "failure", error: { code: "COVERED", message: "covered" } } }
				: { page: pageOf(body) };
		});
		expect(actions).toEqual(["click(1)", 'scroll("to", 1)', "click(1)", "finish()"]);
	});

	test("the person is asked which of several is meant, and the answer is taken", () => {
		const rows = "- Ada <button 1>Delete</>\n- Bob <button 2>Delete";
		const { actions } = play('Click "Delete"', start(rows), (action) => ({
			page: pageOf(rows),
			...(action.name === "ask" ? { note: `You asked: ${action.question} The person answered: ${action.choices[1] ?? ""}` } : {}),
		}));
		expect(actions).toEqual(['ask("Which one do you mean by “Delete”?", "Ada", "Bob")', "click(2)", "finish()"]);
	});

	test("what is left out of a page is said, with the nearest controls and what was done", () => {
		const { last } = play("Click One and click Purple", start(body), pages("<button 1>One</> <button 3>Three words"));
		expect(last.failure).toMatchObject({ category: "not_understood" });
		expect(last.thought).toContain("Done so far: “Click One”");
	});

	test("a condition that does not hold leaves its clause out", () => {
		expect(play("If there is a popup, close it. Then click One", start(body), pages("done")).actions).toEqual(["click(1)", "finish()"]);
		const popup = pageOf('<dialog "Hi">\n <button 8>Close\n<button 1>One', { head: '@dialog "Hi"' });
		expect(play("If there is a popup, close it. Then click One", popup, pages(body, "done")).actions).toEqual([
			"click(8)",
			"click(1)",
			"finish()",
		]);
	});

	test("what must not be done is not done", () => {
		expect(play("Do not click One. Click Two", start(body), pages("done")).actions).toEqual(["click(2)", "finish()"]);
	});

	test("a page that cannot be read can only be left", () => {
		const restricted = pageOf("", { head: "@restricted new tab" });
		expect(play("Click One", restricted, pages("")).last.failure?.category).toBe("impossible");
		expect(play("Go to example.org", restricted, pages("hello")).actions).toEqual(['navigate("https://example.org")', "finish()"]);
	});
});
