import { RoutineRunId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { blockRules, dutyOf, isBeatDue, renewalOf, textOf } from "./policy.ts";

const runner = { labels: ["eu"], capacity: 4 };

test.for([
	[null, null, "mine", 1],
	[runner, null, "runner", 0],
	[runner, { isDraining: true }, "runner", 0],
	[runner, { isDraining: false }, "runner", 4],
] as const)("a browser enrolled as %j and asked for %j takes runs of %s, %i at once", ([enrolled, asked, kind, room]) => {
	expect(dutyOf(enrolled, asked)).toMatchObject({ browser: kind, room });
});

test("a tab of a run opens its sites alone, a new tab those of all runs, and without a run nothing opens", () => {
	const of = (runs: Parameters<typeof blockRules>[0]) =>
		blockRules(runs).map(({ id, condition: { resourceTypes: _, ...rest } }) => ({ id, ...rest }));
	expect(of([])).toEqual([{ id: 1, excludedRequestDomains: [], excludedTabIds: [] }]);
	expect(
		of([
			{ tabs: [7, 9], sites: ["shop.example", "127.0.0.1:4400"] },
			{ tabs: [8], sites: ["shop.example", "[::1]:80"] },
		]),
	).toEqual([
		{ id: 1, excludedRequestDomains: ["shop.example", "127.0.0.1"], excludedTabIds: [7, 9, 8] },
		{ id: 2, excludedRequestDomains: ["shop.example", "127.0.0.1"], tabIds: [7, 9] },
		{ id: 3, excludedRequestDomains: ["shop.example"], tabIds: [8] },
	]);
});

test("the server hears of other runs and of the wish to stop at once, else each fifteen seconds", () => {
	const run = RoutineRunId.parse(`rrn_${"a".repeat(22)}`);
	const beat = { runs: [run], draining: false };
	const told = { text: textOf(beat), at: 1_000 };
	expect(isBeatDue(beat, null, 1_000)).toBe(true);
	expect(isBeatDue(beat, told, 15_999)).toBe(false);
	expect(isBeatDue(beat, told, 16_000)).toBe(true);
	expect(isBeatDue({ ...beat, draining: true }, told, 1_000)).toBe(true);
	expect(isBeatDue({ ...beat, runs: [] }, told, 1_000)).toBe(true);
});

test("a new token is due when half of the life of one is over", () => {
	expect(renewalOf({ expiresAt: "1970-01-01T00:15:00.000Z" }, 0)).toBe(450_000);
});
