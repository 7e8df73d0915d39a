import { inTransaction } from "@webhand/service-kit/mongo";
import { expect } from "vitest";
import { createRoutineRunStore } from "../../src/routines/runs/store.ts";
import { codeOf, test } from "../agent.ts";
import { begin, change, formPage, formSite, invoice, play, rowsOf, runOf, store, take, unchecked } from "./routines.ts";

const row = { number: "2026-1", amount: "12.50" };

test("a row is played to its end without a model, and is done once its checks hold", async ({ agent }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, [row]);
	expect(run).toMatchObject({ state: "waiting", rowCount: 1, counts: { waiting: 1 } });
	const taken = await take(agent, run.id);
	expect(taken).toMatchObject({ index: 0, order: "File an invoice: Number 2026-1, Amount 12.50", start: "https://shop.example/new" });
	if (taken === null) throw new Error("no row");
	const site = formSite();
	const replies = await play(agent, run.id, taken, site);
	expect(replies.map(({ action }) => action)).toEqual(['setValue(1, "2026-1")', 'setValue(2, "12.50")', "click(3)", "finish()"]);
	expect(agent.decider.turns).toEqual([]);
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "done", checks: [{ label: "Amount", expected: "12.50", holds: true }] }]);
	expect(await take(agent, run.id)).toBeNull();
	expect(await runOf(agent, run.id)).toMatchObject({ state: "done", counts: { done: 1 } });
});

test("a row whose check fails was not saved; one without a check is done, not checked", async ({ agent }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, [row]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	await play(
		agent,
		run.id,
		taken,
		formSite(() => "12.00"),
	);
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "not_saved", reason: "“Amount” is “12.00” on the page, not “12.50”" }]);

	const other = await store(agent, unchecked);
	const plain = await begin(agent, other.id, [row]);
	const next = await take(agent, plain.id);
	if (next === null) throw new Error("no row");
	await play(
		agent,
		plain.id,
		next,
		formSite(() => "12.00"),
	);
	expect(await rowsOf(agent, plain.id)).toMatchObject([{ state: "done_unchecked" }]);
});

test("the same row never gets two tasks, however often its first step comes", async ({ agent, mongo }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, [row, { number: "2", amount: "1" }]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	const first = { row: { runId: run.id, rowKey: taken.key }, query: taken.order, batch: 0 };
	const replies = await Promise.all([1, 2, 3].map(() => agent.step(first as never)));
	expect(new Set(replies.map(({ taskId }) => taskId)).size).toBe(1);
	expect(await mongo.db.collection("tasks").countDocuments({ "origin.runId": run.id })).toBe(1);
	expect((await take(agent, run.id))?.taskId).toBe(replies[0]?.taskId);
});

test("another browser is refused while the first one is at work, and goes on with its row afterwards", async ({ agent }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, [row]);
	const taken = await take(agent, run.id, "one");
	const refused = await agent.call("POST", `/api/v1/agent/routine-runs/${run.id}/next`, { body: { worker: "two" } });
	expect([refused.status, (refused.body["error"] as { code: string }).code]).toEqual([409, "TASK_BUSY"]);
	expect((await take(agent, run.id, "one"))?.key).toBe(taken?.key);
});

test("another browser is refused while a step of the first one is decided, however long a model takes", async ({ agent, mongo }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, [row]);
	const taken = await take(agent, run.id, "one");
	if (taken === null) throw new Error("no row");
	const { taskId } = await agent.step({ row: { runId: run.id, rowKey: taken.key }, query: taken.order } as never);
	agent.clock.ms += 61_000;
	await mongo.db.collection("routine_runs").updateOne({ _id: run.id as never }, { $set: { "lease.until": new Date(0) } });
	const decideUntil = async (until: Date) =>
		await mongo.db.collection("tasks").updateOne({ _id: taskId as never }, { $set: { "lease.until": until } });
	const next = async () => (await agent.call("POST", `/api/v1/agent/routine-runs/${run.id}/next`, { body: { worker: "two" } })).status;
	await decideUntil(new Date(Date.now() + 90_000));
	expect(await next()).toBe(409);
	await decideUntil(new Date(0));
	expect(await next()).toBe(200);
});

test("a stopped run ends its row, and a retry gives it another task", async ({ agent }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, [row, { number: "2", amount: "1" }]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	const [reply] = await play(agent, run.id, taken, formSite(), { most: 1 });
	await change(agent, run.id, { change: "stop" });
	expect((await rowsOf(agent, run.id)).map(({ state }) => state)).toEqual(["stopped", "stopped"]);
	expect(await take(agent, run.id)).toBeNull();
	await change(agent, run.id, { change: "retry" });
	const again = await take(agent, run.id);
	expect([again?.key, again?.taskId]).toEqual([taken.key, undefined]);
	if (again === null) throw new Error("no row");
	const site = formSite();
	const replies = await play(agent, run.id, again, site);
	expect(replies.at(-1)).toMatchObject({ status: "completed" });
	expect(replies[0]?.taskId).not.toBe(reply?.taskId);
	expect(site.saved).toEqual(["2026-1"]);
});

test.for([
	["comes late", 2, "done_unchecked"],
	["never comes", Number.POSITIVE_INFINITY, "unknown"],
] as const)("a commit without a check, whose message %s, is waited for and not sent again", async ([_name, late, state], { agent }) => {
	const routine = await store(agent, unchecked);
	const run = await begin(agent, routine.id, [row]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	const site = formSite();
	let waits = 0;
	const replies = await play(agent, run.id, taken, (action) => {
		const { url, dom } = site(action);
		if (action.startsWith("wait(")) waits += 1;
		return { url, dom: waits < late ? dom.replace("\nSaved\n", "\nSession expired\n") : dom };
	});
	expect(replies.filter(({ action }) => action === "click(3)")).toHaveLength(1);
	expect(site.saved).toEqual(["2026-1"]);
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state }]);
	expect(waits).toBeGreaterThanOrEqual(2);
});

test.for([
	["nothing reached the page is sent once more", { isInert: true }, "done_unchecked"],
	["something may have reached the page is not", {}, "unknown"],
] as const)("a commit that was covered, where %s", async ([_name, more, state], { agent }) => {
	const routine = await store(agent, unchecked);
	const run = await begin(agent, routine.id, [row]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	const site = formSite();
	const first = (await play(agent, run.id, taken, site, { most: 3 })).at(-1);
	const error = { code: "COVERED", message: "The element is covered by a notice", action: "click(3)" };
	const report = { lastActionStatus: "failure", lastActionError: error, lastActionResult: { success: false, ...more } };
	const form = { ...formPage(row), taskId: first?.taskId, lastStepIndex: first?.stepIndex };
	const next = await agent.step({ ...form, ...report, batch: 0 } as never);
	expect(next.action).toMatch("isInert" in more ? /^click\(3\)$/ : /^fail\(/);
	if ("isInert" in more) await play(agent, run.id, { ...taken, taskId: first?.taskId as never }, site, { from: site(next.action) });
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state }]);
});

test("a routine that is edited or deleted meanwhile changes no run", async ({ agent }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, [row]);
	const program = { ...invoice, steps: invoice.steps.slice(0, 1) };
	const edited = await agent.call("POST", `/api/v1/agent/routines/${routine.id}/versions`, { body: { of: 1, program } });
	expect(edited.status).toBe(201);
	expect((await agent.call("DELETE", `/api/v1/agent/routines/${routine.id}`)).status).toBe(204);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	const site = formSite();
	await play(agent, run.id, taken, site);
	expect(site.saved).toEqual(["2026-1"]);
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "done" }]);
});

test("a row that is stopped before its task is there gets none afterwards", async ({ agent, mongo }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, [row]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	await change(agent, run.id, { change: "stop" });
	// A first step that looked at the row before it was stopped, and makes its task behind that.
	await mongo.db.collection("routine_rows").updateOne({ runId: run.id }, { $set: { state: "running", isOpen: true } });
	await mongo.db.collection("routine_runs").updateOne({ _id: run.id as never }, { $set: { state: "running" } });
	const body = { ...formPage(), row: { runId: run.id, rowKey: taken.key }, query: taken.order, batch: 0 };
	const late = await agent.call("POST", "/api/agent/interact", { body });
	expect([late.status, codeOf(late)]).toEqual([409, "TASK_COMPLETED"]);
	expect(await mongo.db.collection("tasks").countDocuments({ "origin.runId": run.id, status: { $ne: "cancelled" } })).toBe(0);
});

test("the first step of a row that was ended meanwhile is not taken", async ({ agent, mongo }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, [row]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	const runs = createRoutineRunStore(mongo, { leaseMs: 60_000, tell: async () => undefined, now: () => new Date() });
	const origin = { routineId: routine.id, version: 1, runId: run.id, rowKey: taken.key, attempt: 1 };
	const keep = (stepCount: number) => {
		const task = { _id: "task", tenantId: agent.user.tenantId, sessionId: "session", status: "executing", origin, stepCount };
		return inTransaction(mongo, (session) => runs.keepRow(task as never, session));
	};
	await keep(1);
	await mongo.db.collection("routine_rows").updateOne({ runId: run.id }, { $set: { state: "stopped" }, $unset: { isOpen: 1 } });
	await expect(keep(1)).rejects.toMatchObject({ code: "RUN_ENDED" });
	await keep(2);
});
