import type { RoutineRunId } from "@webhand/contracts/ids";
import { SessionId } from "@webhand/contracts/ids";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { siteOfAddress } from "@webhand/page/site";
import { browser } from "wxt/browser";
import { dropFiles } from "../../attachments.ts";
import type { PanelCommand } from "../../messages.ts";
import type { RunClient } from "../../panel-state.ts";
import type { RoutinePlay } from "../../routine-play.ts";
import type { RunRecord } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { rowTakerItem } from "../../storage.ts";
import { withKeepAlive } from "../keep-alive.ts";
import type { StartDeps } from "../panel/start-run.ts";
import { beginWithChat, placeOf } from "../panel/start-run.ts";
import type { RunStore } from "../run/store.ts";
import { failureOf } from "../server/api.ts";
import { siteOf } from "../tabs/site.ts";
import type { RoutineDeps } from "./engine.ts";
import { drivePlay } from "./engine.ts";
import { openStart } from "./open-start.ts";
import { createPlayStore } from "./store.ts";

export type RoutinesDeps = StartDeps & {
	readonly api: SignedInApi;
	readonly runs: StartDeps["runs"] & Pick<RunStore, "list">;
	readonly isSignedIn: RoutineDeps["isSignedIn"];
	readonly stop: (record: RunRecord) => Promise<void>;
	/** The last row of a run has ended. */
	readonly onDone: (run: RoutineRun, tabId: number) => Promise<void>;
	/** A row that an MCP client asked for did not begin. */
	readonly onRefused: (client: RunClient, problem: NonNullable<RoutinePlay["problem"]>) => Promise<void>;
	readonly onError: (error: unknown) => void;
};

type Play = Pick<Extract<PanelCommand, { type: "routine_play" }>, "tabId" | "runId" | "attachments" | "allowsSite"> &
	Pick<RoutinePlay, "client">;

/** The runs of routines that this browser does. */
export type Routines = ReturnType<typeof createRoutines>;

export function createRoutines(deps: RoutinesDeps) {
	const plays = createPlayStore();
	const engine: RoutineDeps = {
		...deps,
		plays,
		failureOf,
		openStart,
		begin: (run) => beginWithChat(deps, run),
		closeTabs: async (tabIds) => {
			for (const tabId of tabIds) await browser.tabs.remove(tabId).catch(() => undefined);
		},
		takerName: () => rowTakerItem.update((name) => (name === "" ? crypto.randomUUID() : name)),
		onEnd: async ({ files, tabId }, run) => {
			await dropFiles(files.map(({ id }) => id));
			if (run?.state === "done") await deps.onDone(run, tabId);
		},
		wakeAt: (runId, time) => void setTimeout(() => void drive(runId), Math.max(0, time - deps.now())),
		newKey: () => crypto.randomUUID(),
	};

	/** One drive of a run at a time. A dead worker frees its Web Lock. */
	const drive = (runId: RoutineRunId): Promise<void> =>
		navigator.locks.request(`routine:${runId}`, () => withKeepAlive(driveAndTell(runId)).catch(deps.onError));
	const driveAndTell = async (runId: RoutineRunId) => {
		await drivePlay(engine, runId);
		const play = await plays.get(runId);
		if (play?.client === undefined || play.problem === null) return;
		// A client waits for its row, and the person was not the one to begin it.
		await deps.onRefused(play.client, play.problem);
		await plays.drop(runId);
	};

	const resume = async (): Promise<void> => {
		await Promise.all((await plays.list()).map(({ runId }) => drive(runId)));
	};

	return {
		list: plays.list,
		/** Does the rows of a run in this browser, or goes on with them. @throws MessageError */
		play: async ({ tabId, runId, attachments = [], allowsSite = "", client }: Play): Promise<void> => {
			const { owner, tab } = await placeOf(tabId);
			const site = siteOf(allowsSite, siteOfAddress);
			const sites = site.kind === "site" ? [site.domain] : [];
			const place = { runId, owner, tabId, windowId: tab.windowId, hasOwnTab: false, sessionId: SessionId.parse(crypto.randomUUID()) };
			const asker = client === undefined ? {} : { client };
			await plays.begin({ ...place, ...asker, files: attachments, sites, runKey: null, problem: null, retry: null });
			void drive(runId);
		},
		/** Ends what this browser does of a run. */
		leave: async (runId: RoutineRunId): Promise<void> => {
			const dropped = await plays.drop(runId);
			if (dropped === undefined) return;
			const record = (await deps.runs.list()).find(({ runKey, phase }) => runKey === dropped.runKey && phase !== "ended");
			if (record !== undefined) await deps.stop(record);
			await dropFiles(dropped.files.map(({ id }) => id));
		},
		/** Lets all runs rest until the person goes on. */
		rest: async (problem: NonNullable<RoutinePlay["problem"]>): Promise<void> => {
			for (const { runId } of await plays.list()) await plays.change(runId, { problem });
		},
		/** Takes the next rows of the runs whose rows have ended. */
		advance: async (records: readonly RunRecord[]): Promise<void> => {
			const ended = new Set(records.filter(({ phase }) => phase === "ended").map(({ runKey }) => runKey));
			for (const { runId, runKey } of await plays.list()) if (runKey !== null && ended.has(runKey)) void drive(runId);
		},
		resume,
		/** The server answers again, or somebody signed in: nobody waits for the next attempt. */
		retryNow: async (): Promise<void> => {
			for (const { runId, retry } of await plays.list()) if (retry !== null) await plays.change(runId, { retry: null });
			await resume();
		},
	};
}
