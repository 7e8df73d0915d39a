import { expect, test } from "vitest";
import { auditOutcomeOf, endingOf } from "./policy.ts";

test.for([
	{
		end: { isStarted: true, code: 0, signal: null },
		cause: undefined,
		ending: { state: "exited", exitCode: 0, signal: null, reason: null },
	},
	{
		end: { isStarted: true, code: 7, signal: null },
		cause: undefined,
		ending: { state: "exited", exitCode: 7, signal: null, reason: null },
	},
	{
		end: { isStarted: true, code: 139, signal: null },
		cause: undefined,
		ending: { state: "exited", exitCode: 139, signal: "SIGSEGV", reason: null },
	},
	{
		end: { isStarted: true, code: null, signal: "SIGKILL" },
		cause: { kind: "output_limit" },
		ending: { state: "output_limit", exitCode: 137, signal: "SIGKILL", reason: null },
	},
	{
		end: { isStarted: true, code: 143, signal: null },
		cause: { kind: "cancelled", reason: "runner_shutdown" },
		ending: { state: "cancelled", exitCode: 143, signal: "SIGTERM", reason: "runner_shutdown" },
	},
	{
		end: { isStarted: false, code: null, signal: null },
		cause: undefined,
		ending: { state: "failed", exitCode: null, signal: null, reason: "not_started" },
	},
] as const)("a command that ended with $end is $ending.state", ({ end, cause, ending }) => {
	expect(endingOf(end, cause)).toEqual(ending);
});

test("the audit names each end, and a command that waits or runs has none", () => {
	expect((["exited", "cancelled", "timed_out", "outcome_unknown"] as const).map(auditOutcomeOf)).toEqual([
		...["ok", "cancelled", "error:timed_out", "unknown"],
	]);
});
