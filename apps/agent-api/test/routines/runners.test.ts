import { randomBytes } from "node:crypto";
import { UserId } from "@webhand/contracts/ids";
import { RoutineRun, TakenRow } from "@webhand/contracts/routine/run";
import type { RunnerState } from "@webhand/contracts/routine/runner";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import type { Agent } from "../agent.ts";
import { codeOf, shop, test } from "../agent.ts";
import { change, expectOk, formPage, formSite, invoice, play, runOf, store } from "./routines.ts";

const runs = "/api/v1/agent/routine-runs";
const letters = () => randomBytes(11).toString("hex");

type SignedIn = Agent["user"];
type Company = { readonly agent: Agent; readonly owner: SignedIn; readonly admin: SignedIn; readonly routineId: string };

/** An organization with a person who owns a routine. */
async function company(agent: Agent): Promise<Company> {
	const tenantId = newOrgTenantId();
	const [owner, admin] = [
		await agent.signIn({ tenantId, roles: ["member"] }),
		await agent.signIn({ tenantId, roles: ["member", "admin"] }),
	];
	return { agent, owner, admin, routineId: (await store(agent, invoice, {}, { as: owner })).id };
}

/** Signs a runner in. */
function runnerOf({ agent, owner }: Pick<Company, "agent" | "owner">, { labels = [] as string[], capacity = 1 } = {}): Promise<SignedIn> {
	const runner = { id: `rnr_${letters()}`, labels, capacity };
	return agent.signIn({
		tenantId: owner.tenantId,
		userId: UserId.parse(`usr_${letters()}`),
		roles: ["member"],
		claims: { runner },
	});
}

const idOf = ({ claims }: SignedIn) => claims.runner?.id ?? "";

/** Starts a run that waits for a runner. */
async function queue({ agent, owner, routineId }: Company, labels: readonly string[] = [], rows = ["1"]): Promise<RoutineRun> {
	const body = { rows: rows.map((number) => ({ number, amount: "12.50" })), queue: { browser: "runner", labels } };
	return RoutineRun.parse((await expectOk(agent.call("POST", `/api/v1/agent/routines/${routineId}/runs`, { as: owner, body })))["run"]);
}

async function takeRun(agent: Agent, as: SignedIn, more: object = {}): Promise<RoutineRun | null> {
	const body = { worker: "profile one", browser: "runner", ...more };
	return RoutineRun.nullable().parse((await expectOk(agent.call("POST", `${runs}/take`, { as, body })))["run"]);
}

const next = (agent: Agent, as: SignedIn, runId: string) =>
	agent.call("POST", `${runs}/${runId}/next`, { as, body: { worker: "profile one" } });
const beat = async (agent: Agent, as: SignedIn, said: object = {}) =>
	(await expectOk(agent.call("POST", "/api/v1/agent/runners/beat", { as, body: { version: "1.2.3", runs: [], ...said } })))["lost"];

/** The agent as its runner, for the helpers that play rows. */
const asRunner = (agent: Agent, as: SignedIn): Agent => ({
	...agent,
	call: (method, path, options) => agent.call(method, path, { as, ...options }),
	post: (body, options) => agent.post(body, { as, ...options }),
	step: (body, options) => agent.step(body, { as, ...options }),
});

test("a runner does the run of a member from the first row to the last; it acts for its owner, and the audit names both", async ({
	agent,
	mongo,
}) => {
	const at = await company(agent);
	const runner = await runnerOf(at);
	// Nobody watches a runner: what it saves is allowed beforehand.
	const until = new Date(Date.now() + 86_400_000).toISOString();
	const mandate = { routineId: at.routineId, version: 1, uses: 1, amount: { perUse: 50, inSum: 50 }, until };
	await expectOk(agent.call("POST", "/api/v1/agent/mandates", { as: at.owner, body: mandate }));
	const run = await queue(at);
	expect(await takeRun(agent, runner)).toMatchObject({ id: run.id, ownerId: at.owner.userId });
	const row = TakenRow.parse((await expectOk(next(agent, runner, run.id)))["row"]);
	const site = formSite();
	const replies = await play(asRunner(agent, runner), run.id, row, site);
	expect([site.saved, replies.at(-1)?.status]).toEqual([["1"], "completed"]);
	const [task] = await mongo.db.collection<{ userId: string; sessionId: string }>("tasks").find({ "origin.runId": run.id }).toArray();
	expect([task?.userId, task?.sessionId]).toEqual([at.owner.userId, row.sessionId]);
	expect((await expectOk(next(agent, runner, run.id)))["row"]).toBeNull();
	expect(await runOf(asRunner(agent, at.owner), run.id)).toMatchObject({ state: "done", counts: { done: 1 } });
	const notes = await mongo.db
		.collection<{ action: string; userId: string }>("audit_notes")
		.find({ tenantId: at.owner.tenantId, "facts.runner": idOf(runner) })
		.toArray();
	expect(notes.map(({ action, userId }) => [action, userId])).toContainEqual(["run.take", runner.userId]);
});

describe("for a runner there is no", () => {
	test("run of another tenant, of another queue, or with a label that it lacks", async ({ agent }) => {
		const at = await company(agent);
		const stranger = await runnerOf(await company(agent), { labels: ["office"] });
		const [plain, labelled] = [await runnerOf(at, { labels: ["eu"] }), await runnerOf(at, { labels: ["eu", "office"] })];
		const run = await queue(at, ["office"]);
		await expectOk(
			agent.call("POST", `/api/v1/agent/routines/${at.routineId}/runs`, {
				as: at.owner,
				body: { rows: [{ number: "2", amount: "1" }], queue: { browser: "mine" } },
			}),
		);
		// Labels in the request are nobody's word.
		expect(await takeRun(agent, plain, { labels: ["office"] })).toBeNull();
		expect(await takeRun(agent, stranger)).toBeNull();
		expect((await takeRun(agent, labelled))?.id).toBe(run.id);
		expect(await takeRun(agent, labelled, { browser: "mine" })).toBeNull();
	});

	test("run whose lease it does not hold: not before it took it, not once another did", async ({ agent }) => {
		const at = await company(agent);
		const [one, two] = [await runnerOf(at), await runnerOf(at)];
		const run = await queue(at);
		expect(codeOf(await next(agent, one, run.id))).toBe("RUN_NOT_FOUND");
		const [first, second] = await Promise.all([takeRun(agent, one), takeRun(agent, two)]);
		expect([first, second].filter((taken) => taken !== null)).toHaveLength(1);
		const [holder, loser] = first === null ? [two, one] : [one, two];
		const row = TakenRow.parse((await expectOk(next(agent, holder, run.id)))["row"]);
		const { taskId, sessionId } = await agent.step(
			{ ...formPage(), query: row.order, row: { runId: run.id, rowKey: row.key } },
			{ as: holder },
		);
		const asked = (as: SignedIn) => [
			next(agent, as, run.id),
			agent.call("GET", `${runs}/${run.id}`, { as }),
			agent.call("GET", `/api/agent/tasks/${taskId}`, { as }),
			agent.call("POST", `/agent/run/${taskId}/cancel`, { as }),
			agent.call("GET", `/api/session/${sessionId}/events`, { as }),
			agent.post({ ...formPage(), taskId, lastStepIndex: 0 }, { as }),
		];
		for (const answer of await Promise.all(asked(loser))) expect(codeOf(answer)).toBe("RUN_NOT_FOUND");
		expect((await agent.call("GET", `/api/session/${sessionId}/events`, { as: holder })).status).toBe(200);
		// It went silent, and the other one takes the run over.
		agent.clock.ms = 130_000;
		await agent.deps.base.mongo.db
			.collection<{ _id: string }>("routine_runs")
			.updateOne({ _id: run.id }, { $set: { "lease.until": new Date(0) } });
		expect((await takeRun(agent, loser))?.id).toBe(run.id);
		for (const answer of await Promise.all(asked(holder))) expect(codeOf(answer)).toBe("RUN_NOT_FOUND");
		expect(await beat(agent, holder, { runs: [run.id] })).toEqual([run.id]);
		expect(TakenRow.parse((await expectOk(next(agent, loser, run.id)))["row"]).taskId).toBe(taskId);
	});

	test("route beside those of its runs, and no task, answer, mode or chat of its own", async ({ agent, mongo }) => {
		const at = await company(agent);
		const runner = await runnerOf(at);
		const run = await queue(at);
		await takeRun(agent, runner);
		const row = TakenRow.parse((await expectOk(next(agent, runner, run.id)))["row"]);
		const mine = await agent.step({ query: "Show more" }, { as: at.owner });
		const named = { runId: run.id, rowKey: row.key };
		const { taskId } = await agent.step(
			{ ...formPage(), query: row.order, row: named, sessionId: mine.sessionId, mode: "careful" },
			{ as: runner },
		);
		const task = await mongo.db.collection<{ _id: string; sessionId: string; mode: string }>("tasks").findOne({ _id: taskId });
		expect([task?.sessionId, task?.mode]).toEqual([row.sessionId, "autonomous"]);
		const forbidden = [
			["GET", "/api/agent/tasks"],
			["GET", "/api/v1/agent/waiting"],
			["GET", runs],
			["GET", `${runs}/${run.id}/rows`],
			["GET", "/api/v1/agent/runners"],
			["POST", "/agent/run/start"],
		] as const;
		for (const [method, path] of forbidden) {
			const { statusCode } = await agent.app.inject({
				method,
				url: path,
				headers: runner.headers,
				...(method === "POST" ? { payload: {} } : {}),
			});
			expect([path, statusCode]).toEqual([path, 403]);
		}
		const said = agent.call("POST", `/agent/run/${taskId}/answer`, { as: runner, body: { answer: "Yes" } });
		expect(codeOf(await said)).toBe("FORBIDDEN");
		for (const wrong of [{ query: "Buy tea" }, { taskId: mine.taskId }, { taskId: mine.taskId, row: named }])
			expect(codeOf(await agent.post({ ...shop, ...wrong }, { as: runner }))).toBe("RUN_NOT_FOUND");
		expect((await agent.call("GET", `/api/session/${mine.sessionId}/events`, { as: runner })).status).toBe(404);
		for (const wish of ["stop", "resume", "retry"])
			expect(codeOf(await agent.call("POST", `${runs}/${run.id}/change`, { as: runner, body: { change: wish } }))).toBe("FORBIDDEN");
		await expectOk(agent.call("POST", `${runs}/${run.id}/change`, { as: runner, body: { change: "pause" } }));
	});

	test("run any more whose owner left, or once its own sign-in has ended", async ({ agent, redis }) => {
		const at = await company(agent);
		const [one, two] = [await runnerOf(at, { capacity: 2 }), await runnerOf(at, { capacity: 2 })];
		const run = await queue(at);
		const other = await queue(at);
		expect((await takeRun(agent, one))?.id).toBe(run.id);
		agent.identity.removeMember(at.owner);
		expect(codeOf(await next(agent, one, run.id))).toBe("RUN_NOT_FOUND");
		expect(await takeRun(agent, two)).toBeNull();
		await agent.identity.revoke(redis.client, one.sid);
		expect((await next(agent, one, run.id)).status).toBe(401);
		expect(other.state).toBe("waiting");
	});
});

test("a runner gets as many runs as it has room for, none while it drains; one that waits for its person takes no room", async ({
	agent,
	mongo,
}) => {
	const at = await company(agent);
	const [one, two] = [await runnerOf(at, { capacity: 2 }), await runnerOf(at)];
	const queued = [await queue(at), await queue(at), await queue(at), await queue(at)];
	const taken = await Promise.all([takeRun(agent, one), takeRun(agent, one), takeRun(agent, one)]);
	const mine = taken.flatMap((run) => (run === null ? [] : [run.id]));
	expect(mine).toHaveLength(2);
	await mongo.db
		.collection<{ _id: string }>("routine_runs")
		.updateOne({ _id: mine[0] ?? "" }, { $set: { "progress.counts": { needs_person: 1 } } });
	const third = await takeRun(agent, one);
	expect(queued.map(({ id }) => id)).toContain(third?.id);
	expect(await beat(agent, two, { draining: true })).toEqual([]);
	expect(await takeRun(agent, two)).toBeNull();
	// What a draining runner no longer names is free for the next one at once.
	await beat(agent, one, { draining: true, runs: [mine[0]] });
	await beat(agent, two);
	expect([...mine.slice(1), third?.id]).toContain((await takeRun(agent, two))?.id);
	expect(codeOf(await next(agent, one, mine[0] ?? ""))).toBeUndefined();
});

test("admins see which runners are there; a beat renews the leases of what its runner does", async ({ agent, mongo }) => {
	const at = await company(agent);
	const runner = await runnerOf(at, { capacity: 2 });
	const run = await queue(at);
	await takeRun(agent, runner);
	const until = async () =>
		(await mongo.db.collection<{ _id: string; lease: { until: Date } }>("routine_runs").findOne({ _id: run.id }))?.lease.until.getTime() ??
		0;
	const before = await until();
	const renewed = async () => {
		await beat(agent, runner, { runs: [run.id] });
		return (await until()) > before;
	};
	await expect.poll(renewed).toBe(true);
	const states = async (as: SignedIn) => (await expectOk(agent.call("GET", "/api/v1/agent/runners", { as })))["runners"] as RunnerState[];
	expect(await states(at.admin)).toMatchObject([{ id: idOf(runner), isOnline: true, running: 1, version: "1.2.3", isDraining: false }]);
	agent.clock.ms = 60_000;
	expect(await states(at.admin)).toMatchObject([{ isOnline: false, running: 0 }]);
	expect(await states((await company(agent)).admin)).toEqual([]);
	expect((await agent.call("GET", "/api/v1/agent/runners", { as: at.owner })).status).toBe(403);
	expect(codeOf(await agent.call("POST", "/api/v1/agent/runners/beat", { as: at.admin, body: { version: "1", runs: [] } }))).toBe(
		"FORBIDDEN",
	);
	await change(asRunner(agent, at.owner), run.id, { change: "stop" });
	// It hears of the end, and of nothing more a minute later.
	agent.clock.ms = 0;
	expect((await expectOk(next(agent, runner, run.id)))["row"]).toBeNull();
	agent.clock.ms = 130_000;
	expect(codeOf(await next(agent, runner, run.id))).toBe("RUN_NOT_FOUND");
});
