import { expect, test } from "vitest";
import { rank } from "./policy.ts";

const none = () => false;

test("a chunk of the page's path stands first among equals, and not before a far better one", () => {
	const shards = [["a1", "a2"], ["b1"]];
	expect(rank(shards, none, 9)).toEqual(["a1", "b1", "a2"]);
	expect(rank(shards, (id) => id === "b1", 9)).toEqual(["b1", "a1", "a2"]);
	const long = Array.from({ length: 20 }, (_, index) => `c${index + 1}`);
	expect(rank([long], (id) => id === "c3", 3)).toEqual(["c3", "c1", "c2"]);
	expect(rank([long], (id) => id === "c20", 3)).toEqual(["c1", "c2", "c3"]);
});

test("what two rankings find stands before what one finds", () => {
	expect(
		rank(
			[
				["word", "both"],
				["meaning", "both"],
			],
			none,
			2,
		),
	).toEqual(["both", "meaning"]);
});
