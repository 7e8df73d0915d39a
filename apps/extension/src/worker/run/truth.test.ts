import type { Question } from "@webhand/contracts/agent/interact";
import type { TaskStatus } from "@webhand/contracts/agent/task";
import { QuestionId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { RunRecord } from "../../run-record.ts";
import { afterEvent, answerableUntil, nextCommand } from "./policy.ts";
import { freshRun, taskId } from "./testing/sample.ts";
import { correctionOf } from "./truth.ts";

const question = (letter: string, expiresAt = "2026-01-01T00:30:00Z"): Question => ({
	id: QuestionId.parse(`que_${letter.repeat(22)}`),
	kind: "input",
	text: "Which?",
	expiresAt,
});
const asking: RunRecord = { ...freshRun({ taskId }), question: question("a"), wait: { kind: "user" } };

test.each<[name: string, record: RunRecord, task: { status: TaskStatus; question?: Question }, kind: string | null]>([
	["still asks the same", asking, { status: "needs_user_input", question: question("a") }, null],
	["was answered elsewhere", asking, { status: "executing" }, "answered"],
	["asks something else", asking, { status: "needs_user_input", question: question("b") }, "asked"],
	["was stopped elsewhere", asking, { status: "cancelled" }, "ended_elsewhere"],
	["is worked on here", freshRun({ taskId }), { status: "executing" }, null],
	["ended while it was worked on", freshRun({ taskId }), { status: "expired" }, "ended_elsewhere"],
	["had ended here", freshRun({ taskId, phase: "ended" }), { status: "cancelled" }, null],
])("a task that %s", (_name, record, task, kind) => {
	const correction = correctionOf(record, task, 5);
	expect(correction?.kind ?? null).toBe(kind);
	if (correction === null) return;
	const after = afterEvent(record, correction);
	expect(correctionOf(after, task, 6)).toBeNull();
});

test("a question that nobody answered in time is followed by the next step, and one that comes again waits a moment", () => {
	const until = answerableUntil(asking);
	expect(until).toBe(Date.parse("2026-01-01T00:30:01Z"));
	expect(nextCommand(asking, until - 1)).toEqual({ kind: "rest" });
	expect(nextCommand(asking, until)).toEqual({ kind: "expire" });
	const next = afterEvent(asking, { kind: "question_expired" });
	expect(next).toMatchObject({ phase: "look", wait: null, question: null });
	expect(nextCommand(next, until)).toEqual({ kind: "look" });
	expect(answerableUntil({ ...asking, askedAt: until + 500 })).toBe(until + 5_500);
});
