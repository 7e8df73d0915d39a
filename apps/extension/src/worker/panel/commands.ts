import { cancelRoute } from "@webhand/contracts/agent/runs";
import { isTerminal } from "@webhand/contracts/agent/task";
import { taskRoute } from "@webhand/contracts/agent/task-trace";
import type { SessionId } from "@webhand/contracts/ids";
import { conversationText } from "../../chat-words.ts";
import type { PanelCommand } from "../../messages.ts";
import type { SiteGrant, ViewState } from "../../panel-state.ts";
import type { RunRecord } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { modeItem, preferencesItem, siteGrantsItem, trustedGrantsItem } from "../../storage.ts";
import { readLanguage } from "../language.ts";
import { fillLogin, saveLogin } from "../login/fill.ts";
import { takeCall } from "../mcp-client/take-call.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { createRecordHandlers } from "../record/commands.ts";
import type { Recordings } from "../record/recordings.ts";
import type { Routines } from "../routine/routines.ts";
import { restoredRun } from "../run/restore.ts";
import type { Scheduler } from "../run/scheduler.ts";
import type { RunStore } from "../run/store.ts";
import type { RunEvent } from "../run/transitions/event.ts";
import { failureOf } from "../server/api.ts";
import type { ShutSites } from "../tabs/shut-sites.ts";
import { answerDialog } from "../trusted/attach.ts";
import type { AccountDeps } from "./account-commands.ts";
import { createAccountHandlers } from "./account-commands.ts";
import { MessageError } from "./message-error.ts";
import { pageOrders } from "./page-orders.ts";
import { pageText } from "./page-text.ts";
import type { Handlers } from "./router.ts";
import { beginWithChat, placeOf, startRun } from "./start-run.ts";

const keptGrants = 500;

export type CommandDeps = {
	readonly api: SignedInApi;
	readonly shutSites: ShutSites;
	readonly runs: RunStore;
	readonly scheduler: Scheduler;
	readonly outbox: Outbox;
	readonly recordings: Recordings;
	readonly routines: Pick<Routines, "play" | "leave" | "rest" | "takeDue">;
	readonly preferences: AccountDeps["preferences"];
	readonly viewOf: (tabId: number | undefined, sessionId: SessionId | null) => Promise<ViewState>;
	readonly now: () => number;
};

export function createHandlers(deps: CommandDeps): Handlers {
	const { runs, scheduler } = deps;
	const tell = async (record: RunRecord, event: RunEvent) => {
		await runs.apply(record, event);
		scheduler.schedule(record.tabId);
	};
	const runIn = async (tabId: number): Promise<RunRecord> => {
		const record = (await runs.list()).find((run) => run.phase !== "ended" && run.tabs.includes(tabId));
		if (record === undefined) throw new MessageError("NO_RUN", "No task runs in this tab");
		return record;
	};
	const stop = async (record: RunRecord) => {
		await tell(record, { kind: "stopped", leave: false, message: null, at: deps.now() });
		scheduler.stop(record.tabId);
	};
	const pauseAll = async () => {
		await deps.routines.rest({ code: "SIGNED_OUT", message: "You signed out" });
		for (const record of await runs.list()) if (record.phase !== "ended") await tell(record, { kind: "signed_out" });
	};
	return {
		run_start: (command) => startRun(deps, command),
		client_call: (command) => takeCall(deps, command),
		client_calls_end: async ({ ids }) => {
			const left = (await runs.list()).filter(
				({ client, phase }) => phase !== "ended" && client !== undefined && ids.includes(client.callId),
			);
			for (const record of left) await stop(record);
		},
		routine_play: (command) => deps.routines.play(command),
		routine_take: () => deps.routines.takeDue(),
		routine_leave: ({ runId }) => deps.routines.leave(runId),
		run_stop: async ({ tabId, leave }) => {
			const record = await runIn(tabId);
			await tell(record, { kind: "stopped", leave: leave === true, message: null, at: deps.now() });
			scheduler.stop(record.tabId);
		},
		run_attach: async ({ tabId, attachments }) => tell(await runIn(tabId), { kind: "attached", files: attachments }),
		run_pause: async ({ tabId }) => tell(await runIn(tabId), { kind: "paused" }),
		run_resume: async ({ tabId }) => tell(await runIn(tabId), { kind: "resumed" }),
		run_answer: async ({ taskId, questionId, approved, answer, done, remember }) => {
			const body = {
				questionId,
				...(approved === undefined ? {} : { approved }),
				...(answer === undefined ? {} : { answer }),
				...(done === undefined ? {} : { done }),
				...(remember === undefined ? {} : { remember }),
			};
			const text = conversationText[await readLanguage()];
			const decision = approved === true ? text.approvedFor[remember ?? "task"] : text.denied;
			const words = answer ?? (approved === undefined ? text.done : decision);
			return { said: await deps.outbox.say({ taskId, body, text: words }) };
		},
		login_use: async (wish) => ({ filled: await fillLogin(deps, wish) }),
		login_save: (wish) => saveLogin(deps, wish),
		run_note: async ({ runKey, taskId, text: note }) => {
			const record = taskId === null ? (await runs.list()).find((run) => run.runKey === runKey) : undefined;
			const known = taskId ?? record?.taskId ?? null;
			if (known !== null) return { said: await deps.outbox.say({ taskId: known, body: { answer: note }, text: note }) };
			if (record === undefined || record.phase === "ended") throw new MessageError("NO_RUN", "This task has ended");
			await runs.apply(record, { kind: "note_kept", text: note, at: deps.now() });
			return { said: null };
		},
		said_send: () => deps.outbox.flush(),
		said_drop: ({ id }) => deps.outbox.drop(id),
		run_restore: (command) => restoreRun(deps, command),
		task_cancel: async ({ taskId }) => {
			const record = await runs.findByTask(taskId);
			if (record !== undefined && record.phase !== "ended") {
				await stop(record);
				return;
			}
			await deps.api.call(cancelRoute, { params: { runId: taskId } }).catch((error: unknown) => {
				// It has ended, which is what the user wants.
				if (!["RUN_ENDED", "RUN_NOT_FOUND"].includes(failureOf(error).code)) throw error;
			});
		},
		site_grant: async ({ domain, scope }) => {
			if (scope === "always") await siteGrantsItem.update((grants) => withGrant(grants, domain, deps.now()));
			for (const record of await askingFor(runs, "site", domain)) await tell(record, { kind: "site_allowed", domain });
		},
		site_deny: async ({ domain }) => {
			for (const record of await askingFor(runs, "site", domain)) await tell(record, { kind: "site_refused", domain, at: deps.now() });
		},
		site_revoke: async ({ domain }) => {
			await siteGrantsItem.update((grants) => grants.filter((known) => known.domain !== domain));
		},
		trusted_grant: async ({ domain, scope }) => {
			if (scope === "always") await trustedGrantsItem.update((grants) => withGrant(grants, domain, deps.now()));
			for (const record of await askingFor(runs, "trusted", domain)) await tell(record, { kind: "trusted_allowed", domain });
		},
		trusted_deny: async ({ domain }) => {
			for (const record of await askingFor(runs, "trusted", domain))
				await tell(record, { kind: "trusted_refused", domain, at: deps.now() });
		},
		page_answer: async ({ tabId, accept, text }) => {
			const { currentTabId } = await runIn(tabId);
			await answerDialog(currentTabId, { accept, text }).catch((cause: unknown) => {
				throw new MessageError("NO_QUESTION", "The page does not ask this any more.", { cause });
			});
		},
		trusted_revoke: async ({ domain }) => {
			await trustedGrantsItem.update((grants) => grants.filter((known) => known.domain !== domain));
		},
		mode_set: async ({ mode }) => {
			if (mode === "autonomous" && (await preferencesItem.get()).mode === "careful")
				throw new MessageError("MODE_LOCKED", "Your settings keep Webhand careful. Change that in the settings first.");
			await modeItem.set(mode);
		},
		...createRecordHandlers(deps),
		...createAccountHandlers({ ...deps, pauseAll }),
		page_orders: ({ tabId }) => pageOrders(deps, tabId),
		page_text: ({ tabId }) => pageText(deps, tabId),
		state_get: ({ tabId }) => deps.viewOf(tabId, null),
	};
}

function withGrant(grants: readonly SiteGrant[], domain: string, at: number): SiteGrant[] {
	return [...grants.filter((known) => known.domain !== domain), { domain, at }].slice(-keptGrants);
}

async function askingFor(runs: RunStore, kind: "site" | "trusted", domain: string): Promise<RunRecord[]> {
	return (await runs.list()).filter(({ wait }) => wait?.kind === kind && wait.domain === domain);
}

/** Continues a task of the server in a tab: it reads the page and reports that nobody knows what became of its last action. */
async function restoreRun(deps: CommandDeps, command: Extract<PanelCommand, { type: "run_restore" }>): Promise<{ sessionId: SessionId }> {
	const { tabId, taskId } = command;
	const { owner, tab } = await placeOf(tabId);
	const { task } = await deps.api.call(taskRoute, { params: { taskId }, query: {} });
	if (isTerminal(task.status)) throw new MessageError("TASK_COMPLETED", "This task has ended");
	const { sessionId } = task;
	await beginWithChat(deps, restoredRun(task, { runKey: crypto.randomUUID(), owner, tabId, windowId: tab.windowId, at: deps.now() }));
	return { sessionId };
}
