import { Message } from "@webhand/contracts/chat/message";
import type { Db } from "mongodb";
import { describe, expect } from "vitest";
import { sweepOnce } from "../src/tasks/step/background.ts";
import type { Say } from "./agent.ts";
import { buttons, pageText, scriptedDecider, shop, test } from "./agent.ts";
import { answer, order, state, submit } from "./run.ts";

const minute = 60_000;
/** A form without a password: of a question that speaks of one the whole answer is masked. */
const plainOrder = pageText('<form "Order" post>\n <input 4 "Full name">\n <button 6 submit>Place order');
const asking = (...says: readonly Say[]) => scriptedDecider((_turn, call) => says[call] ?? "click(7)");
const chat = async (db: Db, sessionId: string) => {
	const rows = await db.collection("messages").find({ sessionId }).sort({ sequenceNumber: 1 }).toArray();
	for (const row of rows) expect(Message.safeParse(row).error).toBeUndefined();
	expect(rows.map((row) => row["sequenceNumber"])).toEqual(rows.map((_row, index) => index));
	return rows;
};
const told = async (db: Db, sessionId: string) => (await chat(db, sessionId)).map((row) => row["metadata"].event ?? row["role"]);
const sessionOf = (db: Db, sessionId: string) => db.collection("sessions").findOne({ _id: sessionId as never });

describe("an answer is a message of the person", () => {
	test.for([
		["yes", order, { approved: true }, "approved", "Allowed once."],
		["yes, with words", { ...order, dom: plainOrder }, { approved: true, answer: "Be quick" }, "approved", "Allowed once. Be quick"],
		["no", order, { approved: false }, "denied", "Denied."],
		["words", {}, { answer: "The green one" }, "answer", "The green one"],
		["done", {}, { done: true }, "done", "I’m done."],
	] as const)("%s", async ([_name, body, words, event, content], { open, mongo }) => {
		const agent = await open({ decider: event === "approved" || event === "denied" ? submit() : asking('ask("Which tea?")') });
		const asked = await agent.step(body);
		const said = await answer(agent, asked.taskId, words);
		expect(said.body).toMatchObject({ status: "running", heard: { event } });
		const [, , message] = await chat(mongo.db, asked.sessionId);
		expect(message).toMatchObject({
			role: "user",
			content,
			taskId: asked.taskId,
			metadata: { event, questionId: asked.question?.id, stepIndex: 0 },
			messageId: (said.body["heard"] as { messageId: string }).messageId,
		});
		const announced = await mongo.db.collection("events").findOne({ eventId: message?.["messageId"] });
		expect(announced).toMatchObject({ name: "new_message", data: { message: { content, role: "user" } } });
	});

	test("and a code in it is masked there", async ({ open, mongo }) => {
		const agent = await open({ decider: asking('ask("What is the code of the SMS?")') });
		const asked = await agent.step({});
		await answer(agent, asked.taskId, { answer: "483920" });
		expect((await chat(mongo.db, asked.sessionId))[2]).toMatchObject({ content: "•••" });
		expect(JSON.stringify(await mongo.db.collection("events").find({ sessionId: asked.sessionId }).toArray())).not.toContain("483920");
		await agent.step({ taskId: asked.taskId });
		expect(agent.decider.turns[1]?.notes[0]).toContain("483920");
	});

	test("which counts while a dead server still holds the task", async ({ open, mongo }) => {
		const agent = await open({ decider: submit() });
		const { taskId } = await agent.step(order);
		const until = new Date(Date.now() + minute);
		await mongo.db.collection("tasks").updateOne({ _id: taskId as never }, { $set: { "lease.until": until } });
		expect((await answer(agent, taskId, { approved: true })).status).toBe(200);
	});
});

describe("a question that nobody answers in time", () => {
	test("is decided anew when its client posts again, and the chat says so", async ({ open, mongo }) => {
		const agent = await open({ decider: asking('ask("Which tea?")', "click(7)") });
		const asked = await agent.step({});
		agent.clock.ms = 30 * minute;
		expect(await state(agent, asked.taskId)).toMatchObject({ status: "running" });
		expect(await agent.step({ taskId: asked.taskId, lastStepIndex: 0 })).toMatchObject({ stepIndex: 1, action: "click(7)" });
		const rows = await chat(mongo.db, asked.sessionId);
		expect(rows.map((row) => [row["role"], row["content"], row["metadata"].event])).toMatchObject([
			["user", "Buy the tea", "query"],
			["assistant", "Which tea?", undefined],
			["system", "Nobody answered in time. This step is decided again.", "question_expired"],
			["assistant", "I do click(7)", undefined],
		]);
		expect((await answer(agent, asked.taskId, { answer: "Green", questionId: asked.question?.id })).body).toMatchObject({
			error: { code: "QUESTION_CHANGED", details: { status: "executing", questionState: "expired" } },
		});
	});

	test("waits while no client of the task calls, and goes on when one does", async ({ open, mongo }) => {
		const agent = await open({ decider: asking('ask("Which tea?")', "click(7)") });
		const asked = await agent.step({});
		const sweep = () => sweepOnce(agent.deps.background);
		agent.clock.ms = 30 * minute + 5_000;
		await sweep();
		expect(await told(mongo.db, asked.sessionId)).toEqual(["query", "assistant"]);
		agent.clock.ms = 30 * minute + 20_000;
		await sweep();
		await sweep();
		expect(await told(mongo.db, asked.sessionId)).toEqual(["query", "assistant", "question_expired"]);
		expect(await sessionOf(mongo.db, asked.sessionId)).toMatchObject({ status: "active" });
		expect(await mongo.db.collection("events").findOne({ sessionId: asked.sessionId, "data.reason": "question_expired" })).toMatchObject({
			name: "task_status",
			data: { taskId: asked.taskId, status: "needs_user_input" },
		});
		expect((await answer(agent, asked.taskId, { answer: "Green", questionId: asked.question?.id })).body).toMatchObject({
			error: { code: "QUESTION_CHANGED", details: { status: "needs_user_input", questionState: "expired" } },
		});
		expect((await answer(agent, asked.taskId, { answer: "Green then" })).body).toMatchObject({ heard: { event: "note" } });
		expect(await sessionOf(mongo.db, asked.sessionId)).toMatchObject({ status: "active" });

		expect((await agent.step({ taskId: asked.taskId, lastStepIndex: 0 })).stepIndex).toBe(1);
		expect(agent.decider.turns[1]?.notes).toEqual(["The person said: Green then"]);
		expect(await told(mongo.db, asked.sessionId)).toEqual(["query", "assistant", "question_expired", "note", "assistant"]);
		expect(await sessionOf(mongo.db, asked.sessionId)).toMatchObject({ status: "active" });
	});
});

describe("an answer that comes too late is told what is true now", () => {
	test("another device answered: its answer counts, and the first device's next step takes it", async ({ open }) => {
		const agent = await open({ decider: asking('ask("Which tea?")') });
		const asked = await agent.step({});
		const questionId = asked.question?.id;
		await answer(agent, asked.taskId, { answer: "Green", questionId });
		const late = () => answer(agent, asked.taskId, { answer: "Black", questionId });
		expect((await late()).body).toMatchObject({
			error: { code: "QUESTION_CHANGED", details: { status: "needs_user_input", questionState: "answered" } },
		});
		await agent.step({ taskId: asked.taskId });
		expect(agent.decider.turns[1]?.notes).toEqual(["You asked: Which tea?\nThe person answered: Green"]);
		expect((await late()).body).toMatchObject({ error: { details: { status: "executing", questionState: "answered" } } });
	});

	test("the task asks something else by now: the refusal holds that question", async ({ open }) => {
		const agent = await open({ decider: asking('ask("Which tea?")', 'ask("How much?", "100 g", "1 kg")') });
		const first = await agent.step({});
		await answer(agent, first.taskId, { answer: "Green" });
		const second = await agent.step({ taskId: first.taskId });
		const details = { status: "needs_user_input", questionState: "answered", question: second.question };
		const late = await answer(agent, first.taskId, { answer: "Black", questionId: first.question?.id });
		expect(late.body).toMatchObject({ error: { code: "QUESTION_CHANGED", details } });
		expect(JSON.stringify(late.body)).not.toContain("given");
	});

	test("the task was stopped: so was its question", async ({ open }) => {
		const agent = await open({ decider: submit() });
		const { taskId, question } = await agent.step(order);
		await agent.call("POST", `/agent/run/${taskId}/cancel`);
		expect((await answer(agent, taskId, { approved: true, questionId: question?.id })).body).toMatchObject({
			error: { code: "RUN_ENDED", details: { status: "cancelled", questionState: "superseded" } },
		});
	});

	test("the page changed after the yes: the chat says why the same is asked again", async ({ open, mongo }) => {
		const agent = await open({ decider: submit() });
		const first = await agent.step(order);
		await answer(agent, first.taskId, { approved: true });
		const again = await agent.step({ taskId: first.taskId, dom: shop.dom.replace("@epoch e1", "@epoch e2") });
		expect(again.question?.id).not.toBe(first.question?.id);
		expect(await told(mongo.db, first.sessionId)).toEqual(["query", "assistant", "approved", "question_superseded", "assistant"]);
		expect((await answer(agent, first.taskId, { approved: true, questionId: first.question?.id })).body).toMatchObject({
			error: { code: "QUESTION_CHANGED", details: { questionState: "superseded", question: { id: again.question?.id } } },
		});
	});
});

describe("the chat tells how a task ended without a step", () => {
	test("stopped from another device: the next step of the first one is told, and the others are notified", async ({ open, mongo }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(7)") });
		const { taskId, sessionId } = await agent.step({});
		await agent.call("POST", `/agent/run/${taskId}/cancel`);
		expect((await agent.post({ taskId })).body).toMatchObject({ error: { code: "TASK_COMPLETED", details: { status: "cancelled" } } });
		const rows = await chat(mongo.db, sessionId);
		expect(rows.at(-1)).toMatchObject({ role: "system", content: "The task was stopped.", metadata: { event: "cancelled" } });
		const events = await mongo.db.collection("events").find({ sessionId }).sort({ seq: 1 }).toArray();
		expect(events.slice(-2).map((event) => [event["name"], event["data"].status ?? event["data"].message.content])).toEqual([
			["new_message", "The task was stopped."],
			["task_status", "cancelled"],
		]);
	});

	test("left alone for an hour, or at its last step", async ({ open, mongo }) => {
		const agent = await open({ decider: scriptedDecider(() => "click(10)"), settings: { MAX_STEPS: "1" } });
		const limited = await agent.step({ dom: buttons(0) });
		expect((await agent.post({ taskId: limited.taskId, dom: buttons(1) })).status).toBe(400);
		const idle = await agent.step({ dom: buttons(0) });
		agent.clock.ms = 61 * minute;
		await sweepOnce(agent.deps.background);
		const last = async ({ sessionId }: { readonly sessionId: string }) => {
			const row = (await chat(mongo.db, sessionId)).at(-1);
			return [row?.["role"], row?.["content"], row?.["metadata"].event];
		};
		expect(await last(limited)).toEqual(["system", "All 1 steps are used, so the task ended.", "step_limit"]);
		expect(await last(idle)).toEqual(["system", "The task ended, because nothing happened for too long.", "expired"]);
	});

	test("and an older task of a chat that ends says nothing of how the newest one stands", async ({ agent, mongo }) => {
		const old = await agent.step({});
		const { taskId } = await agent.step({ sessionId: old.sessionId, query: "Another wish" });
		await agent.call("POST", `/agent/run/${old.taskId}/cancel`);
		expect(await sessionOf(mongo.db, old.sessionId)).toMatchObject({ status: "active", lastTaskId: taskId });
	});
});

test("a turn of the assistant holds what is drawn of it, and its verdict once there is one", async ({ open, mongo }) => {
	const agent = await open({ decider: asking("click(7)", 'ask("Which tea?", "Green")', 'finish("12 €")') });
	const dom = pageText("# Harbour tea\nThe password of the wifi is hunter2-canary\n<button 7>Show more");
	const first = await agent.step({ query: "Buy tea, the password is hunter2-canary", dom });
	await agent.step({ taskId: first.taskId, dom: `${dom}\n<button 8>New` });
	await answer(agent, first.taskId, { answer: "Green" });
	await agent.step({ taskId: first.taskId, dom: `${dom}\n<button 8>New` });
	const rows = (await chat(mongo.db, first.sessionId)).filter((row) => row["role"] === "assistant");
	expect(rows).toMatchObject([
		{
			content: "I do click(7)",
			status: "success",
			domSummary: "Shop\nHarbour tea",
			metadata: {
				stepIndex: 0,
				status: "executing",
				targetName: "Show more",
				ms: expect.any(Number),
				verification: { stepIndex: 0, verdict: "success", by: "facts" },
			},
		},
		{
			content: "Which tea?",
			metadata: {
				thought: 'I do ask("Which tea?", "Green")',
				question: { kind: "input", choices: ["Green"], expiresAt: expect.any(String) },
			},
		},
		{ content: "12 €", status: "success", metadata: { status: "completed", thought: 'I do finish("12 €")' } },
	]);
	expect(JSON.stringify(rows)).not.toContain("hunter2");
});
