import { browser } from "wxt/browser";
import type { Frame } from "./list.ts";

const contentScript = "/page.js";
const limitMs = 2_000;

/** Does Chrome itself let us onto these addresses? Asked before every injection: withheld, `executeScript` never settles. */
export async function isAllowedByChrome(origins: readonly string[]): Promise<boolean> {
	return browser.permissions.contains({ origins: [...origins] });
}

/**
 * Puts the content script into documents of a tab; one that is there already is left as it is. A document that cannot be entered (gone,
 * sandboxed away, withheld by Chrome, a page of Chrome's) is no error: it is found unreadable when it is asked. Takes at most 2 s.
 */
export async function inject(tabId: number, frames: readonly Frame[]): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	const timer = setTimeout(resolve, limitMs);
	await Promise.race([Promise.allSettled(frames.map((frame) => injectOne(tabId, frame.documentId))), promise]);
	clearTimeout(timer);
}

async function injectOne(tabId: number, documentId: string): Promise<void> {
	await browser.scripting.executeScript({ target: { tabId, documentIds: [documentId] }, files: [contentScript], injectImmediately: true });
}
