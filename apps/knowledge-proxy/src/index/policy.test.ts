import { expect, test } from "vitest";
import { rank } from "./policy.ts";

const none = () => false;
const lists = (...found: readonly (readonly string[])[]) => found.map((ids) => ({ weight: 1, ids }));

test("a chunk of the page's path stands first among equals, and not before a far better one", () => {
	const shards = lists(["a1", "a2"], ["b1"]);
	expect(rank(shards, { fits: none, k: 9 })).toEqual(["a1", "b1", "a2"]);
	expect(rank(shards, { fits: (id) => id === "b1", k: 9 })).toEqual(["b1", "a1", "a2"]);
	const long = lists(Array.from({ length: 20 }, (_, index) => `c${index + 1}`));
	expect(rank(long, { fits: (id) => id === "c3", k: 3 })).toEqual(["c3", "c1", "c2"]);
	expect(rank(long, { fits: (id) => id === "c20", k: 3 })).toEqual(["c1", "c2", "c3"]);
});

test("what two rankings find stands before what one finds", () => {
	expect(rank(lists(["word", "both"], ["meaning", "both"]), { fits: none, k: 2 })).toEqual(["both", "meaning"]);
});

test("what only fills up comes behind all that was found, once", () => {
	expect(rank(lists(["word", "both"]), { fits: none, k: 9, fill: ["both", "meaning"] })).toEqual(["word", "both", "meaning"]);
	expect(rank(lists(["word", "both"]), { fits: none, k: 2, fill: ["meaning"] })).toEqual(["word", "both"]);
});
