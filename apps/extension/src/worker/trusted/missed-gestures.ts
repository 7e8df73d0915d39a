import { maskUrl } from "@webhand/page/read/sensitive";
import { siteOfAddress } from "@webhand/page/site";
import type { Gesture } from "../../page/gestures.ts";
import type { Report, RunRecord } from "../../run-record.ts";
import { safeUrl } from "../tabs/site.ts";

type Missed = RunRecord["missedGestures"][number];

/**
 * What the last action was for, where Chrome did not grant it. A window of another site is more likely an advertisement where the page
 * changed without it, and nothing counts once the page was left.
 *
 * @param url of the page
 * @throws never
 */
export function neededGesture(missed: readonly Missed[], seen: Report["clientObservations"], url: string): Missed | undefined {
	if (seen?.didUrlChange === true) return undefined;
	return missed.find(
		({ what, url: address }) => what !== "window" || seen?.didDomMutate !== true || siteOfAddress(address) === siteOfAddress(url),
	);
}

/**
 * Tells of what Chrome did not grant: as the outcome of the action, else in a line of its own.
 *
 * @param record its report of the action, and what was missed
 * @param url of the page
 * @throws never
 */
export function tellMissed(
	{ report, missedGestures, steps }: Pick<RunRecord, "report" | "missedGestures" | "steps">,
	url: string,
): { readonly report: Report | null; readonly alert?: string } {
	const [first] = missedGestures;
	if (first === undefined) return { report };
	const needed = neededGesture(missedGestures, report?.clientObservations, url);
	if (needed === undefined || report?.lastActionError !== undefined) return { report, alert: wordsFor(first) };
	return {
		report: {
			...report,
			lastActionStatus: "failure",
			lastActionResult: { ...report?.lastActionResult, success: false },
			lastActionError: {
				code: needed.what === "window" ? "WINDOW_BLOCKED" : "GESTURE_NEEDED",
				message: wordsFor(needed),
				action: steps.at(-1)?.action ?? "",
			},
		},
	};
}

const longestAddress = 1_500;
const words: Readonly<Record<Exclude<Gesture, "window">, string>> = {
	clipboard: "Chrome lets the page use the clipboard only after a press by the person; hand over this press",
	fullscreen: "Chrome lets the page fill the screen only after a press by the person; hand over this press",
	file_chooser:
		"Chrome opens a file chooser only after a press by the person; upload gives the control an attached file, else hand over this press",
};

function wordsFor({ what, url }: Missed): string {
	if (what !== "window") return words[what];
	// Secrets in an address do not leave the browser, and other addresses open in no tab.
	const isTold = safeUrl(url) !== null && maskUrl(url) === url && url.length <= longestAddress;
	const how = isTold ? `: ${url} (openTab opens it in a tab)` : "; hand over this press";
	return `The page wanted to open a window, and Chrome blocked it${how}`;
}
