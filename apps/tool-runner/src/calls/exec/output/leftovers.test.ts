import { expect, test } from "vitest";
import { createLeftovers } from "./leftovers.ts";

const mebibyte = 1_048_576;

test("ended streams stay a minute, and no longer than the budget of their tenant allows", () => {
	let now = 0;
	const secondsOf = createLeftovers(() => now);
	const eight = () => secondsOf("org_1", 8 * mebibyte);
	expect([eight(), eight(), eight(), eight(), eight()]).toEqual([60, 60, 60, 60, 0]);
	expect([secondsOf("org_1", 100), secondsOf("org_2", 8 * mebibyte)]).toEqual([0, 60]);
	now = 59_999;
	expect(eight()).toBe(0);
	now = 60_000;
	expect(eight()).toBe(60);
});
