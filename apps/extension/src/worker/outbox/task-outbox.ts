import { answerRoute } from "@webhand/contracts/agent/runs";
import type { RunRecord } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { authItem } from "../../storage.ts";
import { withKeepAlive } from "../keep-alive.ts";
import type { RunStore } from "../run/store.ts";
import type { SyncDeps } from "../run/sync.ts";
import { syncRun } from "../run/sync.ts";
import { failureOf } from "../server/api.ts";
import type { Outbox } from "./outbox.ts";
import { createOutbox } from "./outbox.ts";

const sayLimitMs = 10_000;

/** True for a note that waited for the task, which the server knows now. */
export const isNoteDue = ({ taskId, notes }: Pick<RunRecord, "taskId" | "notes">): boolean =>
	taskId !== null && notes.some(({ isKept }) => isKept === true);

/** Hands the notes that waited for their task to the outbox, each once. */
export function passNotes({
	runs,
	outbox,
}: {
	readonly runs: Pick<RunStore, "list" | "apply">;
	readonly outbox: Pick<Outbox, "say">;
}): Promise<void> {
	return navigator.locks.request("kept-notes", async () => {
		for (const record of (await runs.list()).filter(isNoteDue)) {
			for (const { text, at } of record.notes.filter(({ isKept }) => isKept === true)) {
				if (record.taskId !== null) await outbox.say({ taskId: record.taskId, body: { answer: text }, text });
				await runs.apply(record, { kind: "note_passed", text, at });
			}
		}
	});
}

/** The outbox of answers and notes. What the server took or refused changes the run of this browser, where there is one. */
export function createTaskOutbox(deps: SyncDeps & { readonly api: SignedInApi; readonly runs: RunStore }): Outbox {
	const { api, runs, scheduler, now } = deps;
	return createOutbox({
		now,
		failureOf,
		owner: async () => {
			const auth = await authItem.get();
			return auth.kind === "token" ? { userId: auth.user.id, tenantId: auth.tenantId } : null;
		},
		send: ({ id, taskId, body }) => {
			const signal = AbortSignal.timeout(sayLimitMs);
			return withKeepAlive(api.call(answerRoute, { params: { runId: taskId }, body, headers: { "idempotency-key": id }, signal }));
		},
		onTaken: async ({ taskId, body, text, at }) => {
			const record = await runs.findByTask(taskId);
			if (record === undefined) return;
			if (body.questionId === undefined) await runs.apply(record, { kind: "noted", text, at });
			else if (record.question?.id === body.questionId) await runs.apply(record, { kind: "answered" });
			scheduler.schedule(record.tabId);
		},
		onRefused: async ({ taskId }) => {
			const record = await runs.findByTask(taskId);
			if (record !== undefined) await syncRun(deps, record);
		},
	});
}
