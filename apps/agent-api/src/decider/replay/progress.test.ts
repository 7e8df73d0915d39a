import { expect, test } from "vitest";
import { progressOf } from "./progress.ts";

test("a row that an earlier version began goes on in the document that it filled in", () => {
	expect(progressOf({ phase: "all", replay: { at: [], filledIn: "e1" } })?.replay.filledIn).toEqual(["e1"]);
	expect(progressOf({ phase: "all", replay: { at: [], filledIn: ["e1", "e2"] } })?.replay.filledIn).toEqual(["e1", "e2"]);
	expect(progressOf("")).toBeNull();
});
