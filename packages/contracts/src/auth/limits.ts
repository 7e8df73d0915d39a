import { z } from "zod";

/** Default and bounds of each limit of a tenant; all are whole numbers. */
export const limitBounds = {
	/** Steps of all users in a minute. */
	stepsPerMinute: { default: 2_400, least: 1, most: 100_000 },
	/** Commands and tool calls on the server host that have not ended. */
	unfinishedExecutions: { default: 32, least: 1, most: 1_000 },
	/** Documents of the tenant's knowledge. */
	documents: { default: 1_000, least: 0, most: 100_000 },
	/** Chunks that the documents are cut into. */
	chunks: { default: 50_000, least: 0, most: 5_000_000 },
	/** Files of the tenant on the server host, in MiB. */
	storageMb: { default: 1_024, least: 0, most: 1_000_000 },
	/** Open realtime connections. */
	sockets: { default: 2_000, least: 1, most: 100_000 },
	/** Stored tasks with their steps; a new one is refused above. */
	tasks: { default: 100_000, least: 1, most: 10_000_000 },
	/** Stored pages of steps; the oldest go first. */
	tracePages: { default: 50_000, least: 0, most: 10_000_000 },
	/** Routines of the tenant. */
	routines: { default: 1_000, least: 0, most: 10_000 },
	/** Runs of routines that one user has begun and that are not over. */
	routineRuns: { default: 50, least: 1, most: 1_000 },
	/** Rows of one run; a request takes no more than `most`. */
	routineRows: { default: 10_000, least: 1, most: 10_000 },
} as const satisfies Readonly<Record<string, { readonly default: number; readonly least: number; readonly most: number }>>;

/** Name of a limit. */
export type LimitName = keyof typeof limitBounds;

const limit = (name: LimitName) => z.number().int().min(limitBounds[name].least).max(limitBounds[name].most).optional();

/** The limits of a tenant that differ from the defaults. An operator sets them. */
export const Limits = z.strictObject({
	stepsPerMinute: limit("stepsPerMinute"),
	unfinishedExecutions: limit("unfinishedExecutions"),
	documents: limit("documents"),
	chunks: limit("chunks"),
	storageMb: limit("storageMb"),
	sockets: limit("sockets"),
	tasks: limit("tasks"),
	tracePages: limit("tracePages"),
	routines: limit("routines"),
	routineRuns: limit("routineRuns"),
	routineRows: limit("routineRows"),
});
export type Limits = z.infer<typeof Limits>;

/**
 * What the record of each sign-in carries of its tenant: limits, set by an operator, and settings, set by an admin. `traces` keeps the page
 * of each step; `retentionDays` is how long tasks are kept.
 */
export const TenantLimits = z.object({
	...Limits.shape,
	traces: z.boolean().optional(),
	retentionDays: z.number().int().min(1).max(365).optional(),
});
export type TenantLimits = z.infer<typeof TenantLimits>;

/** The limit of a tenant: its own, or the default. @throws never */
export function limitOf(limits: Limits, name: LimitName): number {
	return limits[name] ?? limitBounds[name].default;
}
