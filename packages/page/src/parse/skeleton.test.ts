import { expect, test } from "vitest";
import { parsePage } from "./parse.ts";
import { compareSkeleton, newTexts, skeletonOf } from "./skeleton.ts";

const page = (lines: readonly string[]) => parsePage(["@page 1", "@epoch aaaaaaaa", "", ...lines].join("\n"));
const long = page(Array.from({ length: 5_000 }, (_, index) => `line number ${index}`));

test("an emptied long page lost about as many lines as it had", () => {
	const { linesRemoved, linesAdded } = compareSkeleton(skeletonOf(long), page([]));
	expect(linesRemoved).toBe(5_000);
	expect(linesAdded).toBe(0);
});

test("a skeleton that does not decode counts as empty", () => {
	const comparison = compareSkeleton({ domHash: "", hashes: "?", controls: 3, lines: 4 }, page(["one", "<button 1>Two"]));
	expect(comparison).toMatchObject({ isSame: false, controlsAdded: 1, linesAdded: 1, linesRemoved: 0 });
});

test("new texts are found, also the second of two equal ones", () => {
	const kept = skeletonOf(page(["one", "<button 1>Two", "three"]));
	expect(newTexts(kept, page(["one", "<button 1>Two", "four", "three", "one"]))).toEqual(["four", "one"]);
	expect(newTexts(kept, page(["three", "<button 1>Two", "one"]))).toEqual([]);
	expect(newTexts(skeletonOf(long), long)).toEqual([]);
});
