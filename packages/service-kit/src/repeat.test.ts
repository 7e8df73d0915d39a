import { expect, test } from "vitest";
import type { Log } from "./logs.ts";
import { repeat } from "./repeat.ts";

/** Log lines of rounds with these ends, one after the other; it is stopped after the last. */
async function loggedOf(rounds: readonly boolean[]): Promise<readonly string[]> {
	const lines: string[] = [];
	const note = (level: string) => (_facts: unknown, message: string) => lines.push(`${level} ${message}`);
	const log = { info: note("info"), warn: note("warn") } as unknown as Log;
	const { promise: done, resolve } = Promise.withResolvers<void>();
	let round = 0;
	const work = repeat({ name: "sweep", everyMs: 1, log }, async () => {
		const isFine = rounds[round] ?? true;
		round += 1;
		if (round > rounds.length) resolve();
		if (!isFine) throw new Error("away");
	});
	await done;
	await work.stop();
	return lines;
}

const noted = "info background work failed, trying again";
const warned = "warn background work keeps failing, trying again";

test("a lone round that fails is noted, a second one in a row is a warning, and that once until one succeeds", async () => {
	expect(await loggedOf([true, false, true])).toEqual([noted]);
	expect(await loggedOf([false, false, false, false, true, false])).toEqual([noted, warned, noted]);
});
