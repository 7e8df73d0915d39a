import { expect, test } from "vitest";
import { reportedState } from "./read-back.ts";

test("the value of a field that refused a text is reported, except for a sensitive field", () => {
	const own = { value: "hunter2", submitted: true };
	expect(reportedState({ url: "https://a.example/" }, own, false)).toEqual({ url: "https://a.example/", ...own });
	expect(reportedState({ url: "https://a.example/" }, own, true)).toEqual({ url: "https://a.example/", submitted: true });
	expect(reportedState({ url: "https://a.example/" }, undefined, true)).toEqual({ url: "https://a.example/" });
});
