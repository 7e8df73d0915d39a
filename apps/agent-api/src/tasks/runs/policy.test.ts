import type { NextAction } from "@webhand/contracts/agent/interact";
import { PageSnapshot } from "@webhand/contracts/agent/runs-snapshot";
import { describe, expect, test } from "vitest";
import { actionRow, liveTask, openApproval } from "../../../test/sample.ts";
import { runReplyOf, runStateOf, runStatusOf } from "./map.ts";
import { effectOfAnswer, keptSnapshot } from "./policy.ts";

const now = new Date("2026-01-30T10:10:00.000Z");
const open = openApproval();
const answered = openApproval({ given: { approved: true, at: now } });
const over = openApproval({ expiresAt: "2026-01-30T10:00:00.000Z" });

describe("what a person says to a task", () => {
	test.each([
		["yes to its question", open, { approved: true, questionId: open.id }, "answers"],
		["yes without naming the question", open, { approved: true }, "answers"],
		["words to its question", open, { answer: "M" }, "answers"],
		["done", open, { done: true as const }, "answers"],
		["yes to another question", open, { approved: true, questionId: `que_${"x".repeat(22)}` as never }, "QUESTION_CHANGED"],
		["yes to a question that is over", over, { approved: true, questionId: over.id }, "QUESTION_CHANGED"],
		["a second answer", answered, { approved: false, questionId: answered.id }, "QUESTION_CHANGED"],
		["yes to nothing", null, { approved: true }, "NO_QUESTION"],
		["done with nothing", null, { done: true as const }, "NO_QUESTION"],
		["yes with words to nothing", null, { approved: true, answer: "Hurry" }, "NO_QUESTION"],
		["yes when the answer is already given", answered, { approved: true }, "NO_QUESTION"],
		["words without a question", null, { answer: "Hurry" }, "notes"],
		["a note while a question is open", open, { answer: "Hurry", note: true as const }, "notes"],
		["words after the answer", answered, { answer: "Hurry" }, "notes"],
	] as const)("%s", (_name, question, body, expected) => {
		const effect = effectOfAnswer(question, body, now);
		expect(effect.kind === "refused" ? effect.code : effect.kind).toBe(expected);
	});
	test("is kept with its time", () => {
		expect(effectOfAnswer(open, { approved: true, answer: "ok", remember: "task" }, now)).toMatchObject({
			given: { approved: true, answer: "ok", remember: "task", at: now },
		});
	});
});

test.each([
	["planning", "running"],
	["executing", "running"],
	["verifying", "running"],
	["correcting", "running"],
	["needs_user_input", "waiting_user"],
	["completed", "finished"],
	["failed", "finished"],
	["cancelled", "cancelled"],
	["expired", "expired"],
] as const)("a task that is %s is a run that is %s", (status, expected) => {
	expect(runStatusOf(status)).toBe(expected);
});

const alone = { rows: [], snapshot: null, isExpired: false, now };
const page = PageSnapshot.parse({ url: "https://shop.example/", visibleText: "Harbour tea", elements: [{ id: "agent-1", tag: "button" }] });

test("a run shows its newest steps, its open question, its page and times in milliseconds", () => {
	const task = liveTask({ status: "needs_user_input", question: open });
	const rows = [actionRow({ stepIndex: 0, verdict: "success", key: "a" })];
	expect(runStateOf(task, { rows, snapshot: page, isExpired: false, now })).toMatchObject({
		task: "Buy tea",
		status: "waiting_user",
		currentStep: 1,
		pendingQuestion: "May I click “Pay”?",
		question: { id: open.id, kind: "approval" },
		createdAt: 1_769_767_200_000,
		currentSnapshot: { visibleText: "Harbour tea" },
		history: [
			{
				stepIndex: 0,
				tool: { name: "click", arguments: { id: "agent-1" } },
				result: { success: true, message: "it worked" },
				timestamp: 1_769_767_200_000,
			},
		],
	});
	for (const question of [answered, over]) {
		const shown = runStateOf({ ...task, question }, alone);
		expect([shown.status, shown.pendingQuestion, shown.question]).toEqual(["running", undefined, undefined]);
	}
	expect(runStateOf(task, { ...alone, snapshot: page, isExpired: true })).toMatchObject({ status: "expired", currentSnapshot: null });
});

test("trouble with the model is the run's error until the step that met it is taken", () => {
	const trouble = { message: "The model did not answer in time", retryable: true, stepCount: 1 };
	const run = { ...liveTask({ stepCount: 1 }), trouble };
	expect(runStateOf(run, alone)).toMatchObject({ status: "error", error: { retryable: true } });
	expect(runStateOf({ ...run, stepCount: 2 }, alone)).toMatchObject({ status: "running" });
	expect(runStateOf({ ...run, status: "cancelled" }, alone)).toMatchObject({ status: "cancelled" });
});

test("a page that is kept has at most 40 KB, and loses the tail first", () => {
	const element = { id: "agent-1", tag: "button", text: "é".repeat(900) };
	const large = PageSnapshot.parse({ ...page, visibleText: "x".repeat(20_000), elements: Array.from({ length: 400 }, () => element) });
	const kept = keptSnapshot(large);
	expect(new TextEncoder().encode(JSON.stringify(kept)).length).toBeLessThanOrEqual(40_960);
	expect([kept.visibleText.length, kept.elements.length]).toEqual([6_000, 12]);
	expect(keptSnapshot(page)).toBe(page);
});

describe("a step of the engine in the words of the second door", () => {
	const reply = {
		taskId: liveTask()._id,
		stepIndex: 3,
		thought: "I do it",
		status: "executing",
		action: "click(17)",
	} as unknown as NextAction;
	const failed = { ...reply, status: "failed", action: "fail()" } as const;

	test.each([
		["a tool", reply, { action: "execute_tool", status: "running", tool: { name: "click", arguments: { id: "agent-17" } } }],
		[
			"a wait for an outcome",
			{ ...reply, status: "verifying", action: "wait(1)" },
			{ tool: { name: "observe", arguments: { seconds: 1 } } },
		],
		[
			"the end",
			{ ...reply, status: "completed", action: "finish()", answer: "12 €" },
			{ action: "finish", success: true, stopReason: "done" },
		],
		["a loop", { ...failed, failure: { category: "loop", message: "again" } }, { action: "finish", success: false, stopReason: "loop" }],
		["a budget", { ...failed, failure: { category: "budget", message: "used" } }, { stopReason: "budget" }],
		["too little", { ...failed, failure: { category: "low_efficiency", message: "-" } }, { stopReason: "low_efficiency" }],
		[
			"no way",
			{ ...failed, failure: { category: "impossible", message: "-" } },
			{ stopReason: "failed", failure: { category: "impossible" } },
		],
		[
			"a question",
			{ ...reply, status: "needs_user_input", question: open },
			{ action: "ask_user", status: "waiting_user", questionId: open.id },
		],
	] as const)("%s", (_name, data, expected) => {
		expect(runReplyOf(data as NextAction)).toMatchObject(expected);
	});
});
