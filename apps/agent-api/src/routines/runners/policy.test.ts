import { channelOf } from "@webhand/contracts/chat/realtime";
import { RoutineRunId, RunnerId, SessionId, TaskId } from "@webhand/contracts/ids";
import { describe, expect, test } from "vitest";
import type { Beat } from "./policy.ts";
import { mayTake, namedIn, runMeant, stateOf } from "./policy.ts";

const runId = (letter: string) => RoutineRunId.parse(`rrn_${letter.repeat(22)}`);
const taskId = (digit: number) => TaskId.parse(`0000000${digit}-0000-4000-8000-000000000000`);
const sessionId = (digit: number) => SessionId.parse(`0000000${digit}-0000-4000-9000-000000000000`);
const own = { _id: runId("a"), sessionId: sessionId(1) };
const other = { _id: runId("b"), sessionId: sessionId(2) };
const tasks = new Map([
	[taskId(1), own._id],
	[taskId(2), other._id],
]);
const meant = (parts: { readonly params?: object; readonly body?: object }) =>
	runMeant([own, other], namedIn({ params: parts.params, body: parts.body }), tasks)?._id;

describe("a request of a runner is about", () => {
	test.for([
		["the run in its path", { params: { runId: own._id } }],
		["the run whose row it begins, in whichever chat it says", { body: { row: { runId: own._id, rowKey: "1" }, sessionId: sessionId(9) } }],
		["the run of the task in its body", { body: { taskId: taskId(1) } }],
		["the run of the task in its path", { params: { taskId: taskId(1) } }],
		["the run of the task in the path of a cancel", { params: { runId: taskId(1) } }],
		["the run of the chat in its path", { params: { sessionId: sessionId(1) } }],
		["the run of the channel", { body: { channel_name: channelOf(sessionId(1)) } }],
	] as const)("%s", ([, parts]) => expect(meant(parts)).toBe(own._id));

	test.for([
		["nothing", {}],
		["a task without a row", { body: { taskId: taskId(3) } }],
		["a run that another browser does", { params: { runId: runId("c") } }],
		["a run and the task of another one", { params: { runId: own._id }, body: { taskId: taskId(2) } }],
		["a row of one run and the task of another", { body: { row: { runId: own._id }, taskId: taskId(2) } }],
		["another chat", { params: { sessionId: sessionId(3) } }],
		["a channel that is none", { body: { channel_name: `private-session-${sessionId(1)}-x` } }],
		["a chat without its channel", { body: { channel_name: sessionId(1) } }],
		["a socket alone", { body: { socket_id: "1.2" } }],
		["a new task", { body: { query: "Buy tea", sessionId: own.sessionId } }],
	] as const)("no run where it names %s", ([, parts]) => expect(meant(parts)).toBeUndefined());
});

const seen = (more: Partial<Beat> = {}): Beat => ({
	_id: RunnerId.parse(`rnr_${"a".repeat(22)}`),
	seenAt: new Date(100_000),
	version: "1",
	running: 2,
	isDraining: false,
	...more,
});

test("a runner is offline once it was silent for 45 seconds, and then does nothing", () => {
	expect(stateOf(seen(), new Date(145_000))).toMatchObject({ isOnline: true, running: 2 });
	expect(stateOf(seen(), new Date(145_001))).toMatchObject({ isOnline: false, running: 0 });
});

test.for([
	[1, 0, seen(), true],
	[1, 1, seen(), false],
	[4, 3, null, true],
	[4, 0, seen({ isDraining: true }), false],
] as const)("with room for %d and %d under way a runner may take one or not", ([capacity, held, beat, may]) =>
	expect(mayTake({ capacity }, { held, beat })).toBe(may),
);
