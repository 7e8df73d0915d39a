import { LoginId } from "@webhand/contracts/ids";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { RoutineRun, TakenRow } from "@webhand/contracts/routine/run";
import { TOTP } from "otpauth";
import { expect } from "vitest";
import { deleteLeft } from "../src/logins/left.ts";
import type { Agent, PostOptions } from "./agent.ts";
import { codeOf, fieldsOf, pageText, scriptedDecider, shop, test } from "./agent.ts";
import { begin, expectOk, store, take } from "./routines/routines.ts";

const path = "/api/v1/agent/logins";
const password = "correct horse battery staple";
const seed = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const body = { name: "Shop", site: "shop.example", username: "ada@shop.example", password, totp: seed };
const noLogin = `lgn_${"0".repeat(22)}`;

const add = async (agent: Agent, more: object = {}, how: PostOptions = {}) => {
	const made = await expectOk(agent.call("POST", path, { ...how, body: { ...body, ...more } }));
	return (made["login"] as { id: string }).id;
};
const handsOver = () => scriptedDecider(({ query }) => (query === "Look" ? "click(7)" : 'handoff("Please sign in")'));
const memberOf = (agent: Agent) => agent.signIn({ tenantId: agent.user.tenantId, roles: ["member"] });

/** A task that hands over a page. */
async function handover(agent: Agent, page: { readonly url: string; readonly dom: string } = shop, how: PostOptions = {}) {
	const { taskId, question } = await agent.step(page, how);
	if (question === undefined) throw new Error("nothing is handed over");
	return { taskId, questionId: question.id };
}

const use = (agent: Agent, id: string, given: object, how: PostOptions = {}) =>
	agent.call("POST", `${path}/${id}/use`, { ...how, body: { part: "password", ...given } });

const notesOf = (
	agent: Agent,
	mongo: { readonly db: { collection: (name: string) => { find: (filter: object) => { toArray: () => Promise<object[]> } } } },
) =>
	mongo.db
		.collection("audit_notes")
		.find({ tenantId: agent.user.tenantId, action: /^login\./ })
		.toArray();

test("each part goes to the page that a task hands over, each time with its row of the audit, and neither into a log nor in the clear into a store", async ({
	open,
	mongo,
}) => {
	const agent = await open({ decider: handsOver() });
	const id = await add(agent);
	const given = await handover(agent);
	const offered = await agent.call("GET", `${path}/offered/${given.taskId}`);
	expect(offered.body).toEqual({
		questionId: given.questionId,
		site: "https://shop.example",
		logins: [{ id, name: "Shop", username: "ada@shop.example", parts: ["username", "password", "code"] }],
	});
	const parts = await Promise.all(["username", "password", "code"].map((part) => use(agent, id, { ...given, part })));
	const code = new TOTP({ secret: seed }).generate();
	expect(parts.map(({ body: { value } }) => value)).toEqual(["ada@shop.example", password, code]);
	expect(parts.map(({ headers }) => headers["cache-control"])).toEqual(["no-store", "no-store", "no-store"]);
	expect(await notesOf(agent, mongo)).toEqual(
		expect.arrayContaining(
			["username", "password", "code"].map((part) =>
				expect.objectContaining({
					action: "login.use",
					target: id,
					userId: agent.user.userId,
					outcome: "ok",
					facts: { part, site: "https://shop.example", task: given.taskId, by: "person" },
				}),
			),
		),
	);
	expect((await agent.call("GET", path)).body).toMatchObject({
		logins: [{ id, hasPassword: true, hasTotp: true, lastUsedAt: expect.any(String) }],
	});
	await agent.step({ taskId: given.taskId, lastStepIndex: 0 });
	const collections = await mongo.db.listCollections().toArray();
	const stored = await Promise.all(collections.map(({ name }) => mongo.db.collection(name).find().toArray()));
	const all = JSON.stringify([stored, agent.logs, (await agent.call("GET", path)).bytes]);
	expect(all).toContain(id);
	for (const secret of [password, seed, code]) expect(all).not.toContain(secret);
	expect(parts.every(({ bytes }) => !bytes.includes(seed))).toBe(true);
});

test("nothing is given for another site, another person or tenant, a task that does not hand over, or another question", async ({
	open,
	mongo,
}) => {
	const agent = await open({ decider: handsOver() });
	const colleague = await agent.colleague();
	const stranger = await agent.signIn();
	const id = await add(agent);
	const url = "https://shop.example.evil.example/";
	const there = await handover(agent, { url, dom: pageText('<password 5 "Password of shop.example">', { url }) });
	expect((await agent.call("GET", `${path}/offered/${there.taskId}`)).body).toMatchObject({ logins: [] });
	expect(codeOf(await use(agent, id, there))).toBe("FORBIDDEN");
	expect(await notesOf(agent, mongo)).toContainEqual(
		expect.objectContaining({ action: "login.refuse", target: id, outcome: "refuse", facts: expect.objectContaining({ reason: "site" }) }),
	);
	const theirs = await handover(agent, shop, { as: colleague });
	const foreign = await handover(agent, shop, { as: stranger });
	const working = await agent.step({ query: "Look" });
	const refused = [
		await use(agent, id, theirs),
		await use(agent, id, theirs, { as: colleague }),
		await use(agent, id, foreign, { as: stranger }),
		await use(agent, id, { ...there, taskId: working.taskId }),
		await use(agent, id, { ...there, questionId: theirs.questionId }),
		await use(agent, noLogin, there),
		await use(agent, id, { ...(await handover(agent)), isBound: true }),
	];
	expect(refused.map(codeOf)).toEqual([
		"TASK_NOT_FOUND",
		"NOT_FOUND",
		"NOT_FOUND",
		"NO_QUESTION",
		"QUESTION_CHANGED",
		"NOT_FOUND",
		"FORBIDDEN",
	]);
	expect(codeOf(await agent.call("GET", `${path}/offered/${theirs.taskId}`))).toBe("TASK_NOT_FOUND");
});

test("once the question is answered or the login is no longer shared, nothing is given", async ({ open }) => {
	const agent = await open({ decider: handsOver() });
	const colleague = await memberOf(agent);
	const id = await add(agent, { sharing: { kind: "people", userIds: [colleague.userId] } });
	const theirs = await handover(agent, shop, { as: colleague });
	expect((await use(agent, id, theirs, { as: colleague })).body).toMatchObject({ value: password });
	expect(codeOf(await agent.call("PATCH", `${path}/${id}`, { as: colleague, body: { name: "Mine" } }))).toBe("FORBIDDEN");
	expect(codeOf(await agent.call("DELETE", `${path}/${id}`, { as: colleague }))).toBe("FORBIDDEN");
	await expectOk(agent.call("PATCH", `${path}/${id}`, { body: { sharing: { kind: "nobody" } } }));
	expect(codeOf(await use(agent, id, theirs, { as: colleague }))).toBe("NOT_FOUND");
	expect((await agent.call("GET", path, { as: colleague })).body).toMatchObject({ logins: [] });
	const own = await handover(agent);
	await expectOk(agent.call("POST", `/agent/run/${own.taskId}/answer`, { body: { questionId: own.questionId, done: true } }));
	expect(codeOf(await use(agent, id, own))).toBe("NO_QUESTION");
});

test("what is sealed opens for no other login, tenant or site", async ({ open, mongo }) => {
	const agent = await open({ decider: handsOver() });
	const id = LoginId.parse(await add(agent));
	const other = LoginId.parse(await add(agent, { name: "Other", password: "x" }));
	const given = await handover(agent);
	const logins = mongo.db.collection<{ _id: string; sealedPassword: string }>("logins");
	const { sealedPassword } = (await logins.findOne({ _id: id })) ?? { sealedPassword: "" };
	await logins.updateOne({ _id: other }, { $set: { sealedPassword } });
	expect((await use(agent, other, given)).status).toBe(500);
	await logins.updateOne({ _id: id }, { $set: { site: "https://evil.example" } });
	expect(codeOf(await use(agent, id, given))).toBe("FORBIDDEN");
});

test("a login that is wrong names its field, and another site needs its password and seed again", async ({ agent }) => {
	const wrong = async (more: object) => fieldsOf(await agent.call("POST", path, { body: { ...body, ...more } }));
	expect(await wrong({ site: "https://shop.example/login" })).toEqual(["site"]);
	expect(await wrong({ totp: "no seed!" })).toEqual(["totp"]);
	expect(await wrong({ name: " " })).toEqual(["name"]);
	expect(await wrong({ password: undefined, totp: undefined })).toEqual(["password"]);
	const gone = await agent.colleague();
	agent.identity.removeMember(gone);
	expect(await wrong({ sharing: { kind: "people", userIds: [gone.userId] } })).toEqual(["sharing.userIds.0"]);
	const id = await add(agent);
	expect(codeOf(await agent.call("POST", path, { body }))).toBe("ALREADY_EXISTS");
	const change = (more: object) => agent.call("PATCH", `${path}/${id}`, { body: more });
	expect(fieldsOf(await change({ site: "other.example" }))).toEqual(["password", "totp"]);
	expect(fieldsOf(await change({ password: null, totp: null }))).toEqual(["password"]);
	expect((await change({ username: "bob", totp: null })).body).toMatchObject({
		login: { username: "bob", hasPassword: true, hasTotp: false },
	});
	expect((await change({ site: "other.example", password: "new" })).body).toMatchObject({ login: { site: "https://other.example" } });
	expect((await change({ totp: seed })).body).toMatchObject({ code: { value: new TOTP({ secret: seed }).generate() } });
	expect((await agent.call("DELETE", `${path}/${id}`)).status).toBe(204);
	expect((await agent.call("GET", path)).body).toMatchObject({ logins: [] });
});

const program: RoutineProgram = {
	inputs: [{ name: "password", label: "Password", type: "secret" }],
	start: ["https://shop.example/"],
	steps: [
		{ id: "s1", do: "fill", class: "fill_sensitive", target: { role: "password", name: ["Password"] }, value: [{ input: "password" }] },
	],
};

test("a routine uses a login without a question only where its person bound it, and no longer once that is taken back", async ({
	agent,
	mongo,
}) => {
	const id = await add(agent);
	const routine = await store(agent, program);
	const run = await begin(agent, routine.id, [{}]);
	const row = await take(agent, run.id);
	const { taskId, question } = await agent.step({ ...shop, row: { runId: run.id, rowKey: row?.key }, query: row?.order } as never);
	expect(question).toMatchObject({ kind: "handoff", site: "https://shop.example" });
	const given = { taskId, questionId: question?.id, isBound: true };
	const offered = `${path}/offered/${taskId}`;
	expect((await agent.call("GET", offered)).body).not.toHaveProperty("bound");
	expect(codeOf(await use(agent, id, given))).toBe("FORBIDDEN");
	expect(codeOf(await agent.call("PUT", `${path}/${id}/routines/${routine.id}`, { body: { version: 2 } }))).toBe("VALIDATION_ERROR");
	const bound = await agent.call("PUT", `${path}/${id}/routines/${routine.id}`, { body: { version: 1 } });
	expect(bound.body).toMatchObject({ login: { routines: [{ routineId: routine.id, version: 1 }] } });
	expect((await agent.call("GET", `${path}?hosts=${routine.sites.join()}`)).body).toMatchObject({ logins: [{ id }] });
	expect((await agent.call("GET", `${path}?hosts=other.example`)).body).toMatchObject({ logins: [] });
	expect((await agent.call("GET", offered)).body).toMatchObject({ bound: id });
	expect((await use(agent, id, given)).body).toMatchObject({ value: password });
	expect(await notesOf(agent, mongo)).toContainEqual(
		expect.objectContaining({ action: "login.use", facts: expect.objectContaining({ by: "routine", routine: routine.id }) }),
	);
	await expectOk(agent.call("DELETE", `${path}/${id}/routines/${routine.id}`));
	expect(codeOf(await use(agent, id, given))).toBe("FORBIDDEN");
	expect(codeOf(await agent.call("PUT", `${path}/${id}/routines/rtn_${"0".repeat(22)}`, { body: { version: 1 } }))).toBe(
		"ROUTINE_NOT_FOUND",
	);
});

test("a runner fills in the login that is bound to the routine, and answers nothing before", async ({ agent }) => {
	const id = await add(agent);
	const routine = await store(agent, program);
	const runner = await agent.signIn({
		tenantId: agent.user.tenantId,
		roles: ["member"],
		claims: { runner: { id: `rnr_${"b".repeat(22)}`, labels: [], capacity: 1 } },
	});
	const queue = { browser: "runner" };
	await expectOk(agent.call("POST", `/api/v1/agent/routines/${routine.id}/runs`, { body: { rows: [{}], queue } }));
	const runs = "/api/v1/agent/routine-runs";
	const taken = await expectOk(agent.call("POST", `${runs}/take`, { as: runner, body: { worker: "one", ...queue } }));
	const run = RoutineRun.parse(taken["run"]);
	const next = await expectOk(agent.call("POST", `${runs}/${run.id}/next`, { as: runner, body: { worker: "one" } }));
	const row = TakenRow.parse(next["row"]);
	const step = { ...shop, row: { runId: run.id, rowKey: row.key }, query: row.order };
	const { taskId, question } = await agent.step(step, { as: runner });
	const given = { taskId, questionId: question?.id };
	const answer = (said: object) =>
		agent.call("POST", `/agent/run/${taskId}/answer`, { as: runner, body: { questionId: question?.id, ...said } });
	expect(codeOf(await use(agent, id, given, { as: runner }))).toBe("FORBIDDEN");
	expect(codeOf(await answer({ done: true }))).toBe("FORBIDDEN");
	await expectOk(agent.call("PUT", `${path}/${id}/routines/${routine.id}`, { body: { version: 1 } }));
	expect((await use(agent, id, given, { as: runner })).body).toMatchObject({ value: password });
	const note = { answer: "Go on", note: true };
	expect(codeOf(await agent.call("POST", `/agent/run/${taskId}/answer`, { as: runner, body: note }))).toBe("FORBIDDEN");
	expect((await answer({ done: true })).body).toMatchObject({ heard: { event: "done" } });
});

test("logins of a person who left go, but for those that they shared, which an admin deletes", async ({ agent }) => {
	const [member, admin] = [await memberOf(agent), agent.user];
	await add(agent, {}, { as: member });
	const shared = await add(agent, { name: "Team", sharing: { kind: "everybody" } }, { as: member });
	await deleteLeft({ ...agent.deps.logins, hasLeft: async () => false });
	expect((await agent.call("GET", path, { as: member })).body["logins"]).toHaveLength(2);
	await deleteLeft({ ...agent.deps.logins, hasLeft: async ({ userId }) => userId === member.userId });
	expect((await agent.call("GET", `${path}?all=true`, { as: admin })).body).toMatchObject({
		logins: [{ id: shared, canEdit: false, canDelete: true }],
	});
	expect(codeOf(await agent.call("GET", `${path}?all=true`, { as: member }))).toBe("FORBIDDEN");
	expect((await agent.call("DELETE", `${path}/${shared}`, { as: admin })).status).toBe(204);
});
