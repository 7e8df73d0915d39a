import { formatAction } from "@webhand/contracts/action/format";
import { parsePage } from "@webhand/page/parse/parse";
import { describe, expect, test } from "vitest";
import type { Decision } from "../../../port.ts";
import type { PastStep, Turn } from "../../../turn.ts";
import { turnOf as begun } from "../../cases/play.ts";
import { decideByRules } from "../run.ts";

const names = ["First name", "Last name", "Street", "Town", "Country", "Phone"];
const query = names.map((name, index) => `enter "value ${index}" in the ${name} field`).join(", then ");

/** The form with the values of some fields, by index. */
function form(values: Readonly<Record<number, string>> = {}) {
	const fields = names.map(
		(name, index) => ` <input ${index + 1} "${name}"${values[index] === undefined ? "" : ` value="${values[index]}"`}>`,
	);
	return parsePage(
		`@page 1\n@url https://a.example/\n@title T\n@epoch e1\n\n@view\n<form "Address" post>\n${fields.join("\n")}\n <button 9 submit>Save`,
	);
}

/** A turn of a client that takes five fills at once. */
const turnOf = (facts: Partial<Turn> = {}): Turn => begun({ query, page: form(), batch: 5, state: null, ...facts });

/** The entries of a batch that was carried out, each worked unless told. */
function done(decision: Decision, count: number, failed = -1): readonly PastStep[] {
	return [decision, ...(decision.more ?? [])].slice(0, count).map(({ action }, index) => ({
		stepIndex: 0,
		thought: "",
		action: formatAction(action),
		parsed: action,
		verification: { stepIndex: 0, verdict: index === failed ? "failure" : "success", confidence: 0.95, by: "facts", observations: [] },
	}));
}

const texts = (decision: Decision) => [decision, ...(decision.more ?? [])].map(({ action }) => formatAction(action));
const fill = (index: number) => `setValue(${index + 1}, "value ${index}")`;

describe("a client that takes five fills at once", () => {
	test("gets the next five fills of the instruction, and then the rest", () => {
		const first = decideByRules(turnOf());
		expect(texts(first)).toEqual([0, 1, 2, 3, 4].map(fill));
		const values = Object.fromEntries([0, 1, 2, 3, 4].map((index) => [index, `value ${index}`]));
		const second = decideByRules(turnOf({ page: form(values), history: done(first, 5), state: first.state }));
		expect(texts(second)).toEqual([fill(5)]);
	});

	test("that stopped after two gets the third next", () => {
		const first = decideByRules(turnOf());
		const page = form({ 0: "value 0", 1: "value 1" });
		const second = decideByRules(turnOf({ page, history: done(first, 2), state: first.state }));
		expect(texts(second)).toEqual([2, 3, 4, 5].map(fill));
	});

	test("of which the second did not work is not told that all is well", () => {
		const first = decideByRules(turnOf());
		const page = form({ 0: "value 0", 2: "value 2" });
		const second = decideByRules(turnOf({ page, history: done(first, 3, 1), state: first.state }));
		expect(second.action.name).not.toBe("finish");
		expect(texts(second)).not.toContain(fill(5));
	});

	test("that did only the first, as older ones do, goes on one by one", () => {
		const first = decideByRules(turnOf());
		const second = decideByRules(turnOf({ page: form({ 0: "value 0" }), history: done(first, 1), state: first.state, batch: 0 }));
		expect(texts(second)).toEqual([fill(1)]);
	});
});

test("fields without names are filled in order, however many at once", () => {
	const bare = (values: readonly string[]) =>
		parsePage(
			`@page 1\n@url https://a.example/\n@epoch e1\n\n@view\n${values.map((value, index) => `<input ${index + 1} value="${value}">`).join("\n")}`,
		);
	const twoValues = 'Enter "a" and "b" into the text fields';
	const first = decideByRules(turnOf({ query: twoValues, page: bare(["", "", ""]) }));
	const second = decideByRules(turnOf({ query: twoValues, page: bare(["a", "b", ""]), history: done(first, 2), state: first.state }));
	expect([...texts(first), second.action.name]).toEqual(['setValue(1, "a")', 'setValue(2, "b")', "finish"]);
});

test("nothing is done ahead of a button, or of a field that submits", () => {
	const page = form();
	expect(texts(decideByRules(turnOf({ query: 'enter "x" in the Town field and press Save', page })))).toEqual(['setValue(4, "x")']);
});
