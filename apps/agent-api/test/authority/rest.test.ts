import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import { openPolicy } from "@webhand/contracts/authority/policy";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { expect } from "vitest";
import type { Agent } from "../agent.ts";
import { codeOf, fieldsOf, pageText, scriptedDecider, test } from "../agent.ts";
import { begin, invoice, store } from "../routines/routines.ts";

const own = "/api/v1/agent/policy";
const above = "/api/v1/agent/operator/policy";
const dom = pageText('<form "Name" post>\n <input 1 "Name" value="Ada">\n <button 3 submit>Save');

async function peopleOf(agent: Agent, redis: Parameters<Agent["identity"]["signIn"]>[0]) {
	const tenantId = newOrgTenantId();
	const admin = await agent.identity.signIn(redis, { tenantId, roles: ["member", "admin"] });
	const member = await agent.identity.signIn(redis, { tenantId, roles: ["member"] });
	const operator = await agent.identity.signIn(redis, { tenantId: newOrgTenantId(), roles: ["member", "operator"] });
	const put = async (path: string, rev: number, policy: Partial<OrgPolicy>) =>
		await agent.call("PUT", path, { as: path === own ? admin : operator, body: { rev, policy: { ...openPolicy, ...policy } } });
	return { tenantId, admin, member, operator, put };
}

test("the installation's policy stands above that of an organization, whose contradictions to it are refused by field", async ({
	open,
	redis,
}) => {
	const agent = await open({ decider: scriptedDecider(() => "click(3)") });
	const { admin, member, operator, put } = await peopleOf(agent, redis.client);
	const step = () => agent.step({ dom, mode: "autonomous" }, { as: member });
	expect(codeOf(await agent.call("GET", above, { as: admin }))).toBe("FORBIDDEN");
	expect((await put(above, 0, { acts: { send: "never" }, only: ["shop.example"] })).status).toBe(200);
	const message = "your organization does not allow sending or saving anything here";
	expect(await step()).toMatchObject({ status: "failed", failure: { category: "refused", message } });
	expect((await agent.call("GET", own, { as: member })).body).toMatchObject({
		policy: openPolicy,
		rev: 0,
		installation: { only: ["shop.example"] },
	});
	const refused = await put(own, 0, { only: ["crm.example"], models: ["openai/other"] });
	expect(fieldsOf(refused)).toEqual(["policy.only"]);
	expect((await put(own, 0, { only: ["shop.example"] })).status).toBe(200);
	expect((await put(above, 1, {})).status).toBe(200);
	expect((await step()).status).toBe("executing");
	expect((await agent.call("GET", `${above}/versions`, { as: operator })).body["versions"]).toMatchObject([{ rev: 2 }, { rev: 1 }]);
});

test("a member shares no routine where only admins do, and starts no more rows than a day has", async ({ open, redis }) => {
	const agent = await open();
	const { admin, member, put } = await peopleOf(agent, redis.client);
	const routine = await store(agent, invoice, {}, { as: member });
	await put(own, 0, { publish: "admins", rowsADay: 3 });
	const share = (as = member) => agent.call("PATCH", `/api/v1/agent/routines/${routine.id}`, { as, body: { isShared: true } });
	expect(codeOf(await share())).toBe("FORBIDDEN");
	const body = { name: "Ours", program: invoice, isShared: true, origin: { kind: "edit" } };
	expect(codeOf(await agent.call("POST", "/api/v1/agent/routines", { as: member, body }))).toBe("FORBIDDEN");
	expect((await share(admin)).status).toBe(200);
	const rows = ["1", "2"].map((number) => ({ number, amount: "2" }));
	await begin(agent, routine.id, rows, {}, { as: member });
	const refused = await agent.call("POST", `/api/v1/agent/routines/${routine.id}/runs`, { as: member, body: { rows } });
	expect(refused.body["error"]).toMatchObject({
		code: "LIMIT_REACHED",
		message: expect.stringContaining("lets you start 3 rows a day, and 1 are left"),
	});
	await begin(agent, routine.id, rows.slice(0, 1), {}, { as: member });
	agent.clock.ms += 86_400_000;
	await begin(agent, routine.id, rows, {}, { as: member });
});

test("nothing of the server host is reached where the organization does not allow it", async ({ open, redis }) => {
	const agent = await open();
	const { member, put } = await peopleOf(agent, redis.client);
	const list = () => agent.call("GET", "/api/v1/agent/workspaces", { as: member });
	// Nothing listens there: allowed, the call goes out.
	expect(codeOf(await list())).toBe("TOOL_RUNNER_UNAVAILABLE");
	await put(own, 0, { serverHost: false });
	expect((await list()).body["error"]).toMatchObject({
		code: "AGENT_TOOLS_DISABLED",
		message: expect.stringContaining("Your organization does not allow the server host"),
	});
	expect((await agent.call("GET", "/api/v1/agent/availability", { as: member })).body).toMatchObject({
		status: "offline",
		reasons: [{ message: expect.stringContaining("Your organization") }],
	});
});

test("a preview judges what tasks did by a policy that is not in force, and names them", async ({ open, redis, mongo }) => {
	const agent = await open({ decider: scriptedDecider(() => "click(3)") });
	const { tenantId, admin, member, operator, put } = await peopleOf(agent, redis.client);
	const preview = async (policy: Partial<OrgPolicy>, as = admin) =>
		await agent.call("POST", `${own}/preview`, { as, body: { policy: { ...openPolicy, ...policy } } });
	for (const query of ["Save the name", "Save it again"]) await agent.step({ dom, query, mode: "autonomous" }, { as: member });
	expect((await preview({ acts: { send: "never" } }, member)).status).toBe(403);
	expect((await preview({ acts: { send: "never" } })).body).toMatchObject({
		days: 7,
		acts: 2,
		refused: 2,
		asked: 0,
		tasks: expect.arrayContaining([expect.objectContaining({ query: "Save the name", refused: 1 })]),
	});
	expect((await preview({ acts: { send: "ask" } })).body).toMatchObject({ refused: 0, asked: 2 });
	expect((await preview({ only: ["shop.example"] })).body).toMatchObject({ acts: 2, refused: 0, tasks: [] });
	// The tests of this file share one installation.
	const { rev } = (await agent.call("GET", above, { as: operator })).body as { rev: number };
	await put(above, rev, { never: ["shop.example"] });
	expect((await preview({})).body).toMatchObject({ refused: 2 });
	await put(above, rev + 1, {});
	agent.clock.ms += 8 * 86_400_000;
	expect((await preview({ acts: { send: "never" } })).body).toMatchObject({ acts: 0 });
	expect(await mongo.db.collection("audit_notes").countDocuments({ tenantId, action: "trace.read" })).toBeGreaterThan(0);
});
