import type { TaskView } from "@webhand/contracts/agent/task-trace";
import { Session } from "@webhand/contracts/chat/sessions";
import { expect, test } from "vitest";
import { sessionId, taskIdOf } from "../chat/store/testing/messages.ts";
import type { RestoreFacts } from "./restorable.ts";
import { restorable } from "./restorable.ts";

const now = 1_000_000;
const session = (part: object = {}) =>
	Session.parse({
		sessionId,
		title: "t",
		createdAt: 0,
		updatedAt: 0,
		url: "https://a.example/",
		domain: "a.example",
		messageCount: 2,
		status: "active",
		isRenamed: false,
		lastTaskId: taskIdOf(1),
		...part,
	});
const task = (part: Partial<TaskView> = {}) =>
	({
		taskId: taskIdOf(1),
		sessionId,
		query: "Buy tea",
		status: "executing",
		updatedAt: new Date(now - 5_000).toISOString(),
		...part,
	}) as TaskView;
const nobody: RestoreFacts = { here: new Set(), before: new Set(), offered: new Set(), now };
const ours = { ...nobody, before: new Set([taskIdOf(1)]) };
const old = { updatedAt: new Date(now - 200_000).toISOString() };
const question = { id: "q", kind: "input", text: "?", expiresAt: "" } as unknown as NonNullable<TaskView["question"]>;

test.each<[name: string, task: TaskView, session: Session, facts: RestoreFacts, states: string[]]>([
	["begun in this browser before it was closed", task(), session(), ours, ["running"]],
	["begun here, asking", task({ question }), session(), ours, ["waiting"]],
	["of another device that works on it now", task(), session(), nobody, []],
	["begun here, silent for minutes", task(old), session(), ours, ["interrupted"]],
	["begun here, whose chat is called interrupted", task(old), session({ status: "interrupted" }), ours, ["interrupted"]],
	["that runs in a tab here", task(), session(), { ...ours, here: new Set([taskIdOf(1)]) }, []],
	["that was offered already", task(), session(), { ...ours, offered: new Set([taskIdOf(1)]) }, []],
	["that ended meanwhile", task({ status: "completed" }), session(), ours, []],
	["of a chat that is over", task(), session({ status: "completed" }), ours, []],
])("a task %s", (_name, one, chat, facts, states) => {
	expect(restorable([chat], [one], facts).map(({ state }) => state)).toEqual(states);
});
