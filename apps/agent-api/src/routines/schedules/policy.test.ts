import { expect, test } from "vitest";
import { jitterOf, startsOf } from "./policy.ts";

const now = new Date("2026-11-02T12:00:30Z");
const due = ["2026-11-02T09:00:00Z", "2026-11-02T10:00:00Z", "2026-11-02T11:00:00Z", "2026-11-02T12:00:00Z"].map((at) => new Date(at));

test("missed starts are left out, made up for once or each, and the one on time begins", () => {
	const begun = (missed: "skip" | "once" | "each") => startsOf(due, { missed, now }).map(({ begins }) => begins);
	expect(begun("skip")).toEqual([false, false, false, true]);
	expect(begun("once")).toEqual([false, false, true, true]);
	expect(begun("each")).toEqual([true, true, true, true]);
});

test("each start that is left out says why", () => {
	expect(startsOf(due, { missed: "skip", now }).filter(({ begins, reason }) => begins === (reason === undefined))).toHaveLength(4);
});

test("a start is late by less than its jitter, and always by the same", () => {
	for (const seed of [0, 1, 899_999, 900_000, 4_000_000_000]) {
		expect(jitterOf(15, seed)).toBeLessThan(15 * 60_000);
		expect(jitterOf(15, seed)).toBe(jitterOf(15, seed));
		expect(jitterOf(0, seed)).toBe(0);
	}
});
