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

test.for([33, 5_000, 200_000])("nested %i deep it is refused by name, and nothing breaks", (depth) => {
	expect(readBack({ deep: nested(depth) })).toEqual([["lastActionResult.actualState", "must be nested at most 32 deep"]]);
});

test("every wrong field is named, and unknown ones are dropped", () => {
	const wrong = { url: "nowhere", query: "", dom: 1, taskId: "x", mode: "bold", batch: 6, lastStepIndex: -1, unknown: true };
	expect(InteractRequest.safeParse(wrong).error?.issues.map(({ path }) => path.join("."))).toEqual([
		...["url", "query", "dom", "taskId", "mode", "lastStepIndex", "batch"],
	]);
	expect(InteractRequest.parse({ ...step, unknown: true })).toEqual({ ...step, batch: 0 });
});
