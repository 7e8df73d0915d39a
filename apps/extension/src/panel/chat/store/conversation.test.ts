import type { Message } from "@webhand/contracts/chat/message";
import { SessionId } from "@webhand/contracts/ids";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Conversation } from "./conversation.ts";
import { emptyConversation, mergeMessages, newestTaskOf, readAfter, withEvent, withPage } from "./conversation.ts";
import { message, sessionId, taskIdOf } from "./testing/messages.ts";

const numbers = ({ messages }: Pick<Conversation, "messages">) => messages.map(({ sequenceNumber }) => sequenceNumber);
const newMessage = (one: Partial<Message>, seq = 1) => ({
	name: "new_message",
	data: { sessionId, seq, eventId: `e${seq}`, message: one },
});
const chunk = (content: string) => ({
	name: "agent_event",
	data: { sessionId, seq: 2, eventId: content, taskId: taskIdOf(1), event: { type: "llm_chunk", content } },
});
const decided = {
	name: "interact_response",
	data: {
		sessionId,
		seq: 3,
		eventId: "e3",
		taskId: taskIdOf(1),
		stepIndex: 2,
		action: "click(1)",
		status: "executing",
		timestamp: new Date(0).toISOString(),
	},
};
const read = (messages: readonly Message[], hasMoreBefore = false) =>
	withPage(emptyConversation(sessionId), { messages, hasMoreBefore, asked: "newest" });

test("messages that arrive in any order and twice stand there once, in their order", () => {
	const log = Array.from({ length: 12 }, (_, index) => message(index));
	const settled = log.map((one) => ({ ...one, status: "success" as const }));
	const copies = [...log.map((one) => ({ ...one, status: "pending" as const })), ...settled];
	fc.assert(
		fc.property(fc.shuffledSubarray(copies, { minLength: 0 }), (arrived) => {
			const live = arrived.reduce<readonly Message[]>((known, one) => mergeMessages(known, [one]), []);
			expect(mergeMessages(live, settled)).toEqual(settled);
			expect(numbers({ messages: live })).toEqual([...new Set(numbers({ messages: arrived }))].sort((a, b) => a - b));
			expect(mergeMessages(live, live)).toEqual(live);
		}),
	);
});

test("any mix of events, repeats, losses and re-reads ends with the chat as the server has it", () => {
	const log = Array.from({ length: 10 }, (_, index) => message(index, { status: "success" }));
	const move = fc.oneof(
		fc.record({ kind: fc.constant("event" as const), at: fc.nat(9) }),
		fc.record({ kind: fc.constant("reread" as const), at: fc.nat(9) }),
	);
	fc.assert(
		fc.property(fc.array(move, { maxLength: 40 }), fc.nat(9), (moves, first) => {
			let chat = read(log.slice(first, first + 3), first > 0);
			for (const { kind, at } of moves) {
				if (kind === "event") chat = withEvent(chat, newMessage({ ...log[at], status: "pending" })).conversation;
				else {
					const after = readAfter(chat);
					const messages = log.filter(({ sequenceNumber }) => after === undefined || sequenceNumber > after);
					chat = withPage(chat, { messages, hasMoreBefore: false, asked: after === undefined ? "newest" : "after" });
				}
			}
			chat = withPage(chat, { messages: log, hasMoreBefore: false, asked: "newest" });
			expect(chat.messages).toEqual(log);
			expect(chat.hasOlder).toBe(false);
		}),
	);
});

test.each<[name: string, known: Partial<Message>, arrived: Partial<Message>, result: Partial<Message>]>([
	["a settled copy replaces a pending one", { status: "pending" }, { status: "failure" }, { status: "failure" }],
	["a late pending copy does not undo a verdict", { status: "success" }, { status: "pending" }, { status: "success" }],
	["a whole text is not replaced by a cut one", { content: "whole" }, { content: "wh", truncated: true }, { content: "whole" }],
	[
		"a cut copy still brings the verdict",
		{ content: "whole", status: "pending" },
		{ content: "wh", truncated: true, status: "success" },
		{ content: "whole", status: "success" },
	],
	["a whole text replaces a cut one", { content: "wh", truncated: true }, { content: "whole" }, { content: "whole" }],
])("%s", (_name, known, arrived, result) => {
	const [merged, ...others] = mergeMessages([message(0, known)], [message(0, arrived)]);
	expect(others).toEqual([]);
	expect(merged).toMatchObject(result);
});

test("a message without a role is the assistant's", () => {
	const { role: _role, ...bare } = message(1);
	const { conversation } = withEvent(read([message(0)]), newMessage(bare));
	expect(conversation.messages.at(-1)).toMatchObject({ sequenceNumber: 1, role: "assistant" });
});

test.each<[name: string, event: { name: string; data: Record<string, unknown> }, isBehind: boolean]>([
	["the next message", newMessage(message(2)), false],
	["a message after a hole", newMessage(message(5)), true],
	["a message that was cut", newMessage(message(2, { truncated: true })), true],
	["a decided step", decided, true],
	["an event of an unknown kind", { name: "later", data: { sessionId, seq: 4, eventId: "e4" } }, false],
	["a message of another chat", newMessage({ ...message(2), sessionId: SessionId.parse("0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0002") }), false],
])("after %s messages are read again: %s", (_name, event, isBehind) => {
	expect(withEvent(read([message(0), message(1)]), event).isBehind).toBe(isBehind);
});

test("a thought grows while the model writes it, and keeps its newest 2,000 characters", () => {
	const told = ["I look ", "for the ", "kettle"].reduce((chat, part) => withEvent(chat, chunk(part)).conversation, read([message(1)]));
	expect(told.tasks.get(taskIdOf(1))?.thought).toBe("I look for the kettle");
	const long = withEvent(told, chunk("x".repeat(3_000))).conversation;
	expect(long.tasks.get(taskIdOf(1))?.thought).toBe("x".repeat(2_000));
});

test.each<[name: string, after: (chat: Conversation) => Conversation, thought: string]>([
	["the message of its step", (chat) => withEvent(chat, newMessage(message(2))).conversation, ""],
	["the event of its step", (chat) => withEvent(chat, decided).conversation, ""],
	["a page with its step", (chat) => withPage(chat, { messages: [message(2)], hasMoreBefore: false, asked: "after" }), ""],
	["a note", (chat) => withEvent(chat, newMessage(message(2, { role: "user" }))).conversation, "I look"],
	["a step that was known", (chat) => withPage(chat, { messages: [message(1)], hasMoreBefore: false, asked: "newest" }), "I look"],
	["another task's step", (chat) => withEvent(chat, newMessage(message(2, { taskId: taskIdOf(2) }))).conversation, "I look"],
])("after %s the live thought is %s", (_name, after, thought) => {
	const thinking = withEvent(read([message(0), message(1)]), chunk("I look")).conversation;
	expect(after(thinking).tasks.get(taskIdOf(1))?.thought).toBe(thought);
});

test.each<[name: string, messages: readonly Message[], after: number | undefined]>([
	["nothing known: the newest", [], undefined],
	["all settled: what comes next", [message(4, { status: "success" }), message(5)], 5],
	["from the first pending one", [message(3), message(4, { status: "pending" }), message(5)], 3],
	["from the first of all when it is pending", [message(0, { status: "pending" }), message(1)], undefined],
	["from before a hole", [message(3), message(4), message(7)], 4],
	["an open turn of a stopped task stays open", [message(1, { status: "pending" }), message(2, { taskId: taskIdOf(2) })], 2],
])("reading again: %s", (_name, messages, after) => {
	expect(readAfter({ messages })).toBe(after);
});

test("older pages go before, and a newest page that does not reach the known messages leaves no hole", () => {
	const chat = read([message(5), message(6)], true);
	const older = withPage(chat, { messages: [message(3), message(4)], hasMoreBefore: false, asked: "before" });
	expect(numbers(older)).toEqual([3, 4, 5, 6]);
	expect(older.hasOlder).toBe(false);
	const far = withPage(older, { messages: [message(20), message(21)], hasMoreBefore: true, asked: "newest" });
	expect(numbers(far)).toEqual([20, 21]);
	expect(far.hasOlder).toBe(true);
	expect(newestTaskOf(far)).toBe(taskIdOf(1));
});
