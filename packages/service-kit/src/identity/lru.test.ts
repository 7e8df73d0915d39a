import { expect, test } from "vitest";
import { createLru } from "./lru.ts";

test("what was used longest ago is forgotten first", () => {
	const memory = createLru<number>(2);
	memory.set("a", 1);
	memory.set("b", 2);
	memory.get("a");
	memory.set("c", 3);
	expect([memory.get("a"), memory.get("b"), memory.get("c"), memory.size()]).toEqual([1, undefined, 3, 2]);
});
