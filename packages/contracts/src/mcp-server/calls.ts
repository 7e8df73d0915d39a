import { z } from "zod";
import { RoutineRunId } from "../ids.ts";
import { McpClientId } from "./client-id.ts";

/** Id of what a client asked of a browser: `mcq_` and 22 base62 characters. */
export const BrowserCallId = z
	.string()
	.regex(/^mcq_[0-9A-Za-z]{22}$/)
	.brand<"BrowserCallId">();
export type BrowserCallId = z.infer<typeof BrowserCallId>;

/** Bounds of calls; `open` counts unfinished calls of a user. */
export const browserCallLimits = { instruction: 4_000, address: 2_048, steps: 60, waitSeconds: 20, open: 8 } as const;

/** What a browser is asked to do: a task or its first action, a reading of the page, or a run of one row. */
export const BrowserWork = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("task"), instruction: z.string(), address: z.string().optional() }),
	z.object({ kind: z.literal("step"), instruction: z.string() }),
	z.object({ kind: z.literal("read") }),
	z.object({ kind: z.literal("routine"), runId: RoutineRunId }),
]);
export type BrowserWork = z.infer<typeof BrowserWork>;

/** A call of a client that a browser took. */
export const BrowserCall = z.object({
	id: BrowserCallId,
	client: z.object({ id: McpClientId, name: z.string() }),
	work: BrowserWork,
});
export type BrowserCall = z.infer<typeof BrowserCall>;
