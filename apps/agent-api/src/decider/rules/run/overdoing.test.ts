import { expect, test } from "vitest";
import { pageOf, play } from "../cases/play.ts";

const orders = [
	'| Gym Fit | 39.90 € | <switch 10 "Active"></> <button 11>Delete',
	"| Landlord | 900 € | <button 12>Delete",
	"<button 13>Sign out everywhere",
	"| Report | <a 14 /report/delete>Delete",
].join("\n");

test.each([["Activate Landlord"], ["Turn off Landlord"], ["Archive Report"], ["Sign out"]])(
	"what does more than was said is not pressed: %s",
	(query) => {
		const { actions, last } = play(query, pageOf(orders), () => ({ page: pageOf(orders) }));
		expect([actions.length, last.action.name]).toEqual([1, "fail"]);
		expect(actions[0]).not.toContain("click");
	},
);

test.each([
	["Delete Landlord", "click(12)"],
	["Sign out everywhere", "click(13)"],
	['Click the button in the row of "Landlord"', "click(12)"],
])("what was said is: %s", (query, expected) => {
	expect(play(query, pageOf(orders), () => ({ page: pageOf("Done") })).actions[0]).toBe(expected);
});
