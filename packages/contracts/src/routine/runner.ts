import { z } from "zod";
import { RoutineRunId, RunnerId } from "../ids.ts";
import { defineRoute } from "../routes.ts";

/** How often a runner says that it is there, and after how long without a word it counts as offline. Milliseconds. */
export const runnerBeat = { everyMs: 15_000, offlineAfterMs: 45_000 } as const;

const runners = "/api/v1/agent/runners";
const mostRuns = 20;

/** What a runner last said of itself; times ISO 8601. `running`: how many runs it does. */
export const RunnerState = z.object({
	id: RunnerId,
	isOnline: z.boolean(),
	lastSeenAt: z.iso.datetime(),
	version: z.string(),
	running: z.number().int().nonnegative(),
	isDraining: z.boolean(),
});
export type RunnerState = z.infer<typeof RunnerState>;

export const beatRunnerRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${runners}/beat`,
	summary: "Say that a runner is there",
	description:
		"For the sign-in of a runner, every 15 seconds. `runs` are those that it does now: their leases are renewed. A `draining` runner gets no run; leases of its runs that are not named end at once. `lost` are runs of `runs` that are not its own any more: it leaves them.",
	body: z.strictObject({
		version: z.string().min(1).max(40),
		runs: z.array(RoutineRunId).max(mostRuns),
		draining: z.boolean().default(false),
	}),
	reply: z.object({ lost: z.array(RoutineRunId) }),
	errors: ["FORBIDDEN"],
	runners: "itself",
});

export const runnerStatesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: runners,
	summary: "Which runners are there",
	description: "What each runner of the organization last said of itself. One that never came is absent. For admins.",
	reply: z.object({ runners: z.array(RunnerState) }),
	errors: ["FORBIDDEN"],
});
