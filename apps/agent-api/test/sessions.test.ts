import { Message } from "@webhand/contracts/chat/message";
import { expect } from "vitest";
import { pageText, scriptedDecider, shop, test } from "./agent.ts";

const press = () => scriptedDecider((_turn, call) => (call % 2 === 0 ? "click(7)" : "finish()"));

test("a chat takes its site and title from the page and the newest task, and mirrors how that task stands", async ({ open, mongo }) => {
	const agent = await open({ decider: press() });
	const sessions = mongo.db.collection("sessions");
	const first = await agent.step({ query: "Show   more\nof the $teas", url: "https://www.shop.example/a" });
	const mine = { _id: first.sessionId as never };
	expect(await sessions.findOne(mine)).toMatchObject({
		title: "shop.example: Show more of the $teas",
		domain: "shop.example",
		url: "https://www.shop.example/a",
		status: "active",
		isRenamed: false,
		lastTaskId: first.taskId,
		lastEventSeq: 5,
		messageCount: 2,
	});
	const shown = pageText("<button 7>Show more\n<button 8>New", { url: "https://other.example/b", epoch: "e2" });
	await agent.step({ taskId: first.taskId, url: "https://other.example/b", dom: shown });
	expect(await sessions.findOne(mine)).toMatchObject({ status: "completed", domain: "shop.example", url: "https://other.example/b" });

	const second = await agent.step({ sessionId: first.sessionId, query: "Another wish", url: "https://shop.example/" });
	expect(second.taskId).not.toBe(first.taskId);
	expect(await sessions.findOne(mine)).toMatchObject({ status: "active", title: "shop.example: Another wish", lastTaskId: second.taskId });
});

test("a chat that the user renamed keeps its title", async ({ agent, mongo }) => {
	const { sessionId } = await agent.step({ query: "First" });
	await mongo.db.collection("sessions").updateOne({ _id: sessionId as never }, { $set: { title: "shop.example: Mine", isRenamed: true } });
	await agent.step({ sessionId, query: "Second" });
	expect(await mongo.db.collection("sessions").findOne({ _id: sessionId as never })).toMatchObject({ title: "shop.example: Mine" });
});

test("a chat that begins on a page without a site has none, and gets none from the next page", async ({ open, mongo }) => {
	const agent = await open({ decider: scriptedDecider(() => 'navigate("https://shop.example/")') });
	const first = await agent.step({ url: "about:blank", dom: pageText("", { url: "about:blank" }), query: "Open shop.example" });
	await agent.step({ taskId: first.taskId });
	expect(await mongo.db.collection("sessions").findOne({ _id: first.sessionId as never })).toMatchObject({
		domain: null,
		title: "Open shop.example",
	});
});

test("a sentence that looks like a database expression is kept as it is", async ({ agent, mongo }) => {
	const query = "$tenantId $$NOW $literal";
	const { taskId } = await agent.step({ query });
	expect(await mongo.db.collection("tasks").findOne({ _id: taskId as never })).toMatchObject({ query });
});

test("chats, their messages, tasks and steps are kept as long as the tenant sets, and removed by the database itself", async ({
	agent,
	mongo,
}) => {
	await agent.setLimits({ retentionDays: 7 });
	const { taskId, sessionId } = await agent.step({});
	const kept = [
		["tasks", { _id: taskId as never }],
		["task_actions", { taskId }],
		["messages", { sessionId }],
		["sessions", { _id: sessionId as never }],
	] as const;
	const days = async ([name, filter]: readonly [string, object]) => {
		const row = await mongo.db.collection(name).findOne(filter);
		return Math.round((Number(row?.["expireAt"]) - Date.now()) / 86_400_000);
	};
	expect(await Promise.all(kept.map(days))).toEqual([7, 7, 7, 8]);
	expect(await mongo.db.collection("events").countDocuments({ sessionId, expireAt: { $exists: true } })).toBe(0);
	// Older messages of the chat stay for their own term, and the chat with them.
	await agent.setLimits({ retentionDays: 1 });
	const short = await agent.step({ sessionId, query: "Show more" });
	// The log keeps events for seven days, and no text longer than its message.
	expect(await days(["events", { sessionId, "data.message.taskId": short.taskId }])).toBe(1);
	expect(await days(["sessions", { _id: sessionId as never }])).toBe(8);
	for (const name of [...kept.map(([collection]) => collection), "run_snapshots", "run_answers", "lost_usage", "task_pages", "events"]) {
		const indexes = await mongo.db.collection(name).indexes();
		expect([name, indexes.some(({ expireAfterSeconds }) => expireAfterSeconds !== undefined)]).toEqual([name, true]);
	}
});

test("a chat holds the user's words once and a turn for each step, numbered without a hole", async ({ open, mongo }) => {
	const agent = await open({
		decider: scriptedDecider((_turn, call) => ['setValue(4, "Ada")', "click(7)", 'finish("Done.")'][call] ?? "wait(0)"),
	});
	const { taskId, sessionId } = await agent.step({ query: "Fill in the form of the tea" });
	const failed = {
		lastActionStatus: "failure",
		lastActionError: { message: "gone", code: "STALE_ELEMENT", action: 'setValue(4, "Ada")', elementId: 4 },
	} as const;
	await agent.step({ taskId, ...failed });
	await agent.step({ taskId, dom: `${shop.dom}\n<button 8>New` });

	const rows = await mongo.db.collection("messages").find({ sessionId }).sort({ sequenceNumber: 1 }).toArray();
	for (const row of rows) expect(Message.safeParse(row).error).toBeUndefined();
	expect(rows.map((row) => [row["sequenceNumber"], row["role"], row["status"], row["actionString"], row["error"]?.code])).toEqual([
		[0, "user", undefined, undefined, undefined],
		[1, "assistant", "failure", 'setValue(4, "Ada")', "STALE_ELEMENT"],
		[2, "assistant", "success", "click(7)", undefined],
		[3, "assistant", "success", 'finish("Done.")', undefined],
	]);
	expect(rows[0]).toMatchObject({ content: "Fill in the form of the tea", taskId, tenantId: agent.user.tenantId });
	expect(rows[2]).toMatchObject({
		actionPayload: { action: "click(7)", parsedAction: { name: "click", id: 7 } },
		metadata: { stepIndex: 1 },
	});
	expect(rows[0]?.["expireAt"]).toBeInstanceOf(Date);
});

test("two tasks of one chat go on in its numbers, and a cancelled one leaves nothing pending", async ({ agent, mongo }) => {
	const { taskId, sessionId } = await agent.step({});
	await agent.call("POST", `/agent/run/${taskId}/cancel`);
	await agent.step({ sessionId, query: "Another wish" });
	const rows = await mongo.db.collection("messages").find({ sessionId }).sort({ sequenceNumber: 1 }).toArray();
	expect(rows.map((row) => [row["sequenceNumber"], row["role"], row["status"]])).toEqual([
		[0, "user", undefined],
		[1, "assistant", "failure"],
		[2, "system", undefined],
		[3, "user", undefined],
		[4, "assistant", "pending"],
	]);
});

test("two tasks at once in one chat leave no hole and no double in its messages", async ({ agent, mongo }) => {
	const { sessionId } = await agent.step({});
	const tasks = await Promise.all([0, 1].map(() => agent.step({ sessionId })));
	await Promise.all(
		tasks.map(async ({ taskId }) => {
			// Each press shows something new, so nothing looks like a loop.
			for (const name of ["Oolong", "Assam", "Sencha", "Mate"]) await agent.step({ taskId, dom: `${shop.dom}\n<button 8>${name}` });
		}),
	);
	const rows = await mongo.db.collection("messages").find({ sessionId }).sort({ sequenceNumber: 1 }).toArray();
	expect(rows.map((row) => row["sequenceNumber"])).toEqual(rows.map((_row, index) => index));
	const session = await mongo.db.collection("sessions").findOne({ _id: sessionId as never });
	expect([session?.["messageCount"], rows.length]).toEqual([14, 14]);
});

test("a message that an event cannot carry whole is cut there and says so; the chat has all of it", async ({ agent, mongo }) => {
	const { sessionId } = await agent.step({ query: "tea ✓ ".repeat(1_600) });
	const [event, message] = await Promise.all([
		mongo.db.collection("events").findOne({ sessionId, seq: 1 }),
		mongo.db.collection("messages").findOne({ sessionId, sequenceNumber: 0 }),
	]);
	expect(Buffer.byteLength(JSON.stringify(event?.["data"]))).toBeLessThanOrEqual(9_500);
	expect(event?.["data"].message).toMatchObject({ truncated: true, messageId: message?.["messageId"] });
	expect(message?.["content"]).toHaveLength(9_600);
});
