import { z } from "zod";
import { IdempotencyHeaders } from "../headers.ts";
import { RoutineId, RoutineRunId, ScheduleId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { RunOptions, RunQueue } from "../routine/run.ts";
import { InputValues } from "../routine/words.ts";
import { TimeZone } from "./policy.ts";

/** Bounds of schedules; `list` is the number of rows that each run gets. */
export const scheduleLimits = { list: 1_000, ofTenant: 1_000, preview: 5, jitterMinutes: 15, week: 500 } as const;

/** Five fields of cron, such as `30 7 * * 1-5`; what is wrong with one the server says. */
const Cron = z.string().trim().min(1).max(200);

/**
 * When a routine starts, and what becomes of starts that cannot take place. `missed`: what nobody was there for is left out, made up for once,
 * or each. `overlap`: whether a start is left out while the run before is not over. `jitterMinutes`: a start is late by up to so much.
 */
export const ScheduleTimes = z.strictObject({
	cron: Cron,
	timeZone: TimeZone,
	missed: z.enum(["skip", "once", "each"]).default("skip"),
	overlap: z.enum(["skip", "queue"]).default("skip"),
	jitterMinutes: z.number().int().min(0).max(scheduleLimits.jitterMinutes).default(0),
	endsAt: z.iso.datetime().optional(),
});
export type ScheduleTimes = z.infer<typeof ScheduleTimes>;

/** Why a schedule rests: its person said so, may not work here or run the routine any more, or the routine is gone. */
export const PauseReason = z.enum(["person", "owner_left", "no_access", "routine_gone"]);
export type PauseReason = z.infer<typeof PauseReason>;

/** What became of a start: `missed`: nobody was there; `skipped`: the run before was not over; `refused`: no run could begin. */
export const StartOutcome = z.enum(["started", "missed", "skipped", "refused"]);
export type StartOutcome = z.infer<typeof StartOutcome>;

/** A start that was due, with its end in words where no run began. */
export const ScheduledStart = z.object({
	dueAt: z.iso.datetime(),
	outcome: StartOutcome,
	reason: z.string().optional(),
	runId: RoutineRunId.optional(),
	at: z.iso.datetime(),
});
export type ScheduledStart = z.infer<typeof ScheduledStart>;

/**
 * A schedule as it stands. `version` absent: the current one of each start. `rows`: what each run gets, secrets as `•••`; `nextAt` absent:
 * nothing is due any more, or it rests. `misses`: starts of the last thirty days that began no run.
 */
export const Schedule = z.object({
	id: ScheduleId,
	ownerId: UserId,
	routineId: RoutineId,
	routineName: z.string(),
	version: z.number().int().positive().optional(),
	...ScheduleTimes.shape,
	rows: z.array(InputValues),
	options: RunOptions,
	queue: RunQueue,
	paused: z.object({ reason: PauseReason, at: z.iso.datetime() }).optional(),
	nextAt: z.iso.datetime().optional(),
	last: ScheduledStart.optional(),
	misses: z.number().int().nonnegative(),
	createdAt: z.iso.datetime(),
});
export type Schedule = z.infer<typeof Schedule>;

const given = {
	...ScheduleTimes.shape,
	version: z.number().int().positive().optional(),
	rows: z.array(InputValues).min(1).max(scheduleLimits.list),
	options: RunOptions.prefault({}),
	queue: RunQueue,
};

const path = "/api/v1/agent/schedules";
const Params = z.strictObject({ scheduleId: ScheduleId });
const one = z.object({ schedule: Schedule });
const bodyLimit = 2_000_000;

export const createScheduleRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path,
	status: 201,
	summary: "Start a routine by the clock",
	description:
		"Cron in five fields and a time zone. Without `version` each start plays the version that is current then. A wrong field is named in `details.fields`.",
	headers: IdempotencyHeaders,
	body: z.strictObject({ routineId: RoutineId, ...given }),
	bodyLimit,
	gzip: true,
	reply: one,
	errors: ["ROUTINE_NOT_FOUND", "NOT_FOUND", "LIMIT_REACHED", "IDEMPOTENCY_CONFLICT", "PAYLOAD_TOO_LARGE"],
});

export const schedulesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path,
	summary: "Schedules of the caller, by their next start",
	description: "`all` takes the tenant's, for admins; `routineId` those of one routine. Rows are left out.",
	query: z.strictObject({
		routineId: RoutineId.optional(),
		all: z
			.enum(["true", "false"])
			.default("false")
			.transform((text) => text === "true"),
	}),
	reply: z.object({ schedules: z.array(Schedule.omit({ rows: true })) }),
	errors: ["FORBIDDEN"],
});

/** Starts of the coming week, for a calendar. */
export const calendarRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/calendar`,
	summary: "Starts of the coming seven days",
	description: "Of the caller's schedules, in order, at most 500; `isCut` says that there are more.",
	reply: z.object({
		starts: z.array(z.object({ scheduleId: ScheduleId, routineName: z.string(), at: z.iso.datetime() })),
		isCut: z.boolean(),
	}),
});

export const scheduleRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/:scheduleId`,
	summary: "A schedule with its last starts",
	description: "For its owner and admins. `starts`: the last fifty that were due, newest first; `next`: the five to come.",
	params: Params,
	reply: one.extend({ starts: z.array(ScheduledStart), next: z.array(z.iso.datetime()) }),
	errors: ["SCHEDULE_NOT_FOUND"],
});

export const changeScheduleRoute = defineRoute({
	service: "agent-api",
	method: "PATCH",
	path: `${path}/:scheduleId`,
	summary: "Change a schedule",
	description: "What is left out stays. `version` and `endsAt` go with null. For its owner.",
	params: Params,
	body: z.strictObject({
		cron: Cron.optional(),
		timeZone: TimeZone.optional(),
		missed: ScheduleTimes.shape.missed.unwrap().optional(),
		overlap: ScheduleTimes.shape.overlap.unwrap().optional(),
		jitterMinutes: ScheduleTimes.shape.jitterMinutes.unwrap().optional(),
		endsAt: z.iso.datetime().nullable().optional(),
		version: z.number().int().positive().nullable().optional(),
		rows: given.rows.optional(),
		options: RunOptions.optional(),
		queue: RunQueue.optional(),
	}),
	bodyLimit,
	gzip: true,
	reply: one,
	errors: ["SCHEDULE_NOT_FOUND", "ROUTINE_NOT_FOUND", "NOT_FOUND", "PAYLOAD_TOO_LARGE"],
});

export const deleteScheduleRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: `${path}/:scheduleId`,
	status: 204,
	summary: "Delete a schedule",
	description: "Runs that it started stay. For its owner and admins.",
	params: Params,
	errors: ["SCHEDULE_NOT_FOUND"],
});

export const pauseScheduleRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/:scheduleId/pause`,
	summary: "Let a schedule rest",
	description: "Nothing starts and nothing counts as missed until it is resumed. Repeatable. For its owner and admins.",
	params: Params,
	reply: one,
	errors: ["SCHEDULE_NOT_FOUND"],
});

export const resumeScheduleRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/:scheduleId/resume`,
	summary: "Go on with a schedule",
	description: "From the next start on. Repeatable. For its owner.",
	params: Params,
	reply: one,
	errors: ["SCHEDULE_NOT_FOUND", "ROUTINE_NOT_FOUND"],
});

export const previewScheduleRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/preview`,
	summary: "The next starts of a schedule that is not stored",
	description: "The next five. VALIDATION_ERROR names the wrong field, and of cron the wrong part.",
	body: ScheduleTimes.pick({ cron: true, timeZone: true, endsAt: true }),
	reply: z.object({ next: z.array(z.iso.datetime()) }),
});
