import { z } from "zod";
import type { Panel } from "../../miniwob/stage/panel.ts";

/** Where the time of a task goes, in milliseconds. `rest`: the worker itself, and what has no line in its log. */
export type Split = { readonly [part in Part | "rest"]: number };
type Part = (typeof parts)[number][0];

/** The lines of the extension's log by their first word. */
const parts = [
	["reading", "Reading"],
	["server", "Asking"],
	["acting", "Doing"],
	["settling", "Waiting"],
] as const;

const Log = z.object({ value: z.array(z.object({ at: z.number(), text: z.string(), ms: z.number().default(0) })) });

/** Splits the time since `from`, in milliseconds since the epoch, by the log of the extension. */
export async function splitSince(panel: Panel, from: number, totalMs: number): Promise<Split> {
	const stored = await panel.page.evaluate(async () => {
		const { storage } = (globalThis as unknown as { chrome: { storage: { session: { get: (key: string) => Promise<object> } } } }).chrome;
		return (await storage.session.get("log")) as { readonly log?: unknown };
	});
	const lines = Log.parse(stored.log).value.filter(({ at }) => at >= from);
	const sumOf = (word: string) => lines.filter(({ text }) => text.startsWith(word)).reduce((sum, { ms }) => sum + ms, 0);
	const split = Object.fromEntries(parts.map(([part, word]) => [part, sumOf(word)])) as { readonly [part in Part]: number };
	return { ...split, rest: totalMs - Object.values(split).reduce((sum, ms) => sum + ms, 0) };
}
