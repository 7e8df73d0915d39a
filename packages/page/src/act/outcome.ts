import type { ActResult } from "../execute/page-action.ts";
import { maskNumbers } from "../read/sensitive.ts";
import { page } from "./dom/nodes.ts";

export type ActCode =
	| "NOT_FOUND"
	| "NOT_VISIBLE"
	| "COVERED"
	| "DISABLED"
	| "READ_ONLY"
	| "BAD_VALUE"
	| "OPTION_NOT_FOUND"
	| "SENSITIVE_FIELD"
	| "STALE_ELEMENT"
	| "APPROVAL_STALE"
	| "BAD_SELECTOR"
	| "SCROLL_END"
	| "NOT_TAKEN"
	| "FILE_MISSING"
	| "TRUSTED_INPUT_NEEDED"
	| "UNSUPPORTED_ACTION"
	| "TIMEOUT";

/** Nothing was done in the page. */
export function refuse(code: ActCode, message: string): ActResult {
	return { success: false, isInert: true, code, message: maskNumbers(message) };
}

/** Something was done, with another result than wanted. */
export function fail(code: ActCode, message: string, actualState?: Record<string, unknown>): ActResult {
	return { success: false, code, message: maskNumbers(message), ...(actualState === undefined ? {} : { actualState }) };
}

/**
 * Says why the target is not what was judged any more; null when it is.
 * `pressing`: before a press or key. `released`: before the click that follows. `typed`: before Enter sends what was typed.
 */
export type Recheck = (moment: "pressing" | "released" | "typed") => ActResult | null;

export const done: ActResult = { success: true };

/** One turn of the event loop without a timer; hidden tabs slow timers down. */
function nextTask(): Promise<void> {
	return new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			resolve();
		};
		port2.postMessage(null);
	});
}

const longestFrameMs = 50;

/** One animation frame, so that page timers see each move. A hidden page draws none, so it is not awaited. */
export async function nextFrame(): Promise<void> {
	if (page().hidden) return await nextTask();
	await new Promise<void>((resolve) => {
		requestAnimationFrame(() => resolve());
		setTimeout(resolve, longestFrameMs);
	});
}

/** Lets the page run until `isMet`, at most `limitMs`. */
export async function waitUntil(isMet: () => boolean, limitMs: number): Promise<boolean> {
	const end = performance.now() + limitMs;
	while (!isMet()) {
		if (performance.now() > end) return false;
		await nextTask();
	}
	return true;
}
