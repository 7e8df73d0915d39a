import type { Verification } from "@webhand/contracts/agent/task";
import { expect, test } from "vitest";
import type { PastStep } from "../../../turn.ts";
import { pageOf, play } from "../../cases/play.ts";
import { answerOfPage } from "./answers.ts";

test.each([
	["one field", ['validation_error "Email" "Please fill in"'], "the page would not take it: “Email”: Please fill in."],
	["a sentence", ['validation_error "Email" "Please fill out this field."'], "not take it: “Email”: Please fill out this field. "],
	["two sentences", ['validation_error "Too late. Not saved."'], "not take it: “Too late. Not saved”. "],
	["two fields", ['validation_error "Email" invalid', 'validation_error "Town" invalid'], "“Email”: invalid, “Town”: invalid."],
	["a message", ['validation_error "Bitte Namen eingeben"'], "the page would not take it: “Bitte Namen eingeben”."],
	["the client's word", ['validation_error "Too short" (client)'], "would not take it: “Too short”."],
	["plain text in the form", ['form_same "Das geht nicht"'], "the form stands there as before and says “Das geht nicht”"],
	["nothing", [], "and nothing changed on the page."],
])("what the page said to a form is quoted: %s", (_name, observations, said) => {
	const page = pageOf('<form "Order" post>\n <input 1 "Email">\n <button 2 submit>Send');
	const { actions, last } = play("Press Send", page, () => ({ page, verdict: "failure", observations }));
	expect([actions[0], last.action.name]).toEqual(["click(2)", "fail"]);
	expect(last.failure?.message).toContain(said);
});

test("what was read before a later part failed is not lost", () => {
	const page = pageOf("# Order\nTotal: 48 €\n<button 1>Print");
	const { last } = play('Read the total and click "Archive"', page, () => ({ page }));
	expect(last.action.name).toBe("fail");
	expect(last.failure?.answer).toContain("48");
});

test("a form that was refused ends the task there, and what should follow is not done", () => {
	const page = pageOf('<form "Sign in" post>\n <input 1 "Email">\n <button 2 submit>Sign in\n</>\n<a 3 /help>Help');
	const { actions, last } = play("Press Sign in, then open Help", page, () => ({
		page,
		verdict: "failure",
		observations: ['validation_error "Unknown address"'],
	}));
	expect(actions.slice(0, -1)).toEqual(["click(2)"]);
	expect(last.failure?.message).toContain("“Unknown address”");
});

test("what the page said is found behind the engine's own waiting", () => {
	const verification: Verification = {
		...{ stepIndex: 0, verdict: "failure", confidence: 0.9, by: "facts" },
		observations: ['form_same "Nope"'],
	};
	const sent: PastStep = { stepIndex: 0, thought: "", action: "click(2)", parsed: { name: "click", id: 2 }, verification };
	const ownWait: PastStep = { stepIndex: 1, thought: "", action: "wait(1)", parsed: { name: "wait", seconds: 1 } };
	const waited: PastStep = { ...ownWait, isEngineWait: true };
	expect(answerOfPage([sent, waited, waited])).toContain("“Nope”");
	expect(answerOfPage([sent, ownWait])).toBeUndefined();
	expect(answerOfPage([{ ...sent, parsed: { name: "hover", id: 2 } }, waited])).toBeUndefined();
});
