import type { Page } from "playwright-core";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { drivePage } from "./page-driver.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);

/** A page whose script runs without an end: Chromium answers nothing that its renderer has to say. */
function hangingDriver() {
	const listen = () => page;
	const page = {
		on: listen,
		off: listen,
		isClosed: () => false,
		url: () => "https://a.example/",
		waitForLoadState: async () => undefined,
		context: () => ({ newCDPSession: async () => ({ send: never, on: listen, off: listen, detach: async () => undefined }) }),
	};
	return drivePage({ page: page as unknown as Page, allowsDialog: async () => false });
}

/** What a promise came to so far. */
function heardOf(work: Promise<unknown>): { now: string } {
	const heard = { now: "waiting" };
	work.then(
		(value) => {
			heard.now = JSON.stringify(value) ?? "done";
		},
		(cause: unknown) => {
			heard.now = cause instanceof Error ? cause.message : String(cause);
		},
	);
	return heard;
}

test("a page that never answers ends the reading, a look-up and an action with words", async () => {
	const driver = hangingDriver();
	const { signal } = new AbortController();
	const read = heardOf(driver.read(signal));
	await vi.advanceTimersByTimeAsync(31_000);
	expect(read.now).toBe("The page cannot be read: The page did not answer in time");
	for (const [name, code] of [
		["expand", "PAGE_ERROR"],
		["click", "OUTCOME_UNKNOWN"],
	] as const) {
		const done = heardOf(driver.perform({ tool: { name, arguments: { id: "agent-1" } } }, signal));
		await vi.advanceTimersByTimeAsync(40_000);
		expect(done.now).toContain(`${code}: The page did not answer in time`);
		expect(done.now).toContain('"clientObservations":{"didNetworkOccur":false,"didDomMutate":false,"didUrlChange":false}');
	}
	const closed = heardOf(driver.close());
	await vi.advanceTimersByTimeAsync(3_000);
	expect(closed.now).toBe("done");
});

test("a signal ends the wait for such a page at once", async () => {
	const driver = hangingDriver();
	const stopping = new AbortController();
	const read = heardOf(driver.read(stopping.signal));
	const done = heardOf(driver.perform({ tool: { name: "click", arguments: { id: "agent-1" } } }, stopping.signal));
	await vi.advanceTimersByTimeAsync(200);
	expect([read.now, done.now]).toEqual(["waiting", "waiting"]);
	stopping.abort("stop");
	await vi.advanceTimersByTimeAsync(1);
	expect([read.now, done.now]).toEqual(["stop", "stop"]);
});
