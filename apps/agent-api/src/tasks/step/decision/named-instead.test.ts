import { parseAction } from "@webhand/contracts/action/parse";
import { describe, expect, test } from "vitest";
import { pageOf } from "../../../../test/turns.ts";
import { namedInstead } from "./doubts.ts";

const page = pageOf(
	[
		'<a 1 "Cart (2)">\n<a 2 "Cushions">\n<button 3 "Approve 1004">\n<button 4 "Menu">\n<button 5>',
		'<input 6 "Name">\n<tab 7 "Language">\n<button 8 "Sign in" disabled>\n<a 9 "Orders" current>',
	].join("\n"),
);

const rows: readonly (readonly [name: string, thought: string, action: string, instead: number | undefined])[] = [
	["a quoted name", "I open “Cart” now.", "click(2)", 1],
	["a name with a capital letter inside a sentence", "The next step is to open the Cart and check it.", "click(2)", 1],
	["a straight quotation", 'I press "Approve 1004".', "click(4)", 3],
	["a name with a number", "To do this, I press Approve 1004.", "click(2)", 3],
	["the pressed control is named too", "After “Cart” I look at the Cushions.", "click(2)", undefined],
	["a part of the pressed name", "I approve the invoice 1004 from the “Menu”.", "click(3)", undefined],
	["the name is not on the page", "I open “Settings”.", "click(2)", undefined],
	["nothing is named", "I open it.", "click(2)", undefined],
	["the first word of a sentence", "Cart first.", "click(2)", undefined],
	["a control without a name", "I open “Cart”.", "click(5)", undefined],
	["a field is no press", "I open “Cart”.", 'setValue(6, "Ada")', undefined],
	["the place that one is at", "I am on “Orders”, so I open it.", "click(4)", undefined],
	["a name that is denied", "I do not use the “Cart”. I open it.", "click(4)", undefined],
	["a disabled control cannot be meant", "I press “Sign in”.", "click(4)", undefined],
];

describe("the control that the thought names in place of the pressed one", () => {
	test.each(rows)("%s", (_name, thought, text, instead) => {
		const parsed = parseAction(text);
		if (!parsed.ok) throw new Error(parsed.problem.message);
		expect(namedInstead(parsed.action, thought, page)?.id).toBe(instead);
	});

	test("what stands in the row of the pressed control names it", () => {
		const table = pageOf('table 1 "Orders"\n  | Ada Lovelace | <button 2 "Open"> |\n  | Bob Ross | <button 3 "Edit"> |');
		const press = { name: "click", id: 3 } as const;
		expect(namedInstead(press, "For Ross I press “Open”.", table)).toBeUndefined();
	});
});
