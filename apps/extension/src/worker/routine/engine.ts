import { isTerminal } from "@webhand/contracts/agent/task";
import { taskRoute } from "@webhand/contracts/agent/task-trace";
import type { RoutineRunId } from "@webhand/contracts/ids";
import type { RoutineRun, TakenRow } from "@webhand/contracts/routine/run";
import { changeRunRoute, takeRowRoute } from "@webhand/contracts/routine/run";
import type { RoutinePlay } from "../../routine-play.ts";
import type { RunRecord } from "../../run-record.ts";
import { newRun } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { MessageError } from "../panel/message-error.ts";
import { restoredRun } from "../run/restore.ts";
import type { Failure } from "../run/retry.ts";
import type { RunStore } from "../run/store.ts";
import type { openStart } from "./open-start.ts";
import { leftOpen, nextOfPlay, recoveryOf } from "./policy.ts";
import type { PlayStore } from "./store.ts";

export type RoutineDeps = {
	readonly api: SignedInApi;
	readonly plays: PlayStore;
	readonly runs: Pick<RunStore, "list">;
	/** Begins the task of a row. @throws MessageError */
	readonly begin: (run: RunRecord) => Promise<void>;
	/** Brings the tab of a run to the address where a row begins. @throws MessageError */
	readonly openStart: (play: RoutinePlay, start: string | undefined) => ReturnType<typeof openStart>;
	readonly closeTabs: (tabIds: readonly number[]) => Promise<void>;
	/** The name under which this browser takes rows. */
	readonly takerName: () => Promise<string>;
	readonly isSignedIn: (owner: RoutinePlay["owner"]) => Promise<boolean>;
	/** True while this browser, a runner, takes nothing new. */
	readonly isDraining: () => Promise<boolean>;
	/** Leaves a run to the next browser. */
	readonly giveBack: (play: RoutinePlay) => Promise<void>;
	readonly onEnd: (play: RoutinePlay, run: RoutineRun | null) => Promise<void>;
	readonly failureOf: (error: unknown) => Failure;
	/** Drives the run again at that time. */
	readonly wakeAt: (runId: RoutineRunId, time: number) => void;
	readonly now: () => number;
	readonly newKey: () => string;
};

/**
 * Does what a run has to do next, until its row is under way, a person has to go on, or no row is left. Each effect is safe to repeat: a taken row
 * is given again, and the server makes one task of it.
 */
export async function drivePlay(deps: RoutineDeps, runId: RoutineRunId): Promise<void> {
	for (;;) {
		const play = await deps.plays.get(runId);
		if (play === undefined) return;
		const before = (await deps.runs.list()).find(({ runKey }) => runKey === play.runKey);
		const [isSignedIn, isDraining] = [await deps.isSignedIn(play.owner), await deps.isDraining()];
		const command = nextOfPlay(play, before, { now: deps.now(), isSignedIn, isDraining });
		switch (command.kind) {
			case "rest":
				return;
			case "sleep":
				deps.wakeAt(runId, command.until);
				return;
			case "ask":
				// The row's task is over and done with: who goes on begins it anew.
				await deps.plays.change(runId, { problem: command.problem, runKey: null });
				return;
			case "give_back":
				return deps.giveBack(play);
			case "pause":
				await attempt(deps, play, () => pause(deps, play));
				break;
			case "take":
				await attempt(deps, play, () => takeRow(deps, play, before));
		}
	}
}

/** Longer than the sign-in takes to be cleared. */
const signInWaitMs = 1_000;

async function attempt(deps: RoutineDeps, play: RoutinePlay, act: () => Promise<void>): Promise<void> {
	try {
		await act();
	} catch (error) {
		await recover(deps, play, error);
	}
}

async function recover(deps: RoutineDeps, play: RoutinePlay, error: unknown): Promise<void> {
	if (error instanceof MessageError) {
		const { code, message } = error;
		await deps.plays.change(play.runId, { problem: { code, message } });
		return;
	}
	const failure = deps.failureOf(error);
	const recovery = recoveryOf(failure, play, deps.now());
	switch (recovery.kind) {
		case "retry":
			await deps.plays.change(play.runId, { retry: { count: (play.retry?.count ?? 0) + 1, at: recovery.at } });
			return;
		case "ask":
			await deps.plays.change(play.runId, { problem: { code: failure.code, message: failure.message } });
			return;
		case "over":
			return end(deps, play, null);
		case "wait_for_sign_in":
			await deps.plays.change(play.runId, { retry: { count: 0, at: deps.now() + signInWaitMs } });
			return;
	}
}

async function end(deps: RoutineDeps, play: RoutinePlay, run: RoutineRun | null): Promise<void> {
	await deps.plays.drop(play.runId);
	await deps.onEnd(play, run);
}

/** A person who stops a row stops the rows after it; the run goes on when they say so. */
async function pause(deps: RoutineDeps, play: RoutinePlay): Promise<void> {
	const { run } = await deps.api.call(changeRunRoute, { params: { runId: play.runId }, body: { change: "pause" } });
	await end(deps, play, run);
}

async function takeRow(deps: RoutineDeps, play: RoutinePlay, before: RunRecord | undefined): Promise<void> {
	const { runId } = play;
	const { run, row } = await deps.api.call(takeRowRoute, { params: { runId }, body: { worker: await deps.takerName() } });
	if (row === null && run.state === "paused" && run.reason !== undefined) {
		const problem = { code: "RUN_PAUSED", message: run.reason };
		await deps.plays.change(runId, { problem, runKey: null, retry: null });
		return;
	}
	if (row === null) return end(deps, play, run);
	await deps.closeTabs(leftOpen(before, play));
	const place = await deps.openStart(play, row.start);
	const runKey = deps.newKey();
	// Written first: a worker that dies in between takes the row again, and finds no task of this key.
	const placed = await deps.plays.change(runId, { ...place, runKey, retry: null });
	if (placed === undefined) return;
	await deps.begin(await runOf(deps, { play: placed, run, row, before }));
}

type Taken = {
	readonly play: RoutinePlay;
	readonly run: RoutineRun;
	readonly row: TakenRow;
	/** The row before: what the person allowed it counts for the whole run. */
	readonly before: RunRecord | undefined;
};

async function runOf(deps: RoutineDeps, { play, run, row, before }: Taken): Promise<RunRecord> {
	const { owner, tabId, windowId, sessionId, files, sites = [], client } = play;
	const place = {
		runKey: play.runKey ?? deps.newKey(),
		owner,
		tabId,
		windowId,
		row: { runId: run.id, rowKey: row.key, mode: run.options.mode },
		at: deps.now(),
		...(client === undefined ? {} : { client }),
	};
	const allowed =
		before === undefined
			? { sites }
			: { sites: [...new Set([...before.sites, ...sites])], refused: before.refused, trusted: before.trusted };
	if (row.taskId === undefined)
		return { ...newRun({ ...place, sessionId: row.sessionId ?? sessionId, query: row.order, files }), ...allowed };
	const { task } = await deps.api.call(taskRoute, { params: { taskId: row.taskId }, query: {} });
	if (isTerminal(task.status)) throw new MessageError("TASK_COMPLETED", "The task of this row has ended. Go on, to take the next row");
	return { ...restoredRun(task, place), ...allowed, files };
}
