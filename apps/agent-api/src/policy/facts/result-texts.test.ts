import { expect, test } from "vitest";
import { textsOfResult } from "./result-texts.ts";

test("a result has all its texts looked at: those of a failed one, and names of several words", () => {
	expect(textsOfResult({ ok: true, data: { content: "one", list: [{ deep: "two" }], size: 3 } })).toEqual(["one", "two"]);
	expect(textsOfResult({ ok: false, error: "no" })).toEqual(["no"]);
	expect(textsOfResult({ ok: false, error: "no", data: { stdout: "three", "four or five": 1 } })).toEqual(["no", "three", "four or five"]);
});
