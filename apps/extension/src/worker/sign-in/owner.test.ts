import { expect, test } from "vitest";
import { freshRun } from "../run/testing/sample.ts";
import { unfinishedRuns } from "./owner.ts";

const running = freshRun({ runKey: "running", tabId: 1 });
const ended = { ...running, phase: "ended", end: "completed", endedAt: 1 } as const;

test("another user's ended tasks are forgotten; running or unreported ones wait for their owner", () => {
	const unreported = { ...ended, end: "stopped", cancel: "pending" } as const;
	const runs = { 1: running, 2: ended, "before:done": ended, "before:untold": unreported };
	expect(Object.keys(unfinishedRuns(runs))).toEqual(["1", "before:untold"]);
});
