import { setTimeout as pause } from "node:timers/promises";
import { call } from "@webhand/client/call";
import { taskRoute } from "@webhand/contracts/agent/task-trace";
import { TaskId } from "@webhand/contracts/ids";
import type * as Panel from "../../miniwob/stage/panel.ts";
import { readRun, startRun, stopRun } from "../../miniwob/stage/panel.ts";
import type { TestStack } from "../../miniwob/stage/test-stack.ts";
import { memberApi } from "../../routines/rows/routine.ts";
import type { Run } from "./played.ts";

const pollMs = 200;

/** Hands an order to the extension, whose tab shows its start, and waits for the end. An order that waits for a person is stopped. */
export async function playInExtension(stack: TestStack, says: string, limitMs: number): Promise<Run> {
	const started = Date.now();
	await startRun(stack.panel, says);
	const run = await endOf(stack, started + limitMs);
	const ms = Date.now() - started;
	await stopRun(stack.panel);
	const usage = run === null || run.taskId === null ? undefined : await usageOf(stack, TaskId.parse(run.taskId));
	return {
		ending: endingOf(run),
		said: run?.answer ?? run?.question?.text ?? run?.failure?.message ?? "",
		steps: run?.steps.length ?? 0,
		ms,
		tokens: usage === undefined ? null : usage.promptTokens + usage.completionTokens,
		dollars: usage?.calls === 0 ? 0 : (usage?.usd ?? null),
	};
}

async function usageOf(stack: TestStack, taskId: TaskId) {
	const { task } = await call(memberApi(stack), taskRoute, { params: { taskId }, query: {} });
	return task.usage;
}

function endingOf(run: Panel.Run | null): Run["ending"] {
	if (run?.wait?.kind === "user") return "asks";
	if (run === null || run.state === "running") return "late";
	return run.state === "completed" ? "done" : "stopped";
}

async function endOf({ panel }: TestStack, deadline: number): Promise<Panel.Run | null> {
	for (;;) {
		const run = await readRun(panel);
		const isOver = (run !== null && run.state !== "running") || run?.wait?.kind === "user";
		if (isOver || Date.now() >= deadline) return run;
		await pause(pollMs);
	}
}
