import { expect, test } from "vitest";
import { ModelTest } from "./model.ts";

test.each([
	["model_no_credit", { ok: false, ms: 5, reason: "model_no_credit" }],
	["model_on_holiday", { ok: false, ms: 5 }],
])("a test that failed for %s is read", (reason, read) => {
	expect(ModelTest.parse({ ok: false, ms: 5, reason })).toEqual(read);
});
