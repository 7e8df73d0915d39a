import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { TokenUsage } from "./task-trace.ts";

const longestDays = 366;
const dayMs = 86_400_000;
const day = z.iso.date();

/** From the first to the last day, both included, in UTC; at most 366 days. */
export const UsageQuery = z
	.strictObject({ from: day, to: day, by: z.enum(["day", "user", "model", "routine", "task"]).default("day") })
	.refine(({ from, to }) => from <= to, { path: ["to"], error: "must not be before from" })
	.refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMs < longestDays, {
		path: ["to"],
		error: `must be within ${longestDays} days`,
	});
export type UsageQuery = z.infer<typeof UsageQuery>;

/**
 * Usage of one day, user, model, routine or task: `key` is the ISO date, an id, or `provider/model`, `none` for what belongs to no routine or
 * task; `name` is the routine's name or the task's masked order, while they are kept. `steps` counts steps that called a model. `tasks` counts
 * all tasks that began, also those without a model; by day and user only.
 */
export const UsageRow = TokenUsage.extend({
	key: z.string(),
	name: z.string().optional(),
	steps: z.number().int().nonnegative(),
	tasks: z.number().int().nonnegative().optional(),
});
export type UsageRow = z.infer<typeof UsageRow>;

/** A limit of the tenant of which nine tenths are used. */
export const NearLimit = z.object({ name: z.enum(["tasks", "tracePages"]), used: z.number().int(), most: z.number().int() });
export type NearLimit = z.infer<typeof NearLimit>;

/**
 * Steps that the rules decided although a model is set up. `tokens`, `usd`: what as many steps of the model took on average in this time;
 * absent where none was taken.
 */
export const SparedUsage = z.object({
	steps: z.number().int().nonnegative(),
	tokens: z.number().int().nonnegative().optional(),
	usd: z.number().nonnegative().optional(),
});
export type SparedUsage = z.infer<typeof SparedUsage>;

/** Tasks that began in the time; `withoutModel` and `completed` are parts of `started`. */
export const TaskCounts = z.object({
	started: z.number().int().nonnegative(),
	withoutModel: z.number().int().nonnegative(),
	completed: z.number().int().nonnegative(),
});
export type TaskCounts = z.infer<typeof TaskCounts>;

/** What a month of UTC comes to if its other days are like those so far. `usd` is absent where no call had a price. */
export const UsageForecast = z.object({
	month: z.string(),
	tokens: z.number().int().nonnegative(),
	usd: z.number().nonnegative().optional(),
});
export type UsageForecast = z.infer<typeof UsageForecast>;

/** Rows by day in order of time, otherwise by tokens, highest first; at most 1,000, and by routine of the 1,000 tasks that used most. `nearLimits` is absent while all are far. */
export const UsageReply = z.object({
	...UsageQuery.shape,
	rows: z.array(UsageRow),
	total: TokenUsage.extend({ steps: z.number().int() }),
	tasks: TaskCounts,
	nearLimits: z.array(NearLimit).optional(),
	/** Of this month; absent where it has no model call yet. */
	forecast: UsageForecast.optional(),
	/** Absent where the rules decided nothing. */
	spared: SparedUsage.optional(),
});
export type UsageReply = z.infer<typeof UsageReply>;

export const usageRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/usage",
	summary: "Tasks, tokens and cost by day, user, model, routine or task",
	description: "Tasks of the tenant and what their model calls used. For admins.",
	query: UsageQuery,
	reply: UsageReply,
	errors: ["FORBIDDEN"],
	keys: ["usage:read"],
});
