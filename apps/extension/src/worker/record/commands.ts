import { restrictions, unopened } from "@webhand/page/parse/unopened";
import { maskUrl } from "@webhand/page/read/sensitive";
import { siteOfAddress } from "@webhand/page/site";
import type { PanelCommand } from "../../messages.ts";
import type { RecordingRecord } from "../../recording-record.ts";
import { recordingItem } from "../../storage.ts";
import { MessageError } from "../panel/message-error.ts";
import type { Handlers } from "../panel/router.ts";
import { isWorkedIn, placeOf } from "../panel/start-run.ts";
import type { RunStore } from "../run/store.ts";
import type { ShutSites } from "../tabs/shut-sites.ts";
import { siteOf } from "../tabs/site.ts";
import { withChange, withoutLast, withoutStep } from "./policy.ts";
import type { Recordings } from "./recordings.ts";
import { newTab } from "./recordings.ts";

export type RecordDeps = { readonly recordings: Recordings; readonly runs: Pick<RunStore, "list">; readonly shutSites: ShutSites };

type RecordHandlers = Pick<
	Handlers,
	| "record_start"
	| "record_undo"
	| "record_delete"
	| "record_change"
	| "record_pick"
	| "record_allow"
	| "record_refuse"
	| "record_stop"
	| "record_go_on"
	| "record_saved"
	| "record_drop"
>;

export function createRecordHandlers(deps: RecordDeps): RecordHandlers {
	const { recordings } = deps;
	const current = async (): Promise<RecordingRecord> => {
		const record = await recordingItem.get();
		if (record === null) throw new MessageError("NO_RECORDING", "Nothing is recorded");
		return record;
	};
	return {
		record_start: (command) => start(deps, command),
		record_undo: async () => void (await recordings.change(withoutLast)),
		record_delete: async ({ key }) => void (await recordings.change((record) => withoutStep(record, key))),
		record_change: async ({ key, change }) => void (await recordings.change((record) => withChange(record, key, change))),
		record_pick: ({ isPicking }) => recordings.pick(isPicking),
		record_allow: async ({ domain }) => {
			const { tabId } = await current();
			await recordings.change((record) => ({
				...record,
				sites: [...new Set([...record.sites, domain])],
				refused: record.refused.filter((site) => site !== domain),
			}));
			await recordings.look(tabId);
		},
		record_refuse: async ({ domain }) =>
			void (await recordings.change((record) => ({
				...record,
				refused: [...new Set([...record.refused, domain])],
				framed: record.framed.filter((site) => site !== domain),
			}))),
		record_stop: async () => {
			await current();
			await recordings.stop();
			await recordings.change((record) => ({ ...record, state: "review", isPicking: false, isPickEmpty: false, wait: null, framed: [] }));
		},
		record_go_on: async () => {
			const { tabId } = await current();
			await recordings.change((record) => ({ ...record, state: "recording", isReady: false }));
			await recordings.look(tabId);
		},
		record_saved: async ({ routineId, name }) => {
			await current();
			await recordings.change((record) => ({ ...record, state: "saved", steps: [], saved: { id: routineId, name } }));
		},
		record_drop: async () => {
			await recordings.stop();
			await recordingItem.set(null);
		},
	};
}

/** Begins a recording in the tab in front. The press on Record allows its site, for this recording. */
async function start(
	{ recordings, runs, shutSites }: RecordDeps,
	{ tabId }: Extract<PanelCommand, { type: "record_start" }>,
): Promise<void> {
	const { owner, tab, url } = await placeOf(tabId);
	const site = siteOf(url, siteOfAddress);
	if (site.kind !== "site") throw new MessageError("PAGE_RESTRICTED", "This page cannot be recorded. Open a web page first.");
	if ((await shutSites())(url)) throw new MessageError("PAGE_RESTRICTED", unopened({ restricted: restrictions.shut, url })?.message ?? "");
	if (await isWorkedIn(runs, tabId)) throw new MessageError("RUN_ACTIVE", "A task runs in this tab. Stop it, then record.");
	const before = await recordingItem.get();
	const isOwn = before !== null && before.owner.userId === owner.userId && before.owner.tenantId === owner.tenantId;
	if (isOwn && before.state !== "saved")
		throw new MessageError("RECORDING_ACTIVE", "A recording is open already. Save it or discard it first.");
	await recordingItem.set(newRecording({ ...tab, id: tabId }, { owner, url, domain: site.domain }));
	await recordings.look(tabId);
}

type Beginning = { readonly owner: RecordingRecord["owner"]; readonly url: string; readonly domain: string };

/** A recording of which nothing was done yet; secrets of its address are not kept. */
export function newRecording(
	tab: Parameters<typeof newTab>[0] & { readonly id: number; readonly windowId: number },
	{ owner, url, domain }: Beginning,
): RecordingRecord {
	return {
		id: crypto.randomUUID(),
		owner,
		state: "recording",
		windowId: tab.windowId,
		tabId: tab.id,
		tabs: [newTab(tab, { isEmpty: false })],
		sites: [domain],
		refused: [],
		title: (tab.title ?? "").slice(0, 300),
		url: maskUrl(url),
		steps: [],
		nextKey: 1,
		isReady: false,
		isPicking: false,
		isPickEmpty: false,
		wait: null,
		framed: [],
		saved: null,
		lastActAt: 0,
	};
}
