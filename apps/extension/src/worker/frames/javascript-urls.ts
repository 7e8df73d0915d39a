import { browser } from "wxt/browser";
import type { ActResult } from "../../page/messages.ts";
import type { Place } from "./ask-page.ts";

const limitMs = 2_000;

/**
 * Opens the `javascript:` addresses of the links and forms that an action clicked, in the page's own world, as its own click would: there the page's
 * policy says whether they run, here that of extensions forbids them. Nothing of the page can stand before `location`, nor see who wrote to it.
 *
 * @returns the result without them; a failure when they could not be opened
 */
export async function openJavascriptUrls({ tabId, documentId }: Place, result: ActResult): Promise<ActResult> {
	const { scripts, ...told } = result;
	if (scripts === undefined) return result;
	const urls = scripts.filter((url) => /^javascript:/i.test(url));
	const { promise: late, resolve } = Promise.withResolvers<"late">();
	const timer = setTimeout(() => resolve("late"), limitMs);
	try {
		const opened = browser.scripting.executeScript({
			target: { tabId, documentIds: [documentId] },
			world: "MAIN",
			injectImmediately: true,
			func: open,
			args: [urls],
		});
		if ((await Promise.race([opened, late])) === "late") return { ...told, ...unknown };
		return told;
	} catch {
		// The click itself was done, and may have led away.
		return { ...told, ...unknown };
	} finally {
		clearTimeout(timer);
	}
}

/** Runs in the page, and must stand alone. By number, since going through a list by itself asks the page's own iterator. */
function open(urls: readonly string[]): void {
	for (let at = 0; at < urls.length; at += 1) location.href = urls[at] ?? "";
}

const unknown = { success: false, isOpen: true, code: "OUTCOME_UNKNOWN", message: "Whether the script of the link has run was not seen" };
