import { formatAction } from "@webhand/contracts/action/format";
import { parsePage } from "@webhand/page/parse/parse";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRulesDecider } from "../decider.ts";
import { decideTurn } from "../run/decide.ts";
import type { Decision, PastStep, Turn } from "../turn.ts";
import { pageOf, play, turnOf } from "./play.ts";

const page = pageOf("<button 1>Load more</> <button 2>Refresh</> <button 3>Delete all");

function told(note: string) {
	let turn = 0;
	return play('Click "Load more" 3 times', page, () => {
		turn += 1;
		return { page, ...(turn === 1 ? { note: `The person said: ${note}` } : {}) };
	});
}

describe("what a user says while a task runs", () => {
	test.each(["stop", "please stop after two clicks", "Wait", "do not click any more", "No", "stopp"])(
		"ends it where it is a no: %s",
		(note) => {
			const { actions, last } = told(note);
			expect(actions).toEqual(["click(1)", "fail"]);
			expect(last.failure).toMatchObject({ category: "refused", message: expect.stringContaining(`You said “${note}”, so I stopped.`) });
		},
	);

	test("ends it where it is not understood: it may have been a no", () => {
		const { actions, last } = told("colourless green ideas sleep furiously");
		expect([actions, last.failure?.category]).toEqual([["click(1)", "fail"], "not_understood"]);
	});

	test.each(["Click Refresh", 'click "Refresh"'])("is done after the order where it is one: %s", (note) => {
		expect(told(note).actions).toEqual(["click(1)", "click(1)", "click(1)", "click(2)", "finish()"]);
	});
});

describe("a page that a task was led to and cannot see ends it", () => {
	const unread = (restricted: string) =>
		parsePage(`@page 1\n@url http://localhost:8788/\n@restricted ${restricted}\n\nThis page cannot be read.`);
	test.each([
		["site that the user did not allow", "failure", "refused", "You did not allow localhost:8788."],
		["site that the user did not allow", "success", "refused", "You did not allow localhost:8788."],
		["error page: connection refused", "failure", "impossible", "The page could not be opened: connection refused."],
		["PDF document", "success", "impossible", "This page cannot be read (PDF document)."],
	] as const)("%s, %s", (restricted, verdict, category, message) => {
		const query = "Open http://localhost:8788/ in a new tab and read the page title";
		const { actions, last } = play(query, page, () => ({ page: unread(restricted), verdict }));
		expect(actions).toEqual(['openTab("http://localhost:8788/")', "fail"]);
		expect(last.failure).toMatchObject({ category, message: verdict === "failure" ? message : expect.stringContaining(message) });
	});

	test("a page without a title has none to read", () => {
		const untitled = parsePage("@page 1\n@url http://localhost:8788/\n@epoch e1\n\nHello");
		expect(play("Read the page title", untitled, () => ({ page: untitled })).last.failure?.category).toBe("not_on_page");
	});
});

describe("an action is proven before the next one", () => {
	const step = (decision: Decision, verdict: "success" | "failure", stepIndex = 0): PastStep => ({
		stepIndex,
		thought: decision.thought,
		parsed: decision.action,
		verification: { stepIndex, verdict, confidence: 0.9, by: "facts", observations: [] },
	});
	const next = (turn: Turn, before: Decision, facts: Partial<Turn>) => decideTurn({ ...turn, plan: {}, state: before.state, ...facts });
	const turn = turnOf({ query: "Click Load more, then click Refresh", page });

	test("a literal click that shows nothing is passed by, unless it is the last", () => {
		const first = decideTurn(turn);
		const second = next(turn, first, { history: [step(first, "failure")] });
		expect([formatAction(second.action), second.thought]).toEqual([
			"click(2)",
			expect.stringContaining("Nothing visible changed after “Click Load more”"),
		]);
		const third = next(turn, second, { history: [step(first, "failure"), step(second, "failure", 1)] });
		expect(third.failure).toMatchObject({ category: "stuck", message: expect.stringContaining("Done so far: “Click Load more”") });
	});

	test("what moved away is brought into view once and tried again", () => {
		const first = decideTurn(turn);
		const report = { status: "failure", error: { code: "ELEMENT_COVERED", message: "" } } as const;
		const second = next(turn, first, { history: [step(first, "failure")], report });
		const third = next(turn, second, { history: [step(first, "failure"), step(second, "success", 1)] });
		expect([second, third].map(({ action }) => formatAction(action))).toEqual(['scroll("to", 1)', "click(1)"]);
	});

	test("a field that does not take its value is tried once more, then told", () => {
		const form = pageOf('<input 1 "Name">');
		const { actions, last } = play("Enter Ada as name", form, () => ({ page: form, verdict: "failure" }));
		expect([actions, last.failure?.category]).toEqual([['setValue(1, "Ada")', 'setValue(1, "Ada")', "fail"], "stuck"]);
	});

	test.each([
		["Place the order", [], undefined],
		["Approve 1007", [], undefined],
		["Click Approve", [], undefined],
		["Press Enter in the name field", [], undefined],
		["Place the order", ['form_same "Sent"'], undefined],
		["Place the order", ['validation_error "Name is missing"'], true],
		["Place the order", ["client_error FAILED (client)"], true],
		["Enter Ada as name", [], true],
	] as const)("%s, failed with %j: a model may go on: %s", (query, observations, canHandOver) => {
		const body = '<input 1 "Name"></> <button 2>Place the order\n\n| 1007 | <button 3>Approve';
		const { last } = play(query, pageOf(body), () => ({ page: pageOf(body), verdict: "failure", observations }));
		expect([last.action.name, last.failure?.category, last.canHandOver]).toEqual(["fail", "stuck", canHandOver]);
	});

	test("a deed that may have been taken is done once", () => {
		const page = pageOf("<button 2>Place the order");
		expect(play("Place the order", page, () => ({ page, verdict: "failure" })).actions).toEqual(["click(2)", "fail"]);
	});

	test("and so is a form that is sent", () => {
		const page = pageOf('<form> <input 1 "Name"></> <button 2 submit>Send');
		const { actions, last } = play("Enter Ada as name and send it", page, ({ name }) => ({
			page,
			verdict: name === "setValue" ? "success" : "failure",
		}));
		expect([actions, last.canHandOver]).toEqual([['setValue(1, "Ada")', "click(2)", "fail"], undefined]);
	});

	test("what the page says against a form ends the task in its words", () => {
		const form = pageOf('<form>\n <email 1 "Email">\n <button 2 submit>Save');
		const { last } = play("Click Save", form, () => ({
			page: form,
			verdict: "failure",
			observations: ['validation_error "Email" "Please fill in"'],
		}));
		expect(last.failure?.message).toContain("the page would not take it: “Email”: Please fill in");
	});

	test("what was denied or refused is not done, nor the next best thing", () => {
		const forbidden = (code: "denied" | "refused") => decideTurn({ ...turn, forbidden: [{ action: "click(1)", reason: "it pays", code }] });
		expect([forbidden("denied").failure, forbidden("refused").failure]).toMatchObject([
			{ category: "refused", message: expect.stringContaining("You said no to “Click Load more”") },
			{ category: "refused", message: expect.stringContaining("it pays") },
		]);
	});

	test.each([
		["lost", undefined],
		["of an older version", { clause: 1 }],
	])("a task whose memory is %s is not begun again", (_what, state) => {
		const first = decideTurn(turn);
		expect(decideTurn({ ...turn, state, history: [step(first, "success")] }).failure?.category).toBe("stuck");
	});
});

describe("a client that takes five fills at once", () => {
	const names = ["First name", "Last name", "Street", "Town", "Country", "Phone"];
	const query = names.map((name, index) => `enter "value ${index}" in the ${name} field`).join(", then ");
	const form = (filled: number) =>
		pageOf(
			`<form "Address" post>\n${names.map((name, index) => ` <input ${index + 1} "${name}"${index < filled ? ` value="value ${index}"` : ""}>`).join("\n")}\n <button 9 submit>Save`,
		);
	const texts = (decision: Decision) => [decision, ...(decision.more ?? [])].map(({ action }) => formatAction(action));
	const fill = (index: number) => `setValue(${index + 1}, "value ${index}")`;
	const done = (decision: Decision, count: number): readonly PastStep[] =>
		[decision, ...(decision.more ?? [])].slice(0, count).map(({ action }) => ({
			stepIndex: 0,
			thought: "",
			parsed: action,
			verification: { stepIndex: 0, verdict: "success", confidence: 0.95, by: "facts", observations: [] },
		}));

	test.each([
		[5, [5]],
		[2, [2, 3, 4, 5]],
		[1, [1, 2, 3, 4, 5]],
	])("that did %i of them gets the others", (count, left) => {
		const first = decideTurn(turnOf({ query, page: form(0), batch: 5 }));
		expect(texts(first)).toEqual([0, 1, 2, 3, 4].map(fill));
		const second = decideTurn(turnOf({ query, page: form(count), batch: 5, plan: {}, history: done(first, count), state: first.state }));
		expect(texts(second)).toEqual(left.map(fill));
	});

	test("gets nothing ahead of a button", () => {
		expect(texts(decideTurn(turnOf({ query: 'enter "x" in the Town field and press Save', page: form(0), batch: 5 })))).toEqual([
			'setValue(4, "x")',
		]);
	});
});

describe("whatever the order and the page", () => {
	const tags = ["button", "a", "input", "checkbox", "select", "textarea", "row", "menuitem", "option", "search", "tab", "radio"];
	const words = ["Save", "Delete all", "Name", "Ada Lee", "Bob", "12", "Total: 4 €", "Next", "", "Menu", "Cart (2)", "…"];
	const line = fc.record({
		start: fc.constantFrom("", "# ", "- ", "| ", " "),
		tag: fc.constantFrom(...tags),
		name: fc.constantFrom(...words),
		text: fc.constantFrom(...words),
		state: fc.constantFrom("", " disabled", " collapsed", " expanded", " checked", ' value="x"', ' options="A|B*"'),
	});
	const body = fc
		.array(line, { maxLength: 25 })
		.map((lines) =>
			lines
				.map(({ start, tag, name, text, state }, index) => `${start}${text} <${tag} ${index + 1} "${name}"${state}></> ${text}`)
				.join("\n"),
		);
	const order = fc.array(
		fc.constantFrom(
			"click",
			"open",
			"enter",
			"into",
			"the",
			"second",
			"row",
			"of",
			"and",
			"select",
			"tick",
			"all",
			"delete",
			"read",
			"how many",
			"search for",
			"until",
			'"',
			",",
			"not",
			"go to page",
			"press Enter",
			"Save",
			"Ada Lee",
			"Bob",
			"Name",
			"12",
			"it",
			"wait",
			"scroll to",
			"add",
			"to the cart",
		),
		{ maxLength: 14 },
	);

	test("nothing is thrown, what is acted on stands on the page, and the state fits", async () => {
		const decider = createRulesDecider();
		await fc.assert(
			fc.asyncProperty(body, order, async (text, parts) => {
				const shown = pageOf(text);
				const decision = await decider.decide(turnOf({ query: parts.join(" ") || "x", page: shown, batch: 5 }));
				for (const { action } of [decision, ...(decision.more ?? [])])
					if ("id" in action && action.id !== undefined) expect(shown.elements.has(action.id)).toBe(true);
				expect(JSON.stringify(decision.state).length).toBeLessThanOrEqual(8_192);
			}),
			{ numRuns: 400 },
		);
	});

	test("what is not understood in any of its clauses is not begun", () => {
		const { actions, last } = play("Click Refresh and frobnicate the whatsit so that it looks nice", page, () => ({ page }));
		expect([actions, last.failure?.category]).toEqual([["fail"], "not_understood"]);
	});
});
