import type { LoopEvent } from "@webhand/contracts/tools/agent-events";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import { expect, test } from "vitest";
import { isEnded, noConversation, withEvent, withStored } from "./task-conversation.ts";

const call = (id: string, name: string) => ({ id, type: "function", function: { name, arguments: "{}" } }) as const;
const read = (...events: readonly LoopEvent[]) => events.reduce((all, event, index) => withEvent(all, event, index * 10), noConversation);
const needed: LoopEvent = { type: "approval_needed", approvals: [{ toolCallId: "c2" } as PendingApproval] };
const begun: readonly LoopEvent[] = [
	{ type: "step_start", step: 1 },
	{ type: "llm_start" },
	{ type: "llm_chunk", content: "I " },
	{ type: "llm_chunk", content: "look" },
	{ type: "llm_complete", content: "I look.", tool_calls: [call("c1", "fs_read"), call("c2", "fs_write")] },
	{ type: "tool_start", tool_call: call("c1", "fs_read") },
	{ type: "tool_complete", tool_call_id: "c1", result: { ok: true, data: { content: "x" } } },
	needed,
];

test("text grows as it is written, calls run and end, and a question waits until its call starts", () => {
	expect(read(...begun.slice(0, 4)).turns[0]?.steps).toMatchObject([{ text: "I look", isThinking: true, calls: [] }]);
	const waiting = read(...begun);
	expect(waiting.approvals).toHaveLength(1);
	expect(waiting.turns[0]?.steps[0]).toMatchObject({
		text: "I look.",
		isThinking: false,
		calls: [
			{ id: "c1", status: "completed", durationMs: 10, result: '{"content":"x"}' },
			{ id: "c2", status: "pending" },
		],
	});
	const started = read(...begun, { type: "tool_start", tool_call: call("c2", "fs_write"), execution_id: "exe_1" });
	expect(started.approvals).toEqual([]);
	expect(started.turns[0]?.steps[0]?.calls[1]).toMatchObject({ status: "running", executionId: "exe_1" });
});

test("a call that was refused is told apart from one that failed", () => {
	const refused = read(...begun, { type: "tool_complete", tool_call_id: "c2", result: { ok: false, error: "Rejected by the user" } });
	expect(refused.turns[0]?.steps[0]?.calls[1]).toMatchObject({ status: "rejected", result: "Rejected by the user" });
	expect(refused.approvals).toEqual([]);
	const failed = read(
		...begun,
		{ type: "tool_start", tool_call: call("c2", "fs_write") },
		{ type: "tool_complete", tool_call_id: "c2", result: { ok: false, error: "No such file" } },
	);
	expect(failed.turns[0]?.steps[0]?.calls[1]).toMatchObject({ status: "error", result: "No such file" });
});

test("what comes after an end is the next turn, and an end leaves nothing at work", () => {
	const result = { status: "cancelled", stepsCompleted: 1 } as const;
	const ended = read(...begun, { type: "complete", result });
	expect(isEnded(ended.turns[0])).toBe(true);
	expect(ended.approvals).toEqual([]);
	expect(ended.turns[0]?.steps[0]?.calls[1]?.status).toBe("rejected");
	const next = withEvent(ended, { type: "step_start", step: 1 }, 0);
	expect(next.turns).toHaveLength(2);
	expect(isEnded(next.turns[1])).toBe(false);
	expect(next.turns[0]).toBe(ended.turns[0]);
});

test("the times of the server take the place of ours", () => {
	const stored = [
		{ id: "c1", name: "fs_read", arguments: "{}", status: "completed", timestamp: "2026-03-02T10:00:00Z", durationMs: 7 },
	] as const;
	expect(withStored(read(...begun), stored).turns[0]?.steps[0]?.calls[0]?.durationMs).toBe(7);
});
