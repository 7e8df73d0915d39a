import { expect, test } from "vitest";
import { reportedState } from "./read-back.ts";

test("what a field held before it refused a text is told, but never of a sensitive one", () => {
	const own = { value: "hunter2", submitted: true };
	expect(reportedState({ url: "https://a.example/" }, own, false)).toEqual({ url: "https://a.example/", ...own });
	expect(reportedState({ url: "https://a.example/" }, own, true)).toEqual({ url: "https://a.example/", submitted: true });
	expect(reportedState({ url: "https://a.example/" }, undefined, true)).toEqual({ url: "https://a.example/" });
});
