import { expect, test } from "vitest";
import { isBelow } from "./changes.ts";

test.for([
	{ folders: ["a"], path: "a", is: true },
	{ folders: ["a/"], path: "a/b/c", is: true },
	{ folders: ["a/b"], path: "a", is: false },
	{ folders: ["a"], path: "ab", is: false },
	{ folders: [""], path: "a", is: true },
	{ folders: [], path: "a", is: false },
])("$path lies below $folders: $is", ({ folders, path, is }) => {
	expect(isBelow(folders)(path)).toBe(is);
});
