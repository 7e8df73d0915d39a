import type { TaskId } from "@webhand/contracts/ids";
import { expect } from "vitest";
import { pageText, scriptedDecider, test } from "./agent.ts";

const page = (value: string, shown = "") => ({
	dom: pageText(`<input 1 "Name"${value === "" ? "" : ` value="${value}"`}>\n<button 2>Next${shown}`),
});
const reported = { lastActionStatus: "success" as const, lastActionResult: { success: true } };
const alternating = () => scriptedDecider((_turn, call) => (call % 2 === 0 ? `setValue(1, "v${call}")` : "click(2)"));

test("the steps that a process remembers of a task are those that are stored, also past the twenty that count", async ({ open }) => {
	const agent = await open({ decider: alternating() });
	const { tasks } = agent.deps.steps;
	const { userId, tenantId } = agent.user;
	const { taskId } = await agent.step(page(""));
	for (let step = 1; step < 23; step += 1) {
		await agent.step({ taskId, ...page(`v${step - (step % 2 === 0 ? 2 : 1)}`), ...reported });
		const wish = { taskId: taskId as TaskId, key: undefined, limit: 20 };
		const remembered = await tasks.readFor(tenantId, userId, wish);
		const stored = await tasks.readFor(tenantId, userId, { ...wish, isFresh: true });
		expect(remembered.past).toEqual(stored.past);
		expect(remembered.past).toHaveLength(Math.min(20, step + 1));
	}
});

test("a step that another process wrote is seen by the one that remembers", async ({ open, redis }) => {
	const one = await open({ decider: alternating() });
	const other = await open({ decider: scriptedDecider(() => "hover(2)") });
	const { userId, tenantId } = one.user;
	const as = await other.identity.signIn(redis.client, { userId, tenantId });
	const { taskId } = await one.step(page(""));
	await one.step({ taskId, ...page("v0"), ...reported });
	await other.step({ taskId, ...page("v0") }, { as });
	await one.step({ taskId, ...page("v0") });
	expect(one.decider.turns.at(-1)?.history.map(({ action }) => action)).toEqual(['setValue(1, "v0")', "click(2)", "hover(2)"]);
});

test("a task whose steps two processes take in turn is remembered by neither", async ({ open, redis, mongo }) => {
	const one = await open({ decider: alternating() });
	const other = await open({ decider: scriptedDecider((_turn, call) => (call % 2 === 0 ? "hover(2)" : "click(2)")) });
	const { userId, tenantId } = one.user;
	const as = await other.identity.signIn(redis.client, { userId, tenantId });
	const { taskId } = await one.step(page(""));
	await other.step({ taskId, ...page("v0"), ...reported }, { as });
	await one.step({ taskId, ...page("v0"), ...reported });
	await mongo.db.collection("task_actions").updateMany({ taskId }, { $set: { thought: "from the database" } });
	const { past } = await one.deps.steps.tasks.readFor(tenantId, userId, { taskId: taskId as TaskId, key: undefined, limit: 20 });
	expect(past.map(({ thought }) => thought)).toEqual(Array(3).fill("from the database"));
	// What came of each press is seen, so that the decider is asked and not the page looked at once more.
	await other.step({ taskId, ...page("v0", "\n<button 3>Undo"), ...reported }, { as });
	await one.step({ taskId, ...page("v0", "\n<button 3>Undo\n<button 4>Redo"), ...reported });
	expect(one.decider.turns.at(-1)?.history.map(({ stepIndex }) => stepIndex)).toEqual([0, 1, 2, 3]);
});

test("steps with long texts are not remembered, and neither are those of a task that was cancelled", async ({ open, mongo }) => {
	const agent = await open({ decider: alternating() });
	const { tasks } = agent.deps.steps;
	const { userId, tenantId } = agent.user;
	const thoughtsAfter = async (taskId: string) => {
		await mongo.db.collection("task_actions").updateMany({ taskId }, { $set: { thought: "from the database" } });
		const { past } = await tasks.readFor(tenantId, userId, { taskId: taskId as TaskId, key: undefined, limit: 20 });
		return new Set(past.map(({ thought }) => thought === "from the database"));
	};
	const short = await agent.step(page(""));
	expect(await thoughtsAfter(short.taskId)).toEqual(new Set([false]));
	expect((await agent.call("POST", `/agent/run/${short.taskId}/cancel`)).status).toBe(200);
	expect(await thoughtsAfter(short.taskId)).toEqual(new Set([true]));
	const long = (step: number) => `${step} ${"tea ".repeat(2_000)}`.trim();
	agent.decider.script = () => `setValue(1, ${JSON.stringify(long(0))})`;
	const { taskId } = await agent.step(page(""));
	for (let step = 1; step < 5; step += 1) {
		agent.decider.script = () => `setValue(1, ${JSON.stringify(long(step))})`;
		await agent.step({ taskId, ...page(long(step - 1)), ...reported });
	}
	expect(await thoughtsAfter(taskId)).toEqual(new Set([true]));
});
