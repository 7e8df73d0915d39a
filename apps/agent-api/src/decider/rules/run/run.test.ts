import { formatAction } from "@webhand/contracts/action/format";
import { describe, expect, test } from "vitest";
import { pageOf, play, turnOf } from "../cases/play.ts";
import { decideByRules } from "./run.ts";

describe("a task whose memory is lost in its middle", () => {
	const page = pageOf("# Mail\n| Ada | <button 1>Delete\n| Bob | <button 2>Delete");
	const parsed = { name: "click", id: 3 } as const;
	const deed = { stepIndex: 0, thought: "I click “Delete”.", action: "click(3)", parsed };
	const looked = { stepIndex: 0, thought: "I look.", action: 'find("Cyd")', parsed: { name: "find", what: "Cyd" } } as const;
	const turn = turnOf({ query: "Delete the first row", page });

	test.each([null, undefined, {}, "lost", { clause: "one" }])("does no deed again: %j", (state) => {
		const { action, failure } = decideByRules({ ...turn, state, history: [deed] });
		expect([action.name, failure?.category, failure?.message]).toEqual(["fail", "stuck", expect.stringContaining("click “Delete”")]);
	});

	test("begins anew where nothing was done yet", () => {
		expect(formatAction(decideByRules({ ...turn, state: null, history: [looked] }).action)).toBe("click(1)");
	});
});

test("what opened for a list that is one thing is dealt with by the clause behind the whole list", () => {
	const shop = pageOf("# Shop\n* Salt and pepper <button 1>Add</>\n* Tea <button 2>Add");
	const asked = pageOf('<dialog 5 "Add to your list?">\n <button 6>Cancel\n <button 7>Weekly list\n</>\n# Shop', {
		head: '@dialog "Add to your list?" 5',
	});
	const { actions } = play("Add salt and pepper and click Weekly list", shop, (action) =>
		action.name === "click" && action.id === 1 ? { page: asked, observations: ['dialog_opened "Add to your list?"'] } : { page: shop },
	);
	expect(actions).toEqual(["click(1)", "click(7)", "finish()"]);
});

test("a place that must not be opened is left out, and the thing is looked for in the next", () => {
	const page = pageOf("# Settings\n<summary 1 collapsed>Billing\n<summary 2 collapsed>Profile");
	const forbidden = [{ action: "click(1)", reason: "the person said no to it", code: "denied" }] as const;
	const { action } = decideByRules(turnOf({ query: 'Click "Nickname"', page, forbidden }));
	expect(formatAction(action)).toBe("click(2)");
});
