import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { Verification } from "@webhand/contracts/agent/task";
import { parsePage } from "@webhand/page/parse/parse";
import { describe, expect, test } from "vitest";
import { turnOf } from "../../../../test/turns.ts";
import type { Completion, Decider, Decision } from "../../../decider/port.ts";
import type { PastStep, Turn } from "../../../decider/turn.ts";
import { keysOf } from "../../../policy/facts/keys.ts";
import { makePlan } from "../../../policy/progress/plan.ts";
import type { ChoiceContext } from "./choose.ts";
import { choose } from "./choose.ts";

const now = new Date("2026-01-30T10:00:00.000Z");
const page = parsePage("@page 1\n@url https://shop.example/\n@title T\n@epoch e1\n\n@view\n<button 1>One\n<button 2>Two");

function actionOf(text: string): Action {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	return parsed.action;
}

type Said = string | (Partial<Decision> & { readonly action: Action });

/** A decider that says its lines in turn, and what it was asked with. */
function speaker(lines: readonly Said[], completion: Completion["verdict"] = "complete") {
	const turns: Turn[] = [];
	const decider: Decider = {
		name: "speaker",
		decide: async (turn) => {
			const line = lines[Math.min(turns.length, lines.length - 1)] ?? "fail()";
			turns.push(turn);
			const usage = { promptTokens: 10, completionTokens: 1, calls: 1 };
			return typeof line === "string" ? { thought: line, action: actionOf(line), usage } : { thought: "", usage, ...line };
		},
		judge: async () => ({ verdict: "failure", confidence: 0, reason: "" }),
		complete: async () => ({ verdict: completion, evidence: "an empty cart", missing: completion === "complete" ? [] : ["the total"] }),
	};
	return { decider, turns };
}

const openSteps = [
	{ description: "Look", toolType: "DOM" },
	{ description: "Pay", toolType: "DOM" },
] as const;

const context = (facts: Partial<ChoiceContext> = {}): ChoiceContext => {
	const plan = makePlan([], "Do it", now);
	return {
		turn: turnOf({ query: "Do it", page, plan, now }),
		plan,
		wantsPlan: false,
		isProven: true,
		gateTask: { query: "Do it", mode: "autonomous", origins: ["shop.example"], isTainted: false, allowsSearches: false, ownFills: [] },
		past: [],
		refusedFinishes: 0,
		beforeModel: async () => undefined,
		...facts,
	};
};

const signal = new AbortController().signal;
const worked: Verification = { stepIndex: 0, verdict: "success", confidence: 0.9, by: "facts", observations: [] };
const dead = (text: string) => ({ ...keysOf(actionOf(text), page), isProven: false, isSuccess: false, isLookup: false });

describe("a decision that stands", () => {
	test("is asked for once", async () => {
		const { decider, turns } = speaker(["click(1)"]);
		expect(await choose({ decider }, context(), signal)).toMatchObject({
			end: { kind: "act", gate: { kind: "allow" } },
			spent: { calls: 1, promptTokens: 10 },
		});
		expect(turns).toHaveLength(1);
	});
	test("ends the task with its answer", async () => {
		const { decider } = speaker(['finish("12 €")']);
		expect((await choose({ decider }, context(), signal)).end).toEqual({ kind: "finish", answer: "12 €" });
	});
	test("gives up in the decider's own words", async () => {
		const { decider } = speaker(['fail("no such page")']);
		expect((await choose({ decider }, context(), signal)).end).toEqual({ kind: "fail", category: "by_model", message: "no such page" });
	});
});

describe("a task that is ended against its decider says why", () => {
	test("a finish that was refused twice says what is missing, not that it is done", async () => {
		const { decider } = speaker([{ action: actionOf('finish("12 €")'), thought: "Done." }], "continue");
		const choice = await choose({ decider }, context(), signal);
		expect(choice.end).toMatchObject({ kind: "fail", category: "incomplete", answer: "12 €" });
		expect(choice.decision.thought).toBe("I was about to say that it is done, but still missing: the total (seen: an empty cart).");
	});
	test("a finish that was refused, without a usable answer after it, says what is missing", async () => {
		const failure = { category: "model_output_invalid", message: "The answers could not be used." } as const;
		const { decider } = speaker(['finish("12 €")', { action: actionOf("fail()"), failure }], "continue");
		const choice = await choose({ decider }, context(), signal);
		expect(choice.end).toMatchObject({ kind: "fail", category: "incomplete", answer: "12 €" });
		expect(choice.spent).toMatchObject({ calls: 2 });
	});
	test("an action that goes in circles is named with the reason", async () => {
		const { decider } = speaker([{ action: actionOf("click(1)"), thought: "Once more." }]);
		const choice = await choose({ decider }, context({ past: [dead("click(1)"), dead("click(1)")] }), signal);
		expect(choice.decision.thought).toMatch(/^Once more\. I stop here: .*three times in a row/);
	});
});

describe("a decision that does not stand is asked for once more, with the reason", () => {
	test.each([
		["an element that is not on the page", ["click(9)", "click(1)"], {}, /element 9 is not on this page/],
		["a loop", ["click(1)", "click(2)"], { past: [dead("click(1)"), dead("click(1)")] }, /three times in a row/],
		["a server tool", ['server("fs.read", {})', "click(1)"], {}, /no such tool of the server host/],
		["a finish over an unproven action", ['finish("done")', "click(1)"], { isProven: false }, /not proven/],
		[
			"a finish before the plan is through",
			["finish()", "click(1)"],
			{
				plan: makePlan(openSteps, "q", now),
			},
			/“Look” of the plan is still open/,
		],
	] as const)("%s", async (_name, lines, facts, reason) => {
		const { decider, turns } = speaker(lines);
		const choice = await choose({ decider }, context(facts as Partial<ChoiceContext>), signal);
		expect(choice.end.kind).toBe("act");
		expect(choice.spent.calls).toBe(2);
		expect(turns[1]?.forbidden).toEqual([{ action: expect.any(String), reason: expect.stringMatching(reason), code: expect.any(String) }]);
	});

	test("a finish that the decider itself finds incomplete", async () => {
		const { decider, turns } = speaker(["finish()", "click(1)"], "continue");
		expect(await choose({ decider }, context(), signal)).toMatchObject({ end: { kind: "act" }, refusedFinishes: 1 });
		expect(turns[1]?.forbidden[0]).toMatchObject({
			action: "finish()",
			reason: "still missing: the total (seen: an empty cart)",
			code: "failed",
		});
	});
});

describe("a model is asked once more before it undoes what worked, and may insist", () => {
	const form = parsePage(
		'@page 1\n@url https://shop.example/\n@title T\n@epoch e1\n\n@view\n<checkbox 1 "Tea" checked>\n<button 2>Two\n<password 3 "Password">',
	);
	const ticked: PastStep = {
		stepIndex: 4,
		thought: "",
		action: "click(1)",
		parsed: actionOf("click(1)"),
		verification: { stepIndex: 4, verdict: "success", confidence: 0.85, by: "facts", observations: ["target_state checked"] },
	};
	const after = (facts: Partial<ChoiceContext> = {}) => context({ turn: { ...context().turn, page: form, history: [ticked] }, ...facts });
	const doubting = (lines: readonly Said[], facts?: Partial<ChoiceContext>, model: { readonly model?: string } = { model: "small" }) => {
		const { decider, turns } = speaker(lines);
		return { turns, choice: choose({ decider: { ...decider, ...model } }, after(facts), signal) };
	};

	test("is told which step, and goes another way", async () => {
		const { choice, turns } = doubting(["click(1)", "click(2)"]);
		expect((await choice).decision.action).toEqual(actionOf("click(2)"));
		expect(turns[1]?.forbidden).toEqual([
			{ action: "click(1)", reason: "it takes back step 5, which worked: if TASK is done, finish", code: "failed", isDoubt: true },
		]);
	});
	test("insists, and it is done", async () => {
		const { choice, turns } = doubting(["click(1)"]);
		expect((await choice).end).toMatchObject({ kind: "act", gate: { kind: "allow" } });
		expect(turns).toHaveLength(2);
	});
	test("has no usable second answer, and the first one is done", async () => {
		const failure = { category: "model_output_invalid", message: "The answers could not be used." } as const;
		const { choice } = doubting(["click(1)", { action: actionOf("fail()"), failure }]);
		expect(await choice).toMatchObject({ decision: { action: actionOf("click(1)") }, end: { kind: "act" } });
	});
	test("rules mean what they say", async () => {
		const { choice, turns } = doubting(["click(1)"], {}, {});
		expect((await choice).end).toMatchObject({ kind: "act" });
		expect(turns).toHaveLength(1);
	});
	test("a secret that nobody gave: the person's own is taken in its place, and insisting hands the field over", async () => {
		const query = 'Enter the password "rUT3X"';
		const gateTask = { ...context().gateTask, query };
		const right = doubting(['setValue(3, "wrong 95")', 'setValue(3, "rUT3X")'], { gateTask });
		expect((await right.choice).end).toMatchObject({ kind: "act", gate: { kind: "allow", isOwnValue: true } });
		expect(right.turns[1]?.forbidden).toEqual([
			{ action: 'setValue(3, "•••")', reason: expect.stringContaining("did not give this one"), code: "failed", isDoubt: true },
		]);
		const wrong = doubting(['setValue(3, "wrong 95")'], { gateTask });
		expect((await wrong.choice).end).toMatchObject({ kind: "act", gate: { kind: "handoff" } });
	});
	test("a secret that the person gave is typed without a doubt", async () => {
		const gateTask = { ...context().gateTask, query: 'Enter the password "rUT3X"' };
		const { choice, turns } = doubting(['setValue(3, "rUT3X")'], { gateTask });
		expect((await choice).end).toMatchObject({ kind: "act", gate: { kind: "allow" } });
		expect(turns).toHaveLength(1);
	});
});

describe("one that is insisted on ends the task", () => {
	test.each([
		["an element that is not there", ["click(9)"], {}, { category: "model_output_invalid" }],
		["a loop", ["click(1)"], { past: [dead("click(1)"), dead("click(1)")] }, { category: "loop" }],
		["a server tool", ['server("fs.read", {})'], {}, { category: "refused" }],
		[
			"what the person refused",
			["click(1)"],
			{ turn: { ...context().turn, forbidden: [{ action: "click(1)", reason: "the person said no to it", code: "denied" }] } },
			{ category: "refused" },
		],
	] as const)("%s", async (_name, lines, facts, failure) => {
		const { decider, turns } = speaker(lines);
		expect((await choose({ decider }, context(facts as Partial<ChoiceContext>), signal)).end).toMatchObject({ kind: "fail", ...failure });
		expect(turns).toHaveLength(2);
	});

	test.each([
		["an action that is not proven", { isProven: false }],
		["steps of the plan that nobody ticked", { plan: makePlan(openSteps, "q", now) }],
	])("a finish over %s: task and page decide, and say what they see", async (_name, facts) => {
		const done = speaker(['finish("12 €")']);
		expect((await choose({ decider: done.decider }, context(facts), signal)).end).toEqual({ kind: "finish", answer: "12 €" });
		expect(done.turns).toHaveLength(2);
		const open = speaker(['finish("half of it")'], "continue");
		const choice = await choose({ decider: open.decider }, context(facts), signal);
		expect(choice.end).toEqual({
			kind: "fail",
			category: "incomplete",
			message: "Not complete: still missing: the total (seen: an empty cart)",
			answer: "half of it",
		});
		expect(choice.decision.thought).toContain("still missing: the total (seen: an empty cart)");
		expect(open.turns).toHaveLength(2);
	});

	test.each([
		["stands for it", "finish()", undefined, "fail"],
		["only says that an order is done", 'finish("Done")', "acts", "fail"],
		["says so where nobody knows what the order wants", 'finish("Done")', undefined, "fail"],
		["tells what the page shows", 'finish("12 €")', "asks", "finish"],
	] as const)("an action that was not carried out, and a finish that %s", async (_name, line, orderKind, end) => {
		const report = { status: "failure", error: { code: "COVERED", message: "Something lies above it" } } as const;
		const facts = { isProven: false, orderKind, turn: { ...context().turn, report } };
		const choice = await choose({ decider: speaker([line]).decider }, context(facts as Partial<ChoiceContext>), signal);
		expect(choice.end).toMatchObject(end === "fail" ? { kind: end, category: "incomplete" } : { kind: end, answer: "12 €" });
	});

	describe("a finish that facts stand against", () => {
		const unproven = 'the page refused “Save”: "Account" invalid';
		test("ends the task as not proven, with these facts, whatever the model says of the page", async () => {
			const { decider, turns } = speaker([{ action: actionOf('finish("Saved")'), thought: "Done." }]);
			const choice = await choose({ decider }, context({ unproven, orderKind: "acts" }), signal);
			expect(choice.end).toEqual({ kind: "fail", category: "incomplete", message: `Not complete: ${unproven}`, answer: "Saved" });
			expect(choice.decision.thought).toBe(`I was about to say that it is done, but ${unproven}.`);
			expect(turns.map(({ forbidden }) => forbidden.map(({ reason }) => reason))).toEqual([[], [unproven]]);
		});
		test("is made good by what the model does then", async () => {
			const { decider } = speaker(["finish()", "click(1)"]);
			expect((await choose({ decider }, context({ unproven }), signal)).end.kind).toBe("act");
		});
		test("stands where an order that only asks is answered, and where rules are done", async () => {
			const asked = await choose({ decider: speaker(['finish("12 €")']).decider }, context({ unproven, orderKind: "asks" }), signal);
			expect(asked.end).toEqual({ kind: "finish", answer: "12 €" });
			const { decider } = speaker([{ action: actionOf("finish()"), decidedBy: "rules" }]);
			expect((await choose({ decider }, context({ unproven }), signal)).end.kind).toBe("finish");
		});
		test("is none that a failure turns into", async () => {
			const failure = { category: "by_model", message: "I cannot" } as const;
			const { decider } = speaker([{ action: actionOf("fail()"), failure }]);
			const history = [{ stepIndex: 0, thought: "", action: "click(1)", parsed: actionOf("click(1)"), verification: worked }];
			const turn = { ...context().turn, history };
			const end = async (facts: Partial<ChoiceContext>) =>
				(await choose({ decider: { ...decider, model: "small" } }, context({ turn, orderKind: "acts", ...facts }), signal)).end.kind;
			expect([await end({}), await end({ unproven })]).toEqual(["finish", "fail"]);
		});
	});

	test("the second finish that is refused ends the task at once", async () => {
		const { decider, turns } = speaker(['finish("half")'], "continue");
		const choice = await choose({ decider }, context({ refusedFinishes: 1 }), signal);
		expect(choice).toMatchObject({ end: { kind: "fail", category: "incomplete", answer: "half" }, refusedFinishes: 2 });
		expect(turns).toHaveLength(1);
	});

	test("a finish of what cannot be done says so", async () => {
		const { decider } = speaker(["finish()"], "impossible");
		const choice = await choose({ decider }, context({ refusedFinishes: 1 }), signal);
		expect(choice.end).toMatchObject({ kind: "fail", category: "impossible", message: expect.stringContaining("the total") });
	});

	test.each([
		["a site that the user did not allow", "site that the user did not allow", true, "refused", "You did not allow localhost:8788."],
		["a page that is not there", "error page: connection refused", false, "stuck", "The page could not be opened: connection refused."],
	] as const)("a finish on %s: nobody knows what became of the task", async (_name, restricted, isProven, category, message) => {
		const there = parsePage(`@page 1\n@url http://localhost:8788/\n@restricted ${restricted}\n\nThis page cannot be read.`);
		const { decider, turns } = speaker(['finish("")']);
		const choice = await choose({ decider }, context({ turn: { ...context().turn, page: there }, isProven }), signal);
		expect(choice.end).toEqual({ kind: "fail", category, message });
		expect(turns).toHaveLength(2);
	});

	test("an empty answer is none, and a task that works elsewhere may end beside a page that is not there", async () => {
		const there = parsePage("@page 1\n@url http://localhost:9/\n@restricted error page\n\nThis page cannot be read.");
		const { decider } = speaker(['finish(" ")']);
		const choice = await choose({ decider }, context({ turn: { ...context().turn, page: there } }), signal);
		expect(choice.end).toEqual({ kind: "finish" });
	});

	test("a loop rule is named, also when the second decision is another one", async () => {
		const { decider } = speaker(["click(1)", "click(2)"]);
		expect((await choose({ decider }, context({ past: [dead("click(1)"), dead("click(1)")] }), signal)).loop).toBe("repeat_run");
	});

	test("an action that failed before may be tried again when the decider insists", async () => {
		const { decider } = speaker(["click(1)"]);
		const forbidden = { turn: { ...context().turn, forbidden: [{ action: "click(1)", reason: "it failed", code: "failed" }] } } as const;
		expect((await choose({ decider }, context(forbidden), signal)).end.kind).toBe("act");
	});
});

describe("the plan", () => {
	const drafts = ["Look", "Pay"].map((description) => ({ description, toolType: "DOM" as const }));
	const fresh = { turn: { ...context().turn, plan: null } };
	test("is made with the first decision, and is the query itself when the decider makes none", async () => {
		const made = await choose({ decider: speaker([{ action: actionOf("click(1)"), plan: drafts }]).decider }, context(fresh), signal);
		expect(made.plan.steps.map((step) => step.description)).toEqual(["Look", "Pay"]);
		const none = await choose({ decider: speaker(["click(1)"]).decider }, context(fresh), signal);
		expect(none.plan.steps.map((step) => step.description)).toEqual(["Do it"]);
	});
	test("is ticked off only over proven ground", async () => {
		const line = { action: actionOf("click(1)"), doneSteps: [0] };
		const plan = makePlan(drafts, "q", now);
		const proven = await choose({ decider: speaker([line]).decider }, context({ plan }), signal);
		const unproven = await choose({ decider: speaker([line]).decider }, context({ plan, isProven: false }), signal);
		expect([proven.plan.currentStepIndex, unproven.plan.currentStepIndex]).toEqual([1, 0]);
	});
	test("is made anew where that is wanted, and what is done stays", async () => {
		const plan = makePlan(drafts, "q", now);
		const line = { action: actionOf("click(1)"), doneSteps: [0], plan: [{ description: "Ask", toolType: "DOM" as const }] };
		const choice = await choose(
			{ decider: speaker([line]).decider },
			context({ plan, wantsPlan: true, turn: { ...context().turn, plan: null } }),
			signal,
		);
		expect(choice.plan.steps.map((step) => [step.description, step.status])).toEqual([
			["Look", "completed"],
			["Ask", "active"],
		]);
	});
	test("that the decider repeats stays the same plan", async () => {
		const plan = makePlan(drafts, "q", now);
		const choice = await choose({ decider: speaker([{ action: actionOf("click(1)"), plan: drafts }]).decider }, context({ plan }), signal);
		expect(choice.plan).toBe(plan);
	});
});
