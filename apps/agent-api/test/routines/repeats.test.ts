import type { TaskRepeats } from "@webhand/contracts/agent/task-repeats";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { expect } from "vitest";
import type { Turn } from "../../src/decider/turn.ts";
import type { Agent } from "../agent.ts";
import { codeOf, scriptedDecider, test } from "../agent.ts";
import { expectOk, formSite, store, unchecked } from "./routines.ts";

const turnsOf = ({ history }: Turn) => new Set(history.map(({ stepIndex }) => stepIndex)).size;
const save = { action: { name: "click", id: 3 }, expect: { kind: "text_appears", text: "Saved" } } as const;

/** A decider that files the invoice of an order: "File 17 with 12.50". */
const filing = () =>
	scriptedDecider((turn) => {
		const [, number, amount] = /^File (\S+) with (\S+)/.exec(turn.query) ?? [];
		return [`setValue(1, "${number}")`, `setValue(2, "${amount}")`, save][turnsOf(turn)] ?? "finish()";
	}, "model");

async function file(agent: Agent, query: string): Promise<string> {
	const site = formSite();
	let page = site("");
	let task: object = { query };
	for (;;) {
		const reply = await agent.step({ ...page, ...task, batch: 0 } as never);
		if (reply.status === "completed") return reply.taskId;
		page = site(reply.action);
		task = { query, taskId: reply.taskId, lastStepIndex: reply.stepIndex };
	}
}

const repeatsOf = async (agent: Agent, taskId: string) =>
	(await expectOk(agent.call("GET", `/api/agent/tasks/${taskId}/repeats`)))["repeats"] as TaskRepeats | null;

test("a routine is suggested with the fifth task of a shape, made of what differs, and not again once there is one", async ({ open }) => {
	const agent = await open({ decider: filing() });
	const done: string[] = [];
	for (const number of ["17", "18", "19", "20"]) done.push(await file(agent, `File ${number} with 5.00`));
	expect(await repeatsOf(agent, done[3] ?? "")).toBeNull();
	const fifth = await file(agent, "File 21 with 5.00");
	const repeats = await repeatsOf(agent, fifth);
	expect(repeats).toEqual({ count: 5, taskIds: done.toReversed() });
	const colleague = await agent.colleague();
	expect(codeOf(await agent.call("GET", `/api/agent/tasks/${fifth}/repeats`, { as: colleague }))).toBe("TASK_NOT_FOUND");

	const draft = async (body: object) =>
		((await expectOk(agent.call("POST", "/api/v1/agent/routines/draft", { body })))["draft"] as { program: RoutineProgram }).program.inputs;
	expect((await draft({ taskId: fifth })).map(({ label }) => label)).toEqual(["Number", "Amount"]);
	expect((await draft({ taskId: fifth, repeats: repeats?.taskIds })).map(({ label }) => label)).toEqual(["Number"]);
	await store(agent, unchecked, { origin: { kind: "task", taskId: fifth } });
	expect(await repeatsOf(agent, fifth)).toBeNull();
});

test("what a person wants no routine of is not suggested again, and old tasks count nothing", async ({ open, mongo }) => {
	const agent = await open({ decider: filing() });
	const tasks: string[] = [];
	for (const number of ["1", "2", "3", "4", "5"]) tasks.push(await file(agent, `File ${number} with ${number}.50`));
	const [first, last] = [tasks[0] ?? "", tasks[4] ?? ""];
	expect((await repeatsOf(agent, last))?.count).toBe(5);
	const stored = mongo.db.collection<{ _id: string }>("tasks");
	const createdAt = new Date(agent.clock.ms - 31 * 86_400_000);
	await stored.updateOne({ _id: first }, { $set: { createdAt } });
	expect(await repeatsOf(agent, last)).toBeNull();
	await stored.updateOne({ _id: first }, { $set: { createdAt: new Date(agent.clock.ms) } });
	expect((await agent.call("DELETE", `/api/agent/tasks/${last}/repeats`)).status).toBe(204);
	expect(await repeatsOf(agent, last)).toBeNull();
	expect(await repeatsOf(agent, await file(agent, "File 6 with 6.50"))).toBeNull();
});
