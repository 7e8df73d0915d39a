import type { RoutineRunId } from "@webhand/contracts/ids";
import { SessionId } from "@webhand/contracts/ids";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { changeRunRoute, takeRunRoute } from "@webhand/contracts/routine/run";
import { siteOfAddress } from "@webhand/page/site";
import { browser } from "wxt/browser";
import { dropFiles } from "../../attachments.ts";
import type { PanelCommand } from "../../messages.ts";
import type { RunClient } from "../../panel-state.ts";
import type { RoutinePlay } from "../../routine-play.ts";
import type { RunRecord } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { authItem, rowTakerItem, runnerDutyItem, runnerItem } from "../../storage.ts";
import { withKeepAlive } from "../keep-alive.ts";
import type { StartDeps } from "../panel/start-run.ts";
import { beginWithChat, placeOf } from "../panel/start-run.ts";
import type { RunStore } from "../run/store.ts";
import { dutyOf } from "../runner/policy.ts";
import { failureOf } from "../server/api.ts";
import { siteOf } from "../tabs/site.ts";
import type { RoutineDeps } from "./engine.ts";
import { drivePlay } from "./engine.ts";
import { openStart } from "./open-start.ts";
import { isFinished, leftOpen, playViewOf, recoveryOf } from "./policy.ts";
import { createPlayStore } from "./store.ts";

export type RoutinesDeps = StartDeps & {
	readonly api: SignedInApi;
	readonly runs: StartDeps["runs"] & Pick<RunStore, "list">;
	readonly isSignedIn: RoutineDeps["isSignedIn"];
	readonly stop: (record: RunRecord) => Promise<void>;
	/** Ends what this browser does of a task that goes on in another. */
	readonly letGo: (record: RunRecord) => Promise<void>;
	/** Lets the tabs of a runner open the sites of its runs, and no others. */
	readonly blockSites: () => Promise<void>;
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

/** Runs of one browser whose rows may wait for their person beside those under way. */
const mostWaiting = 3;

const closeTabs: RoutineDeps["closeTabs"] = async (tabIds) => {
	for (const tabId of tabIds) await browser.tabs.remove(tabId).catch(() => undefined);
};

/** Sites of hosts and of patterns such as `*.example.com`. */
const sitesIn = (hosts: readonly string[]) => [...new Set(hosts.flatMap((host) => siteOfAddress(host.replace(/^\*\./, "")) ?? []))];

/** Why a run rests that the server hands out by itself once it may go on. */
const handedOutAgain: ReadonlySet<string> = new Set(["RUN_PAUSED", "TASK_BUSY", "FORBIDDEN"]);

/** The runs of routines that this browser does. */
export type Routines = ReturnType<typeof createRoutines>;

export function createRoutines(deps: RoutinesDeps) {
	const plays = createPlayStore();
	const engine: RoutineDeps = {
		...deps,
		plays,
		failureOf,
		openStart: async ({ runId, tabId, windowId, hasOwnTab, isTaken, sites = [] }, start) => {
			const site = siteOf(start ?? "", siteOfAddress);
			// Nobody sits at a runner who could allow the site that a row begins on.
			if (isTaken === true && site.kind === "site" && (await isRunner()) && !sites.includes(site.domain)) {
				await plays.change(runId, { sites: [...sites, site.domain] });
				await deps.blockSites();
			}
			return openStart({ tabId, windowId, hasOwnTab }, start);
		},
		isDraining: async () => (await runnerDutyItem.get())?.isDraining === true,
		giveBack: ({ runId }) => giveBack(runId),
		begin: (run) => beginWithChat(deps, run),
		closeTabs,
		takerName: () => rowTakerItem.update((name) => (name === "" ? crypto.randomUUID() : name)),
		onEnd: async (play, run) => {
			const { files, tabId, runKey } = play;
			await dropFiles(files.map(({ id }) => id));
			if (run?.state === "done") await deps.onDone(run, tabId);
			const last = (await deps.runs.list()).find((record) => record.runKey === runKey);
			// Nobody looks at what a runner left open, and its pages would run on.
			if (isFinished(play, run) || (await isRunner())) await closeTabs([...leftOpen(last, play), tabId]);
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
		if (play !== undefined && play.problem !== null && (await isRunner())) return leaveResting(play, play.problem.code);
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

	const isRunner = async () => (await runnerItem.get()) !== null;

	/** Tasks that wait for an answer, by their keys. */
	const waitingRows = async (): Promise<ReadonlySet<string | null>> =>
		new Set((await deps.runs.list()).filter(({ wait }) => wait?.kind === "user").map(({ runKey }) => runKey));

	/** Leaves a run to the next browser: its row goes on there. */
	const giveBack = async (runId: RoutineRunId): Promise<void> => {
		const dropped = await plays.drop(runId);
		if (dropped === undefined) return;
		const record = (await deps.runs.list()).find(({ runKey }) => runKey === dropped.runKey);
		if (record !== undefined && record.phase !== "ended") await deps.letGo(record);
		await closeTabs([...leftOpen(record, dropped), dropped.tabId]);
	};

	/**
	 * Nobody sits at a runner who could go on with a run that rests. What another browser does, or may do later, or what is over by now, only
	 * leaves it.
	 */
	const leaveResting = async ({ runId, retry }: RoutinePlay, code: string): Promise<void> => {
		try {
			if (!handedOutAgain.has(code)) await deps.api.call(changeRunRoute, { params: { runId }, body: { change: "pause" } });
		} catch (error) {
			if (recoveryOf(failureOf(error), { retry }, deps.now()).kind !== "over") throw error;
		}
		await giveBack(runId);
	};

	/** One look at a time: two would take two runs. A server that is away is asked again at the next alarm. */
	const takeDue = () => navigator.locks.request("routine:take", () => withKeepAlive(takeAll()).catch(() => undefined));
	const takeAll = async () => {
		while (await takeOne());
	};
	/** @returns true where there may be another one */
	const takeOne = async (): Promise<boolean> => {
		const auth = await authItem.get();
		const known = await plays.list();
		const { room, ...asker } = dutyOf(await runnerItem.get(), await runnerDutyItem.get());
		if (auth.kind !== "token") return false;
		const records = await deps.runs.list();
		const active = known.filter(({ problem }) => problem === null);
		const busy = active.filter((play) => !playViewOf(play, records).needsUser);
		// A row that waits for its person keeps no other run waiting.
		const hasRoom = busy.length < room && active.length < room + mostWaiting;
		// What waits here for a site takes no step that would say so to the server. The beats of a runner say it.
		const holds = asker.browser === "runner" ? [] : active.map(({ runId }) => runId);
		if (!hasRoom && holds.length === 0) return false;
		// Of a run that rests here only one that the organization let rest is taken again. The others would keep those behind them waiting.
		const without = known.filter(({ problem }) => problem?.code !== "RUN_PAUSED").map(({ runId }) => runId);
		const kept = holds.length === 0 ? {} : { holds, hasRoom };
		const body = { worker: await engine.takerName(), browser: asker.browser, labels: [...asker.labels], without, ...kept };
		const { run, sites = [] } = await deps.api.call(takeRunRoute, { body });
		if (run === null) return false;
		if (known.some(({ runId }) => runId === run.id)) {
			await plays.change(run.id, { problem: null });
			void drive(run.id);
			return false;
		}
		// A tab that nobody looks at is slow, and one in front would get what the person types.
		const opened = await browser.windows.create({ focused: false });
		const tabId = opened?.tabs?.[0]?.id;
		if (opened?.id === undefined || tabId === undefined) return false;
		const owner = { userId: auth.user.id, tenantId: auth.tenantId };
		const place = { tabId, windowId: opened.id, hasOwnTab: true, sessionId: SessionId.parse(crypto.randomUUID()) };
		const allowed = asker.browser === "runner" ? sitesIn(sites) : [];
		const fresh = { files: [], sites: allowed, runKey: null, problem: null, retry: null };
		await plays.begin({ runId: run.id, owner, ...place, isTaken: true, ...fresh });
		void drive(run.id);
		await deps.onTaken(run, tabId);
		return busy.length + 1 < room;
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
		giveBack,
		/** Leaves the runs whose rows wait for a person, who answers at the server. */
		giveBackWaiting: async (): Promise<void> => {
			const waiting = await waitingRows();
			for (const { runId, runKey } of await plays.list()) if (runKey !== null && waiting.has(runKey)) await giveBack(runId);
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
