import { expect, test } from "vitest";
import { endingOf, isOver, outcomeOf } from "./ending.ts";

const ended = { state: "exited", exitCode: 0, signal: null, reason: null, durationMs: 1_240, queuedMs: 3 } as const;

test.each([
	[ended, "succeeded", "Succeeded · 1.2 s"],
	[{ ...ended, exitCode: 2 }, "failed", "Failed with exit code 2 · 1.2 s"],
	[{ ...ended, state: "cancelled", exitCode: 143, signal: "SIGTERM" }, "stopped", "Stopped by signal SIGTERM · 1.2 s"],
	[{ ...ended, state: "timed_out", exitCode: 137, signal: "SIGKILL" }, "failed", "Took too long and was ended by signal SIGKILL · 1.2 s"],
	[{ ...ended, queuedMs: 2_000 }, "succeeded", "Succeeded · 1.2 s · waited 2.0 s"],
	[
		{ ...ended, state: "failed", exitCode: null, durationMs: null, reason: "The sandbox could not be made" },
		"failed",
		"Could not be started. The sandbox could not be made.",
	],
	[{ ...ended, state: "queued", exitCode: null, durationMs: null }, "waiting", "Waits for its turn"],
] as const)("%j is %s: %s", (ending, outcome, words) => {
	expect(outcomeOf(ending)).toBe(outcome);
	expect(endingOf(ending)).toBe(words);
	expect(isOver(ending.state)).toBe(ending.state !== "queued");
});
