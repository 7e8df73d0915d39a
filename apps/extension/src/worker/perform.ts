import type { Action } from "@webhand/contracts/action/grammar";
import { browser } from "wxt/browser";
import type { ActResult, PageAction, PageLookup } from "../page/messages.ts";
import type { FrameRef, RunRecord } from "../storage.ts";
import { inject } from "./frames/inject.ts";
import { listFrames } from "./frames/list.ts";
import type { PageInput, Place } from "./frames/send.ts";
import { askPage, PageError } from "./frames/send.ts";
import type { Attempt, Destination, Performer } from "./run/attempt.ts";
import { outcomeUnknown } from "./run/attempt.ts";
import type { RunStore } from "./run/store.ts";
import { safeUrl } from "./tabs/site.ts";

const actLimitMs = 5_000;
const askLimitMs = 2_000;

type WorkerAction = Extract<Action, { name: "navigate" | "back" | "forward" | "reload" | "openTab" | "switchTab" | "closeTab" }>;

/** The hands of a run: what goes to a page goes to the one document that it was decided on. */
export function createPerformer(runs: Pick<RunStore, "apply">): Performer {
	return {
		destinationOf,
		lookUp: async (record, action) => {
			const frame = frameOf(record, idOf(action));
			const lookup = asLookup(action);
			if (frame === undefined || lookup === null) return refuse("NOT_FOUND", "The page that was read is not there any more");
			try {
				const input = { lookup, docEpoch: frame.docEpoch };
				return await askPage(placeOf(record, frame), { type: "page_lookup", input, limitMs: askLimitMs });
			} catch (error) {
				return unreachable(error);
			}
		},
		perform: async (record, attempt) => {
			const action = asPageAction(attempt.action);
			return action === null ? performInWorker(runs, record, attempt.action as WorkerAction) : performInPage(record, attempt, action);
		},
		recall: async (record, { actionId, intent }) => {
			if (intent.at.kind === "worker") return { kind: "gone" };
			try {
				const place = placeOf(record, intent.at);
				const found = await askPage(place, { type: "page_acted", input: { actionId }, limitMs: askLimitMs });
				return found.state === "done" ? { kind: "done", result: found.result } : { kind: found.state };
			} catch (error) {
				return { kind: error instanceof PageError && error.kind === "silent" ? "silent" : "gone" };
			}
		},
	};
}

function destinationOf(record: RunRecord, action: Action): Destination {
	switch (action.name) {
		case "navigate":
		case "openTab":
			if (safeUrl(action.url) === null) return refused("BAD_URL", "Only http and https addresses without a user name are opened");
			return { kind: "at", at: { kind: "worker" } };
		case "switchTab":
		case "closeTab":
			if (!record.tabs.includes(action.tab)) return refused("TAB_CLOSED", "This tab does not belong to the task");
			return { kind: "at", at: { kind: "worker" } };
		case "back":
		case "forward":
		case "reload":
			return { kind: "at", at: { kind: "worker" } };
		case "find":
		case "expand":
		case "options":
			return { kind: "harmless" };
		case "upload":
			return refused("FILE_MISSING", "No file was attached to this task");
		default: {
			const frame = frameOf(record, idOf(action));
			if (frame === undefined) return refused("NOT_FOUND", "No element of the page has this number");
			const { frameId, documentId, docEpoch } = frame;
			return { kind: "at", at: { kind: "page", frameId, documentId, docEpoch } };
		}
	}
}

/** Without an id an action is for the top document. */
function frameOf(record: RunRecord, id: number | undefined): FrameRef | undefined {
	if (id === undefined) return record.frames[0];
	return record.frames.find((frame) => frame.firstId <= id && id <= frame.lastId);
}

function idOf(action: Action): number | undefined {
	if (action.name === "scroll") return "id" in action.to ? action.to.id : undefined;
	return "id" in action ? action.id : undefined;
}

function placeOf(record: RunRecord, frame: Pick<FrameRef, "frameId" | "documentId">): Place {
	return { tabId: record.currentTabId, frameId: frame.frameId, documentId: frame.documentId };
}

function asLookup(action: Action): PageLookup | null {
	return action.name === "find" || action.name === "expand" || action.name === "options" ? action : null;
}

function asPageAction(action: Action): PageAction | null {
	switch (action.name) {
		case "click":
		case "setValue":
		case "press":
		case "hover":
		case "drag":
		case "scroll":
			return action;
		case "select":
			return { ...action, options: [...action.options] };
		default:
			return null;
	}
}

async function performInPage(record: RunRecord, { actionId, intent }: Attempt, action: PageAction): Promise<ActResult | "silent"> {
	if (intent.at.kind === "worker") return outcomeUnknown;
	const { frameId, documentId, docEpoch } = intent.at;
	const guard = record.pending?.actions[record.pending.part]?.guard;
	const input: PageInput<"page_act"> = {
		actionId,
		action,
		docEpoch,
		...(guard === undefined ? {} : { guard }),
		...(record.clipboard === null ? {} : { clipboard: record.clipboard }),
	};
	const place = placeOf(record, { frameId, documentId });
	const act = () => askPage(place, { type: "page_act", input, limitMs: actLimitMs });
	try {
		return await act();
	} catch (error) {
		if (!(error instanceof PageError) || error.kind !== "absent") return afterSending(error);
		return actAfterInjection(place, act);
	}
}

/** Nobody was there to hear it: put the script in once more, try once more. @source spec 003 "Automatic content script injection" */
async function actAfterInjection(place: Place, act: () => Promise<ActResult>): Promise<ActResult | "silent"> {
	const frame = (await listFrames(place.tabId)).find(({ documentId }) => documentId === place.documentId);
	if (frame === undefined) return refuse("STALE_ELEMENT", "The page has changed to another one");
	try {
		await inject(place.tabId, [frame]);
		return await act();
	} catch (error) {
		return error instanceof PageError && error.kind === "absent" ? unreachable(error) : afterSending(error);
	}
}

/** The page has the action: without its answer nobody knows how it ended. */
function afterSending(error: unknown): ActResult | "silent" {
	if (!(error instanceof PageError)) throw error;
	if (error.kind === "silent") return "silent";
	return error.kind === "refused" ? refuse("PAGE_UNREACHABLE", error.message) : outcomeUnknown;
}

async function performInWorker(runs: Pick<RunStore, "apply">, record: RunRecord, action: WorkerAction): Promise<ActResult> {
	const tabId = record.currentTabId;
	try {
		switch (action.name) {
			case "navigate":
				await browser.tabs.update(tabId, { url: action.url });
				return { success: true };
			case "back":
				await browser.tabs.goBack(tabId);
				return { success: true };
			case "forward":
				await browser.tabs.goForward(tabId);
				return { success: true };
			case "reload":
				await browser.tabs.reload(tabId);
				return { success: true };
			case "openTab": {
				const tab = await browser.tabs.create({ url: action.url, openerTabId: tabId, windowId: record.windowId });
				if (tab.id !== undefined) await runs.apply(record, { kind: "tab_opened", tabId: tab.id, isCurrent: true });
				return { success: true };
			}
			case "switchTab":
				await browser.tabs.update(action.tab, { active: true });
				await runs.apply(record, { kind: "tab_chosen", tabId: action.tab });
				return { success: true };
			case "closeTab":
				await browser.tabs.remove(action.tab);
				await runs.apply(record, { kind: "tab_closed", tabId: action.tab, at: Date.now() });
				return { success: true };
		}
	} catch (error) {
		return { success: false, code: "NOT_FOUND", message: error instanceof Error ? error.message : String(error) };
	}
}

const refuse = (code: string, message: string): ActResult => ({ success: false, isInert: true, code, message });
const refused = (code: string, message: string): Destination => ({ kind: "refused", result: refuse(code, message) });

function unreachable(error: unknown): ActResult {
	return refuse("PAGE_UNREACHABLE", error instanceof Error ? error.message : String(error));
}
