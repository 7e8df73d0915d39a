import { expect, test } from "vitest";
import { InteractRequest } from "./interact.ts";

const step = { url: "https://example.com/", query: "Buy tea", dom: "a page" };
const readBack = (actualState: unknown) =>
	InteractRequest.safeParse({ ...step, lastActionResult: { success: true, actualState } }).error?.issues.map(({ path, message }) => [
		path.join("."),
		message,
	]) ?? [];
const nested = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);

test("what was read back may hold anything, up to 20 KB and 32 levels", () => {
	expect(readBack({ value: "tea", tabs: [{ id: 1 }], deep: nested(32) })).toEqual([]);
	expect(readBack({ long: "a".repeat(20_480) })).toEqual([["lastActionResult.actualState", "must be at most 20 KB as JSON"]]);
});

test.for(["Berlin", 42, null, ["a"], true])("what was read back and is no object is none: %o", (given) => {
	expect(InteractRequest.parse({ ...step, lastActionResult: { success: true, actualState: given } }).lastActionResult?.actualState).toEqual(
		{},
	);
});

test("a known key that holds something else says nothing", () => {
	const given = { value: true, checked: "mixed", focusedId: "x", url: "https://a.example/", mine: 1 };
	const { lastActionResult } = InteractRequest.parse({ ...step, lastActionResult: { success: true, actualState: given } });
	expect(lastActionResult?.actualState).toEqual({ url: "https://a.example/", mine: 1 });
});

test("an empty title or domain is none", () => {
	expect(InteractRequest.safeParse({ ...step, title: "", domain: "" }).success).toBe(true);
});

test.for([33, 5_000, 200_000])("nested %i deep it is refused by name, and nothing breaks", (depth) => {
	expect(readBack({ deep: nested(depth) })).toEqual([["lastActionResult.actualState", "must be nested at most 32 deep"]]);
});

test("every wrong field is named, and unknown ones are dropped", () => {
	const wrong = { url: "nowhere", query: "", dom: 1, taskId: "x", mode: "bold", batch: 6, lastStepIndex: -1, unknown: true };
	expect(InteractRequest.safeParse(wrong).error?.issues.map(({ path }) => path.join("."))).toEqual(
		"url query dom taskId mode lastStepIndex batch".split(" "),
	);
	expect(InteractRequest.parse({ ...step, unknown: true })).toEqual({ ...step, batch: 0 });
});
