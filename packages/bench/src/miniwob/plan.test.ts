import { expect, test } from "vitest";
import { miniwobPlan } from "./plan.ts";
import { solvers } from "./solve/solvers.ts";
import { developmentTasks } from "./tasks.ts";

test("all development tasks are run with four seeds each by default", () => {
	expect(miniwobPlan({})).toEqual({ tasks: developmentTasks, seeds: 4, decider: "rules", noise: null });
	expect(miniwobPlan({ seeds: "2", task: ["enter-text"], model: "scripted" })).toEqual({
		tasks: ["enter-text"],
		seeds: 2,
		decider: "scripted",
		noise: null,
	});
	expect(miniwobPlan({ noise: "20" })).toMatchObject({ decider: "scripted", noise: 20 });
});

test.each([
	[{ seeds: "0" }, "--seeds"],
	[{ seeds: "many" }, "--seeds"],
	[{ model: "gpt" }, "--model"],
	[{ noise: "0.2" }, "--noise"],
	[{ task: ["some-page-that-stays-unseen"] }, "no development task"],
])("a wrong option is refused before anything is started: %o", (values, message) => {
	expect(() => miniwobPlan(values)).toThrow(message);
});

test("each development task has a way to be solved, and no other task has one", () => {
	expect(Object.keys(solvers).sort()).toEqual([...developmentTasks].sort());
	expect(developmentTasks).toHaveLength(61);
});
