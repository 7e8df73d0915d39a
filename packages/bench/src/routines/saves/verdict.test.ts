import { expect, test } from "vitest";
import { isRight } from "./verdict.ts";

test("a bad save counts as caught only where its row says so, and a good one only where it is done", () => {
	expect([isRight(true, "not_saved"), isRight(true, "unknown"), isRight(false, "done")]).toEqual([true, true, true]);
	expect([isRight(true, "done"), isRight(true, "waiting"), isRight(true, "skipped"), isRight(true, undefined)]).not.toContain(true);
	expect([isRight(false, "done_unchecked"), isRight(false, "failed"), isRight(false, undefined)]).not.toContain(true);
});
