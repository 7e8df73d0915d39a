import { setTimeout as pause } from "node:timers/promises";

/**
 * Asks until the answer is neither `undefined`, `null` nor `false`, and gives that answer.
 *
 * @param ask may be asynchronous; what it throws ends the wait
 * @param limits `limitMs` 60,000 and `everyMs` 20 by default
 * @throws Error when `limitMs` has passed
 */
export async function poll<Answer>(
	ask: () => Answer | Promise<Answer>,
	{ limitMs = 60_000, everyMs = 20 }: { readonly limitMs?: number; readonly everyMs?: number } = {},
): Promise<Exclude<Answer, undefined | null | false>> {
	const end = performance.now() + limitMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined && answer !== null && answer !== false) return answer as Exclude<Answer, undefined | null | false>;
		if (performance.now() >= end) throw new Error(`the condition did not hold within ${limitMs} ms`);
		await pause(everyMs);
	}
}
