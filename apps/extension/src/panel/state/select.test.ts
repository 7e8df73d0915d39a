import { SessionId } from "@webhand/contracts/ids";
import { describe, expect, test } from "vitest";
import type { RunView, StepView } from "../../panel-state.ts";
import {
	activityOf,
	announcementOf,
	changesOf,
	choiceLabels,
	conversationOf,
	costSoFar,
	durationOf,
	evidenceOf,
	factsOf,
	failureOf,
	figuresOf,
	headlineOf,
	isNoticeDue,
	markOf,
	missingOf,
	outcomeWords,
	partWord,
	planLineOf,
	secondsUntil,
	serverChangesOf,
	turnsOf,
	waitOf,
} from "./select.ts";

const step = (part: Partial<StepView> = {}): StepView => ({
	stepIndex: 0,
	thought: "t",
	action: "click(1)",
	actionName: "click",
	state: "done",
	warnings: [],
	at: 10,
	...part,
});

const run = (part: Partial<RunView> = {}): RunView => ({
	runKey: "r",
	tabId: 1,
	taskId: null,
	sessionId: SessionId.parse("59adf5f0-cddb-42dd-a20d-658ac57278fd"),
	query: "Buy tea",
	state: "running",
	phase: "post",
	postedAt: null,
	wait: null,
	status: "executing",
	plan: null,
	stepIndex: null,
	maxSteps: 50,
	steps: [],
	notes: [],
	question: null,
	missingInformation: [],
	answer: null,
	failure: null,
	cost: null,
	isUnmarked: false,
	startedAt: 0,
	endedAt: null,
	...part,
});

const verdict = (verdict: "success" | "failure" | "unclear") => ({
	stepIndex: 0,
	verdict,
	confidence: 0.9,
	by: "facts" as const,
	observations: [],
});

describe("what a user is shown", () => {
	test("notes stand between the steps they were typed between", () => {
		const turns = turnsOf(
			run({ steps: [step({ stepIndex: 0, at: 10 }), step({ stepIndex: 1, at: 30 })], notes: [{ text: "cheaper", at: 20 }] }),
		);
		expect(turns.map((turn) => ("text" in turn ? turn.text : turn.kind === "step" ? turn.step.stepIndex : ""))).toEqual([
			"Buy tea",
			0,
			"cheaper",
			1,
		]);
	});

	test.each([
		["worked", { verification: verdict("success"), result: { success: true } }],
		["failed", { verification: verdict("failure"), result: { success: true } }],
		["unclear", { verification: verdict("unclear") }],
		["checking", { result: { success: true } }],
		["failed", { result: { success: false } }],
		["open", {}],
	] as const)("a step is marked %s", (mark, part) => {
		expect(markOf(step(part), true)).toBe(mark);
	});

	test("after the end nothing is being checked any more", () => {
		expect(markOf(step({ result: { success: true } }), false)).toBe("unchecked");
		expect(markOf(step({ state: "acting" }), false)).toBe("unchecked");
	});

	test("what is still needed does not repeat the question", () => {
		const question = { id: "que_a", kind: "input", text: "Which thing shall I click?", expiresAt: "" } as unknown as RunView["question"];
		expect(missingOf(run({ question, missingInformation: ["Which thing shall I click?", "colour"] }))).toEqual(["colour"]);
	});

	test("what the user refused is said to them, once", () => {
		const failure = { category: "refused", message: "The user said no to “Pay”" };
		expect(failureOf(run({ failure }))).toBe("You said no to “Pay”.");
	});

	test.each([
		[{ state: "running" as const }, { word: "RUNNING", tone: "running", reason: "Working." }],
		[
			{ state: "running" as const, wait: { kind: "user" as const } },
			{ word: "WAITING", tone: "waiting", reason: "Webhand needs you." },
		],
		[
			{ state: "running" as const, wait: { kind: "paused" as const } },
			{ word: "PAUSED", tone: "waiting", reason: "Nothing is done until you resume." },
		],
		[{ state: "completed" as const }, { word: "COMPLETED", tone: "completed", reason: "" }],
		[
			{ state: "failed" as const, failure: { category: "loop", message: "Clicked three times." } },
			{ word: "FAILED", tone: "failed", reason: "" },
		],
		[
			{ state: "stopped" as const, failure: { category: "tab", message: "The tab was closed" } },
			{ word: "STOPPED", tone: "stopped", reason: "" },
		],
	])("the header says %j", (part, headline) => {
		expect(headlineOf(run(part), 0)).toEqual(headline);
	});

	test.each([
		["loop", "Clicked three times", "Clicked three times."],
		["max_steps", "All 50 steps are used.", "All 50 steps are used."],
		["max_steps", "", "All 50 steps are used."],
		["from_a_newer_server", "Why", "Why."],
		["constructor", "", ""],
	])("the failure %s with %j is stated once: %j", (category, message, what) => {
		expect(failureOf(run({ failure: { category, message } }))).toBe(what);
	});

	test("the steps of an ended task are one folded line, between what the user said", () => {
		const steps = [step({ at: 10 }), step({ stepIndex: 1, at: 20 }), step({ stepIndex: 2, at: 40 })];
		const turns = turnsOf(run({ state: "completed", steps, notes: [{ text: "cheaper", at: 30 }] }));
		expect(turns.map((turn) => (turn.kind === "steps" ? turn.steps.map(({ stepIndex }) => stepIndex) : turn.kind))).toEqual([
			"user",
			[0, 1],
			"user",
			[2],
		]);
	});

	test("what holds for a whole task is said at its first step only", () => {
		const warned = (stepIndex: number) => step({ stepIndex, at: stepIndex, warnings: ["RISKY_ALLOWED"] });
		const turns = turnsOf(run({ steps: [warned(1), warned(2)] }));
		expect(turns.flatMap((turn) => (turn.kind === "step" ? [turn.step.warnings] : []))).toEqual([["RISKY_ALLOWED"], []]);
	});

	test.each([
		["fail", { failure: { category: "by_model", message: "No such thing" } }, "No such thing."],
		["finish", { answer: "49.90 €" }, "49.90 €"],
	])("the last step does not repeat the card of the ended task: %s", (actionName, ending, thought) => {
		const turns = turnsOf(run({ ...ending, steps: [step({ thought }), step({ stepIndex: 1, actionName, thought })] }));
		expect(turns.flatMap((turn) => (turn.kind === "step" ? [turn.step.thought] : []))).toEqual([thought]);
	});

	test("missing knowledge of a site is mentioned once per conversation", () => {
		const told = run({ hasOrgKnowledge: false });
		const elsewhere = { ...told, sessionId: "other" as RunView["sessionId"] };
		expect([isNoticeDue(told, []), isNoticeDue(told, [elsewhere]), isNoticeDue(told, [told]), isNoticeDue(run({}), [])]).toEqual([
			true,
			true,
			false,
			false,
		]);
	});

	test("a wait counts down in whole seconds and never below zero", () => {
		expect(waitOf({ kind: "busy", code: "RATE_LIMIT", message: "Too many steps", until: 2_400 }, 1_000)).toBe(
			"Too many steps. Next try in 2 s.",
		);
		expect(secondsUntil(1_000, 5_000)).toBe(0);
	});

	test("nothing is under way while the task waits or has ended", () => {
		const now = 1_000;
		expect(activityOf(run({ phase: "look" }), now)).toBe("Reading the page…");
		expect(activityOf(run({ wait: { kind: "user" } }), now)).toBe("");
		expect(activityOf(run({ state: "completed" }), now)).toBe("");
	});

	test.each([
		[1_500, "Thinking…"],
		[12_900, "Thinking… 12 s"],
		[39_900, "Thinking… 39 s"],
		[72_000, "Thinking… 72 s. The model is slow, and still at work. Stop ends it at once."],
	])("after %i ms of thinking the panel says: %s", (ms, expected) => {
		expect(activityOf(run({ phase: "post", postedAt: 1_000 }), 1_000 + ms)).toBe(expected);
	});

	test("while a model thinks, what it has cost so far stands beside; the rules cost nothing", () => {
		const cost = { taskTokens: 12_400, tokenBudget: 400_000, taskUsd: 0.0123 };
		expect(costSoFar(run({ cost }))).toBe("So far 12k of 400k tokens · $0.0123");
		expect([costSoFar(run({ cost: { ...cost, taskTokens: 0 } })), costSoFar(run({ cost, phase: "act" }))]).toEqual(["", ""]);
	});

	test("a folded plan tells the step that is under way, and at the end how far it came", () => {
		const stepOf = (index: number, status: "completed" | "active" | "pending") => ({
			id: `step_${index}`,
			index,
			description: `Do ${index}`,
			status,
			toolType: "DOM" as const,
		});
		const plan = (...statuses: readonly ("completed" | "active" | "pending")[]) => ({
			createdAt: "2026-03-02T10:00:00.000Z",
			currentStepIndex: 0,
			steps: statuses.map((status, index) => stepOf(index, status)),
		});
		expect(planLineOf(plan("completed", "active", "pending"), "running")).toEqual({ line: "2 of 3 · Do 1", done: 1 });
		expect(planLineOf(plan("completed", "pending"), "running").line).toBe("2 of 2 · Do 1");
		expect(planLineOf(plan("completed", "active", "pending"), "stopped").line).toBe("1 of 3 done");
		expect(planLineOf(plan("completed", "completed"), "completed")).toEqual({ line: "All 2 done", done: 2 });
	});

	test("figures of a task leave out what is unknown", () => {
		expect(figuresOf(run({ stepIndex: null }))).toEqual(["no step yet"]);
		expect(figuresOf(run({ stepIndex: 2, cost: null }))).toEqual(["step 3 of 50"]);
		expect(figuresOf(run({ state: "completed", stepIndex: 2, cost: { taskTokens: 0, tokenBudget: 9, taskUsd: 0 } }))).toEqual([
			"3 steps",
			"no model used",
		]);
	});

	test("a budget that nobody told is not invented", () => {
		expect(factsOf(run({ cost: { taskTokens: 1_500 } }))).toContain("1.5k tokens");
	});

	const called = (tool: string, stepIndex = 0) =>
		step({ stepIndex, action: `server("${tool}", {})`, actionName: "server", result: { success: true } });
	test.each([
		["a call that only reads", [called("fs_read")], ["Nothing done to the page"], 0],
		["a change of a file", [called("fs_write")], ["1 call on the server host"], 1],
		["a tool of an MCP server, which may do anything", [called("everything.echo")], ["1 call on the server host"], 1],
		[
			"a click and two commands",
			[step({ result: { success: true } }), called("exec_run", 1), called("git_commit", 2)],
			["1 action on the page", "2 calls on the server host"],
			2,
		],
	])("%s is told as what it is", (_name, steps, facts, changes) => {
		const ended = run({ state: "completed", steps });
		expect(factsOf(ended)).toEqual(facts);
		expect(serverChangesOf(ended)).toHaveLength(changes);
	});

	test.each([
		[undefined, ""],
		[{ kind: "none" }, ""],
		[{ kind: "text_appears", text: "Done" }, "“Done” appears"],
		[{ kind: "told", text: "the cart holds two items" }, "the cart holds two items"],
		[{ kind: "constructor" }, ""],
		[{ other: 1 }, ""],
	])("the expected outcome %j reads %j", (outcome, words) => {
		expect(outcomeWords(outcome)).toBe(words);
	});

	test("ended tasks stand with their card above the newest, and a change of the chat is named between them", () => {
		const old = run({ runKey: "r0", state: "completed", sessionId: "other" as RunView["sessionId"] });
		const shown = conversationOf(run({ runKey: "r1" }), [old, run({ runKey: "r2", state: "failed" })]);
		expect(shown.map(({ kind }) => kind)).toEqual(["user", "end", "system", "user", "end", "user"]);
		expect(new Set(shown.map(({ key }) => key)).size).toBe(shown.length);
	});

	test("a screen reader hears the newest turn, but not the card, which speaks for itself", () => {
		expect(announcementOf(turnsOf(run({})))).toBe("Buy tea");
		expect(announcementOf(turnsOf(run({ steps: [step({ at: 10 })] })))).toMatch(/^Step 1: /);
		expect(announcementOf(conversationOf(run({}), [run({ state: "completed" })]).slice(0, 2))).toBe("");
	});

	test("why a step was chosen does not name its control a second time", () => {
		const reasoning = { source: "page", confidence: 0.85, evidence: ["a “Blue kettle”", "“kettle” stands in the task"] } as const;
		const shown = { reasoning: { ...reasoning, evidence: [...reasoning.evidence] } };
		expect(evidenceOf({ ...shown, target: { id: 1, role: "link", name: "Blue kettle" } })).toEqual(["“kettle” stands in the task"]);
		expect(evidenceOf(shown)).toEqual(reasoning.evidence);
	});

	test("each action of a batch is counted once it was done, and said when it was not", () => {
		const part = { action: 'setValue(2, "b")', actionName: "setValue" };
		const more = [{ ...part, result: { success: true } }, { ...part, result: { success: false } }, part];
		expect(changesOf(run({ steps: [step({ more }), step({ actionName: "finish" })] }))).toBe(2);
		expect(more.map((each) => partWord(each, { state: "done" }))).toEqual(["", "Had no effect", "Not done"]);
		expect(partWord(part, { state: "acting" })).toBe("");
	});

	test("what was decided and not carried out before a stop is not counted", () => {
		const done = step({ result: { success: true } });
		expect(changesOf(run({ state: "stopped", steps: [done, step({ stepIndex: 1 })] }))).toBe(1);
		expect(changesOf(run({ steps: [done, step({ stepIndex: 1, result: { success: false } })] }))).toBe(1);
		expect(changesOf(run({ steps: [step({ more: [{ action: "click(2)", actionName: "click" }] })] }))).toBe(0);
	});

	test("long choices show what tells them apart; short ones stand as they are", () => {
		const row = (name: string) => `Order of ${name}, paid by card on 3 March, ready to send Open`;
		expect(choiceLabels([row("Ada Lovelace"), row("Bob Hope")])).toEqual(["… Ada Lovelace, …", "… Bob Hope, …"]);
		expect(choiceLabels(["Billing country", "Shipping country"])).toEqual(["Billing country", "Shipping country"]);
		const twice = [row("Ada"), `${row("Ada")} again`];
		expect(choiceLabels(twice)).toEqual(twice);
		expect(choiceLabels([row("Ada")])).toEqual([row("Ada")]);
	});

	test("time runs until the end and stands then", () => {
		expect(durationOf(run({ startedAt: 0 }), 61_500)).toBe("1:01");
		expect(durationOf(run({ startedAt: 0, endedAt: 5_000 }), 61_500)).toBe("0:05");
	});
});
