import { describe, expect, test } from "vitest";
import { actionRow, liveTask, openApproval } from "../../test/sample.ts";
import { runStateOf, runStatusOf } from "./map.ts";
import { readAnswer } from "./policy.ts";

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
		["yes to another question", open, { approved: true, questionId: `que_${"x".repeat(22)}` as never }, "question_changed"],
		["yes to a question that is over", over, { approved: true, questionId: over.id }, "question_changed"],
		["a second answer", answered, { approved: false, questionId: answered.id }, "question_changed"],
		["yes to nothing", null, { approved: true }, "no_question"],
		["done with nothing", null, { done: true as const }, "no_question"],
		["yes when the answer is already given", answered, { approved: true }, "no_question"],
		["words without a question", null, { answer: "Hurry" }, "notes"],
		["words after the answer", answered, { answer: "Hurry" }, "notes"],
	] as const)("%s", (_name, question, body, expected) => {
		expect(readAnswer(question, body, now).kind).toBe(expected);
	});
	test("is kept with its time", () => {
		expect(readAnswer(open, { approved: true, answer: "ok", remember: "task" }, now)).toMatchObject({
			question: { given: { approved: true, answer: "ok", remember: "task", at: now } },
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

test("a run shows its newest steps, its open question and times in milliseconds", () => {
	const task = liveTask({ status: "needs_user_input", question: open });
	const state = runStateOf(task, [actionRow({ stepIndex: 0, verdict: "success", key: "a" })], false);
	expect(state).toMatchObject({
		task: "Buy tea",
		status: "waiting_user",
		currentStep: 1,
		pendingQuestion: "May I click “Pay”?",
		createdAt: 1_769_767_200_000,
		history: [{ stepIndex: 0, action: "click(1)", success: true, timestamp: 1_769_767_200_000 }],
	});
	expect(runStateOf({ ...task, question: answered }, [], false).pendingQuestion).toBeUndefined();
	expect(runStateOf(task, [], true).status).toBe("expired");
});
