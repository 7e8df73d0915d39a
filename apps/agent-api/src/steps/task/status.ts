import type { TaskStatus } from "@webhand/contracts/agent/task";

/**
 * What can happen to a task. `reported`: the client posts a page after an action; `proved`, `disproved`, `open`: the outcome of proving
 * that action; `decided`: the next action goes out; `planned`: a plan without an action yet; `stuck`: corrections are used up and a new
 * plan is wanted; `answered`: the person answered, refusals included.
 */
export type TaskEvent =
	| "reported"
	| "proved"
	| "disproved"
	| "open"
	| "decided"
	| "planned"
	| "stuck"
	| "asked"
	| "answered"
	| "finished"
	| "failed"
	| "cancelled"
	| "expired";

const always = { cancelled: "cancelled", expired: "expired", failed: "failed" } as const;
const running = { ...always, reported: "verifying", decided: "executing", asked: "needs_user_input", finished: "completed" } as const;

const transitions: Record<TaskStatus, Partial<Record<TaskEvent, TaskStatus>>> = {
	planning: { ...running, planned: "planning" },
	executing: { ...running, planned: "planning" },
	verifying: { ...running, proved: "executing", disproved: "correcting", open: "verifying", planned: "planning" },
	correcting: { ...running, proved: "executing", decided: "correcting", stuck: "planning", planned: "planning" },
	needs_user_input: { ...always, answered: "executing" },
	completed: {},
	failed: {},
	cancelled: {},
	expired: {},
};

/**
 * The state a task is in after an event.
 *
 * @throws RangeError when the event cannot happen in that state: a mistake of ours, never of a caller
 */
export function nextStatus(status: TaskStatus, event: TaskEvent): TaskStatus {
	const next = transitions[status][event];
	if (next === undefined) throw new RangeError(`A task that is ${status} cannot be ${event}`);
	return next;
}
