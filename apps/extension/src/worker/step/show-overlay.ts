import type { RunRecord } from "../../run-record.ts";
import type { Place } from "../frames/ask-page.ts";
import { askPage, PageError } from "../frames/ask-page.ts";
import { readLanguage } from "../language.ts";
import type { RunStore } from "../run/store.ts";
import { workerText } from "../words.ts";

const limitMs = 1_000;
const removalsTolerated = 5;

/** Shows the run's state in the page, or hides the overlay at its end. A page that keeps removing it is reported in the panel. */
export async function showOverlay(runs: Pick<RunStore, "apply">, record: RunRecord | undefined): Promise<void> {
	const top = record?.frames[0];
	if (record === undefined || top === undefined) return;
	const place: Place = { tabId: record.currentTabId, frameId: top.frameId, documentId: top.documentId };
	const state = record.wait !== null && record.wait.kind !== "busy" ? "waiting" : "working";
	try {
		if (record.phase === "ended") {
			// Every document was watched; those of other tabs end it by themselves.
			const all = record.frames.map(({ frameId, documentId }) => ({ tabId: record.currentTabId, frameId, documentId }));
			await Promise.allSettled(all.map((each) => askPage(each, { type: "page_overlay_hide", input: {}, limitMs })));
			return;
		}
		const words = workerText[await readLanguage()].overlay[state];
		const { removals } = await askPage(place, { type: "page_overlay", input: { state, ...words }, limitMs });
		const isUnmarked = removals >= removalsTolerated;
		if (isUnmarked !== record.isUnmarked) await runs.apply(record, { kind: "overlay_checked", isUnmarked });
	} catch (error) {
		if (!(error instanceof PageError)) throw error;
	}
}
