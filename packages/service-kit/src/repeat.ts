import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "./logs.ts";

/** Work that goes on in the background until it is stopped. @source style.md rule 18 */
export type Repeated = {
	/** Ends the pauses, waits for the round that is running. Never rejects. */
	readonly stop: () => Promise<void>;
};

/**
 * Does `work`, pauses, does it again; rounds never overlap. A round that fails is logged, once until one succeeds.
 *
 * @param options `everyMs` is the pause between the end of a round and the next
 * @source style.md rule 18
 */
export function repeat(
	options: { readonly name: string; readonly everyMs: number; readonly log: Log },
	work: () => Promise<void>,
): Repeated {
	const stopping = new AbortController();
	const run = async () => {
		for (let isFailing = false; !stopping.signal.aborted; ) {
			try {
				await work();
				isFailing = false;
			} catch (cause) {
				if (!isFailing) options.log.warn({ err: cause, work: options.name }, "background work failed, trying again");
				isFailing = true;
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
