import { expect, test } from "vitest";
import { compareSteps } from "./compare.ts";

const step = (stepIndex: number, digest = "a", taskId = "t1") => ({ taskId, stepIndex, digest });

test("what was answered and stored alike is neither lost nor extra", () => {
	expect(compareSteps([step(0), step(1)], [step(1), step(0)])).toEqual({ lost: 0, extra: 0 });
});

test("an answer that is absent, or stored with other bytes, is lost", () => {
	expect(compareSteps([step(0), step(1), step(0, "a", "t2")], [step(0), step(1, "b")])).toEqual({ lost: 2, extra: 0 });
});

test("a step that nobody was answered, or that stands twice, is extra", () => {
	expect(compareSteps([step(0)], [step(0), step(0), step(1)])).toEqual({ lost: 0, extra: 2 });
});
