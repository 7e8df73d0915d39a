import { z } from "zod";

/**
 * What the process of a runner tells the extension in its browser, over the DevTools connection alone: no page and no other extension reaches
 * that door. `work`: take what is due, unless it drains; `give_back`: the rows at hand go to another runner.
 */
export const RunnerOrder = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("enrol"), serverUrl: z.string(), code: z.string() }),
	z.object({ kind: z.literal("work"), isDraining: z.boolean() }),
	z.object({ kind: z.literal("give_back") }),
]);
export type RunnerOrder = z.infer<typeof RunnerOrder>;

/** A runner as it stands. `serverUrl` and `account`: null while nobody is signed in; `problem`: why the server gives it no work. */
export const RunnerStatus = z.object({
	serverUrl: z.string().nullable(),
	account: z.string().nullable(),
	/** Runs that it does now, of `capacity` at most. */
	running: z.number().int().nonnegative(),
	capacity: z.number().int().positive(),
	labels: z.array(z.string()),
	/** When it took a run last, ISO 8601. */
	lastTakeAt: z.iso.datetime().nullable(),
	isDraining: z.boolean(),
	problem: z.string().nullable(),
});
export type RunnerStatus = z.infer<typeof RunnerStatus>;

/** The answer to an order; a refusal has the code and the words of the server. */
export const RunnerAnswer = z.discriminatedUnion("ok", [
	z.object({ ok: z.literal(true), status: RunnerStatus }),
	z.object({ ok: z.literal(false), code: z.string(), message: z.string() }),
]);
export type RunnerAnswer = z.infer<typeof RunnerAnswer>;
