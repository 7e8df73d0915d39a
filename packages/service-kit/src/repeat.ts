import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "./logs.ts";

/** Work that goes on in the background until it is stopped. */
export type Repeated = {
	/** Ends the pauses, waits for the round that is running. Never rejects. */
	readonly stop: () => Promise<void>;
};

/**
 * Does `work`, pauses, does it again; rounds never overlap. A round that fails is noted, a second one in a row is a warning, once until
 * one succeeds: while everything starts at once a lone round fails on a healthy computer, too.
 *
 * @param options `everyMs` is the pause between the end of a round and the next
 */
export function repeat(
	options: { readonly name: string; readonly everyMs: number; readonly log: Log },
	work: () => Promise<void>,
): Repeated {
	const stopping = new AbortController();
	const run = async () => {
		for (let failures = 0; !stopping.signal.aborted; ) {
			try {
				await work();
				failures = 0;
			} catch (cause) {
				failures += 1;
				const facts = { err: cause, work: options.name };
				if (failures === 1) options.log.info(facts, "background work failed, trying again");
				if (failures === 2) options.log.warn(facts, "background work keeps failing, trying again");
			}
			await pause(options.everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
		}
	};
	const running = run();
	return {
		stop: () => {
			stopping.abort();
			return running;
		},
	};
}
