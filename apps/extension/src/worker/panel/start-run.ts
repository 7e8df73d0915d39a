import { SessionId } from "@webhand/contracts/ids";
import { extractDomain } from "@webhand/page/site";
import { browser } from "wxt/browser";
import type { PanelCommand } from "../../messages.ts";
import type { RunClient } from "../../panel-state.ts";
import type { RunRecord } from "../../run-record.ts";
import { newRun } from "../../run-record.ts";
import { authItem, tabTasksItem } from "../../storage.ts";
import type { Scheduler } from "../run/scheduler.ts";
import type { RunStore } from "../run/store.ts";
import { lastOfTab, rememberTask } from "../tabs/sessions.ts";
import { MessageError } from "./message-error.ts";

/** What starting a run needs. */
export type StartDeps = {
	readonly runs: Pick<RunStore, "get" | "begin">;
	readonly scheduler: Pick<Scheduler, "schedule">;
	readonly now: () => number;
};

type Start = Pick<Extract<PanelCommand, { type: "run_start" }>, "tabId" | "query" | "sessionId" | "attachments"> & {
	readonly client?: RunClient;
	/** The address to open first. */
	readonly openFirst?: string;
};

/** Starts a task in a tab, in the chat that the tab had last. @throws MessageError */
export async function startRun(deps: StartDeps, command: Start): Promise<{ sessionId: SessionId }> {
	const { tabId, query, attachments = [], client, openFirst } = command;
	const { owner, tab, url, domain } = await placeOf(tabId);
	const last = lastOfTab(await tabTasksItem.get(), { tabId, url, domain });
	const sessionId = command.sessionId ?? last?.sessionId ?? SessionId.parse(crypto.randomUUID());
	const runKey = crypto.randomUUID();
	const run = newRun({
		runKey,
		owner,
		tabId,
		windowId: tab.windowId,
		sessionId,
		query,
		files: attachments,
		at: deps.now(),
		...(client === undefined ? {} : { client }),
		...(openFirst === undefined ? {} : { openFirst }),
	});
	await beginWithChat(deps, run);
	return { sessionId };
}

/** Begins a run whose chat the panel shows beside its tab. @throws MessageError SIGNED_OUT, TAB_GONE, RUN_ACTIVE, TOO_MANY_RUNS */
export async function beginWithChat(deps: StartDeps, run: RunRecord): Promise<void> {
	const { tabId, taskId, sessionId } = run;
	const { url, domain } = await placeOf(tabId);
	await begin(deps, run);
	await rememberTask({ tabId, taskId, sessionId, url, domain, at: deps.now() });
}

/** The tab with its owner. @throws MessageError SIGNED_OUT, TAB_GONE */
export async function placeOf(tabId: number) {
	const auth = await authItem.get();
	if (auth.kind === "none") throw new MessageError("SIGNED_OUT", "Sign in first");
	const tab = await browser.tabs.get(tabId).catch(() => null);
	if (tab === null) throw new MessageError("TAB_GONE", "The tab was closed");
	const url = tab.url ?? "";
	return { owner: { userId: auth.user.id, tenantId: auth.tenantId }, tab, url, domain: extractDomain(url) ?? "" };
}

/** True while a run works in a tab, or waits there. */
export async function isWorkedIn(runs: Pick<RunStore, "list">, tabId: number): Promise<boolean> {
	return (await runs.list()).some(({ phase, tabs }) => phase !== "ended" && tabs.includes(tabId));
}

/** Begins a run. @throws MessageError RUN_ACTIVE, TOO_MANY_RUNS */
async function begin(deps: StartDeps, fresh: RunRecord): Promise<void> {
	const before = await deps.runs.get(fresh.tabId);
	// Known documents keep their id blocks, and tabs keep their group.
	const { frames = [], highestId = 0, groupId = null } = before ?? {};
	const outcome = await deps.runs.begin({ ...fresh, frames, highestId, groupId });
	if (outcome === "RUN_ACTIVE") throw new MessageError("RUN_ACTIVE", "A task runs in this tab already. Show its chat, or stop it.");
	if (outcome === "TOO_MANY_RUNS") throw new MessageError("TOO_MANY_RUNS", "Tasks run in four tabs already");
	deps.scheduler.schedule(fresh.tabId);
}
