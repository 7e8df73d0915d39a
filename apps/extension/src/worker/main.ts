import { sessionRoute } from "@webhand/contracts/auth/sign-in";
import type { SessionId } from "@webhand/contracts/ids";
import { browser } from "wxt/browser";
import { dropAllFiles, dropFiles } from "../attachments.ts";
import type { PageNotice } from "../page/messages.ts";
import type { ConnectionView } from "../panel-state.ts";
import type { RunRecord } from "../run-record.ts";
import type { Contact } from "../signed-in-api.ts";
import type { OutboxEntry } from "../storage.ts";
import {
	authItem,
	modeItem,
	outboxItem,
	playsItem,
	preferencesItem,
	recordingItem,
	runsItem,
	serverUrlItem,
	signInStepItem,
	siteGrantsItem,
	trustedGrantsItem,
} from "../storage.ts";
import { closeStorageToPages } from "../stored-item.ts";
import { createBadges, newestOfTabs } from "./badge.ts";
import { isOpenInTab } from "./frames/gestures.ts";
import { createInbox, inboxAlarm } from "./inbox.ts";
import { isDueAlarm, setDueAlarm, setTickAlarm } from "./keep-alive.ts";
import { readLanguage } from "./language.ts";
import { createLive } from "./live/live.ts";
import { followManaged, readManaged } from "./managed.ts";
import { createCallReporter } from "./mcp-client/reporter.ts";
import { reportCall } from "./mcp-client/take-call.ts";
import { followNotifications, notifyEnd, notifyRunEnd, notifyRunTaken } from "./notify.ts";
import { createTaskOutbox, isNoteDue, passNotes } from "./outbox/task-outbox.ts";
import { createHandlers } from "./panel/commands.ts";
import { createLog } from "./panel/log.ts";
import { offerRoutines } from "./panel/offer-routines.ts";
import { createPanels } from "./panel/panels.ts";
import type { RouterDeps } from "./panel/router.ts";
import { answerMessage } from "./panel/router.ts";
import type { SenderFacts } from "./panel/senders.ts";
import { viewStateOf } from "./panel/view-state.ts";
import { createPreferenceSync } from "./preferences/sync.ts";
import { createRecordings } from "./record/recordings.ts";
import { createRoutines } from "./routine/routines.ts";
import { createStopReporter } from "./run/cancel.ts";
import { driveRun } from "./run/engine.ts";
import { createResume } from "./run/resume.ts";
import { createScheduler } from "./run/scheduler.ts";
import { createRunStore } from "./run/store.ts";
import { syncRun } from "./run/sync.ts";
import { createRunner } from "./runner/runner.ts";
import { createSiteBlock } from "./runner/site-block.ts";
import { confirmSignIn, setServer } from "./server/account.ts";
import { createServerApi } from "./server/api.ts";
import { createProbe } from "./server/probe.ts";
import { settleOwner } from "./sign-in/owner.ts";
import { followProvider } from "./sign-in/provider.ts";
import { createRunDeps } from "./step/run-deps.ts";
import { showOverlay } from "./step/show-overlay.ts";
import { followTabs } from "./tabs/follow.ts";
import { createGroups } from "./tabs/group.ts";
import { rememberRuns } from "./tabs/sessions.ts";
import { createShutSites } from "./tabs/shut-sites.ts";
import { release } from "./trusted/attach.ts";

/** Starts the worker and resumes its runs. All listeners are registered before it returns: a late one misses the event that woke the worker. */
export function startWorker(): void {
	const now = () => Date.now();
	const own = { id: browser.runtime.id, origin: location.origin };
	const runs = createRunStore();
	let connection: ConnectionView = { kind: "checking" };
	let knownPlaces = "";

	const onContact = (contact: Contact) => {
		if (connection.kind === contact.kind) return;
		const wasOffline = connection.kind === "offline";
		connection = contact.kind === "online" ? contact : { ...contact, since: now() };
		panels.refresh();
		probe.check();
		if (!wasOffline) return;
		void outbox.flush().then(resume.whenReachable);
		void routines.retryNow();
		void live.reopen();
		void preferences.send();
	};
	const api = createServerApi(onContact);
	const preferences = createPreferenceSync(api);
	const live = createLive({
		panels: () => panels,
		activeRuns: () => resume.activeRuns(),
		onContact,
		onNews: (record) => syncRun({ api, runs, scheduler, now }, record),
	});
	const viewOf = (tabId: number | undefined, sessionId: SessionId | null) =>
		viewStateOf({ runs, connection: () => connection, transportOf: live.stateOf, now }, { tabId, sessionId });
	const panels = createPanels({
		own,
		viewOf,
		refused,
		logLines: () => log.lines(),
		onWatch: () => {
			void live.update();
			void confirmSignIn(api).then(panels.refresh);
			void inbox.look();
			probe.check();
		},
	});
	const log = createLog(panels.log);
	const probe = createProbe({
		isOffline: () => connection.kind === "offline",
		isWatched: panels.isAnyOpen,
		ask: () => api.call(sessionRoute),
	});
	const scheduler = createScheduler({
		now,
		drive: async (tabId, signal) => {
			const before = await runs.get(tabId);
			await driveRun(runDeps, tabId, signal);
			const record = await runs.get(tabId);
			if (before?.phase !== "ended" && record?.phase === "ended") await notifyEnd(record, panels.isAnyOpen());
			resume.afterQuestion(record);
			await runner.refuse(record);
			// The rows of a run share its files.
			if (record?.phase === "ended" && record.row === undefined) await dropFiles(record.files.map(({ id }) => id));
			await showOverlay(runs, record);
		},
		onError: async (tabId, error) => {
			// biome-ignore lint/suspicious/noConsole: the worker's console is the extension's only log.
			console.error("run.broken", error);
			const record = await runs.get(tabId);
			const message = error instanceof Error ? error.message : String(error);
			if (record !== undefined) await runs.apply(record, { kind: "broken", message });
		},
	});
	const resume = createResume({ runs, scheduler, now });
	const shutSites = createShutSites({ api, now, managed: readManaged });
	const runDeps = createRunDeps({
		api,
		shutSites,
		runs,
		answer: (said) => outbox.say(said),
		now,
		sleepUntil: scheduler.sleepUntil,
		log: log.add,
	});
	// biome-ignore lint/suspicious/noConsole: the worker's console is the extension's only log.
	const showGroup = createGroups({ runs, now, onError: (error) => console.error("group.failed", error) });
	const showBadge = createBadges(readLanguage);
	const reportStops = createStopReporter(runDeps);
	const reportCalls = createCallReporter({
		api,
		runOf: async (runKey) => (await runs.list()).find((record) => record.runKey === runKey),
		stop: stopRun,
	});
	const inbox = createInbox({ api, isPanelOpen: panels.isAnyOpen });
	const outbox = createTaskOutbox({ api, runs, scheduler, now });
	const recordings = createRecordings({ now, shutSites });
	const blockSites = createSiteBlock({ plays: () => routines.list(), runs: runs.list });
	const routines = createRoutines({
		api,
		runs,
		scheduler,
		now,
		isSignedIn: runDeps.isSignedIn,
		stop: stopRun,
		letGo: (record) => endHere(record, true),
		blockSites,
		onTaken: async (run, tabId) => {
			await runner.noteTaken();
			await notifyRunTaken(run, { tabId, isPanelOpen: false });
		},
		onDone: (run, tabId) => notifyRunEnd(run, { tabId, isPanelOpen: panels.isAnyOpen() }),
		onRefused: ({ callId }, { code, message }) => reportCall({ api }, { id: callId }, { state: "refused", code, message }),
		// biome-ignore lint/suspicious/noConsole: the worker's console is the extension's only log.
		onError: (error) => console.error("routine.broken", error),
	});
	const runner = createRunner({ api, runs, scheduler, routines, blockSites, now });
	// Only who debugs the browser reaches a global of the worker: the process of a runner.
	Object.assign(globalThis, { webhandRunner: runner.answer });
	const router: RouterDeps = {
		own,
		refused,
		handlers: createHandlers({ api, shutSites, runs, scheduler, outbox, routines, recordings, preferences, viewOf, now }),
		onNotice: (notice, from) => void (notice.type === "recorded" ? recordings.heard(notice, from) : onNotice(notice, from.tabId)),
	};

	async function onNotice(notice: Exclude<PageNotice, { type: "recorded" }>, tabId: number): Promise<void> {
		const record = (await resume.activeRuns()).find(({ tabs }) => tabs.includes(tabId));
		if (record === undefined) return;
		switch (notice.type) {
			case "overlay_stop":
				return await stopRun(record);
			case "overlay_open":
				return await browser.sidePanel.open({ tabId });
			case "download_began":
				return void (await runs.apply(record, { kind: "download_seen", name: notice.name }));
			case "gesture_needed": {
				const { what, url } = notice;
				// A window without an opener opens unseen by the page. One that opens later takes this back.
				const isOpen = what === "window" && url !== "" && (await isOpenInTab(url, 0));
				if (!isOpen) await runs.apply(record, { kind: "gesture_needed", what, url });
			}
		}
	}

	async function stopRun(record: RunRecord): Promise<void> {
		await endHere(record, false);
	}

	/** `leave`: the server does not hear of it, since the task goes on elsewhere. */
	async function endHere(record: RunRecord, leave: boolean): Promise<void> {
		await runs.apply(record, { kind: "stopped", leave, message: null, at: now() });
		scheduler.stop(record.tabId);
		scheduler.schedule(record.tabId);
	}

	/** The alarm wakes a stopped worker while it has something to do. */
	async function wakeWhileNeeded(entries: readonly OutboxEntry[]): Promise<void> {
		const isRunOpen = (await runs.list()).some(({ phase, cancel }) => phase !== "ended" || cancel === "pending");
		const isRoutineOpen = (await routines.list()).some(({ problem }) => problem === null);
		await setTickAlarm(isRunOpen || isRoutineOpen || entries.some(({ refused }) => refused === undefined));
	}

	async function resumeRuns(): Promise<void> {
		for (const record of await runs.list()) {
			void showGroup(record);
			if (record.phase !== "ended") scheduler.schedule(record.tabId);
		}
		await live.update();
		await Promise.all([reportStops(), reportCalls(await runs.list()), outbox.flush(), passNotes({ runs, outbox }), routines.resume()]);
	}

	browser.runtime.onMessage.addListener((raw: unknown, sender, sendResponse) => {
		void answerMessage(router, raw, sender).then((reply) => {
			if (reply !== null) sendResponse(reply);
		});
		return true;
	});
	browser.runtime.onConnect.addListener(panels.accept);
	browser.runtime.onStartup.addListener(() => void dropAllFiles());
	browser.alarms.onAlarm.addListener((alarm) => {
		if (alarm.name === inboxAlarm) return void inbox.look();
		void (isDueAlarm(alarm) ? routines.takeDue() : resumeRuns());
	});
	// The user may also grant a site in Chrome's own menu.
	browser.permissions.onAdded.addListener(() => void resume.whenGranted());
	browser.commands.onCommand.addListener((command, tab) => {
		if (command !== "stop-task") return;
		void resume.activeRuns().then(async (records) => {
			const record = records.find(({ windowId }) => windowId === tab?.windowId);
			if (record !== undefined) await stopRun(record);
		});
	});
	followTabs(runs, scheduler.schedule);
	recordings.follow();
	offerRoutines();
	followManaged(({ serverUrl }) => {
		panels.refresh();
		if (serverUrl !== "") void setServer(serverUrl);
	});
	followNotifications();
	followProvider(now);
	browser.tabs.onActivated.addListener(panels.refresh);
	browser.tabs.onUpdated.addListener((_tabId, change) => {
		if (change.url !== undefined || change.title !== undefined || change.status !== undefined) panels.refresh();
	});
	for (const item of [serverUrlItem, signInStepItem, siteGrantsItem, trustedGrantsItem, modeItem, recordingItem])
		item.watch(panels.refresh);
	preferencesItem.watch(({ mode }) => (mode === "careful" ? void modeItem.set(mode) : undefined));
	authItem.watch((auth) => {
		panels.refresh();
		void live.update();
		void inbox.look();
		void setDueAlarm(auth.kind === "token");
		if (auth.kind !== "token") return;
		void resume.whenSignedIn({ userId: auth.user.id, tenantId: auth.tenantId });
		void outbox.flush();
		void routines.retryNow();
		void routines.takeDue();
		void preferences.fetch();
	});
	playsItem.watch(() => {
		panels.refresh();
		void blockSites();
		void outboxItem.get().then(wakeWhileNeeded);
	});
	outboxItem.watch((entries) => {
		panels.refresh();
		void wakeWhileNeeded(entries);
	});
	self.addEventListener("online", () => void api.call(sessionRoute).catch(() => undefined));
	runsItem.watch((stored) => {
		panels.refresh();
		const records = Object.values(stored);
		const isStopUnreported = records.some(({ cancel }) => cancel === "pending");
		void outboxItem.get().then(wakeWhileNeeded);
		const places = JSON.stringify(
			records.map(({ tabId, tabs, taskId, sessionId, phase, lastUrl }) => [tabId, tabs, taskId, sessionId, phase === "ended", lastUrl]),
		);
		if (places !== knownPlaces) {
			knownPlaces = places;
			void live.update();
			void rememberRuns(records);
			void blockSites();
		}
		if (isStopUnreported) void reportStops();
		void reportCalls(records);
		void routines.advance(records);
		inbox.afterRuns(records);
		if (records.some(isNoteDue)) void passNotes({ runs, outbox });
		for (const record of records) void showGroup(record);
		for (const record of newestOfTabs(records)) {
			void showBadge(record);
			// Detaching would cancel the window that the page shows.
			const isWaiting = record.wait !== null && record.wait.kind !== "page_dialog";
			if (record.phase === "ended" || isWaiting) void release(record.currentTabId);
		}
	});

	void closeStorageToPages();
	void settleOwner();
	void browser.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
	void resumeRuns();
	void authItem.get().then((auth) => setDueAlarm(auth.kind === "token"));
	void preferences.send();
}

function refused(sender: SenderFacts): void {
	// biome-ignore lint/suspicious/noConsole: the worker's console is the extension's only log.
	console.warn("message.refused", { origin: sender.origin, id: sender.id, frameId: sender.frameId });
}
