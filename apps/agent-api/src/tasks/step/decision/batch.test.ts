import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { Verification } from "@webhand/contracts/agent/task";
import { parsePage } from "@webhand/page/parse/parse";
import { describe, expect, test } from "vitest";
import { fittingFills } from "./choose.ts";
import { joinVerdicts } from "./verify-last.ts";

const page = parsePage(
	'@page 1\n@url https://a.example/\n@epoch e1\n\n@view\n<form "One" post>\n <input 1 "A">\n <input 2 "B">\n <select 3 "C" options="x|y">\n <checkbox 4 "D">\n <button 5 submit>Send\n<form "Two" post>\n <input 6 "E">\n<input 7 "F">',
);

const loose = parsePage(
	[
		"@page 1\n@url https://a.example/\n@epoch e1\n\n@view",
		"# Your address",
		'Street <input 1 "Street">',
		'<input 2 "Town">',
		"<button 3>Save address",
		'<input 4 "Phone">',
		"## Your mail",
		'<input 5 "Mail">',
		'<section "Bank">',
		' <input 6 "Holder">',
		' <input 7 "Branch">',
		'<section "Tax">',
		' <input 8 "Office">',
	].join("\n"),
);

function actionOf(text: string): Action {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	return parsed.action;
}

const fits = (first: string, more: readonly string[], { batch = 5, isFree = (_action: Action): boolean => true } = {}) =>
	fittingFills({ action: actionOf(first), more: more.map((text) => ({ action: actionOf(text) })) }, { page, batch }, isFree).length;

describe("how many fills go out together", () => {
	test.for([
		["fields of one form", 'setValue(1, "a")', ['setValue(2, "b")', 'select(3, "x")', 'setValue(4, "true")'], 3],
		["a field of another form ends it", 'setValue(1, "a")', ['setValue(6, "b")', 'setValue(2, "c")'], 0],
		["a field outside any form ends it", 'setValue(1, "a")', ['setValue(2, "b")', 'setValue(7, "c")'], 1],
		["the same field again ends it", 'setValue(1, "a")', ['setValue(1, "b")'], 0],
		["a click ends it", 'setValue(1, "a")', ["click(5)", 'setValue(2, "b")'], 0],
		["a fill that submits ends it", 'setValue(1, "a")', ['setValue(2, "b", true)'], 0],
		["a field that is not there ends it", 'setValue(1, "a")', ['setValue(99, "b")'], 0],
		["nothing goes along with a choice from a button's menu", 'select(5, "x")', ['setValue(1, "a")'], 0],
		["nothing goes along with a click", "click(5)", ['setValue(1, "a")'], 0],
		["nothing goes along with a fill that submits", 'setValue(1, "a", true)', ['setValue(2, "b")'], 0],
	] as const)("%s", ([_name, first, more, count]) => {
		expect(fits(first, more)).toBe(count);
	});

	test.for([
		["fields side by side", 1, 2, 1],
		["a button between them ends it", 2, 4, 0],
		["a heading between them ends it", 4, 5, 0],
		["a region that begins ends it", 5, 6, 0],
		["fields of one region", 6, 7, 1],
		["fields of two regions", 7, 8, 0],
		["the order does not matter", 4, 2, 0],
	] as const)("outside any form: %s", ([_name, first, second, count]) => {
		const [action, other] = [first, second].map((id) => actionOf(`setValue(${id}, "a")`));
		if (action === undefined || other === undefined) throw new Error("two fields are compared");
		expect(fittingFills({ action, more: [{ action: other }] }, { page: loose, batch: 5 }, () => true)).toHaveLength(count);
	});

	test("never more than the client takes, and none for one that takes them singly", () => {
		const more = ['setValue(2, "b")', 'select(3, "x")', 'setValue(4, "true")'];
		expect([0, 1, 2, 3].map((batch) => fits('setValue(1, "a")', more, { batch }))).toEqual([0, 0, 1, 2]);
	});

	test("a fill that a policy objects to ends it, and the first one as well", () => {
		const isFree = (action: Action) => action.name !== "select";
		expect(fits('setValue(1, "a")', ['setValue(2, "b")', 'select(3, "x")', 'setValue(4, "true")'], { isFree })).toBe(1);
		expect(fits('select(3, "x")', ['setValue(2, "b")'], { isFree })).toBe(0);
	});
});

describe("the verdict on a batch", () => {
	const verdict = (kind: Verification["verdict"], confidence: number, observations: readonly string[] = []): Verification => ({
		stepIndex: 0,
		verdict: kind,
		confidence,
		by: "facts",
		observations: [...observations],
	});
	const actions = ['setValue(1, "a")', 'setValue(2, "b")', 'setValue(4, "true")'];

	test("is the least sure success when all worked", () => {
		expect(joinVerdicts([verdict("success", 1), verdict("success", 0.9)], actions)).toMatchObject({ verdict: "success", confidence: 0.9 });
	});
	test("is the first that did not work, and says which", () => {
		expect(joinVerdicts([verdict("success", 1), verdict("failure", 0.9, ["value"]), verdict("unclear", 0)], actions)).toMatchObject({
			verdict: "failure",
			observations: ['in setValue(2, "b"):', "value"],
		});
	});
});
