import type { RoutineRunId } from "@webhand/contracts/ids";
import { SessionId } from "@webhand/contracts/ids";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { takeRunRoute } from "@webhand/contracts/routine/run";
import { siteOfAddress } from "@webhand/page/site";
import { browser } from "wxt/browser";
import { dropFiles } from "../../attachments.ts";
import type { PanelCommand } from "../../messages.ts";
import type { RunClient } from "../../panel-state.ts";
import type { RoutinePlay } from "../../routine-play.ts";
import type { RunRecord } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { authItem, rowTakerItem } from "../../storage.ts";
import { withKeepAlive } from "../keep-alive.ts";
import type { StartDeps } from "../panel/start-run.ts";
import { beginWithChat, placeOf } from "../panel/start-run.ts";
import type { RunStore } from "../run/store.ts";
import { failureOf } from "../server/api.ts";
import { siteOf } from "../tabs/site.ts";
import type { RoutineDeps } from "./engine.ts";
import { drivePlay } from "./engine.ts";
import { openStart } from "./open-start.ts";
import { isFinished, leftOpen } from "./policy.ts";
import { createPlayStore } from "./store.ts";

export type RoutinesDeps = StartDeps & {
	readonly api: SignedInApi;
	readonly runs: StartDeps["runs"] & Pick<RunStore, "list">;
	readonly isSignedIn: RoutineDeps["isSignedIn"];
	readonly stop: (record: RunRecord) => Promise<void>;
	/** A run began that nobody began here. */
	readonly onTaken: (run: RoutineRun, tabId: number) => Promise<void>;
	/** The last row of a run has ended. */
	readonly onDone: (run: RoutineRun, tabId: number) => Promise<void>;
	/** A row that an MCP client asked for did not begin. */
	readonly onRefused: (client: RunClient, problem: NonNullable<RoutinePlay["problem"]>) => Promise<void>;
	readonly onError: (error: unknown) => void;
};

type Play = Pick<Extract<PanelCommand, { type: "routine_play" }>, "tabId" | "runId" | "attachments" | "allowsSite"> &
	Pick<RoutinePlay, "client">;

const closeTabs: RoutineDeps["closeTabs"] = async (tabIds) => {
	for (const tabId of tabIds) await browser.tabs.remove(tabId).catch(() => undefined);
};

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
		closeTabs,
		takerName: () => rowTakerItem.update((name) => (name === "" ? crypto.randomUUID() : name)),
		onEnd: async (play, run) => {
			const { files, tabId, runKey } = play;
			await dropFiles(files.map(({ id }) => id));
			if (run?.state === "done") await deps.onDone(run, tabId);
			const last = (await deps.runs.list()).find((record) => record.runKey === runKey);
			if (isFinished(play, run)) await closeTabs([...leftOpen(last, play), tabId]);
			void takeDue();
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
		try {
			await deps.onRefused(play.client, play.problem);
		} catch (error) {
			// The server forgot the call, or never takes this report. Any other report is sent again.
			if (![400, 404].includes(failureOf(error).status)) throw error;
		}
		await plays.drop(runId);
	};

	const resume = async (): Promise<void> => {
		await Promise.all((await plays.list()).map(({ runId }) => drive(runId)));
	};

	/** One look at a time: two would take two runs. A server that is away is asked again at the next alarm. */
	const takeDue = () => navigator.locks.request("routine:take", () => withKeepAlive(takeOne()).catch(() => undefined));
	const takeOne = async () => {
		const auth = await authItem.get();
		const known = await plays.list();
		if (auth.kind !== "token" || known.some(({ problem }) => problem === null)) return;
		// Of a run that rests here only one that the organization let rest is taken again. The others would keep those behind them waiting.
		const without = known.filter(({ problem }) => problem?.code !== "RUN_PAUSED").map(({ runId }) => runId);
		const { run } = await deps.api.call(takeRunRoute, { body: { worker: await engine.takerName(), browser: "mine", without } });
		if (run === null) return;
		if (known.some(({ runId }) => runId === run.id)) {
			await plays.change(run.id, { problem: null });
			return void drive(run.id);
		}
		// A tab that nobody looks at is slow, and one in front would get what the person types.
		const opened = await browser.windows.create({ focused: false });
		const tabId = opened?.tabs?.[0]?.id;
		if (opened?.id === undefined || tabId === undefined) return;
		const owner = { userId: auth.user.id, tenantId: auth.tenantId };
		const place = { tabId, windowId: opened.id, hasOwnTab: true, sessionId: SessionId.parse(crypto.randomUUID()) };
		await plays.begin({ runId: run.id, owner, ...place, isTaken: true, files: [], sites: [], runKey: null, problem: null, retry: null });
		void drive(run.id);
		await deps.onTaken(run, tabId);
	};

	return {
		list: plays.list,
		/** Takes the run that waits longest for a browser of this person, into a window of its own. Never rejects. */
		takeDue,
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
