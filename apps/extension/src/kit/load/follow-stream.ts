import type { ServerProblem } from "./problem.ts";
import { problemOf } from "./problem.ts";

type Follow<Event> = {
	/** Opens the stream where it stopped. */
	readonly open: (signal: AbortSignal) => Promise<AsyncIterable<Event>>;
	/** True for the last event. */
	readonly onEvent: (event: Event) => boolean;
	/** Called after each event: waits where the page needs time to draw. */
	readonly pace?: () => Promise<void>;
	/** The connection is gone, or is there again. */
	readonly onLost: (isLost: boolean) => void;
	/** Asked when a stream ended by itself: true when no more is to come. */
	readonly isAtRest?: () => boolean;
	readonly signal: AbortSignal;
};

const waitMs = { least: 500, most: 8_000 };
/** Refusals that go away by themselves. */
const passing: ReadonlySet<string> = new Set([
	"NETWORK",
	"TOOL_RUNNER_UNAVAILABLE",
	"SERVICE_UNAVAILABLE",
	"AUTH_UNAVAILABLE",
	"RATE_LIMIT",
]);

/**
 * Reads a stream of events to its last one, and opens it again after a lost connection.
 *
 * @returns why it cannot be read; null at its end, and when `signal` is aborted
 * @throws never
 */
export async function followStream<Event>(follow: Follow<Event>): Promise<ServerProblem | null> {
	const { open, onEvent, pace, onLost, isAtRest, signal } = follow;
	for (let wait = waitMs.least; !signal.aborted; wait = Math.min(wait * 2, waitMs.most)) {
		try {
			const events = await open(signal);
			onLost(false);
			for await (const event of events) {
				if (signal.aborted) return null;
				wait = waitMs.least;
				if (onEvent(event)) return null;
				await pace?.();
			}
			if (isAtRest?.() === true) return null;
		} catch (error) {
			const problem = problemOf(error);
			if (!signal.aborted && !passing.has(problem.code)) return problem;
		}
		if (signal.aborted) return null;
		onLost(true);
		await pause(wait, signal);
	}
	return null;
}

/** Waits, at most until it is called off. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, ms);
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			resolve();
		});
	});
}
