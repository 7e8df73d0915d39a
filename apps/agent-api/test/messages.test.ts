import { Message } from "@webhand/contracts/chat/message";
import { expect } from "vitest";
import { scriptedDecider, shop, test } from "./agent.ts";

test("a chat holds the person's words once and a turn for each step, numbered without a hole", async ({ open, mongo }) => {
	const agent = await open({
		decider: scriptedDecider((_turn, call) => ["click(7)", 'setValue(4, "Ada")', 'finish("Done.")'][call] ?? "wait(0)"),
	});
	const { taskId, sessionId } = await agent.step({ query: "Show more of the tea" });
	await agent.step({ taskId, dom: `${shop.dom}\n<button 8>New` });
	const failed = {
		lastActionStatus: "failure",
		lastActionError: { message: "gone", code: "STALE_ELEMENT", action: 'setValue(4, "Ada")', elementId: 4 },
	} as const;
	await agent.step({ taskId, dom: `${shop.dom}\n<button 8>New`, ...failed });

	const rows = await mongo.db.collection("messages").find({ sessionId }).sort({ sequenceNumber: 1 }).toArray();
	for (const row of rows) expect(Message.safeParse(row).error).toBeUndefined();
	expect(rows.map((row) => [row["sequenceNumber"], row["role"], row["status"], row["actionString"], row["error"]?.code])).toEqual([
		[0, "user", undefined, undefined, undefined],
		[1, "assistant", "success", "click(7)", undefined],
		[2, "assistant", "failure", 'setValue(4, "Ada")', "STALE_ELEMENT"],
		[3, "assistant", "pending", expect.any(String), undefined],
	]);
	expect(rows[0]).toMatchObject({ content: "Show more of the tea", taskId, tenantId: agent.user.tenantId });
	expect(rows[1]).toMatchObject({
		actionPayload: { action: "click(7)", parsedAction: { name: "click", id: 7 } },
		metadata: { stepIndex: 0 },
	});
	expect(rows[0]?.["expireAt"]).toBeInstanceOf(Date);
});

test("two tasks of one chat go on in its numbers, and a cancelled one leaves nothing pending", async ({ open, mongo }) => {
	const agent = await open({ decider: scriptedDecider(() => "click(7)") });
	const { taskId, sessionId } = await agent.step({});
	await agent.call("POST", `/agent/run/${taskId}/cancel`);
	await agent.step({ sessionId, query: "Another wish" });
	const rows = await mongo.db.collection("messages").find({ sessionId }).sort({ sequenceNumber: 1 }).toArray();
	expect(rows.map((row) => [row["sequenceNumber"], row["role"], row["status"]])).toEqual([
		[0, "user", undefined],
		[1, "assistant", "failure"],
		[2, "user", undefined],
		[3, "assistant", "pending"],
	]);
});

test("two tasks at once in one chat leave no hole and no double in its messages", async ({ open, mongo }) => {
	const agent = await open({ decider: scriptedDecider(() => "click(7)") });
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

test("a message that an event cannot carry whole is cut there and says so; the chat has all of it", async ({ open, mongo }) => {
	const agent = await open({ decider: scriptedDecider(() => "click(7)") });
	const { sessionId } = await agent.step({ query: "tea ✓ ".repeat(1_600) });
	const [event, message] = await Promise.all([
		mongo.db.collection("events").findOne({ sessionId, seq: 1 }),
		mongo.db.collection("messages").findOne({ sessionId, sequenceNumber: 0 }),
	]);
	expect(Buffer.byteLength(JSON.stringify(event?.["data"]))).toBeLessThanOrEqual(9_500);
	expect(event?.["data"].message).toMatchObject({ truncated: true, messageId: message?.["messageId"] });
	expect(message?.["content"]).toHaveLength(9_600);
});
