import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PageSilent, untilAborted, within } from "./time-limit.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);

test("a page that never answers is given up after the limit; the time of a question to a person does not count", async () => {
	let isHeld = false;
	const seen: string[] = [];
	void within(never(), { ms: 1_000, isHeld: () => isHeld }).catch((cause: unknown) =>
		seen.push(cause instanceof PageSilent ? "silent" : "?"),
	);
	await vi.advanceTimersByTimeAsync(500);
	isHeld = true;
	await vi.advanceTimersByTimeAsync(60_000);
	isHeld = false;
	await vi.advanceTimersByTimeAsync(400);
	expect(seen).toEqual([]);
	await vi.advanceTimersByTimeAsync(200);
	expect(seen).toEqual(["silent"]);
});

test("an answer in time is passed on, and leaves no timer", async () => {
	expect(await within(Promise.resolve(1), { ms: 1_000, isHeld: () => false })).toBe(1);
	await expect(within(Promise.reject(new Error("x")), { ms: 1_000, isHeld: () => false })).rejects.toThrow("x");
	expect(vi.getTimerCount()).toBe(0);
});

test("a signal ends the wait at once, also one that has aborted before", async () => {
	const stopping = new AbortController();
	const waiting = untilAborted(never(), stopping.signal);
	stopping.abort("stop");
	await expect(waiting).rejects.toBe("stop");
	await expect(untilAborted(never(), stopping.signal)).rejects.toBe("stop");
	expect(await untilAborted(Promise.resolve(1), new AbortController().signal)).toBe(1);
});
