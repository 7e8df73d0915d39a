import { parseAction } from "@webhand/contracts/action/parse";
import { expect, test } from "vitest";
import { pageOf, turnOf } from "../../../../test/turns.ts";
import { reasoningOf, reasoningOfEnd } from "./reasoning.ts";

const page = pageOf('<input 1 "City">\n<button 2>Show weather\n<password 3 "Password">\n<button 4>\n<button 5>More');
const turn = turnOf({
	query: "Show the weather of Oslo",
	page,
	notes: ["You asked: Which day?\nThe person answered: Monday", "The person says: Anna, password: hunter2, card 4111111111111111"],
	knowledge: [{ chunkId: "c1", documentId: "d1", content: "The office is in Bergen.", documentTitle: "Offices", scope: "org" }],
});

function groundOf(text: string) {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	const { source, confidence, evidence } = reasoningOf(parsed.action, turn);
	return [source, confidence, ...evidence];
}

test.for([
	["a value of the task", 'setValue(1, "oslo")', ["user", 0.95, "“oslo” stands in the task"]],
	["what the person answered", 'setValue(1, "Monday")', ["user", 0.95, "You asked: Which day?\nThe person answered: Monday"]],
	["what a document says", 'setValue(1, "Bergen")', ["knowledge", 0.85]],
	["a value from nowhere in a field of the page", 'setValue(1, "Rome")', ["page", 0.6, "field “City”"]],
	["a control that the task speaks of", "click(2)", ["page", 0.85, "button “Show weather”"]],
	["a control that it does not speak of", "click(5)", ["page", 0.6, "button “More”"]],
	["a control without a name", "click(4)", ["page", 0.6, "button"]],
	["a secret, whose value is not told", 'setValue(3, "Oslo")', ["page", 0.6, "password “Password”"]],
	[
		"an answer with a secret in it, which is not told",
		'setValue(1, "Anna")',
		["user", 0.95, "The person says: Anna, password: •••, card •••"],
	],
	["a card's number, which is not told either", 'setValue(1, "4111111111111111")', ["page", 0.6, "field “City”"]],
	["nothing that is seen", 'scroll("down")', ["model", 0.4]],
] as const)("an action rests on %s", ([_name, action, expected]) => {
	expect(groundOf(action)).toEqual(expected);
});

test("an end rests on what the page was seen to show, cut short", () => {
	expect(reasoningOfEnd("x".repeat(300)).evidence[0]).toHaveLength(200);
	expect(reasoningOfEnd(" ").evidence).toEqual([]);
});
