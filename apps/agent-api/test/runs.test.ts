import { AppError } from "@webhand/service-kit/errors";
import { describe, expect } from "vitest";
import { fieldsOf, newKey, scriptedDecider, shop, test } from "./agent.ts";
import { begin, page, snapshot, start, state, step, stepOf } from "./run.ts";

describe("a run", () => {
	test("is started, asks to see the page, takes steps and ends with its answer", async ({ open, mongo }) => {
		const agent = await open({ decider: scriptedDecider((_turn, call) => (call === 0 ? "click(7)" : 'finish("12 €")')) });
		const started = await start(agent, { url: shop.url });
		expect([started.status, started.body]).toMatchObject([
			200,
			{
				task: "Buy the tea",
				mode: "careful",
				status: "running",
				currentStep: 0,
				maxSteps: 50,
				history: [],
				reflections: [],
				currentSnapshot: null,
			},
		]);
		const runId = started.body["runId"] as string;
		expect(await step(agent, runId, { snapshot: null })).toMatchObject({ action: "execute_tool", stepIndex: 0, tool: { name: "observe" } });
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId: runId })).toBe(0);
		expect(await step(agent, runId, { snapshot: snapshot(), dom: shop.dom, lastStepIndex: 0 })).toMatchObject({
			action: "execute_tool",
			stepIndex: 0,
			status: "running",
			thought: "I do click(7)",
			tool: { name: "click", arguments: { id: "agent-7" } },
			guard: { id: 7, approved: false },
		});
		expect(await state(agent, runId)).toMatchObject({ currentStep: 1, currentSnapshot: { title: "Shop" } });
		const next = {
			snapshot: snapshot(),
			dom: shop.dom.replace("Green tea", "Black tea"),
			result: { success: true, data: { url: shop.url } },
		};
		expect(await step(agent, runId, { ...next, lastStepIndex: 0 })).toMatchObject({
			action: "finish",
			stepIndex: 1,
			status: "finished",
			answer: "12 €",
			success: true,
			stopReason: "done",
		});
		expect(await state(agent, runId)).toMatchObject({
			status: "finished",
			currentSnapshot: null,
			history: [{ tool: { name: "click", arguments: { id: "agent-7" } }, result: { success: true } }, { tool: { name: "final" } }],
		});
		expect(await mongo.db.collection("run_snapshots").countDocuments()).toBe(0);
		expect((await stepOf(agent, runId, page)).body).toMatchObject({ error: { code: "RUN_ENDED", details: { status: "completed" } } });
	});

	test("started twice with one key is one run, byte for byte; another body is refused", async ({ open, mongo }) => {
		const agent = await open();
		const key = newKey();
		const first = await start(agent, { snapshot: snapshot() }, { key });
		await step(agent, first.body["runId"], page);
		const again = await start(agent, { snapshot: snapshot() }, { key });
		expect([again.bytes, again.headers["idempotency-replayed"]]).toEqual([first.bytes, "true"]);
		expect((await start(agent, { task: "Buy coffee" }, { key })).body).toMatchObject({ error: { code: "IDEMPOTENCY_CONFLICT" } });
		expect(await mongo.db.collection("tasks").countDocuments({ door: "run", userId: agent.user.userId })).toBe(1);
		// The channels do not share keys: the same one at interact is another request.
		expect((await agent.post({}, { key })).status).toBe(200);
	});

	test("of starts at once under a key of the day before there is one new run", async ({ open }) => {
		const agent = await open();
		const key = newKey();
		const { runId } = (await start(agent, {}, { key })).body;
		agent.clock.ms = 25 * 3_600_000;
		const again = await Promise.all(Array.from({ length: 4 }, () => start(agent, {}, { key })));
		const runIds = new Set(again.map(({ body }) => body["runId"]));
		expect([again.map(({ status }) => status), runIds.size, runIds.has(runId)]).toEqual([[200, 200, 200, 200], 1, false]);
	});

	test("goes on where its page cannot be kept: it starts, takes steps, ends and is cancelled all the same", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(1)") });
		const away = () => Promise.reject(new AppError("SERVICE_UNAVAILABLE", "The database does not answer", { retryAfterSeconds: 1 }));
		Object.assign(agent.deps.runs.runs, { putSnapshot: away, dropSnapshot: away });
		const seen = { snapshot: snapshot() };
		const runId = await begin(agent, { ...seen, maxSteps: 1 });
		expect(await step(agent, runId, seen)).toMatchObject({ action: "execute_tool" });
		expect(await step(agent, runId, seen)).toMatchObject({ action: "finish", stopReason: "max_steps" });
		const cancelled = await agent.call("POST", `/agent/run/${await begin(agent)}/cancel`);
		expect([cancelled.status, cancelled.body["status"]]).toEqual([200, "cancelled"]);
		expect(agent.logs.filter((line) => line.includes("page of the run not kept"))).toHaveLength(4);
	});

	test("answers that two runs get at once under one key reach one of them", async ({ open }) => {
		const agent = await open();
		const [runs, key] = [await Promise.all([begin(agent), begin(agent)]), newKey()];
		const answers = () =>
			Promise.all(runs.map((runId) => agent.call("POST", `/agent/run/${runId}/answer`, { key, body: { answer: "the green one" } })));
		expect((await answers()).map(({ status }) => status).sort()).toEqual([200, 409]);
		const again = await answers();
		expect(again.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(again.find(({ status }) => status === 409)?.body).toMatchObject({ error: { code: "IDEMPOTENCY_CONFLICT" } });
	});

	test("replays a step with the same key, and refuses another body or an older step", async ({ agent }) => {
		const runId = await begin(agent);
		const key = newKey();
		const first = await stepOf(agent, runId, page, { key });
		const again = await stepOf(agent, runId, page, { key });
		expect([again.bytes, again.headers["idempotency-replayed"], agent.decider.turns.length]).toEqual([first.bytes, "true", 1]);
		expect((await stepOf(agent, runId, { dom: "other" }, { key })).body).toMatchObject({ error: { code: "IDEMPOTENCY_CONFLICT" } });
		await step(agent, runId, page);
		expect((await stepOf(agent, runId, { ...page, lastStepIndex: 0 })).body).toMatchObject({
			error: { code: "STALE_STEP", details: { stepIndex: 1 } },
		});
	});

	test("ends at its own number of steps", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider((_turn, call) => (call === 0 ? "click(7)" : "click(1)")) });
		const runId = await begin(agent, { maxSteps: 2 });
		await step(agent, runId, page);
		await step(agent, runId, page);
		expect(await step(agent, runId, page)).toMatchObject({ action: "finish", success: false, stopReason: "max_steps", status: "finished" });
		expect(await state(agent, runId)).toMatchObject({ status: "finished", currentStep: 2 });
	});

	test("is an error while the model is away, and goes on with the next step", async ({ open }) => {
		let isAway = true;
		const agent = await open({
			decider: scriptedDecider(() => {
				if (isAway)
					throw new AppError("INTERNAL_ERROR", "The model did not answer in time", {
						details: { reason: "model_timeout", retryable: true },
					});
				return "click(7)";
			}),
		});
		const runId = await begin(agent);
		expect(await step(agent, runId, page)).toEqual({
			action: "error",
			runId,
			stepIndex: 0,
			status: "error",
			error: "The model did not answer in time",
			retryable: true,
		});
		expect(await state(agent, runId)).toMatchObject({ status: "error", error: { retryable: true }, currentStep: 0 });
		isAway = false;
		expect(await step(agent, runId, page)).toMatchObject({ action: "execute_tool", stepIndex: 0 });
		expect(await state(agent, runId)).toMatchObject({ status: "running", currentStep: 1 });
	});

	test("left alone for an hour is expired; cancelled it stays cancelled, also before its first step", async ({ open, mongo }) => {
		const agent = await open();
		const [idle, cancelled] = [await begin(agent), await begin(agent, { snapshot: snapshot() })];
		const first = await agent.call("POST", `/agent/run/${cancelled}/cancel`);
		expect((await agent.call("POST", `/agent/run/${cancelled}/cancel`)).bytes).toBe(first.bytes);
		expect(first.body).toMatchObject({ status: "cancelled", currentSnapshot: null });
		expect(await mongo.db.collection("events").countDocuments({ "data.taskId": cancelled })).toBe(0);
		agent.clock.ms = 61 * 60_000;
		expect(await state(agent, idle)).toMatchObject({ status: "expired" });
		for (const body of [{ snapshot: null }, page])
			expect((await stepOf(agent, idle, body)).body).toMatchObject({ error: { code: "RUN_ENDED", details: { status: "expired" } } });
	});

	test("names every wrong field at once", async ({ open }) => {
		const agent = await open();
		expect(fieldsOf(await start(agent, { task: "", mode: "bold", maxSteps: 51, url: "x", snapshot: { url: 1 } }))).toEqual([
			"task",
			"mode",
			"maxSteps",
			"url",
			"snapshot.url",
		]);
		const wrong = { snapshot: { elements: [{}] }, result: {}, dom: "", lastStepIndex: -1 };
		expect(fieldsOf(await stepOf(agent, await begin(agent), wrong))).toEqual([
			"snapshot.url",
			"snapshot.elements.0.id",
			"snapshot.elements.0.tag",
			"result.success",
			"dom",
			"lastStepIndex",
		]);
		expect((await start(agent, { sessionId: (await agent.step({}, { as: await agent.colleague() })).sessionId })).body).toMatchObject({
			error: { code: "SESSION_NOT_FOUND" },
		});
	});

	test("cannot be asked for under the path that starts one", async ({ open }) => {
		const agent = await open();
		const reply = await agent.app.inject({ method: "GET", url: "/agent/run/start" });
		expect([reply.statusCode, reply.headers["allow"], reply.json()]).toMatchObject([
			405,
			"POST",
			{ success: false, error: { code: "METHOD_NOT_ALLOWED" } },
		]);
	});

	test("drops what it does not know of a step, and names elements as its client does", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(1)") });
		const runId = await begin(agent);
		const elements = [{ id: "1", tag: "button", text: "Show more" }];
		const reply = await step(agent, runId, { snapshot: { url: shop.url, elements }, later: true });
		expect(reply).toMatchObject({ action: "execute_tool", tool: { name: "click", arguments: { id: "1" } } });
	});

	test("reads a snapshot as a page: its text, its controls, its address", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(1)") });
		const runId = await begin(agent);
		await step(agent, runId, { snapshot: snapshot() });
		const seen = agent.decider.turns[0]?.page;
		expect([seen?.url, seen?.elements.get(1)?.name, seen?.lines[0]?.text]).toEqual(["https://shop.example/", "Show more", "Harbour tea"]);
		await step(agent, runId, { snapshot: snapshot("https://shop.example/all"), result: { success: true } });
		expect(agent.decider.turns[1]?.history[0]).toMatchObject({ verification: { verdict: "success" } });
		await step(agent, runId, { snapshot: snapshot(), result: { success: false, error: "NOT_FOUND: no such element" } });
		expect(agent.decider.turns[2]?.report).toMatchObject({ status: "failure", error: { code: "NOT_FOUND", message: "no such element" } });
	});

	test("remembers that a tool failed until there is a page to prove it by, whatever reading it reports", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(1)") });
		const runId = await begin(agent);
		await step(agent, runId, { snapshot: snapshot() });
		const reading = await step(agent, runId, { snapshot: null, result: { success: false, error: "COVERED: by a banner" } });
		expect(reading).toMatchObject({ tool: { name: "observe" }, stepIndex: 0 });
		await step(agent, runId, { snapshot: snapshot("https://shop.example/all"), result: { success: true } });
		expect(agent.decider.turns[1]).toMatchObject({
			report: { error: { code: "COVERED" } },
			history: [{ verification: { verdict: "failure" } }],
		});
		await step(agent, runId, { snapshot: snapshot(), result: { success: true } });
		expect(agent.decider.turns[2]?.history.at(-1)).toMatchObject({ verification: { verdict: "success" } });
	});
});

test("a tool that was done stays done when the reading after it fails", async ({ open }) => {
	const agent = await open({ decider: scriptedDecider(() => "click(1)") });
	const runId = await begin(agent);
	await step(agent, runId, { snapshot: snapshot() });
	await step(agent, runId, { snapshot: null, result: { success: true } });
	await step(agent, runId, { snapshot: null, result: { success: false, error: "TIMEOUT: the page is busy" } });
	await step(agent, runId, { snapshot: snapshot("https://shop.example/all"), result: { success: true } });
	expect(agent.decider.turns[1]).toMatchObject({ report: { status: "success" }, history: [{ verification: { verdict: "success" } }] });
});

test.for([
	[{ didNetworkOccur: true }, { verdict: "success", by: "model" }],
	[undefined, { verdict: "failure", by: "facts" }],
] as const)("what shows nothing in the page is judged by what the client saw: %j", async ([clientObservations, verification], { open }) => {
	const decider = scriptedDecider((_turn, call) => (call === 0 ? "click(7)" : 'finish("saved")'));
	const usage = { promptTokens: 1, completionTokens: 1, calls: 1 };
	const agent = await open({
		decider: { ...decider, judge: async () => ({ verdict: "success", confidence: 0.8, reason: "it was sent", usage }) },
	});
	const runId = await begin(agent);
	await step(agent, runId, page);
	const result = { success: true, ...(clientObservations === undefined ? {} : { clientObservations }) };
	// The engine looks twice more before it says that nothing came of it.
	for (let look = 0; look < 3 && decider.turns.length < 2; look += 1) await step(agent, runId, { ...page, result });
	expect(decider.turns[1]?.history[0]).toMatchObject({ verification });
});
