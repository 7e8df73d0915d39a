import { openPolicy } from "@webhand/contracts/authority/policy";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import type { Agent } from "../agent.ts";
import { fieldsOf, pageText, scriptedDecider, test } from "../agent.ts";
import { answer, order, submit } from "../run.ts";

const path = "/api/v1/agent/policy";
const dom = pageText('<form "Name" post>\n <input 1 "Name" value="Ada">\n <button 3 submit>Save');

/** An admin and a member of an organization. */
async function peopleOf(agent: Agent, redis: Parameters<Agent["identity"]["signIn"]>[0]) {
	const tenantId = newOrgTenantId();
	const admin = await agent.identity.signIn(redis, { tenantId, roles: ["member", "admin"] });
	const member = await agent.identity.signIn(redis, { tenantId, roles: ["member"] });
	const set = async (rev: number, policy: object, as = admin) =>
		await agent.call("PUT", path, { as, body: { rev, policy: { ...openPolicy, ...policy } } });
	return { tenantId, admin, member, set };
}

describe("the policy of an organization", () => {
	test("is open until an admin sets it, has versions, and each change stands in the audit", async ({ open, redis, mongo }) => {
		const agent = await open();
		const { tenantId, admin, member, set } = await peopleOf(agent, redis.client);
		expect((await agent.call("GET", path, { as: member })).body).toEqual({ policy: openPolicy, rev: 0 });
		const first = await set(0, { acts: { payment: "never" } });
		expect(first.body).toMatchObject({ rev: 1, by: admin.userId, policy: { acts: { payment: "never" } } });
		// Two admins who began with the same version: the second one is told.
		const [one, other] = await Promise.all([set(1, { never: ["a.example"] }), set(1, { never: ["b.example"] })]);
		expect([one.status, other.status].sort()).toEqual([200, 409]);
		expect((await set(1, {})).body).toMatchObject({ error: { code: "HASH_MISMATCH" } });
		expect((await agent.call("GET", `${path}/versions`, { as: admin })).body["versions"]).toMatchObject([{ rev: 2 }, { rev: 1 }]);
		expect((await set(2, {}, member)).status).toBe(403);
		expect((await agent.call("GET", `${path}/versions`, { as: member })).status).toBe(403);
		expect(fieldsOf(await set(2, { never: ["no host"] }))).toEqual(["policy.never.0"]);
		const notes = await mongo.db.collection("audit_notes").find({ tenantId, action: "policy.change" }).sort({ at: 1 }).toArray();
		expect(notes.map(({ target, facts }) => [target, facts.changed])).toEqual([
			["version 1", ["acts"]],
			["version 2", ["never", "acts"]],
		]);
	});

	test("ends what it does not allow with its reason, asks for what it wants asked, and makes tasks careful", async ({ open, redis }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(3)") });
		const { member, set } = await peopleOf(agent, redis.client);
		const step = () => agent.step({ dom, mode: "autonomous" }, { as: member });
		expect(await step()).toMatchObject({ action: "click(3)", status: "executing" });
		await set(0, { acts: { send: "ask" } });
		expect(await step()).toMatchObject({ question: { approval: { reasons: expect.arrayContaining(["by_policy"]) } } });
		await set(1, { allowsAutonomous: false });
		expect(await step()).toMatchObject({ status: "needs_user_input" });
		await set(2, { acts: { send: "never" } });
		const message = "your organization does not allow sending or saving anything here";
		expect(await step()).toMatchObject({ status: "failed", failure: { category: "refused", message } });
		await set(3, { never: ["shop.example"] });
		expect(await step()).toMatchObject({ status: "failed", failure: { message: "Your organization does not allow to use shop.example" } });
	});

	test("that changes after a yes counts: what was allowed is not done", async ({ open, redis }) => {
		const agent = await open({ decider: submit() });
		const { member, set } = await peopleOf(agent, redis.client);
		const as = { as: member };
		const asked = await agent.step(order, as);
		expect(asked.question?.kind).toBe("approval");
		await answer(agent, asked.taskId, { approved: true, questionId: asked.question?.id }, as);
		await set(0, { acts: { payment: "never" } });
		expect(await agent.step({ ...order, taskId: asked.taskId, lastStepIndex: 0 }, as)).toMatchObject({
			status: "failed",
			failure: { category: "refused", message: "Your organization does not allow payments here" },
		});
	});

	test("reaches another replica within a second", async ({ open, redis }) => {
		const decider = scriptedDecider(() => "click(3)");
		const one = await open({ decider });
		const other = await open({ decider, identity: one.identity });
		const { member, set } = await peopleOf(one, redis.client);
		const step = async () => (await other.step({ dom, mode: "autonomous" }, { as: member })).status;
		expect(await step()).toBe("executing");
		await set(0, { acts: { send: "never" } });
		await expect.poll(step, { timeout: 1_500, interval: 100 }).toBe("failed");
	});
});
