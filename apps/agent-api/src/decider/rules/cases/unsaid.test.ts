import { describe, expect, test } from "vitest";
import { decideByRules } from "../run/run.ts";
import { pageOf, play, turnOf } from "./play.ts";
import { acts } from "./screens.ts";

describe("words that name no field go into no search that happens to be there", () => {
	const list =
		'# Products\n<search 1 "Search products"></> <button 2>Export\n| <checkbox 3 "Select Mirror"></> | Mirror | Draft\n<button 4>Set as draft</> <button 5>Complete sprint';
	test.each([
		["Complete the sprint", ["click(5)", "finish()"]],
		["Tick Mirror and set it as draft", ['setValue(3, "true")', "click(4)", "finish()"]],
		["Tick Mirror and set as draft", ['setValue(3, "true")', "click(4)", "finish()"]],
		["Complete the export", ["fail"]],
		["Set everything to draft", ["fail"]],
		["Set all products to draft", ["fail"]],
		["Set them as active", ["fail"]],
		["Enter kettle", ["fail"]],
		["Enter kettle and press Enter", ['setValue(1, "kettle")', 'press(1, "Enter")', "finish()"]],
	])("%s", (query, expected) => {
		expect(acts(query, list)).toEqual(expected);
	});
});

describe("a search at the end of an order starts what was filled in", () => {
	const site =
		'<form "" /find>\n <search 1 "Search the site"></> <button 2 submit>Search\n</>\n# Hotels\n<form "" /hotels>\n <input 3 "Destination"></> <button 4>Guests</> <button 5 submit>Search\n</>';
	test.each([
		["Enter Bern as destination and search", site, ['setValue(3, "Bern")', "click(5)", "finish()"]],
		[
			"Enter Bern as destination and search",
			site.replace("5 submit>Search", "5 submit>Go"),
			['setValue(3, "Bern")', "click(5)", "finish()"],
		],
		["Enter Bern as destination and search", '# Hotels\n<input 3 "Destination">', ['setValue(3, "Bern")', 'press(3, "Enter")', "finish()"]],
		["Search", '# Hotels\n<input 3 "Destination"></> <button 5>Search', ["click(5)", "finish()"]],
		["Search for hotels in Bern", '# Hotels\n<form>\n <input 3 "Destination"></> <button 5 submit>Search', ["fail"]],
	])("%s", (query, body, expected) => {
		expect(acts(query, body)).toEqual(expected);
	});
});

describe("what is reported is told, unless a control reports it", () => {
	const cards =
		'# Cards\n## Debit card\n<switch 6 "Freeze card"></> <button 10>Report lost\n## Credit card\n<switch 11 "Freeze card"></> <button 15>Report lost';
	test.each([
		["Report my debit card lost", cards, ["click(10)", "finish()"]],
		["Report my gift card lost", cards, ["fail"]],
		["Report the total", "# Cart\nTotal: 5 €", ['finish("5 €")']],
		["Report it as spam", "<a 1>Spam 1</> <a 2>Inbox</>\n# Lunch on Friday?\nBob Ferris", ["fail"]],
		['Report "Lunch" as spam', "<a 1>Spam 1</>\n# Lunch\nBob Ferris\n<button 2>Report spam", ["click(2)", "finish()"]],
		["Report the mail from Bob about lunch", "# Inbox\n- <a 1>Bob Ferris Lunch</>\n- <a 2>Ada Report", ["fail"]],
	])("%s", (query, body, expected) => {
		expect(acts(query, body)).toEqual(expected);
	});
});

describe("a goal that is not understood is no deed to several things", () => {
	test.each(["Make everything nicer", "Transfer 50 euros to Anna Meyer"])("%s", (query) => {
		const { last } = play(query, pageOf("# Bank\n<a 2 /t>Transfer"), () => ({ page: pageOf("# Bank\n<a 2 /t>Transfer") }));
		expect(last.failure?.message).not.toContain("several are meant");
		expect(last.action.name).toBe("fail");
	});
});

describe("a text area that is there is written into before its button is pressed", () => {
	const contact = '# Maria Lopez\n<input 1 "Phone">\n<textarea 2 "Add a note"></> <button 3>Add note</> <button 4>Save';
	test.each(['Add the note "Called back"', 'Add a note "Called back"'])("%s", (query) => {
		expect(acts(query, contact)).toEqual(['setValue(2, "Called back")', "click(3)", "finish()"]);
	});
});

describe("a button is told by the part that it stands in", () => {
	const cards =
		'# Cards\n## Debit card\n<switch 6 "Freeze card"></> <button 10>Report lost\n## Credit card\n<switch 11 "Freeze card"></> <button 15>Report lost';
	test("by the words that its name leaves over", () => {
		expect(acts("Freeze the credit card", cards)).toEqual(["click(11)", "finish()"]);
	});
	test("and is asked for where they tell none", () => {
		const decision = decideByRules(turnOf({ query: "Freeze my card", page: pageOf(cards) }));
		expect(decision.action).toMatchObject({ name: "ask", choices: ["Debit card", "Credit card"] });
	});
});

describe("where the field's name ends the page tells", () => {
	const event = '# Event\n<form>\n <input 1 "Subject">\n <input 2 "Note">\n <input 3 "Ship to address">\n <input 4 "Time">';
	test.each([
		["Set the note to Call back to Ann", ['setValue(2, "Call back to Ann")', "finish()"]],
		["Set the subject to Meeting as planned", ['setValue(1, "Meeting as planned")', "finish()"]],
		["Set the ship to address to Berlin", ['setValue(3, "Berlin")', "finish()"]],
		["Set the time to 10 to 12", ['setValue(4, "10 to 12")', "finish()"]],
		["Set the place to Back to school", ["fail"]],
	])("%s", (query, expected) => {
		expect(acts(query, event)).toEqual(expected);
	});
});
