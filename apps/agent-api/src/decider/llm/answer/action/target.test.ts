import { formatAction } from "@webhand/contracts/action/format";
import { expect, test } from "vitest";
import { pageOf } from "../../../../../test/turns.ts";
import { readModelAnswer } from "../read.ts";

const page = pageOf(
	[
		"@view",
		'<search 2 "Search">',
		"<button 3>Search",
		'<checkbox 4 "Dark mode">',
		"<button 5>Save changes",
		'<button 6 "Approve 1004">Approve',
		'<button 7 "Approve 1005">Approve',
		'<select 8 "Size" options="S|M">',
		'<box 9 "Bin">',
	].join("\n"),
);

const read = (action: string) => readModelAnswer(`<Thought>t</Thought><Action>${action}</Action>`, [], page);

test.each([
	['click("Save changes")', "click(5)"],
	["click(Save changes)", "click(5)"],
	["click(save  CHANGES)", "click(5)"],
	['click("Approve 1005")', "click(7)"],
	['click("Save changes") click("Search")', "click(5)"],
	['setValue("Search", "tea", true)', 'setValue(2, "tea", true)'],
	['setValue("Dark mode", "true")', 'setValue(4, "true")'],
	['select("Size", "M")', 'select(8, "M")'],
	['press("Search", "Enter")', null],
	['press("Size", "Enter")', 'press(8, "Enter")'],
	['press("Enter")', 'press("Enter")'],
	['scroll("to", "Size")', 'scroll("to", 8)'],
	['scroll("down")', 'scroll("down")'],
	['drag(5, "Bin")', "drag(5, 9)"],
	['click("double")', null],
	["click(N)", null],
] as const)("a name stands for the number where one control has it: %s", (given, expected) => {
	const answer = read(given);
	expect(answer.ok ? formatAction(answer.answer.action) : null).toBe(expected);
});

test("a name may stand in JSON, too", () => {
	const answer = readModelAnswer('{"thought":"t","action":"click","id":"Save changes"}', [], page);
	expect(answer).toMatchObject({
		ok: true,
		answer: { action: { name: "click", id: 5 }, repairs: expect.arrayContaining(["json", "name"]) },
	});
});

test.each([
	["click(N)", "N stands for a number: write the number of the control that you mean"],
	['setValue(N, "tea")', "N stands for a number: write the number of the control that you mean"],
	['click("Approve")', "2 controls are called “Approve”: write the number, one of 6, 7"],
	['click("Delete")', "no control of the current page is called “Delete”: write its number"],
])("another name is refused with the reason, and what is left is known: %s", (given, problem) => {
	expect(read(given)).toMatchObject({ ok: false, problem, aimless: { thought: "t", action: { id: 1 } } });
});
