import { browser } from "wxt/browser";
import { withTimeLimit } from "../time-limit.ts";

/** A document in a frame of a tab, as Chrome names it. */
export type Frame = { readonly frameId: number; readonly parentFrameId: number; readonly documentId: string; readonly url: string };

const maxFrames = 50;
const maxDepth = 5;

/** The readable documents of a tab within the limits, the top one first; empty when the tab is gone. */
export async function listFrames(tabId: number): Promise<Frame[]> {
	const found = (await browser.webNavigation.getAllFrames({ tabId }).catch(() => null)) ?? [];
	const frames = found.flatMap(({ frameId, parentFrameId, documentId, url, errorOccurred }) =>
		errorOccurred || documentId === undefined ? [] : [{ frameId, parentFrameId, documentId, url }],
	);
	const parents = new Map(frames.map((frame) => [frame.frameId, frame.parentFrameId]));
	return frames
		.filter((frame) => depthOf(frame.frameId, parents) <= maxDepth)
		.sort((a, b) => a.frameId - b.frameId)
		.slice(0, maxFrames);
}

function depthOf(frameId: number, parents: ReadonlyMap<number, number>): number {
	let depth = 0;
	for (let id = parents.get(frameId) ?? -1; id !== -1 && depth <= maxDepth; id = parents.get(id) ?? -1) depth += 1;
	return depth;
}

const contentScript = "/page.js";
const limitMs = 2_000;

/**
 * Injects the content script into documents of a tab, in at most 2 s; a second injection is harmless. A document that refuses it (gone,
 * sandboxed, withheld, Chrome's own) is no error: it proves unreadable later.
 */
export async function inject(tabId: number, frames: readonly Frame[]): Promise<void> {
	await withTimeLimit(Promise.allSettled(frames.map((frame) => injectOne(tabId, frame.documentId))), limitMs, () => []);
}

async function injectOne(tabId: number, documentId: string): Promise<void> {
	await browser.scripting.executeScript({ target: { tabId, documentIds: [documentId] }, files: [contentScript], injectImmediately: true });
}
