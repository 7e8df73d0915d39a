import type { Action } from "@webhand/contracts/action/grammar";
import type { ActResult, PageAction } from "@webhand/page/execute/page-action";
import { siteOfAddress } from "@webhand/page/site";
import { browser } from "wxt/browser";
import type { PlacesReply } from "../../page/messages.ts";
import type { FrameRef, RunRecord } from "../../run-record.ts";
import { trustedGrantsItem } from "../../storage.ts";
import type { PageInput, Place } from "../frames/ask-page.ts";
import { askPage, PageError } from "../frames/ask-page.ts";
import { listFrames } from "../frames/documents.ts";
import { outcomeUnknown } from "../run/attempt.ts";
import { hasOpenDialog, hasTrustedInput, TrustedError, withDebugger } from "./attach.ts";
import { inputFor, pointAt } from "./input.ts";
import type { TrustedAccess } from "./policy.ts";
import { trustedInputNeeded } from "./policy.ts";

const beginLimitMs = 5_000;
const endLimitMs = 5_000;
const pointedLimitMs = 3_000;

/** Whether trusted input may be used on the site of a run's page. */
export async function trustedAccessOf(record: RunRecord): Promise<{ readonly access: TrustedAccess; readonly domain: string }> {
	const tab = await browser.tabs.get(record.currentTabId).catch(() => null);
	const domain = siteOfAddress(tab?.url ?? "") ?? "";
	if (!hasTrustedInput() || domain === "") return { access: "none", domain };
	if (record.trusted.refused.includes(domain)) return { access: "refused", domain };
	const isGranted = record.trusted.sites.includes(domain) || (await trustedGrantsItem.get()).some((grant) => grant.domain === domain);
	return { access: isGranted ? "granted" : "ask", domain };
}

/**
 * Acts while the debugger is attached, where real input is allowed: the panel can then answer what the page asks by `confirm` or `prompt`.
 * Elsewhere the user answers in the page.
 */
export async function withAnswers<Result>(record: RunRecord, act: () => Promise<Result>): Promise<Result> {
	if (!hasTrustedInput() || (await trustedAccessOf(record)).access !== "granted") return await act();
	let isBegun = false;
	const begin = () => {
		isBegun = true;
		return act();
	};
	try {
		return (await withDebugger({ tabId: record.currentTabId, isGranted: true }, begin)).value;
	} catch (error) {
		// What was begun is never done twice.
		if (error instanceof TrustedError && !isBegun) return await act();
		throw error;
	}
}

export type TrustedAction = { readonly actionId: string; readonly action: Action; readonly page: PageAction; readonly frame: FrameRef };

/**
 * Does one action with trusted input: the page finds the points and watches, Chrome moves the mouse.
 *
 * @returns `silent` while the page shows a `confirm` or a `prompt`
 */
export async function performTrustedInput(
	record: RunRecord,
	{ actionId, action, page, frame }: TrustedAction,
): Promise<ActResult | "silent"> {
	const tabId = record.currentTabId;
	const place: Place = { tabId, frameId: frame.frameId, documentId: frame.documentId };
	const { access } = await trustedAccessOf(record);
	if (access !== "granted") return trustedInputNeeded(access);
	const guard = record.pending?.actions[record.pending.part]?.guard;
	const input: PageInput<"page_input_begin"> = {
		actionId,
		action: page,
		docEpoch: frame.docEpoch,
		...(guard === undefined ? {} : { guard }),
	};
	let isBegun = false;
	try {
		const { value, dialogs } = await withDebugger({ tabId, isGranted: true }, async (send): Promise<ActResult> => {
			const begun = await askPage(place, { type: "page_input_begin", input, limitMs: beginLimitMs });
			if (!("ready" in begun)) return begun;
			const places = await placesInTab(place, begun);
			// A page may keep the pointer from our listener; in a frame, that the pointer came proves which frame it is.
			const unheard = place.frameId === 0 ? null : false;
			const isThere = async () => (await askPage(place, { type: "page_pointer", input: {}, limitMs: pointedLimitMs })) ?? unheard;
			const isReached = "ready" in places && (places.from === null || (await pointAt(send, places.from, isThere)));
			isBegun = isReached;
			const isDone = isReached && (await inputFor(send, action, places));
			const result = await endOf(place, actionId);
			if (!("ready" in places)) return places;
			if (!isReached) return pointerNotReached;
			return isDone ? result : trustedInputNeeded("refused");
		});
		return dialogs.length === 0 ? value : { ...value, actualState: { ...value.actualState, dialogs } };
	} catch (error) {
		if (error instanceof TrustedError && error.code === "TRUSTED_INPUT_BUSY")
			return {
				success: false,
				isInert: true,
				code: error.code,
				message: "Another debugger is attached to this page, such as the developer tools",
			};
		if (!(error instanceof TrustedError || error instanceof PageError)) throw error;
		// The page watches until it hears that the input ended; one that stands still behind a window hears it afterwards.
		const ended = endOf(place, actionId).catch(() => undefined);
		if (isBegun) return hasOpenDialog(tabId) ? "silent" : outcomeUnknown;
		await ended;
		return { success: false, isInert: true, code: "PAGE_UNREACHABLE", message: error.message };
	}
}

/** Converts points frame by frame up to the tab's viewport: each document knows only its own frames. */
async function placesInTab(place: Place, begun: Ready): Promise<PlacesReply> {
	const frames = await listFrames(place.tabId);
	let found: PlacesReply = begun;
	let frameId = place.frameId;
	while (frameId !== 0 && "ready" in found) {
		const parentId = frames.find((frame) => frame.frameId === frameId)?.parentFrameId;
		const parent = frames.find((frame) => frame.frameId === parentId);
		const { token, from, to }: Ready = found;
		if (parent === undefined || token === null) return unreachable;
		const around = { ...place, frameId: parent.frameId, documentId: parent.documentId };
		found = await askPage(around, { type: "page_frame", input: { token, from, to }, limitMs: beginLimitMs });
		frameId = parent.frameId;
	}
	return found;
}

type Ready = Extract<PlacesReply, { ready: true }>;

const unreachable: ActResult = {
	success: false,
	isInert: true,
	code: "FRAME_UNREACHABLE",
	message: "The position of the frame in the page is not known",
};

const pointerNotReached: ActResult = {
	success: false,
	isInert: true,
	code: "COVERED",
	message: "The pointer does not reach the element; nothing was pressed",
};

/** A page that the input navigated away cannot report. */
async function endOf(place: Place, actionId: string): Promise<ActResult> {
	try {
		return await askPage(place, { type: "page_input_end", input: { actionId }, limitMs: endLimitMs });
	} catch (error) {
		if (error instanceof PageError && error.kind !== "refused") return { success: true };
		throw error;
	}
}
