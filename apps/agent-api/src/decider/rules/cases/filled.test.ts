import { describe, expect, test } from "vitest";
import { pageOf, pages, play } from "./play.ts";

const start = (body: string) => pageOf(body);

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

test.each([
	["Set the shelf mark to A 41 and save the item", ['setValue(2, "A 41")', "click(9)"]],
	["Fill in the form with title The Bolt Shop and city A Coruña", ['setValue(1, "The Bolt Shop")', 'setValue(3, "A Coruña")']],
	[
		"Fill in the form with title Salt Roads, shelf mark A 41 and click Save item",
		['setValue(1, "Salt Roads")', 'setValue(2, "A 41")', "click(9)"],
	],
])("an article with a capital belongs to its value: %s", (query, expected) => {
	const page = pageOf('# Item\n<form post>\n <input 1 "Title">\n <input 2 "Shelf mark">\n <input 3 "City">\n <button 9 submit>Save item');
	expect(play(query, page, () => ({ page })).actions.slice(0, -1)).toEqual(expected);
});

test("below a text area, where Enter makes a new line, a button sends, and of two the person chooses", () => {
	const page = (buttons: string) => pageOf(`# Notices\n<form post>\n <input 1 "Subject">\n <textarea 2 "Message">\n ${buttons}`);
	const typed = (buttons: string) =>
		play("Enter 'Hello' as message and send it", page(buttons), () => ({ page: page(buttons), note: "Stop" })).actions[1];
	expect(typed("<button 3>Add message")).toBe("click(3)");
	expect(typed("<button 3 submit>Send to staff</> <button 4 submit>Send to all members")).toMatch(/^ask\(/);
});

test("a box that is switched off is told, and nothing else is pressed in its place", () => {
	const page = pageOf('<checkbox 2 "Lock bins" disabled>\n<button 3>Save header\n<input 10 "From bin">');
	const { actions, last } = play("Tick lock bins and save header", page, () => ({ page }));
	expect([actions.length, last.failure?.message]).toEqual([1, expect.stringContaining("“Lock bins” is switched off")]);
});
