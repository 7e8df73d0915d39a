import { expect, test } from "vitest";
import { fuseRanks } from "./fuse.ts";

test("an id in two lists stands before ids in one, and a list counts by its weight", () => {
	const fused = fuseRanks([
		{ weight: 2, ids: ["a", "b"] },
		{ weight: 1, ids: ["c", "b"] },
	]);
	expect(fused.map(({ id }) => id)).toEqual(["b", "a", "c"]);
	expect(fused[2]?.score).toBe(1 / 61);
});

test("equal ranks stand in the order of their ids", () => {
	const lists = [
		{ weight: 1, ids: ["z"] },
		{ weight: 1, ids: ["a"] },
	];
	expect(fuseRanks(lists)).toEqual(fuseRanks(lists.toReversed()));
	expect(fuseRanks(lists).map(({ id }) => id)).toEqual(["a", "z"]);
});
