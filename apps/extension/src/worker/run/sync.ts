import { taskRoute } from "@webhand/contracts/agent/task-trace";
import type { TaskId } from "@webhand/contracts/ids";
import type { RunRecord } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { failureOf } from "../server/api.ts";
import type { Scheduler } from "./scheduler.ts";
import type { RunStore } from "./store.ts";
import { correctionOf } from "./truth.ts";

export type SyncDeps = {
	readonly api: SignedInApi;
	readonly runs: RunStore;
	readonly scheduler: Pick<Scheduler, "schedule" | "stop">;
	readonly now: () => number;
};

/** Brings a run in line with its task on the server, and lets it go on or end. Without an answer nothing changes. */
export async function syncRun({ api, runs, scheduler, now }: SyncDeps, record: RunRecord): Promise<void> {
	const { taskId } = record;
	if (taskId === null || record.phase === "ended") return;
	const correction = await readCorrection(api, { ...record, taskId }, now());
	if (correction === null) return;
	await runs.apply(record, correction);
	if (correction.kind === "ended_elsewhere") scheduler.stop(record.tabId);
	scheduler.schedule(record.tabId);
}

async function readCorrection(api: SignedInApi, record: RunRecord & { readonly taskId: TaskId }, now: number) {
	try {
		const { task } = await api.call(taskRoute, { params: { taskId: record.taskId }, query: {} });
		return correctionOf(record, task, now);
	} catch (error) {
		if (failureOf(error).code !== "TASK_NOT_FOUND") return null;
		const facts = { category: "TASK_NOT_FOUND", message: "The server no longer knows this task", answer: null, at: now };
		return { kind: "ended_elsewhere", end: "failed", ...facts } as const;
	}
}
