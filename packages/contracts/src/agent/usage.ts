import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { TokenUsage } from "./task-trace.ts";

const longestDays = 366;
const dayMs = 86_400_000;
const day = z.iso.date();

/** From the first to the last day, both included, in UTC; at most 366 days. */
export const UsageQuery = z
	.strictObject({ from: day, to: day, by: z.enum(["day", "user", "model"]).default("day") })
	.refine(({ from, to }) => from <= to, { path: ["to"], error: "must not be before from" })
	.refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / dayMs < longestDays, {
		path: ["to"],
		error: `must be within ${longestDays} days`,
	});
export type UsageQuery = z.infer<typeof UsageQuery>;

/**
 * Usage of one day, user or model: `key` is the ISO date, the user's id, or `provider/model`; `steps` counts steps that called a model.
 */
export const UsageRow = TokenUsage.extend({ key: z.string(), steps: z.number().int().nonnegative() });
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

/** Rows by day in order of time, otherwise by tokens, highest first; at most 1,000. `nearLimits` is absent while all are far. */
export const UsageReply = z.object({
	...UsageQuery.shape,
	rows: z.array(UsageRow),
	total: TokenUsage.extend({ steps: z.number().int() }),
	nearLimits: z.array(NearLimit).optional(),
	/** Absent where the rules decided nothing. */
	spared: SparedUsage.optional(),
});
export type UsageReply = z.infer<typeof UsageReply>;

/** Usage of the tenant's model calls. For admins. */
export const usageRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/usage",
	summary: "Tokens and cost by day, user or model",
	query: UsageQuery,
	reply: UsageReply,
	errors: ["FORBIDDEN"],
});
