import { interactRoute } from "@webhand/contracts/agent/interact";
import { cancelRoute } from "@webhand/contracts/agent/runs";
import { SessionId, TaskId } from "@webhand/contracts/ids";
import { browser } from "wxt/browser";
import type { ConnectionView } from "../messages.ts";
import type { PageNotice } from "../page/messages.ts";
import type { RunRecord } from "../storage.ts";
import { authItem, closeStorageToPages, modeItem, runsItem, serverUrlItem, siteGrantsItem } from "../storage.ts";
import { confirmSignIn } from "./account.ts";
import { createServerApi, failureOf } from "./api.ts";
import { showBadge } from "./badge.ts";
import { createHandlers } from "./commands.ts";
import { lookAtRun } from "./look.ts";
import { showMark } from "./mark.ts";
import { createPanels } from "./panels.ts";
import { createPerformer } from "./perform.ts";
import type { RouterDeps } from "./router.ts";
import { answerMessage } from "./router.ts";
import type { RunDeps } from "./run/engine.ts";
import { driveRun } from "./run/engine.ts";
import { createFlights } from "./run/flights.ts";
import { createRunStore } from "./run/store.ts";
import type { SenderFacts } from "./senders.ts";
import { settleRun } from "./settle.ts";
import { followTabs } from "./tabs/adopt.ts";
import { viewStateOf } from "./view-state.ts";
import { keepTicking, keptAwake } from "./wake.ts";

const answerLimitMs = 70_000;
const cancelLimitMs = 10_000;

/**
 * Starts the worker: every listener is registered before this returns, since a late one misses the event that woke the worker; then each run
 * that has not ended goes on.
 *
 * @source extension.md §1, §4
 */
export function startWorker(): void {
	const now = () => Date.now();
	const own = { id: browser.runtime.id, origin: location.origin };
	const runs = createRunStore();
	let connection: ConnectionView = { kind: "checking" };

	const api = createServerApi((contact) => {
		const isNews = connection.kind !== contact.kind;
		if (isNews) connection = contact.kind === "online" ? contact : { ...contact, since: now() };
		if (isNews) panels.refresh();
	});
	const viewOf = (tabId: number | undefined) => viewStateOf({ runs, connection: () => connection, now }, tabId);
	const panels = createPanels({ own, viewOf, refused, onWatch: () => void confirmSignIn(api).then(panels.refresh) });

	const flights = createFlights({
		now,
		drive: async (tabId, signal) => {
			await driveRun(runDeps, tabId, signal);
			await showMark(await runs.get(tabId));
		},
		onError: async (tabId, error) => {
			// biome-ignore lint/suspicious/noConsole: the worker's console is the extension's only log.
			console.error("run.broken", error);
			const record = await runs.get(tabId);
			const message = error instanceof Error ? error.message : String(error);
			if (record !== undefined) await runs.apply(record, { kind: "broken", message });
		},
	});
	const runDeps: RunDeps = {
		runs,
		now,
		failureOf,
		performer: createPerformer(runs),
		sleepUntil: flights.sleepUntil,
		newKey: () => crypto.randomUUID(),
		newSessionId: () => SessionId.parse(crypto.randomUUID()),
		look: async (record) => {
			const look = await lookAtRun(record);
			await showMark(record);
			return look;
		},
		post: async ({ key, body }, signal) => {
			const limit = AbortSignal.any([signal, AbortSignal.timeout(answerLimitMs)]);
			const headers = { "idempotency-key": key };
			const { data } = await keptAwake(api.call(interactRoute, { body, headers, signal: limit }));
			return data;
		},
		settle: (record, signal) => settleRun({ runs, now, sleepUntil: flights.sleepUntil }, record, signal),
		cancel: async (taskId) => {
			const signal = AbortSignal.timeout(cancelLimitMs);
			const called = api.call(cancelRoute, { params: { runId: TaskId.parse(taskId) }, signal });
			return called.then(
				() => true,
				(error: unknown) => [401, 404, 409].includes(failureOf(error).status),
			);
		},
	};

	const router: RouterDeps = {
		own,
		refused,
		handlers: createHandlers({ api, runs, flights, viewOf, now }),
		onNotice: (notice, tabId) => void onNotice(notice, tabId),
	};

	async function onNotice(notice: PageNotice, tabId: number): Promise<void> {
		const record = (await runs.list()).find((run) => run.phase !== "ended" && run.tabs.includes(tabId));
		if (record === undefined) return;
		if (notice.type === "mark_stop") await stopRun(record);
		else await browser.sidePanel.open({ tabId });
	}

	async function stopRun(record: RunRecord): Promise<void> {
		await runs.apply(record, { kind: "stopped", leave: false, message: null, at: now() });
		flights.stop(record.tabId);
		flights.poke(record.tabId);
	}

	async function goOn(): Promise<void> {
		for (const record of await runs.list()) {
			if (record.phase !== "ended" || record.cancel === "pending") flights.poke(record.tabId);
		}
	}

	browser.runtime.onMessage.addListener((raw: unknown, sender, sendResponse) => {
		void answerMessage(router, raw, sender).then((reply) => {
			if (reply !== null) sendResponse(reply);
		});
		return true;
	});
	browser.runtime.onConnect.addListener(panels.accept);
	browser.alarms.onAlarm.addListener(() => void goOn());
	browser.commands.onCommand.addListener((command, tab) => {
		if (command !== "stop-task") return;
		void runs.list().then(async (records) => {
			const record = records.find((run) => run.phase !== "ended" && run.windowId === tab?.windowId);
			if (record !== undefined) await stopRun(record);
		});
	});
	followTabs(runs, flights.poke);
	browser.tabs.onActivated.addListener(panels.refresh);
	browser.tabs.onUpdated.addListener((_tabId, change) => {
		if (change.url !== undefined || change.title !== undefined || change.status !== undefined) panels.refresh();
	});
	for (const item of [serverUrlItem, siteGrantsItem, modeItem]) item.watch(panels.refresh);
	authItem.watch((auth) => {
		panels.refresh();
		if (auth.kind === "token") void resumeAfterSignIn({ userId: auth.user.id, tenantId: auth.tenantId });
	});
	runsItem.watch((records) => {
		panels.refresh();
		const all = Object.values(records);
		void keepTicking(all.some((record) => record.phase !== "ended" || record.cancel === "pending"));
		for (const record of all) void showBadge(record);
	});

	/** The same person goes on; somebody else's task must not. */
	async function resumeAfterSignIn(owner: RunRecord["owner"]): Promise<void> {
		for (const record of await runs.list()) {
			if (record.wait?.kind !== "signed_out") continue;
			const isSamePerson = record.owner.userId === owner.userId && record.owner.tenantId === owner.tenantId;
			await runs.apply(record, { kind: "signed_in", isSamePerson, at: now() });
			flights.poke(record.tabId);
		}
	}

	void closeStorageToPages();
	void browser.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
	void goOn();
}

function refused(sender: SenderFacts): void {
	// biome-ignore lint/suspicious/noConsole: the worker's console is the extension's only log.
	console.warn("message.refused", { origin: sender.origin, id: sender.id, frameId: sender.frameId });
}
