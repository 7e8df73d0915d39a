import { isTerminal } from "@webhand/contracts/agent/task";
import type { TaskView } from "@webhand/contracts/agent/task-trace";
import type { RunRecord } from "../../run-record.ts";
import type { RunEvent } from "./transitions/event.ts";

/**
 * What a run has to learn from its task on the server: that it ended, that its question was answered elsewhere, or that it asks something
 * else.
 *
 * @param now ms since the epoch
 * @returns null where the record is true
 * @throws never
 */
export function correctionOf(
	record: RunRecord,
	task: Pick<TaskView, "status" | "question" | "answer" | "failure">,
	now: number,
): RunEvent | null {
	if (record.phase === "ended") return null;
	if (isTerminal(task.status)) return endOf(task, now);
	if (record.wait?.kind !== "user" || record.question === null) return null;
	if (task.question === undefined) return { kind: "answered" };
	return task.question.id === record.question.id ? null : { kind: "asked", question: task.question, at: now };
}

function endOf({ status, answer, failure }: Pick<TaskView, "status" | "answer" | "failure">, at: number): RunEvent {
	const facts = { kind: "ended_elsewhere", answer: answer ?? null, at } as const;
	switch (status) {
		case "completed":
			return { ...facts, end: "completed", category: "completed", message: null };
		case "failed":
			return { ...facts, end: "failed", category: failure?.category ?? "by_model", message: failure?.message ?? "" };
		case "expired":
			return { ...facts, end: "stopped", category: "expired", message: "The task waited too long and has expired" };
		default:
			return { ...facts, end: "stopped", category: "cancelled", message: null };
	}
}
