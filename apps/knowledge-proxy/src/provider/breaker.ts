import CircuitBreaker from "opossum";

/** Calls that are refused without being made while the breaker is open. */
export type GuardedCalls<Input extends unknown[], Result> = {
	/** @throws what the call throws; an Error at once while the breaker is open */
	readonly fire: (...input: Input) => Promise<Result>;
	readonly isClosed: () => boolean;
	readonly shutdown: () => void;
};

const windowMs = 30_000;
const fewestFailures = 5;

/**
 * Puts a circuit breaker before calls. It opens when of the calls of the last 30 s at least five and at least half failed, stays open for
 * `openMs`, then lets one call through, whose outcome decides.
 */
export function guardCalls<Input extends unknown[], Result>(
	call: (...input: Input) => Promise<Result>,
	{ openMs }: { readonly openMs: number },
): GuardedCalls<Input, Result> {
	const breaker = new CircuitBreaker(call, {
		// The call has its own limit.
		timeout: false,
		// The library's threshold counts calls, not failures, and refused calls too; the listener below decides.
		errorThresholdPercentage: 100,
		resetTimeout: openMs,
		rollingCountTimeout: windowMs,
		rollingCountBuckets: 30,
		rollingPercentilesEnabled: false,
		enableSnapshots: false,
	});
	breaker.on("failure", () => {
		const { failures, successes } = breaker.stats;
		if (failures >= fewestFailures && failures >= successes) breaker.open();
	});
	return {
		fire: (...input) => breaker.fire(...input),
		isClosed: () => breaker.closed,
		shutdown: () => breaker.shutdown(),
	};
}
