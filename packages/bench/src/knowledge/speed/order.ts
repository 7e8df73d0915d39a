import { z } from "zod";
import type { GeneratedQuestion } from "./generated.ts";

/** What a side is told: its name, the extent, and how many questions. */
export const SideOrder = z.object({
	side: z.enum(["ours", "Orama"]),
	tenants: z.number().int(),
	domains: z.number().int(),
	chunks: z.number().int(),
	questions: z.number().int(),
	warmUp: z.number().int(),
});
export type SideOrder = z.infer<typeof SideOrder>;

/**
 * What a side measured: memory of the index and the side's own estimate of it in megabytes, milliseconds to build it, of a question, of a
 * shard of 500 chunks, and of other work's delay while the index is built. 0 where a side has no such thing.
 */
export const SideResult = z.object({
	heap: z.number(),
	estimate: z.number(),
	buildMs: z.number(),
	delayP99: z.number(),
	p50: z.number(),
	p99: z.number(),
	coldMs: z.number(),
});
export type SideResult = z.infer<typeof SideResult>;

/** An index that is built. `bytes` is its own estimate of its memory. */
export type OpenSide = {
	readonly bytes: number;
	/** The ids of the best 20 chunks. */
	readonly search: (question: GeneratedQuestion) => Promise<readonly string[]>;
	readonly coldMs: () => Promise<number>;
};
