import type { Plan } from "@webhand/contracts/agent/task";
import { Plan as PlanSchema } from "@webhand/contracts/agent/task";
import { expect, test } from "vitest";
import { advancePlan, endPlan, makePlan, remakePlan } from "./plan.ts";

const now = new Date("2026-01-30T10:00:00.000Z");
const draft = (description: string) => ({ description, toolType: "DOM" as const });
const planOf = (...names: string[]): Plan => makePlan(names.map(draft), "query", now);
const states = (plan: Plan) => plan.steps.map((step) => step.status).join(" ");

test("a simple task has a plan of one active step: the sentence itself", () => {
	const plan = makePlan([], "Read the total", now);
	expect(plan).toEqual({
		steps: [
			{
				id: "step_0",
				index: 0,
				description: "Read the total",
				reasoning: "It is the whole instruction.",
				status: "active",
				toolType: "DOM",
			},
		],
		currentStepIndex: 0,
		createdAt: "2026-01-30T10:00:00.000Z",
	});
});

test("ids are step_ and the index, at most ten steps, descriptions cut at 200 characters", () => {
	const plan = makePlan([...Array.from({ length: 12 }, (_, index) => draft(`step ${index}`)), draft("x")], "q", now);
	expect(plan.steps.map((step) => step.id)).toEqual(Array.from({ length: 10 }, (_, index) => `step_${index}`));
	expect(PlanSchema.safeParse(makePlan([draft("x".repeat(500))], "q", now)).success).toBe(true);
});

test.each([
	["the decider says done and the last action is proven", [0], true, "completed active pending", 1],
	["two steps done at once", [0, 1], true, "completed completed active", 2],
	["the decider says done but nothing is proven", [0], false, "active pending pending", 0],
	["proven, but the decider says nothing", [], true, "active pending pending", 0],
	["a later step done leaves no gap", [1], true, "active pending pending", 0],
	["the last step stays active until the end", [0, 1, 2], true, "completed completed active", 2],
	["an index that is not there", [7, -1], true, "active pending pending", 0],
] as const)("%s", (_name, done, proven, expected, pointer) => {
	const plan = advancePlan(planOf("a", "b", "c"), done, proven);
	expect(states(plan)).toBe(expected);
	expect(plan.currentStepIndex).toBe(pointer);
});

test("a new plan keeps what was completed and goes on counting", () => {
	const plan = remakePlan(advancePlan(planOf("a", "b", "c"), [0], true), [draft("d"), draft("e")], now);
	expect(plan.steps.map((step) => [step.id, step.description, step.status])).toEqual([
		["step_0", "a", "completed"],
		["step_1", "d", "active"],
		["step_2", "e", "pending"],
	]);
	expect(plan.currentStepIndex).toBe(1);
});

test("a new plan without steps leaves the old one", () => {
	const plan = planOf("a", "b");
	expect(remakePlan(plan, [], now)).toBe(plan);
});

test("no step is active after the end", () => {
	const plan = advancePlan(planOf("a", "b", "c"), [0], true);
	expect(states(endPlan(plan, "failed"))).toBe("completed failed pending");
	expect(states(endPlan(advancePlan(plan, [1], true), "completed"))).toBe("completed completed completed");
});

test("a new plan that repeats finished steps does not do them again", () => {
	const begun = advancePlan(planOf("Search", "Open", "Pay"), [0], true);
	const again = remakePlan(begun, ["Search", "Open the first", "Pay"].map(draft), now);
	expect(again.steps.map(({ description, status }) => [description, status])).toEqual([
		["Search", "completed"],
		["Open the first", "active"],
		["Pay", "pending"],
	]);
});
