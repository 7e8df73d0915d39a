import type { NextAction } from "@webhand/contracts/agent/interact";
import { SessionId, TaskId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { partsTold, stepStarted, stepTold } from "./progress.ts";

const guardOf = (id: number, name: string) => ({ docEpoch: "e", id, fingerprint: "f", role: "input", name, approved: false });
const answer: NextAction = {
	thought: "I fill in the form",
	action: 'setValue(1, "Ada")',
	more: [
		{ action: 'setValue(2, "ada@example.com")', guard: guardOf(2, "Email"), expect: { kind: "none" } },
		{ action: 'setValue(3, "Hello")', guard: guardOf(3, "Message"), expect: { kind: "none" } },
	],
	taskId: TaskId.parse("0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0001"),
	sessionId: SessionId.parse("0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0002"),
	stepIndex: 0,
	maxSteps: 50,
	plan: { steps: [], currentStepIndex: 0, createdAt: "2026-01-01T00:00:00Z" },
	currentStep: 0,
	totalSteps: 1,
	status: "executing",
	cost: { taskTokens: 0, tokenBudget: 1 },
};

test("every action of a batch is a line with its own target and outcome, also the one that was not reached", () => {
	const begun = stepStarted([], answer, { actionName: "setValue", at: 0 });
	expect(begun[0]?.more?.map(({ actionName }) => actionName)).toEqual(["setValue", "setValue"]);
	const refused = { success: false, code: "READ_ONLY" };
	const told = stepTold(partsTold(begun, [{ success: true, target: { id: 1, role: "input", name: "Your name" } }, refused]), {
		at: 9,
		result: refused,
	});
	expect(told).toMatchObject([
		{
			target: { name: "Your name" },
			state: "done",
			more: [{ target: { name: "Email" }, result: { success: false, code: "READ_ONLY" } }, { target: { name: "Message" } }],
		},
	]);
	expect(told[0]?.more?.[1]).not.toHaveProperty("result");
});

test("a step of one action has no lines beside it", () => {
	const begun = stepStarted([], { ...answer, more: [] }, { actionName: "setValue", at: 0 });
	expect(partsTold(begun, [{ success: true }])[0]).not.toHaveProperty("more");
});
