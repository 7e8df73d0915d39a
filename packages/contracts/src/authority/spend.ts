import { z } from "zod";
import { defineRoute } from "../routes.ts";

/** What is used of one limit in this month. `by`: who set it and can raise it. */
export const SpendUse = z.object({
	whose: z.enum(["person", "organization"]),
	unit: z.enum(["usd", "tokens"]),
	used: z.number().nonnegative(),
	most: z.number().positive(),
	by: z.enum(["admin", "operator"]),
});
export type SpendUse = z.infer<typeof SpendUse>;

/** From this share of a limit on people are warned. */
export const warnedShare = 0.8;

/** The caller's limits in a month of UTC, such as `2026-11`; those of the organization are the same for all of its people. */
export const SpendView = z.object({ month: z.string(), uses: z.array(SpendUse) });
export type SpendView = z.infer<typeof SpendView>;

export const spendRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/spend",
	summary: "What is used of this month's limits",
	description: "The limits on what model calls may use that hold for the caller, and what is used of each. None where none is set.",
	reply: SpendView,
});
