import type { ActResult } from "@webhand/page/execute/page-action";
import { browser } from "wxt/browser";
import { withTimeLimit } from "../time-limit.ts";
import type { Place } from "./ask-page.ts";

const limitMs = 2_000;

/**
 * Opens the `javascript:` addresses of clicked links and forms in the page's own world. The page's policy decides there; an extension's
 * policy forbids them. The page can neither shadow `location` nor see the writer.
 *
 * @returns the result without the addresses; a failure when they could not be opened
 */
export async function openJavascriptUrls({ tabId, documentId }: Place, result: ActResult): Promise<ActResult> {
	const { scripts, ...told } = result;
	if (scripts === undefined) return result;
	const urls = scripts.filter((url) => /^javascript:/i.test(url));
	const unseen = { ...told, ...unknown };
	const target = { tabId, documentIds: [documentId] };
	const opened = browser.scripting.executeScript({ target, world: "MAIN", injectImmediately: true, func: open, args: [urls] });
	// The click was done and may have navigated.
	const outcome = opened.then(
		() => told,
		() => unseen,
	);
	return withTimeLimit(outcome, limitMs, () => unseen);
}

/** Runs in the page and must be self-contained. A `for…of` would call the page's own iterator. */
function open(urls: readonly string[]): void {
	for (let at = 0; at < urls.length; at += 1) location.href = urls[at] ?? "";
}

const unknown = { success: false, isOpen: true, code: "OUTCOME_UNKNOWN", message: "Whether the script of the link ran is not known" };
