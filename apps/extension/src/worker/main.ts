import { browser } from "wxt/browser";
import { dropAllFiles, dropFiles } from "../attachments.ts";
import type { PageNotice } from "../page/messages.ts";
import type { ConnectionView } from "../panel-state.ts";
import type { RunRecord } from "../run-record.ts";
import { authItem, modeItem, preferencesItem, runsItem, serverUrlItem, siteGrantsItem, trustedGrantsItem } from "../storage.ts";
import { closeStorageToPages } from "../stored-item.ts";
import { newestOfTabs, showBadge } from "./badge.ts";
import { setTickAlarm } from "./keep-alive.ts";
import { followNotifications, notifyEnd } from "./notify.ts";
import { createHandlers } from "./panel/commands.ts";
import { createPanels } from "./panel/panels.ts";
import type { RouterDeps } from "./panel/router.ts";
import { answerMessage } from "./panel/router.ts";
import type { SenderFacts } from "./panel/senders.ts";
import { viewStateOf } from "./panel/view-state.ts";
import { createStopReporter } from "./run/cancel.ts";
import { driveRun } from "./run/engine.ts";
import { createScheduler } from "./run/scheduler.ts";
import { createRunStore } from "./run/store.ts";
import { confirmSignIn } from "./server/account.ts";
import { createServerApi } from "./server/api.ts";
import { createRunDeps } from "./step/run-deps.ts";
import { showOverlay } from "./step/show-overlay.ts";
import { isAllowedByChrome } from "./tabs/access.ts";
import { followTabs } from "./tabs/follow.ts";
import { createGroups } from "./tabs/group.ts";
import { followDebuggers, release } from "./trusted/attach.ts";

/** Starts the worker and resumes its runs. All listeners are registered before it returns: a late one misses the event that woke the worker. */
export function startWorker(): void {
	const now = () => Date.now();
	const own = { id: browser.runtime.id, origin: location.origin };
	const runs = createRunStore();
	let connection: ConnectionView = { kind: "checking" };

	const api = createServerApi((contact) => {
		if (connection.kind === contact.kind) return;
		connection = contact.kind === "online" ? contact : { ...contact, since: now() };
		panels.refresh();
	});
	const viewOf = (tabId: number | undefined) => viewStateOf({ runs, connection: () => connection, now }, tabId);
	const panels = createPanels({ own, viewOf, refused, onWatch: () => void confirmSignIn(api).then(panels.refresh) });
	const scheduler = createScheduler({
		now,
		drive: async (tabId, signal) => {
			const before = await runs.get(tabId);
			await driveRun(runDeps, tabId, signal);
			const record = await runs.get(tabId);
			if (before?.phase !== "ended" && record?.phase === "ended") await notifyEnd(record, panels.isOpen());
			if (record?.phase === "ended") await dropFiles(record.files.map(({ id }) => id));
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
	const runDeps = createRunDeps({ api, runs, now, sleepUntil: scheduler.sleepUntil, log: panels.log });
	// biome-ignore lint/suspicious/noConsole: the worker's console is the extension's only log.
	const showGroup = createGroups({ runs, now, onError: (error) => console.error("group.failed", error) });
	const reportStops = createStopReporter(runDeps);
	const router: RouterDeps = {
		own,
		refused,
		handlers: createHandlers({ api, runs, scheduler, viewOf, now }),
		onNotice: (notice, tabId) => void onNotice(notice, tabId),
	};

	const activeRuns = async () => (await runs.list()).filter((record) => record.phase !== "ended");

	async function onNotice(notice: PageNotice, tabId: number): Promise<void> {
		const record = (await activeRuns()).find(({ tabs }) => tabs.includes(tabId));
		if (record === undefined) return;
		if (notice.type === "overlay_stop") await stopRun(record);
		else await browser.sidePanel.open({ tabId });
	}

	async function stopRun(record: RunRecord): Promise<void> {
		await runs.apply(record, { kind: "stopped", leave: false, message: null, at: now() });
		scheduler.stop(record.tabId);
		scheduler.schedule(record.tabId);
	}

	async function resumeRuns(): Promise<void> {
		for (const record of await runs.list()) {
			void showGroup(record);
			if (record.phase !== "ended") scheduler.schedule(record.tabId);
		}
		await reportStops();
	}

	async function resumeGrantedSites(): Promise<void> {
		for (const record of await activeRuns()) {
			const { wait } = record;
			if (wait?.kind !== "site" || !wait.withheld || !(await isAllowedByChrome(wait.origins))) continue;
			await runs.apply(record, { kind: "site_allowed", domain: wait.domain });
			scheduler.schedule(record.tabId);
		}
	}

	/** The same user resumes a run; another user ends it. */
	async function resumeAfterSignIn(owner: RunRecord["owner"]): Promise<void> {
		for (const record of await activeRuns()) {
			const isSameUser = record.owner.userId === owner.userId && record.owner.tenantId === owner.tenantId;
			await runs.apply(record, { kind: "signed_in", isSameUser, at: now() });
			scheduler.schedule(record.tabId);
		}
	}

	browser.runtime.onMessage.addListener((raw: unknown, sender, sendResponse) => {
		void answerMessage(router, raw, sender).then((reply) => {
			if (reply !== null) sendResponse(reply);
		});
		return true;
	});
	browser.runtime.onConnect.addListener(panels.accept);
	browser.runtime.onStartup.addListener(() => void dropAllFiles());
	browser.alarms.onAlarm.addListener(() => void resumeRuns());
	// The user may also grant a site in Chrome's own menu.
	browser.permissions.onAdded.addListener(() => void resumeGrantedSites());
	browser.commands.onCommand.addListener((command, tab) => {
		if (command !== "stop-task") return;
		void activeRuns().then(async (records) => {
			const record = records.find(({ windowId }) => windowId === tab?.windowId);
			if (record !== undefined) await stopRun(record);
		});
	});
	followTabs(runs, scheduler.schedule);
	followDebuggers();
	followNotifications();
	browser.tabs.onActivated.addListener(panels.refresh);
	browser.tabs.onUpdated.addListener((_tabId, change) => {
		if (change.url !== undefined || change.title !== undefined || change.status !== undefined) panels.refresh();
	});
	for (const item of [serverUrlItem, siteGrantsItem, trustedGrantsItem, modeItem]) item.watch(panels.refresh);
	preferencesItem.watch(({ mode }) => (mode === "careful" ? void modeItem.set(mode) : undefined));
	authItem.watch((auth) => {
		panels.refresh();
		if (auth.kind === "token") void resumeAfterSignIn({ userId: auth.user.id, tenantId: auth.tenantId });
	});
	runsItem.watch((stored) => {
		panels.refresh();
		const records = Object.values(stored);
		const isStopUnreported = records.some(({ cancel }) => cancel === "pending");
		void setTickAlarm(isStopUnreported || records.some(({ phase }) => phase !== "ended"));
		if (isStopUnreported) void reportStops();
		for (const record of records) void showGroup(record);
		for (const record of newestOfTabs(records)) {
			void showBadge(record);
			if (record.phase === "ended" || record.wait !== null) void release(record.currentTabId);
		}
	});

	void closeStorageToPages();
	void browser.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
	void resumeRuns();
}

function refused(sender: SenderFacts): void {
	// biome-ignore lint/suspicious/noConsole: the worker's console is the extension's only log.
	console.warn("message.refused", { origin: sender.origin, id: sender.id, frameId: sender.frameId });
}
