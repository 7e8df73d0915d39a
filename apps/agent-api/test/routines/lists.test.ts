import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { expect } from "vitest";
import { codeOf, newKey, test } from "../agent.ts";
import { answer } from "../run.ts";
import { begin, change, expectOk, formPage, formSite, invoice, play, rowsOf, runOf, store, take, unchecked } from "./routines.ts";

const runs = "/api/v1/agent/routine-runs";
const rowsOfThree = ["1", "2", "3"].map((number) => ({ number, amount: "12.50" }));

test("a list with faulty cells is refused whole, with each of them named", async ({ agent, mongo }) => {
	const routine = await store(agent);
	const rows = [{ number: "1", amount: "12.50" }, { number: "2", amount: "a dozen" }, { amount: "3" }];
	const refused = await agent.call("POST", `/api/v1/agent/routines/${routine.id}/runs`, { body: { rows } });
	expect(refused.status).toBe(400);
	expect(refused.body["error"]).toMatchObject({
		code: "VALIDATION_ERROR",
		details: {
			faultCount: 2,
			cells: [
				{ row: 2, column: "Amount" },
				{ row: 3, column: "Number" },
			],
		},
	});
	expect(await mongo.db.collection("routine_rows").countDocuments({ routineId: routine.id })).toBe(0);
});

test("the same list under the same key is one run; equal rows of a list are done once", async ({ agent }) => {
	const routine = await store(agent);
	const key = newKey();
	const run = await begin(agent, routine.id, rowsOfThree, {}, { key });
	expect((await begin(agent, routine.id, rowsOfThree, {}, { key })).id).toBe(run.id);
	const other = agent.call("POST", `/api/v1/agent/routines/${routine.id}/runs`, { key, body: { rows: rowsOfThree.slice(1) } });
	expect(codeOf(await other)).toBe("IDEMPOTENCY_CONFLICT");
	const twice = await begin(agent, routine.id, [...rowsOfThree, ...rowsOfThree.slice(0, 1)]);
	expect(twice.counts).toEqual({ waiting: 3, skipped: 1 });
});

test("a list that was run before is known again, in whatever order, with how many of its rows are done", async ({ agent }) => {
	const routine = await store(agent, unchecked);
	const rows = rowsOfThree.slice(0, 2);
	const read = async (text: string, as = agent.user) => {
		const { body } = await agent.call("POST", `/api/v1/agent/routines/${routine.id}/rows`, { as, body: { text } });
		return body["earlier"];
	};
	const text = "Number\tAmount\n2\t12.50\n1\t12.50";
	await begin(agent, routine.id, rows, { isDryRun: true });
	expect(await read(text)).toBeUndefined();
	const run = await begin(agent, routine.id, rows);
	expect(await read(text)).toMatchObject({ runId: run.id, rowCount: 2, doneCount: 0 });
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	await play(agent, run.id, taken, formSite());
	expect(await read(text)).toMatchObject({ runId: run.id, rowCount: 2, doneCount: 1 });
	expect(await read("Number\tAmount\n2\t12.50")).toBeUndefined();
	expect(await read(text, await agent.signIn({ tenantId: agent.user.tenantId, roles: ["admin"] }))).toBeUndefined();
	const again = await begin(agent, routine.id, rows, { isOnceEver: true });
	expect(again.counts).toEqual({ waiting: 1, skipped: 1 });
});

test("a list of secrets alone is never taken for one that was run before", async ({ agent }) => {
	const inputs = [{ name: "number", label: "PIN", type: "secret" }] as const;
	const routine = await store(agent, { ...unchecked, inputs: [...inputs], steps: unchecked.steps.filter(({ id }) => id !== "s2") });
	await begin(agent, routine.id, [{ number: "first-secret" }]);
	const read = await agent.call("POST", `/api/v1/agent/routines/${routine.id}/rows`, { body: { text: "PIN\nother-secret" } });
	expect(read.body).toMatchObject({ faultCount: 0, rows: [{}] });
	expect(read.body["earlier"]).toBeUndefined();
});

test("where it is wished, a row that an earlier run did is never done again, also by two runs at once", async ({ agent }) => {
	const routine = await store(agent, unchecked);
	const [row] = rowsOfThree;
	const first = await begin(agent, routine.id, [row ?? {}], { isOnceEver: true });
	const second = await begin(agent, routine.id, [row ?? {}], { isOnceEver: true });
	const taken = await take(agent, first.id);
	expect(await take(agent, second.id)).toBeNull();
	if (taken === null) throw new Error("no row");
	await play(agent, first.id, taken, formSite());
	const third = await begin(agent, routine.id, [row ?? {}], { isOnceEver: true });
	for (const { id } of [second, third])
		expect(await rowsOf(agent, id)).toMatchObject([{ state: "skipped", reason: "An earlier run did it" }]);
});

test("rows go on one after the other; a faulty one stops the others only where that is wished; the results are a file", async ({
	agent,
}) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, rowsOfThree);
	const site = formSite((amount, number) => (number === "2" ? "0" : amount));
	const playNext = async (runId: string) => {
		const row = await take(agent, runId);
		if (row === null) throw new Error("no row");
		site("navigate()");
		await play(agent, runId, row, site);
	};
	for (const _row of rowsOfThree) await playNext(run.id);
	expect((await rowsOf(agent, run.id)).map(({ state }) => state)).toEqual(["done", "not_saved", "done"]);
	expect(await runOf(agent, run.id)).toMatchObject({ state: "done", counts: { done: 2, not_saved: 1 } });
	const csv = await agent.app.inject({ method: "GET", url: `${runs}/${run.id}/rows.csv`, headers: agent.user.headers });
	expect(csv.body.split("\r\n").slice(0, 3).join("\n")).toMatch(
		/Number,Amount,Result,Reason,Checked,Evidence\n1,12\.50,done,.*https?:\/\/[^/]+\/api\/agent\/tasks\/.*\n2,12\.50,not saved,/,
	);

	const strict = await begin(agent, routine.id, rowsOfThree.slice(1), { stopsAtFailure: true });
	await playNext(strict.id);
	expect((await rowsOf(agent, strict.id)).map(({ state }) => state)).toEqual(["not_saved", "stopped"]);
	expect((await runOf(agent, strict.id)).state).toBe("stopped");
});

test("a dry run stops before the commit and says what would be sent; stopped there, nothing was sent", async ({ agent }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, rowsOfThree, { isDryRun: true });
	const row = await take(agent, run.id);
	if (row === null) throw new Error("no row");
	const site = formSite();
	const asked = (await play(agent, run.id, row, site)).at(-1);
	expect(asked?.question?.text).toContain("Number: 1");
	expect(asked?.question?.choices).toEqual(["Go on", "Stop here"]);
	expect((await rowsOf(agent, run.id))[0]?.state).toBe("needs_person");
	await answer(agent, asked?.taskId ?? "", { answer: "Stop here", questionId: asked?.question?.id });
	const stopped = await agent.step({ ...formPage({ number: "1", amount: "12.50" }), taskId: asked?.taskId, batch: 0 } as never);
	expect([stopped.status, site.saved]).toEqual(["completed", []]);
	expect((await rowsOf(agent, run.id)).map(({ state }) => state)).toEqual(["skipped", "stopped", "stopped"]);
});

test("a secret is sealed, shown nowhere, and typed by the browser", async ({ agent, mongo }) => {
	const program: RoutineProgram = {
		inputs: [{ name: "code", label: "Code", type: "secret" }],
		steps: [{ id: "s1", do: "fill", class: "fill", target: { role: "input", name: ["Number"] }, value: [{ input: "code" }] }],
	};
	const routine = await store(agent, program);
	const run = await begin(agent, routine.id, [{ code: "zebra-4711" }]);
	const row = await take(agent, run.id);
	if (row === null) throw new Error("no row");
	const replies = await play(agent, run.id, row, formSite());
	expect(replies[0]?.action).toBe('setValue(1, "zebra-4711")');
	expect(await rowsOf(agent, run.id)).toMatchObject([{ inputs: { code: "•••" } }]);
	const stored = await Promise.all((await mongo.db.collections()).map((one) => one.find().toArray()));
	expect(JSON.stringify(stored)).not.toContain("zebra");
	expect(agent.logs.join("\n")).not.toContain("zebra");
});

test("a run and its rows are seen by its owner, admins, and members who have its link", async ({ agent }) => {
	const routine = await store(agent, invoice, { isShared: true });
	const run = await begin(agent, routine.id, rowsOfThree);
	const member = await agent.signIn({ tenantId: agent.user.tenantId, roles: ["member"] });
	const path = `${runs}/${run.id}`;
	expect(codeOf(await agent.call("GET", path, { as: member }))).toBe("RUN_NOT_FOUND");
	const { share } = await expectOk(agent.call("POST", `${path}/share`));
	expect((await agent.call("GET", `${path}?share=${share}`, { as: member })).status).toBe(200);
	expect(codeOf(await agent.call("POST", `${path}/next`, { as: member, body: { worker: "x" } }))).toBe("RUN_NOT_FOUND");
	expect((await agent.call("DELETE", `${path}/share`)).status).toBe(204);
	expect(codeOf(await agent.call("GET", `${path}/rows?share=${share}`, { as: member }))).toBe("RUN_NOT_FOUND");
});

test("an admin stops and unshares a run of a member, and unshares their routine, which the audit says", async ({ agent, mongo }) => {
	const routine = await store(agent, invoice, { isShared: true });
	const run = await begin(agent, routine.id, rowsOfThree);
	const path = `${runs}/${run.id}`;
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	const [first] = await play(agent, run.id, taken, formSite(), { most: 1 });
	await expectOk(agent.call("POST", `${path}/share`));
	const admin = await agent.signIn({ tenantId: agent.user.tenantId, roles: ["member", "admin"] });
	const member = await agent.signIn({ tenantId: agent.user.tenantId, roles: ["member"] });
	const stop = { body: { change: "stop" } };
	expect(codeOf(await agent.call("POST", `${path}/change`, { as: member, ...stop }))).toBe("RUN_NOT_FOUND");
	expect(codeOf(await agent.call("POST", `${path}/change`, { as: admin, body: { change: "pause" } }))).toBe("RUN_NOT_FOUND");
	for (const _time of [1, 2]) expect((await agent.call("POST", `${path}/change`, { as: admin, ...stop })).status).toBe(200);
	expect((await rowsOf(agent, run.id)).map(({ state }) => state)).toEqual(["stopped", "stopped", "stopped"]);
	expect(await mongo.db.collection<{ _id: string }>("tasks").findOne({ _id: first?.taskId ?? "" })).toMatchObject({ status: "cancelled" });
	expect((await expectOk(agent.call("GET", path, { as: admin })))["run"]).toHaveProperty("share");
	expect((await agent.call("DELETE", `${path}/share`, { as: admin })).status).toBe(204);
	expect(await runOf(agent, run.id)).not.toHaveProperty("share");
	const unshared = await agent.call("PATCH", `/api/v1/agent/routines/${routine.id}`, { as: admin, body: { isShared: false } });
	expect(unshared.body["routine"]).toMatchObject({ isShared: false });
	const notes = await mongo.db.collection("audit_notes").find({ userId: admin.userId, "facts.owner": agent.user.userId }).toArray();
	expect(notes.map(({ action }) => action).filter((action) => action !== "trace.read")).toEqual([
		"run.stop",
		"run.unshare",
		"routine.unshare",
	]);
});

test("a sign-in that ends stops the run where it is; the next one goes on with the same row", async ({ agent, redis }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, rowsOfThree);
	const row = await take(agent, run.id);
	if (row === null) throw new Error("no row");
	const site = formSite();
	const [first] = await play(agent, run.id, row, site, { most: 1 });
	await agent.identity.revoke(redis.client, agent.user.sid);
	expect((await agent.call("POST", `${runs}/${run.id}/next`, { body: { worker: "one" } })).status).toBe(401);
	const again = await agent.signIn({ tenantId: agent.user.tenantId, userId: agent.user.userId });
	const next = await expectOk(agent.call("POST", `${runs}/${run.id}/next`, { as: again, body: { worker: "one" } }));
	expect(next["row"]).toMatchObject({ key: row.key, taskId: first?.taskId });
});

test("a paused run gives no further row, and goes on afterwards", async ({ agent }) => {
	const routine = await store(agent);
	const run = await begin(agent, routine.id, rowsOfThree);
	await change(agent, run.id, { change: "pause" });
	expect(await take(agent, run.id)).toBeNull();
	expect((await runOf(agent, run.id)).state).toBe("paused");
	await change(agent, run.id, { change: "resume" });
	expect((await take(agent, run.id))?.index).toBe(0);
	await change(agent, run.id, { change: "stop" });
	expect(codeOf(await change(agent, run.id, { change: "resume" }))).toBe("RUN_ENDED");
});

test("a row whose record stands with another value is done again by the wish of a person alone", async ({ agent }) => {
	const routine = await store(agent);
	const [row] = rowsOfThree;
	const run = await begin(agent, routine.id, [row ?? {}]);
	const site = formSite(() => "12.00");
	const playNext = async () => {
		const taken = await take(agent, run.id);
		if (taken === null) return false;
		site("navigate()");
		await play(agent, run.id, taken, site);
		return true;
	};
	expect(await playNext()).toBe(true);
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "not_saved" }]);
	expect((await runOf(agent, run.id)).retries).toEqual({ rows: 0, withUnknown: 1 });
	await change(agent, run.id, { change: "retry" });
	expect(await playNext()).toBe(false);
	const other = await begin(agent, routine.id, [row ?? {}], { isOnceEver: true });
	expect(await rowsOf(agent, other.id)).toMatchObject([{ state: "skipped", reason: "An earlier run did it" }]);
	await change(agent, run.id, { change: "retry", withUnknown: true });
	expect((await runOf(agent, run.id)).retries).toEqual({ rows: 0, withUnknown: 0 });
	expect(await playNext()).toBe(true);
	expect(site.saved).toEqual(["1", "1"]);
});

test("a key of secrets or of no column of the routine is refused, and so is a version that was not taken", async ({ agent, mongo }) => {
	const program: RoutineProgram = { ...unchecked, inputs: [...unchecked.inputs, { name: "code", label: "Code", type: "secret" }] };
	const routine = await store(agent, program);
	const rows = [{ number: "1", amount: "2", code: "zebra-4711" }];
	const started = async (body: object) =>
		await agent.call("POST", `/api/v1/agent/routines/${routine.id}/runs`, { body: { rows, ...body } });
	for (const name of ["code", "nothing"]) {
		const refused = await started({ options: { keyOf: ["number", name] } });
		expect([refused.status, refused.body["error"]]).toMatchObject([400, { details: { fields: [{ path: "body.options.keyOf.1" }] } }]);
	}
	expect((await started({ options: { keyOf: ["number"] }, version: 1 })).status).toBe(201);
	for (const state of ["proposed", "refused"]) {
		await mongo.db.collection("routine_versions").updateOne({ routineId: routine.id }, { $set: { state } });
		const refused = await started({ version: 1 });
		expect([refused.status, refused.body["error"]]).toMatchObject([400, { details: { fields: [{ path: "body.version" }] } }]);
	}
});

test("a secret that stands in another column is hidden in the key of its row, too", async ({ agent, mongo }) => {
	const program: RoutineProgram = { ...unchecked, inputs: [...unchecked.inputs, { name: "code", label: "Code", type: "secret" }] };
	const routine = await store(agent, program);
	const run = await begin(agent, routine.id, [{ number: "login zebra-4711", amount: "2", code: "zebra-4711" }]);
	expect((await rowsOf(agent, run.id))[0]?.key).toContain("login •••");
	expect(JSON.stringify(await mongo.db.collection("routine_rows").find({ runId: run.id }).toArray())).not.toContain("zebra");
});
