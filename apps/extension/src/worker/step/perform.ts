import type { Action } from "@webhand/contracts/action/grammar";
import type { ActResult, PageAction, PageLookup } from "@webhand/page/execute/page-action";
import { browser } from "wxt/browser";
import { readFile } from "../../attachments.ts";
import type { FrameRef, RunRecord } from "../../run-record.ts";
import type { PageInput, Place } from "../frames/ask-page.ts";
import { askPage, PageError } from "../frames/ask-page.ts";
import { inject, listFrames } from "../frames/documents.ts";
import { hearOfGestures, isOpenInTab, openingMs } from "../frames/gestures.ts";
import { openJavascriptUrls } from "../frames/javascript-urls.ts";
import type { Attempt, Destination, Performer } from "../run/attempt.ts";
import { outcomeUnknown } from "../run/attempt.ts";
import type { RunStore } from "../run/store.ts";
import { refusedDocuments } from "../tabs/access.ts";
import { safeUrl } from "../tabs/site.ts";
import { performTrustedInput, withAnswers } from "../trusted/perform.ts";
import { goInHistory } from "./history.ts";
import { findIn, lookUpIn } from "./lookup.ts";

const actLimitMs = 5_000;
const askLimitMs = 2_000;
const pingLimitMs = 1_000;
const pieceBytes = 384 * 1_024;

/** Actions after which a page may ask something in a window of its own, or open one. */
const asking: ReadonlySet<Action["name"]> = new Set(["click", "press", "setValue", "select", "drag"]);

type WorkerAction = Extract<Action, { name: "navigate" | "back" | "forward" | "reload" | "openTab" | "switchTab" | "closeTab" }>;

/** Acts for a run. An action goes only to the document that it was decided on. */
export function createPerformer(
	runs: Pick<RunStore, "apply">,
): Performer & { readonly isAnswering: (record: RunRecord) => Promise<boolean> } {
	return {
		destinationOf,
		lookUp: async (record, action) => {
			const frame = frameOf(record, idOf(action));
			const lookup = asLookup(action);
			if (frame === undefined || lookup === null) return refuse("NOT_FOUND", "The page that was read no longer exists");
			const tabId = record.currentTabId;
			const refusedHere = await refusedDocuments(record);
			if (refusedHere.has(frame.documentId)) return siteRefused;
			const frames = record.frames.filter(({ documentId }) => !refusedHere.has(documentId));
			try {
				return await (lookup.name === "find" ? findIn(tabId, frames, lookup) : lookUpIn(tabId, frame, lookup));
			} catch (error) {
				return unreachable(error);
			}
		},
		perform: async (record, attempt) => {
			const action = asPageAction(record, attempt.action);
			if (action === null) return performInWorker(runs, record, attempt.action as WorkerAction);
			const frame = frameOf(record, targetIdOf(record, attempt.action));
			const refusedHere = await refusedDocuments(record);
			if (refusedHere.has(frame?.documentId ?? "")) return siteRefused;
			if (asking.has(action.name) || action.name === "upload") {
				const documentIds = record.frames.map(({ documentId }) => documentId).filter((documentId) => !refusedHere.has(documentId));
				await hearOfGestures(record.currentTabId, documentIds);
			}
			if (record.pending?.isTrusted === true && frame !== undefined)
				return performTrustedInput(record, { actionId: attempt.actionId, action: attempt.action, page: action, frame });
			const act = async () => withWindow(runs, record, await performInPage(record, attempt, action));
			return asking.has(action.name) ? withAnswers(record, act) : act();
		},
		isAnswering: async (record) => {
			const top = record.frames.find(({ frameId }) => frameId === 0);
			if (top === undefined) return true;
			const asked = askPage(placeOf(record, top), { type: "page_outcome", input: { actionId: "" }, limitMs: pingLimitMs });
			return asked.then(
				() => true,
				(error: unknown) => !(error instanceof PageError && error.kind === "silent"),
			);
		},
		queryOutcome: async (record, { actionId, intent }) => {
			if (intent.at.kind === "worker") return { kind: "gone" };
			try {
				const place = placeOf(record, intent.at);
				const found = await askPage(place, { type: "page_outcome", input: { actionId }, limitMs: askLimitMs });
				if (found.state !== "done") return { kind: found.state };
				// Nobody recorded whether the addresses were opened.
				return found.result.scripts === undefined ? { kind: "done", result: found.result } : { kind: "begun" };
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
			if (fileOf(record, action.file) === undefined) return refused("FILE_MISSING", missingFile(record));
			return inPage(record, action);
		default:
			return inPage(record, action);
	}
}

function inPage(record: RunRecord, action: Action): Destination {
	const frame = frameOf(record, targetIdOf(record, action));
	if (frame === undefined) return refused("NOT_FOUND", "No element of the page has this number");
	const { frameId, documentId, docEpoch } = frame;
	return { kind: "at", at: { kind: "page", frameId, documentId, docEpoch } };
}

function fileOf(record: RunRecord, name: string): RunRecord["files"][number] | undefined {
	const fold = (text: string) => text.trim().toLowerCase();
	return record.files.find((file) => file.name === name) ?? record.files.find((file) => fold(file.name) === fold(name));
}

function missingFile({ files }: RunRecord): string {
	if (files.length === 0) return "No file was attached to this task; the user can attach one in the panel";
	return `The attached files are ${files.map(({ name }) => `"${name}"`).join(", ")}`;
}

/** Without an id the action is for the top document. */
function frameOf(record: RunRecord, id: number | undefined): FrameRef | undefined {
	if (id === undefined) return record.frames[0];
	return record.frames.find((frame) => frame.firstId <= id && id <= frame.lastId);
}

function idOf(action: Action): number | undefined {
	if (action.name === "scroll") return "id" in action.to ? action.to.id : undefined;
	return "id" in action ? action.id : undefined;
}

/** A key without a number goes to the document of the element that had the focus when it was judged. */
function targetIdOf(record: RunRecord, action: Action): number | undefined {
	return idOf(action) ?? (action.name === "press" ? guardOf(record)?.id : undefined);
}

function guardOf({ pending }: RunRecord) {
	return pending?.actions[pending.part]?.guard;
}

function placeOf(record: RunRecord, frame: Pick<FrameRef, "frameId" | "documentId">): Place {
	return { tabId: record.currentTabId, frameId: frame.frameId, documentId: frame.documentId };
}

function asLookup(action: Action): PageLookup | null {
	return action.name === "find" || action.name === "expand" || action.name === "options" ? action : null;
}

function asPageAction(record: RunRecord, action: Action): PageAction | null {
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
		case "upload":
			return { name: "upload", id: action.id, fileId: fileOf(record, action.file)?.id ?? "" };
		default:
			return null;
	}
}

async function performInPage(record: RunRecord, { actionId, intent }: Attempt, action: PageAction): Promise<ActResult | "silent"> {
	if (intent.at.kind === "worker") return outcomeUnknown;
	const { frameId, documentId, docEpoch } = intent.at;
	const guard = guardOf(record);
	const input: PageInput<"page_act"> = {
		actionId,
		action,
		docEpoch,
		...(guard === undefined ? {} : { guard }),
		...(record.clipboard === null ? {} : { clipboard: record.clipboard }),
	};
	const place = placeOf(record, { frameId, documentId });
	if (action.name === "upload") {
		const sent = await sendFile(
			place,
			record.files.find(({ id }) => id === action.fileId),
		).catch(unreachable);
		if (sent !== null) return sent;
	}
	const act = async () => openJavascriptUrls(place, await askPage(place, { type: "page_act", input, limitMs: actLimitMs }));
	try {
		return await act();
	} catch (error) {
		if (!(error instanceof PageError) || error.kind !== "absent") return afterSending(error);
		return actAfterInjection(place, act);
	}
}

/** Opens the address of a link that Chrome did not open: a synthetic click counts as no press of the person. */
async function withWindow(runs: Pick<RunStore, "apply">, record: RunRecord, result: ActResult | "silent"): Promise<ActResult | "silent"> {
	if (result === "silent" || result.opens === undefined) return result;
	const { opens: url, ...told } = result;
	if (!told.success || safeUrl(url) === null || (await isOpenInTab(url, openingMs))) return told;
	const opened = await performInWorker(runs, record, { name: "openTab", url });
	return opened.success ? { ...told, actualState: { ...told.actualState, ...opened.actualState } } : { ...told, ...opened };
}

/** Sends a file in pieces. @returns a refusal, or null */
async function sendFile(place: Place, attachment: RunRecord["files"][number] | undefined): Promise<ActResult | null> {
	const content = attachment === undefined ? undefined : await readFile(attachment.id);
	if (attachment === undefined || content === undefined) return refuse("FILE_MISSING", "The file no longer exists");
	const { id, name, type } = attachment;
	const file = { id, name, type, pieces: Math.max(1, Math.ceil(content.size / pieceBytes)) };
	for (let piece = 0; piece < file.pieces; piece += 1) {
		const bytes = new Uint8Array(await content.slice(piece * pieceBytes, (piece + 1) * pieceBytes).arrayBuffer());
		await askPage(place, { type: "page_file", input: { file, piece, data: base64Of(bytes) }, limitMs: askLimitMs });
	}
	return null;
}

function base64Of(bytes: Uint8Array): string {
	let text = "";
	for (const byte of bytes) text += String.fromCharCode(byte);
	return btoa(text);
}

/** Nobody received the action, so it is sent again after an injection. */
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

/** The page received the action; without its answer the outcome is unknown. */
function afterSending(error: unknown): ActResult | "silent" {
	if (!(error instanceof PageError)) throw error;
	return error.kind === "silent" ? "silent" : outcomeUnknown;
}

async function performInWorker(runs: Pick<RunStore, "apply">, record: RunRecord, action: WorkerAction): Promise<ActResult> {
	const tabId = record.currentTabId;
	try {
		switch (action.name) {
			case "navigate":
				await browser.tabs.update(tabId, { url: action.url });
				return { success: true };
			case "back":
				return await goInHistory(record, -1);
			case "forward":
				return await goInHistory(record, 1);
			case "reload":
				await browser.tabs.reload(tabId);
				return { success: true };
			case "openTab": {
				const tab = await browser.tabs.create({ url: action.url, openerTabId: tabId, windowId: record.windowId });
				if (tab.id === undefined) return { success: true };
				return withTabs(await runs.apply(record, { kind: "tab_opened", tabId: tab.id, isCurrent: true }));
			}
			case "switchTab":
				await browser.tabs.update(action.tab, { active: true });
				return withTabs(await runs.apply(record, { kind: "tab_chosen", tabId: action.tab }));
			case "closeTab":
				await browser.tabs.remove(action.tab);
				return withTabs(await runs.apply(record, { kind: "tab_closed", tabId: action.tab, at: Date.now() }));
		}
	} catch (error) {
		return { success: false, code: "NOT_FOUND", message: error instanceof Error ? error.message : String(error) };
	}
}

const withTabs = (record: RunRecord | undefined): ActResult => ({
	success: true,
	...(record === undefined ? {} : { actualState: { tabs: record.tabs } }),
});

const refuse = (code: string, message: string): ActResult => ({ success: false, isInert: true, code, message });
/** The site of a frame, which the user did not allow. */
const siteRefused = refuse("NOT_ALLOWED", "The user did not allow the site of this part of the page");
const refused = (code: string, message: string): Destination => ({ kind: "refused", result: refuse(code, message) });

function unreachable(error: unknown): ActResult {
	return refuse("PAGE_UNREACHABLE", error instanceof Error ? error.message : String(error));
}
