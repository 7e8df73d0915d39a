import { describe, expect, test } from "vitest";
import { acts, pageOf, play } from "./play.ts";

const form = `<search 1 "Search the site">
<form "Order" post>
 <fieldset "Shipping address">
  <input 3 "Full name" required> <input 4 "Street"> <input 5 "City">
  <select 6 "Country" value="Choose…" options="Choose…*|Germany|France|Austria">
 <fieldset "Billing address">
  <input 9 "Street"> <input 10 "City">
 Comment
 <textarea 11></>
 <date 12 "Date of purchase"> <time 13 "Time"> <number 14 "Quantity" value="1"> <input 15 "Due" placeholder="DD.MM.YYYY"> <input 23 "Arrival" readonly>
 <checkbox 16 "I agree"> <checkbox 17 "Newsletter" checked> <checkbox 18 "Gift" disabled>
 <fieldset "Delivery"> <radio 19 "Standard" of="Delivery" checked> <radio 20 "Express" of="Delivery">
 <password 21 "Password">
 <select 22 "Size" options="1 l|1.5 l|2 l">
 <button 30 submit>Send order</> <button 31>Clear`;

describe("a value goes into the field that is named, in the field's own way of writing it", () => {
	test.each([
		['Enter "Ada" into the full name field', 'setValue(3, "Ada")'],
		["Set the country to France", 'select(6, "France")'],
		["Select France as country", 'select(6, "France")'],
		['Choose "1.5 l" as size', 'select(22, "1.5 l")'],
		['Choose "1.5 l"', 'select(22, "1.5 l")'],
		["Choose Express as delivery", "click(20)"],
		['Pick "Express"', "click(20)"],
		['Set the billing street to "Side St 2"', 'setValue(9, "Side St 2")'],
		['Enter "Bonn" into City in the section Billing address', 'setValue(10, "Bonn")'],
		['Enter "nice" as comment', 'setValue(11, "nice")'],
		["Set the date of purchase to 2026-03-05", 'setValue(12, "2026-03-05")'],
		["Set the purchase date to tomorrow", 'setValue(12, "2026-03-03")'],
		["Set the time to 2:30 pm", 'setValue(13, "14:30")'],
		["Set due to 2026-03-05", 'setValue(15, "05.03.2026")'],
		["Set the arrival to 5 March 2027", 'setValue(23, "2027-03-05")'],
		["Set the quantity to 3", 'setValue(14, "3")'],
		['Check "I agree"', 'setValue(16, "true")'],
		["Untick the newsletter box", 'setValue(17, "false")'],
		["Clear the quantity field", 'setValue(14, "")'],
		['Search for "tea"', 'setValue(1, "tea", true)'],
	])("%s", (query, action) => expect(acts(query, form)[0]).toBe(action));

	test.each([
		["Tick the newsletter", ["finish()"]],
		["Choose Standard as delivery", ["finish()"]],
		["Set the quantity to 1", ["finish()"]],
	])("what is so already is left: %s", (query, actions) => expect(acts(query, form)).toEqual(actions));

	test.each([
		["a field that is not there, for there is a search", 'Enter "x" as note'],
		["a choice that is not offered", "Select Peru as country"],
		["a value that the field cannot hold", "Set the quantity to many"],
		["a list of which one field is not there", 'Fill in the form with full name "Ada" and shoe size "41"'],
		["a box that is switched off", "Tick Gift"],
		["a text that a box cannot hold", 'Enter "x" as newsletter'],
	])("nothing is filled in for %s", (_what, query) => expect(acts(query, form)).toEqual(["fail"]));

	test("of two fields called alike the user chooses by their section", () => {
		expect(acts('Enter "Main St" as street', form, "Billing address")).toEqual([
			'ask("Which one do you mean by “street”?", "Street (Shipping address)", "Street (Billing address)")',
			'setValue(9, "Main St")',
			"finish()",
		]);
	});

	test("a comment never goes into the search of the site", () => {
		expect(acts('Add the comment "nice"', '<search 1 "Search"> <button 2 submit>Go')).toEqual(["fail"]);
		expect(acts('Type "nice"', '<search 1 "Search"> <button 2 submit>Go')).toEqual(["fail"]);
	});
});

/** A page that takes values. */
function filling(body: string, query: string) {
	const values = new Map<string, string>();
	const page = () =>
		pageOf(
			body.replace(/<(\w+) (\d+)([^>]*)>/g, (tag, type, id, rest) =>
				values.has(id) ? `<${type} ${id}${rest} value="${values.get(id)}">` : tag,
			),
		);
	return play(query, page(), (action) => {
		if (action.name === "setValue") values.set(String(action.id), action.text);
		return { page: page() };
	}).actions;
}

describe("a form is filled in and sent", () => {
	const login = '# Sign in\n<form post>\n <email 1 "Email">\n <password 2 "Password">\n <button 3 submit>Sign in\n<button 4>Help';
	test.each([
		['Enter "ada@x.org" as email and click Sign in', ['setValue(1, "ada@x.org")', "click(3)"]],
		['Enter "ada@x.org" as email and submit', ['setValue(1, "ada@x.org")', "click(3)"]],
		['Sign in with email "a@x.org" and password "p"', ['setValue(1, "a@x.org")', 'setValue(2, "p")', "click(3)"]],
	])("%s", (query, actions) => expect(filling(login, query)).toEqual([...actions, "finish()"]));

	test("by the button right behind a field that belongs to no form", () => {
		const body = '# Chen\n<button 1>Schedule\n## Notes\n<textarea 16 "Note"></> <button 17>Add note';
		expect(filling(body, "Add the note 'call back'")).toEqual(['setValue(16, "call back")', "click(17)", "finish()"]);
	});

	test("and of two buttons that send the user chooses", () => {
		const body = '<form>\n <textarea 2 "Message">\n <button 3 submit>Send to staff</> <button 4 submit>Send to all members';
		expect(acts("Enter 'Hello' as message and send it", body)[1]).toMatch(/^setValue|^ask/);
	});

	test("a combobox is typed into, and what it offers is chosen", () => {
		const closed = '<combobox 3 "From">';
		const open = '<combobox 3 "From" expanded value="Berlin">\n- <option 20*>Berlin (BER)\n- <option 21*>Bern';
		const { actions } = play("Enter Berlin as From", pageOf(closed), (action) => ({
			page: pageOf(action.name === "setValue" ? open : closed),
		}));
		expect(actions.slice(0, 2)).toEqual(['setValue(3, "Berlin")', "click(20)"]);
	});

	test("a list that is a button is opened first", () => {
		const list = (isOpen: boolean) =>
			`<combobox 8 "Assignee Nobody" ${isOpen ? "expanded" : "collapsed"}>Nobody ▾\n${isOpen ? "- <option 20*>Nobody\n- <option 21*>Nora" : ""}`;
		const { actions } = play("Choose Nora as assignee", pageOf(list(false)), (_action, text) => ({
			page: pageOf(list(text === "click(8)")),
		}));
		expect(actions).toEqual(["click(8)", "click(21)", "finish()"]);
	});
});
