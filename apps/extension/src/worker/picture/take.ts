import type { PagePicture } from "@webhand/contracts/agent/picture";
import { browser } from "wxt/browser";
import type { FrameRef, RunRecord } from "../../run-record.ts";
import { askPage, PageError } from "../frames/ask-page.ts";
import type { Frame } from "../frames/documents.ts";
import { listFrames } from "../frames/documents.ts";
import { isRefused } from "../tabs/access.ts";
import { withTimeLimit } from "../time-limit.ts";
import { decode, draw } from "./draw.ts";
import type { FrameTree } from "./policy.ts";
import { drawingPlan, factsOfTab, isStill } from "./policy.ts";

const factsLimitMs = 1_500;
const captureLimitMs = 3_000;
/** Chrome allows an extension two captures a second. */
const quotaPauseMs = 550;
const quotaTries = 4;
const tries = 3;
const stillPauseMs = 200;

/**
 * Takes a picture of the visible part of a run's page, with numbers drawn and secrets blanked. Chrome captures the tab in front, so the run's
 * tab must be in front before, during and after.
 *
 * @param frames the documents that were read; all others are blanked
 */
export async function takePicture(record: RunRecord, frames: readonly FrameRef[]): Promise<PagePicture> {
	try {
		for (let tried = 0; tried < tries; tried += 1) {
			if (tried > 0) await pause(stillPauseMs);
			const picture = await takeOnce(record, frames);
			if (!("problem" in picture) || picture.problem !== "moving") return picture;
		}
		return { problem: "moving" };
	} catch (error) {
		return { problem: error instanceof PageError ? "moving" : "failed" };
	}
}

async function takeOnce(record: RunRecord, frames: readonly FrameRef[]): Promise<PagePicture> {
	const tabId = record.currentTabId;
	const before = await factsNow(record, frames);
	const captured = await captureTab(tabId);
	if (captured === null) return { problem: "hidden" };
	const after = await factsNow(record, frames);
	if (!isStill(before, after)) return { problem: "moving" };
	const image = await decode(captured);
	try {
		const plan = drawingPlan(image, after.facts.window, factsOfTab(after));
		if (plan === null) return { problem: "moving" };
		const jpeg = await draw(image, plan);
		return jpeg === null ? { problem: "failed" } : { jpeg, scale: plan.scale };
	} finally {
		image.close();
	}
}

/** @returns a data URL, or null where another tab is, or was, in front */
async function captureTab(tabId: number): Promise<string | null> {
	const windowId = await windowWhereActive(tabId);
	if (windowId === null) return null;
	let isUndisturbed = true;
	const disturb = (changed: { readonly windowId: number }) => {
		if (changed.windowId === windowId) isUndisturbed = false;
	};
	browser.tabs.onActivated.addListener(disturb);
	try {
		const captured = await captureWithinQuota(windowId);
		return (await windowWhereActive(tabId)) === windowId && isUndisturbed ? captured : null;
	} finally {
		browser.tabs.onActivated.removeListener(disturb);
	}
}

async function windowWhereActive(tabId: number): Promise<number | null> {
	const { active, windowId } = await browser.tabs.get(tabId);
	if (!active) return null;
	const { state } = await browser.windows.get(windowId);
	return state === "minimized" ? null : windowId;
}

async function captureWithinQuota(windowId: number): Promise<string> {
	for (let tried = 1; ; tried += 1) {
		try {
			const capture = browser.tabs.captureVisibleTab(windowId, { format: "jpeg", quality: 90 });
			return await withTimeLimit(capture, captureLimitMs, () => {
				throw new Error("Chrome took no picture in time");
			});
		} catch (error) {
			const isOverQuota = error instanceof Error && error.message.includes("MAX_CAPTURE_VISIBLE_TAB_CALLS_PER_SECOND");
			if (!isOverQuota || tried === quotaTries) throw error;
			await pause(quotaPauseMs);
		}
	}
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @throws {PageError} when the top document is gone or does not answer */
async function factsNow(record: RunRecord, refs: readonly FrameRef[]): Promise<FrameTree> {
	const found = await listFrames(record.currentTabId);
	const epochs = new Map(refs.map(({ documentId, docEpoch }) => [documentId, docEpoch]));
	const read = found.filter((frame) => epochs.has(frame.documentId) && !isRefused(record, frame, found));
	const treeOf = async (frame: Frame): Promise<FrameTree> => {
		const place = { tabId: record.currentTabId, frameId: frame.frameId, documentId: frame.documentId };
		const input = { docEpoch: epochs.get(frame.documentId) ?? "" };
		const below = read.filter((other) => other.parentFrameId === frame.frameId && other !== frame);
		const facts = await askPage(place, { type: "page_picture", input, limitMs: factsLimitMs });
		if (facts === null) throw new PageError("lost", "The page has changed to another one");
		// Each document gives its frames their tokens before they are asked.
		const children = await Promise.all(below.map((child) => treeOf(child).catch(nullIfUnanswered)));
		return { facts, children: children.filter((child) => child !== null) };
	};
	const top = read.find(({ frameId }) => frameId === 0);
	if (top === undefined) throw new PageError("lost", "The page has changed to another one");
	return treeOf(top);
}

function nullIfUnanswered(error: unknown): null {
	if (error instanceof PageError) return null;
	throw error;
}
