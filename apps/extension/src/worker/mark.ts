import type { RunRecord } from "../storage.ts";
import type { Place } from "./frames/send.ts";
import { askPage, PageError } from "./frames/send.ts";

const limitMs = 1_000;

/** Shows in the page what the agent does there: at work, waiting for the person, or nothing any more. A page that cannot be marked is no error. */
export async function showMark(record: RunRecord | undefined): Promise<void> {
	const top = record?.frames[0];
	if (record === undefined || top === undefined) return;
	const place: Place = { tabId: record.currentTabId, frameId: top.frameId, documentId: top.documentId };
	const isWaiting = record.wait !== null && record.wait.kind !== "busy";
	try {
		if (record.phase === "ended") await askPage(place, { type: "page_unmark", input: {}, limitMs });
		else await askPage(place, { type: "page_mark", input: { mood: isWaiting ? "waiting" : "working" }, limitMs });
	} catch (error) {
		if (!(error instanceof PageError)) throw error;
	}
}
