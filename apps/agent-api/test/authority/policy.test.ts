import { openPolicy } from "@webhand/contracts/authority/policy";
import type { RoutineRun, TakenRow } from "@webhand/contracts/routine/run";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import type { Agent } from "../agent.ts";
import { fieldsOf, pageText, scriptedDecider, test } from "../agent.ts";
import { begin, invoice, rowsOf, store } from "../routines/routines.ts";
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

type Member = Awaited<ReturnType<typeof peopleOf>>["member"];

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

	test("reaches another replica", async ({ open, redis }) => {
		const decider = scriptedDecider(() => "click(3)");
		const one = await open({ decider });
		const other = await open({ decider, identity: one.identity });
		const { member, set } = await peopleOf(one, redis.client);
		const step = async () => (await other.step({ dom, mode: "autonomous" }, { as: member })).status;
		expect(await step()).toBe("executing");
		await set(0, { acts: { send: "never" } });
		await expect.poll(step, { interval: 100 }).toBe("failed");
	});
});

describe("a run of a routine", () => {
	/** A run of a member over some values, and how its rows are taken. */
	async function runOf(agent: Agent, member: Member, { program = invoice, rows = [{ number: "1", amount: "2" }], options = {} } = {}) {
		const as = { as: member };
		const { id } = await store(agent, program, {}, as);
		const run = await begin(agent, id, rows, options, as);
		const path = `/api/v1/agent/routine-runs/${run.id}`;
		const next = async () => {
			const { status, body } = await agent.call("POST", `${path}/next`, { ...as, body: { worker: "one" } });
			const { row, run: { state, reason } = {} } = body as { row?: TakenRow; run?: Partial<RoutineRun> };
			return { status, start: row?.start, state, reason };
		};
		const change = async (wanted: string) => await agent.call("POST", `${path}/change`, { ...as, body: { change: wanted } });
		return { next, change, rows: () => rowsOf(agent, run.id, as) };
	}
	/** Hours of another day than this one. */
	const closed = () => ({ days: [((new Date().getUTCDay() + 2) % 7) + 1], from: "08:00", to: "17:00", timeZone: "UTC" });

	test("waits outside of the hours with its reason, keeps its rows, and goes on within them", async ({ open, redis }) => {
		const agent = await open();
		const { member, set } = await peopleOf(agent, redis.client);
		await set(0, { hours: closed() });
		const { next, change, rows } = await runOf(agent, member);
		const reason = expect.stringMatching(/^Your organization lets Webhand act \w{3} from 08:00 to 17:00 \(UTC\)$/);
		const held = { start: undefined, state: "paused", reason };
		expect(await next()).toMatchObject(held);
		await change("resume");
		expect(await next()).toMatchObject(held);
		expect(await rows()).toMatchObject([{ state: "waiting" }]);
		const looks = await runOf(agent, member, { program: { ...invoice, steps: invoice.steps.slice(3) } });
		expect(await looks.next()).toMatchObject({ state: "running" });
		await set(1, {});
		await expect.poll(async () => (await next()).start).toBe("https://shop.example/new");
		expect(await next()).toMatchObject({ state: "running", reason: undefined });
	});

	test("that waits for a browser is handed out again once it is allowed", async ({ open, redis }) => {
		const agent = await open();
		const { member, set } = await peopleOf(agent, redis.client);
		const as = { as: member };
		await set(0, { hours: closed() });
		const { id } = await store(agent, invoice, {}, as);
		const body = { rows: [{ number: "1", amount: "2" }], queue: { browser: "mine" } };
		const { run } = (await agent.call("POST", `/api/v1/agent/routines/${id}/runs`, { ...as, body })).body as { run: RoutineRun };
		const taken = async () => {
			const answer = await agent.call("POST", "/api/v1/agent/routine-runs/take", { ...as, body: { worker: "two", browser: "mine" } });
			return (answer.body as { run: RoutineRun | null }).run?.id ?? null;
		};
		const path = `/api/v1/agent/routine-runs/${run.id}`;
		// No browser opens a window for it before that.
		expect(await taken()).toBeNull();
		expect((await agent.call("GET", path, as)).body).toMatchObject({ run: { state: "paused", reason: expect.any(String) } });
		expect(await taken()).toBeNull();
		await set(1, {});
		await expect.poll(taken).toBe(run.id);
	});

	test("stays paused once its person paused it, too", async ({ open, redis }) => {
		const agent = await open();
		const { member, set } = await peopleOf(agent, redis.client);
		await set(0, { hours: closed() });
		const { next, change } = await runOf(agent, member);
		expect(await next()).toMatchObject({ state: "paused", reason: expect.any(String) });
		expect((await change("pause")).body).toMatchObject({ run: { state: "paused" } });
		await set(1, {});
		// Another run shows that the policy is in force.
		const other = await runOf(agent, member);
		await expect.poll(async () => (await other.next()).state).toBe("running");
		expect(await next()).toMatchObject({ start: undefined, state: "paused", reason: undefined });
	});

	test("opens no page of a site where it may not act", async ({ open, redis }) => {
		const agent = await open();
		const { member, set } = await peopleOf(agent, redis.client);
		await set(0, { never: ["shop.example"] });
		const never = "Your organization does not allow to use shop.example";
		const { next } = await runOf(agent, member);
		expect(await next()).toMatchObject({ start: undefined, state: "paused", reason: never });
		await set(1, { only: ["other.example"] });
		await expect.poll(async () => (await next()).reason).toBe("Your organization does not allow to act on shop.example");
		const reads = await runOf(agent, member, { program: { ...invoice, steps: invoice.steps.slice(3) } });
		expect(await reads.next()).toMatchObject({ start: "https://shop.example/new" });

		await set(2, { never: ["shop.example"] });
		await expect.poll(async () => (await next()).reason).toBe(never);
		const given = await runOf(agent, member, {
			program: { ...invoice, start: [{ input: "number" }] },
			rows: ["https://shop.example/a", "https://open.example/b"].map((number) => ({ number, amount: "2" })),
		});
		expect(await given.next()).toMatchObject({ start: "https://open.example/b", state: "running" });
		expect(await given.rows()).toMatchObject([{ state: "failed", reason: `${never}: https://shop.example/a` }, { state: "running" }]);

		await set(3, { never: ["open.example"] });
		const rests = "Your organization does not allow to use open.example";
		await expect.poll(given.next).toMatchObject({ status: 200, start: undefined, state: "paused", reason: rests });
		await set(4, {});
		await expect.poll(given.next).toMatchObject({ start: "https://open.example/b", state: "running" });
	});
});
