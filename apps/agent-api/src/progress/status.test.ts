import type { TaskStatus } from "@webhand/contracts/agent/task";
import { isTerminal, TaskStatus as Status } from "@webhand/contracts/agent/task";
import { expect, test } from "vitest";
import type { TaskEvent } from "./status.ts";
import { nextStatus } from "./status.ts";

const events: readonly TaskEvent[] = [
	"reported",
	"verified",
	"refuted",
	"open",
	"decided",
	"planned",
	"stuck",
	"asked",
	"answered",
	"finished",
	"failed",
	"cancelled",
	"expired",
];

const allowed: Record<TaskStatus, Partial<Record<TaskEvent, TaskStatus>>> = {
	planning: {
		reported: "verifying",
		decided: "executing",
		planned: "planning",
		asked: "needs_user_input",
		finished: "completed",
		failed: "failed",
		cancelled: "cancelled",
		expired: "expired",
	},
	executing: {
		reported: "verifying",
		decided: "executing",
		planned: "planning",
		asked: "needs_user_input",
		finished: "completed",
		failed: "failed",
		cancelled: "cancelled",
		expired: "expired",
	},
	verifying: {
		reported: "verifying",
		verified: "executing",
		refuted: "correcting",
		open: "verifying",
		decided: "executing",
		planned: "planning",
		asked: "needs_user_input",
		finished: "completed",
		failed: "failed",
		cancelled: "cancelled",
		expired: "expired",
	},
	correcting: {
		reported: "verifying",
		verified: "executing",
		decided: "correcting",
		stuck: "planning",
		planned: "planning",
		asked: "needs_user_input",
		finished: "completed",
		failed: "failed",
		cancelled: "cancelled",
		expired: "expired",
	},
	needs_user_input: { answered: "executing", failed: "failed", cancelled: "cancelled", expired: "expired" },
	completed: {},
	failed: {},
	cancelled: {},
	expired: {},
};

const cases = Status.options.flatMap((status) => events.map((event) => [status, event, allowed[status][event] ?? "refused"] as const));

test.each(cases)("a task that is %s and is %s becomes %s", (status, event, expected) => {
	if (expected === "refused") expect(() => nextStatus(status, event)).toThrow(RangeError);
	else expect(nextStatus(status, event)).toBe(expected);
});

test("nothing leaves a state in which a task has ended", () => {
	const ended = Status.options.filter(isTerminal);
	expect(ended).toEqual(["completed", "failed", "cancelled", "expired"]);
	for (const status of ended) for (const event of events) expect(() => nextStatus(status, event)).toThrow(RangeError);
});
