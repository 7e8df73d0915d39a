import { parseAction } from "@webhand/contracts/action/parse";
import type { OrderKind } from "@webhand/contracts/agent/step-labels";
import { describe, expect, test } from "vitest";
import { pageOf, turnOf } from "../../../../test/turns.ts";
import type { Completion, Decider, Decision } from "../../../decider/port.ts";
import type { PastStep, Turn } from "../../../decider/turn.ts";
import { makePlan } from "../../../policy/progress/plan.ts";
import type { ChoiceContext } from "./choose.ts";
import { choose } from "./choose.ts";

const now = new Date("2026-11-28T10:00:00.000Z");
const never = new AbortController().signal;
const page = pageOf('<a 1 "Cart" href=/cart>\n<button 2 "Cushions">\n<checkbox 3 "Language">\n<button 4 "Approve 1007">\n"34.40 €"');

function actionOf(text: string) {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	return parsed.action;
}

type Line = readonly [action: string, thought?: string, more?: Partial<Decision>];

/** A model that says its lines in turn, and what it was asked with. */
function modelOf(lines: readonly Line[], verdict: Completion["verdict"] = "complete") {
	const turns: Turn[] = [];
	const decider: Decider = {
		name: "scripted",
		model: "m",
		decide: async (turn) => {
			const [action, thought = "", more = {}] = lines[Math.min(turns.length, lines.length - 1)] ?? ["fail()"];
			turns.push(turn);
			const parsed = actionOf(action);
			const failure = parsed.name === "fail" ? { failure: { category: "by_model" as const, message: "cannot" } } : {};
			return { thought, action: parsed, ...failure, ...more };
		},
		judge: async () => ({ verdict: "failure", confidence: 0, reason: "" }),
		complete: async () => ({ verdict, evidence: "34.40 € stands there", missing: [] }),
	};
	return { decider, turns };
}

const contextOf = (facts: Partial<Turn> = {}, more: Partial<ChoiceContext> = {}): ChoiceContext => {
	const plan = makePlan([], "Do it", now);
	const turn = turnOf({ query: "Do it", page, plan, now, ...facts });
	const gateTask = { query: turn.query, mode: turn.mode, origins: ["shop.example"], isTainted: false, allowsSearches: false, ownFills: [] };
	return {
		turn,
		plan,
		wantsPlan: false,
		isProven: true,
		gateTask,
		past: [],
		refusedFinishes: 0,
		beforeModel: async () => undefined,
		...more,
	};
};

const done = (stepIndex: number, action: string, observations: readonly string[]): PastStep => ({
	stepIndex,
	thought: "",
	action,
	parsed: actionOf(action),
	verification: { stepIndex, verdict: "success", confidence: 0.9, by: "facts", observations: [...observations] },
});

describe("a press that its own reason contradicts", () => {
	const cart = "I open the “Cart”.";

	test("is thought about once more, with both names", async () => {
		const { decider, turns } = modelOf([
			["click(2)", cart],
			["click(1)", cart],
		]);
		const choice = await choose({ decider }, contextOf(), never);
		expect(choice.decision.action).toEqual({ name: "click", id: 1 });
		expect(turns[1]?.forbidden).toEqual([expect.objectContaining({ action: "click(2)", isDoubt: true })]);
		expect(turns[1]?.forbidden[0]?.reason).toMatch(/1 “Cart”.*“Cushions”/);
	});

	test.each([
		["careful", "ask"],
		["autonomous", "warn"],
	] as const)("where the model insists, %s comes to: %s", async (mode, kind) => {
		const { decider, turns } = modelOf([["click(2)", cart]]);
		const choice = await choose({ decider }, contextOf({ mode }), never);
		expect(turns).toHaveLength(2);
		const gate = choice.end.kind === "act" ? choice.end.gate : undefined;
		expect(gate).toMatchObject({ kind, risk: { reasons: expect.arrayContaining(["other_name"]) } });
	});

	test("stands contradicted where the second answer is no answer", async () => {
		const unusable = { failure: { category: "model_output_invalid", message: "no" } } as const;
		const { decider } = modelOf([
			["click(2)", cart],
			["fail()", "", unusable],
		]);
		const choice = await choose({ decider }, contextOf({ mode: "careful" }), never);
		expect(choice.end).toMatchObject({ kind: "act", gate: { kind: "ask", risk: { reasons: expect.arrayContaining(["other_name"]) } } });
	});

	test("of the rules means what it says", async () => {
		const { decider, turns } = modelOf([["click(2)", cart, { decidedBy: "rules" }]]);
		const choice = await choose({ decider }, contextOf({ mode: "autonomous" }), never);
		expect(turns).toHaveLength(1);
		expect(choice.end).toMatchObject({ kind: "act", gate: { kind: "allow" } });
	});
});

describe("a tick put on, off and on again", () => {
	const on = done(0, "click(3)", ["target_state checked"]);
	const off = done(1, "click(3)", ["target_state -checked"]);

	test("is doubted at the first turn, and may be insisted on", async () => {
		const { decider, turns } = modelOf([["click(3)"]]);
		const choice = await choose({ decider }, contextOf({ history: [on] }), never);
		expect(turns).toHaveLength(2);
		expect(choice.end.kind).toBe("act");
	});

	test("ends the task as done where the page shows that it is, and the order only acts", async () => {
		const turnedBack = async (verdict: Completion["verdict"], orderKind?: OrderKind) =>
			(await choose(modelOf([["click(3)"]], verdict), contextOf({ history: [on] }, { orderKind }), never)).end.kind;
		expect(await turnedBack("complete", "acts")).toBe("finish");
		expect(await turnedBack("continue", "acts")).toBe("act");
		expect(await turnedBack("complete")).toBe("act");
	});

	test("ends as a loop at the second, told with what stands now", async () => {
		const { decider } = modelOf([["click(3)"]]);
		const choice = await choose({ decider }, contextOf({ history: [on, off] }), never);
		expect(choice.end).toMatchObject({ kind: "fail", category: "loop", message: expect.stringContaining("“Language” is not ticked now.") });
	});

	test("a third value of a field is no turn back", async () => {
		const names = pageOf('<input 1 "Name" value="Bob">');
		const history = [done(0, 'setValue(1, "Ada")', ['target_value "Ada"']), done(1, 'setValue(1, "Bob")', ['target_value "Bob"'])];
		const fresh = modelOf([['setValue(1, "Cleo")']]);
		expect((await choose(fresh, contextOf({ page: names, history }), never)).end.kind).toBe("act");
		const same = modelOf([['setValue(1, "Ada")']]);
		expect((await choose(same, contextOf({ page: names, history }), never)).end).toMatchObject({ category: "loop" });
	});
});

describe("an action that does nothing for the task is thought about once more", () => {
	const form = pageOf(
		'<a 1 partner.example/x>Partner\n<input 2 "Name" value="Ada">\n<input 3 "When" collapsed>\n<select 4 "Size" value="Big" options="Small|Big*">',
	);
	const asked = async (action: string) => {
		const { decider, turns } = modelOf([[action]]);
		const context = contextOf({ page: form, mode: "autonomous", query: "Open Wikipedia" });
		const gateTask = { ...context.gateTask, origins: ["shop.example", "begun.example"] };
		await choose({ decider }, { ...context, gateTask }, never);
		return turns.length;
	};

	test.each([
		["an address that nobody named", 'navigate("https://www.invented.example/more")', 2],
		["an address that the page links", 'navigate("https://partner.example/y")', 1],
		["a site that the person names", 'openTab("https://en.wikipedia.org/wiki/Owl")', 1],
		["an address of the site where the task began", 'navigate("https://begun.example/")', 1],
		["an address of the same site", 'navigate("https://shop.example/cart")', 1],
		["a first click into a field", "click(2)", 1],
		["a value that stands there", 'setValue(2, "Ada")', 2],
		["another value", 'setValue(2, "Eve")', 1],
		["a value that stands there, sent", 'setValue(2, "Ada", true)', 1],
		["a label that is chosen", 'select(4, "Big")', 2],
		["another label", 'select(4, "Small")', 1],
	] as const)("%s", async (_name, action, calls) => {
		expect(await asked(action)).toBe(calls);
	});
});

test.each([
	["a plain field", '<input 1 "Name">', "click(1)", 2],
	["a field that opens something", '<input 1 "When" collapsed>', "click(1)", 1],
	["a plain field, twice", '<input 1 "Name">', 'click(1, "double")', 1],
] as const)("a second click into %s", async (_name, line, action, calls) => {
	const { decider, turns } = modelOf([[action], ['setValue(1, "Ada")']]);
	const history = [done(0, action, ["focus moved"])];
	await choose({ decider }, contextOf({ page: pageOf(line), query: 'Enter "Ada"', history }), never);
	expect(turns).toHaveLength(calls);
});

describe("a failure of a model", () => {
	test("is refused once where the page shows the answer", async () => {
		const { decider, turns } = modelOf([['fail("There is no cost.")'], ['finish("34.40 €")']]);
		const choice = await choose({ decider }, contextOf({}, { orderKind: "asks" }), never);
		expect(turns[1]?.forbidden[0]).toMatchObject({ action: 'fail("There is no cost.")', reason: expect.stringContaining("34.40 €") });
		expect(choice.end).toEqual({ kind: "finish", answer: "34.40 €" });
	});

	test("after a proven step that did all of it ends the task as done", async () => {
		const { decider, turns } = modelOf([["fail()"]]);
		const history = [done(0, "click(4)", ["target_gone"])];
		const choice = await choose({ decider }, contextOf({ history }, { orderKind: "acts" }), never);
		expect(turns).toHaveLength(1);
		expect(choice.end.kind).toBe("finish");
	});

	test("is never done where something is to be told, or nobody knows", async () => {
		const history = [done(0, "click(4)", ["target_gone"])];
		for (const orderKind of ["both", undefined] as const)
			expect((await choose(modelOf([["fail()"]]), contextOf({ history }, { orderKind }), never)).end.kind).toBe("fail");
	});

	test("stands where the page agrees, and where the model insists", async () => {
		const impossible = modelOf([["fail()"]], "impossible");
		expect((await choose(impossible, contextOf(), never)).end).toMatchObject({ kind: "fail", category: "by_model" });
		const insisting = modelOf([["fail()"]], "continue");
		expect((await choose(insisting, contextOf(), never)).end).toMatchObject({ kind: "fail", category: "by_model" });
		expect(insisting.turns).toHaveLength(2);
	});
});

describe("an order that only asks", () => {
	test("a press that may change something is thought about once more, then asked for in every mode", async () => {
		const { decider, turns } = modelOf([["click(4)"]]);
		const choice = await choose(
			{ decider },
			contextOf({ query: "What is the amount of 1007?", mode: "autonomous" }, { orderKind: "asks" }),
			never,
		);
		expect(turns[1]?.forbidden[0]).toMatchObject({ isDoubt: true, reason: expect.stringContaining("only asks") });
		expect(choice.end).toMatchObject({ kind: "act", gate: { kind: "ask", risk: { reasons: expect.arrayContaining(["only_asked"]) } } });
	});

	test.each([
		["which the second one leaves out", {}],
		["which the second one takes back", { kind: "acts" }],
	] as const)("the model's first answer says it where grammar does not, %s", async (_name, second) => {
		const { decider } = modelOf([
			["click(4)", "", { kind: "asks" }],
			["click(4)", "", second],
		]);
		const choice = await choose({ decider }, contextOf({ mode: "autonomous" }), never);
		expect(choice).toMatchObject({ orderKind: "asks", end: { kind: "act", gate: { kind: "ask" } } });
	});

	test("a question mark ends a question in any language, until somebody says more", async () => {
		const german = contextOf({ mode: "autonomous" });
		const asking = { ...german, gateTask: { ...german.gateTask, query: "Wie hoch ist Rechnung 1007?" } };
		expect((await choose(modelOf([["click(4)"]]), asking, never)).end).toMatchObject({ gate: { kind: "ask" } });
		expect((await choose(modelOf([["click(4)", "", { kind: "acts" }]]), asking, never)).end).toMatchObject({ gate: { kind: "warn" } });
	});

	test("no fill of a batch goes beyond asking", async () => {
		const form = pageOf('<form 1 "Find" post>\n  <search 2 "Find">\n  <select 3 "Status" options="Open*|Paid">\n  <button 4 "Go" submit>');
		const fill = { more: [{ action: { name: "select", id: 3, options: ["Paid"] } }] } as const;
		const choice = await choose(
			modelOf([['setValue(2, "Ada")', "", fill]]),
			contextOf({ page: form, batch: 3 }, { orderKind: "asks" }),
			never,
		);
		expect(choice).toMatchObject({ end: { kind: "act", gate: { kind: "allow" } } });
		expect(choice.more).toBeUndefined();
	});
});

describe("a deed that worked", () => {
	const form = pageOf('<form 1 "Order" post>\n  <input 2 "Name">\n  <button 3 "Place order" submit>\n<button 4 "Next">');
	const asked = async (action: string, step: PastStep) => {
		const { decider, turns } = modelOf([[action]]);
		await choose({ decider }, contextOf({ page: form, mode: "autonomous", history: [step] }), never);
		return turns.length;
	};

	test("is not done again at once without a second thought: a form is sent twice, a key is typed twice", async () => {
		expect(await asked("click(3)", { ...done(0, "click(3)", ["mutated"]), targetName: "Place order" })).toBe(2);
		expect(await asked('press(2, "l")', { ...done(0, 'press(2, "l")', ["mutated"]), targetName: "Name" })).toBe(2);
	});

	test("may be repeated where it only shows more, and where it stands for another control now", async () => {
		expect(await asked("click(4)", { ...done(0, "click(4)", ["elements_added 3"]), targetName: "Next" })).toBe(1);
		expect(await asked("click(3)", { ...done(0, "click(3)", ["url_changed"]), targetName: "To the order" })).toBe(1);
	});
});
