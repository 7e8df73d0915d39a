import { browser } from "wxt/browser";
import { gestureEvent, gestures } from "./gestures.ts";
import type { PageNotice } from "./messages.ts";

const longestUrl = 4_000;
const longestName = 255;
/** Between two readings: a page may repeat itself for ever. */
const mostNotices = 20;

/**
 * Tells the worker what no reading of a document shows: files that it saves, and what Chrome grants to a person's press alone.
 *
 * @returns to be called at each reading
 */
export function tellOfElsewhere(): () => void {
	let left = mostNotices;
	const tell = (notice: PageNotice) => {
		left -= 1;
		// After an update of the extension nobody listens.
		if (left >= 0 && browser.runtime?.id !== undefined) void browser.runtime.sendMessage(notice).catch(() => undefined);
	};
	// A link with `download` that a script clicks may stand in no document, so no click is heard.
	navigation.addEventListener("navigate", (event) => {
		if (!event.isTrusted || event.downloadRequest === null) return;
		const { protocol = "", pathname = "" } = URL.parse(event.destination.url) ?? {};
		const last = protocol.startsWith("http") ? pathname.split("/").at(-1) : undefined;
		tell({ type: "download_began", name: (event.downloadRequest || last || "file").slice(0, longestName) });
	});
	document.addEventListener(gestureEvent, (event) => {
		const told: unknown = event instanceof CustomEvent ? event.detail : undefined;
		const [kind, url = ""] = typeof told === "string" ? told.split(" ", 2) : [];
		const what = gestures.find((each) => each === kind);
		if (what !== undefined && url.length <= longestUrl) tell({ type: "gesture_needed", what, url });
	});
	return () => {
		left = mostNotices;
	};
}
