import { ApiError } from "@webhand/client/api-error";
import { expect, test } from "vitest";
import { followStream } from "./follow-stream.ts";

const lost = new ApiError({ status: 0, code: "NETWORK", message: "The server could not be reached." });

async function* pieces(events: readonly number[], error?: Error) {
	yield* events;
	if (error !== undefined) throw error;
}

test("a stream that breaks off goes on where it stopped, and ends with its last event", async () => {
	const read: number[] = [];
	const told: boolean[] = [];
	const opened: number[] = [];
	const problem = await followStream({
		open: async () => {
			opened.push(read.at(-1) ?? 0);
			return opened.length === 1 ? pieces([1, 2], lost) : pieces([3, 4]);
		},
		onEvent: (event) => {
			read.push(event);
			return event === 4;
		},
		onLost: (isLost) => told.push(isLost),
		signal: new AbortController().signal,
	});
	expect(problem).toBeNull();
	expect(read).toEqual([1, 2, 3, 4]);
	expect(opened).toEqual([0, 2]);
	expect(told).toEqual([false, true, false]);
});

test("a refusal ends it and is told, and one that has ended is not opened again where no more is to come", async () => {
	const gone = new ApiError({ status: 404, code: "EXECUTION_NOT_FOUND", message: "Gone" });
	const facts = { onEvent: () => false, onLost: () => undefined, signal: new AbortController().signal };
	expect(await followStream({ ...facts, open: () => Promise.reject(gone) })).toMatchObject({ code: "EXECUTION_NOT_FOUND" });
	expect(await followStream({ ...facts, open: async () => pieces([1]), isAtRest: () => true })).toBeNull();
});

test("nothing is read after the page has left", async () => {
	const abort = new AbortController();
	const read: number[] = [];
	await followStream({
		open: async () => pieces([1, 2, 3]),
		onEvent: (event) => {
			read.push(event);
			abort.abort();
			return false;
		},
		onLost: () => undefined,
		signal: abort.signal,
	});
	expect(read).toEqual([1]);
});
