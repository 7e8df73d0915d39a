import { openPolicy } from "@webhand/contracts/authority/policy";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import type { Agent } from "../agent.ts";
import { pageText, scriptedDecider, test } from "../agent.ts";

const dom = pageText('<form "Name" post>\n <input 1 "Name" value="Ada">\n <button 3 submit>Save');
const words = "You have used up your limit for the model this month, 200 tokens. An admin of your organization can raise it under Policy";

/** An admin and a member of an organization; each step of theirs takes 110 tokens of a model without a price. */
async function peopleOf(agent: Agent, redis: Parameters<Agent["identity"]["signIn"]>[0]) {
	const tenantId = newOrgTenantId();
	const admin = await agent.identity.signIn(redis, { tenantId, roles: ["member", "admin"] });
	const [ada, bob] = [
		await agent.identity.signIn(redis, { tenantId, roles: ["member"] }),
		await agent.identity.signIn(redis, { tenantId, roles: ["member"] }),
	];
	let rev = 0;
	const set = async (spend: object) => {
		const body = { rev, policy: { ...openPolicy, spend } };
		rev += 1;
		return await agent.call("PUT", "/api/v1/agent/policy", { as: admin, body });
	};
	const step = (as = ada) => agent.step({ dom, mode: "autonomous" }, { as });
	const uses = async (as = ada) => (await agent.call("GET", "/api/v1/agent/spend", { as })).body["uses"];
	return { tenantId, admin, ada, bob, set, step, uses };
}

describe("a limit on what the model may use in a month", () => {
	test("stops new steps of who used it up, with the reason, and notes each once", async ({ open, redis, mongo }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(3)") });
		const { tenantId, ada, bob, set, step, uses } = await peopleOf(agent, redis.client);
		await step();
		expect(await uses()).toEqual([]);
		await set({ person: { tokens: 200 }, people: [{ userId: bob.userId, tokens: 1_000 }] });
		expect(await uses()).toEqual([{ whose: "person", unit: "tokens", used: 110, most: 200, by: "admin" }]);
		expect((await step()).status).toBe("executing");
		const turns = agent.decider.turns.length;
		expect(await step()).toMatchObject({ status: "failed", failure: { category: "budget", message: expect.stringContaining(words) } });
		await step();
		expect(agent.decider.turns.length).toBe(turns);
		expect((await step(bob)).status).toBe("executing");
		const notes = await mongo.db
			.collection("audit_notes")
			.find({ tenantId, action: /^spend/ })
			.toArray();
		expect(notes.map(({ action, userId, facts }) => [action, userId, facts.most])).toEqual([["spend.stop", ada.userId, 200]]);
		await set({ person: { tokens: 10_000 } });
		expect((await step()).status).toBe("executing");
	});

	test("of the organization counts what all of its people used, and warns once from four fifths on", async ({ open, redis, mongo }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(3)") });
		const { tenantId, bob, set, step, uses } = await peopleOf(agent, redis.client);
		await set({ organization: { tokens: 400 } });
		for (const as of [undefined, bob, bob]) expect((await step(as)).status).toBe("executing");
		expect(await uses(bob)).toMatchObject([{ whose: "organization", used: 330, most: 400 }]);
		expect((await step()).status).toBe("executing");
		for (const as of [undefined, bob]) expect(await step(as)).toMatchObject({ status: "failed", failure: { category: "budget" } });
		const notes = await mongo.db
			.collection("audit_notes")
			.find({ tenantId, action: /^spend/ })
			.sort({ at: 1 })
			.toArray();
		expect(notes.map(({ action }) => action)).toEqual(["spend.warn", "spend.stop"]);
	});

	test("lets the check of the last action go through before the task ends", async ({ open, redis }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(3)") });
		const { ada, set, step } = await peopleOf(agent, redis.client);
		await set({ person: { tokens: 100 } });
		const { taskId } = await step();
		const saved = pageText('<p>Saved.\n<form "Name" post>\n <input 1 "Name" value="Ada">\n <button 3 submit>Save');
		const next = await agent.step({ dom: saved, taskId, lastStepIndex: 0, lastActionStatus: "success" }, { as: ada });
		expect(next).toMatchObject({ status: "failed", failure: { category: "budget" }, verification: { stepIndex: 0 } });
	});

	test("counts calls of steps that two of a person's tasks write at once", async ({ open, redis }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(3)") });
		const { set, step, uses } = await peopleOf(agent, redis.client);
		await set({ person: { tokens: 100_000 } });
		await Promise.all(Array.from({ length: 8 }, () => step()));
		expect(await uses()).toMatchObject([{ used: 880 }]);
	});
});

test("usage is summed by task and by routine, with their names, and this month is foreseen", async ({ open, redis, mongo }) => {
	const agent = await open({ decider: scriptedDecider(() => "click(3)") });
	const { tenantId, admin, ada, step } = await peopleOf(agent, redis.client);
	const { taskId } = await agent.step({ dom, query: "Save the name", mode: "autonomous" }, { as: ada });
	await step();
	const today = new Date(Date.now() + agent.clock.ms).toISOString().slice(0, 10);
	const usage = async (by: string) =>
		(await agent.call("GET", `/api/v1/agent/usage?from=${today}&to=${today}&by=${by}`, { as: admin })).body;
	const used = (count: number) => ({ promptTokens: 100 * count, completionTokens: 10 * count, calls: count, steps: count });
	const { rows } = await usage("task");
	expect(rows).toHaveLength(2);
	expect(rows).toContainEqual({ ...used(1), key: taskId, name: "Save the name" });
	expect((await usage("routine"))["rows"]).toEqual([{ ...used(2), key: "none" }]);
	const { forecast } = (await usage("day")) as { forecast: { tokens: number } };
	expect(forecast).toMatchObject({ month: today.slice(0, 7) });
	expect(forecast.tokens).toBeGreaterThanOrEqual(220);
	// The sum is that of all tasks, also of those that a list of 1,000 leaves out.
	const createdAt = new Date(Date.now() + agent.clock.ms);
	const spent = { promptTokens: 1, completionTokens: 1, calls: 1 };
	const lost = Array.from({ length: 1_001 }, (_, at) => ({
		tenantId,
		userId: ada.userId,
		taskId: `t${at}`,
		model: "m/x",
		spent,
		createdAt,
	}));
	await mongo.db.collection("lost_usage").insertMany(lost);
	const most = (await usage("task")) as { rows: object[]; total: object };
	expect(most.rows).toHaveLength(1_000);
	expect(most.total).toMatchObject({ calls: 1_003, promptTokens: 1_201, steps: 2 });
});

describe("which models an organization allows", () => {
	test("none: a task ends where the rules stop, and no model is asked", async ({ open, redis }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(3)") });
		const { admin, step } = await peopleOf(agent, redis.client);
		await agent.call("PUT", "/api/v1/agent/policy", { as: admin, body: { rev: 0, policy: { ...openPolicy, models: [] } } });
		const message = "Your organization allows no model, and the rules alone cannot do this";
		expect(await step()).toMatchObject({ status: "failed", failure: { category: "refused", message } });
		expect(agent.decider.turns).toEqual([]);
	});
});
