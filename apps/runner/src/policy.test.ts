import type { RunnerStatus } from "@webhand/contracts/authority/runner-order";
import { expect, test } from "vitest";
import { healthOf } from "./health.ts";
import { afterBrowserEnd, drainOf, newsOf, signInOf } from "./policy.ts";

const wanted = "https://webhand.example";
const status: RunnerStatus = {
	serverUrl: wanted,
	account: "Office",
	running: 0,
	capacity: 4,
	labels: ["office"],
	lastTakeAt: null,
	isDraining: false,
	problem: null,
};

test("a browser that ends again and again is started after longer pauses, and soon again after five good minutes", () => {
	const pauses: number[] = [];
	let restarts = { early: 0 };
	for (const upMs of [10, 10, 10, 10, 10, 10, 10, 300_000, 10]) {
		const next = afterBrowserEnd(restarts, upMs);
		restarts = next.restarts;
		pauses.push(next.pauseMs / 1_000);
	}
	expect(pauses).toEqual([1, 2, 5, 10, 30, 60, 60, 1, 2]);
});

test.for([
	[wanted, "whr_code", "ready"],
	[wanted, undefined, "ready"],
	[null, "whr_code", "enrol"],
	["https://other.example", "whr_code", "enrol"],
	[null, undefined, "wrong"],
	["https://other.example", undefined, "wrong"],
] as const)("signed in at %s with the code %s: %s", ([serverUrl, code, kind]) => {
	expect(signInOf({ serverUrl }, { wanted, code }).kind).toBe(kind);
});

test.for([
	[0, 0, "stop"],
	[2, 59_999, "wait"],
	[2, 60_000, "give_back"],
] as const)("a draining runner with %i runs does after %i ms: %s", ([running, waitedMs, next]) => {
	expect(drainOf({ running }, waitedMs, 60_000)).toBe(next);
});

test("a line is printed for what changed, and none where nothing did", () => {
	const lastTakeAt = "2026-03-02T07:30:00.000Z";
	const busy = { ...status, running: 1, lastTakeAt };
	expect(newsOf(status, status)).toEqual([]);
	expect(newsOf(status, busy)).toEqual(["Took a run: 1 of 4 now."]);
	expect(newsOf(busy, { ...busy, running: 0 })).toEqual(["A run ended here: 0 of 4 now."]);
	const refused = { ...status, problem: "The server cannot be reached" };
	expect(newsOf(status, refused)).toEqual(["No work: The server cannot be reached"]);
	expect(newsOf(refused, refused)).toEqual([]);
	expect(newsOf(refused, status)).toEqual(["The server answers again."]);
});

test.for([
	[{}, "ok"],
	[{ isBrowserUp: false }, "failing"],
	[{ status: null }, "failing"],
	[{ status: { ...status, serverUrl: null } }, "failing"],
	[{ status: { ...status, problem: "Offline" } }, "failing"],
	[{ status: { ...status, isDraining: true } }, "ok"],
] as const)("the health of a runner with %j is %s", ([part, health]) => {
	expect(healthOf({ status, isBrowserUp: true, browserStarts: 1, ...part }).status).toBe(health);
});
