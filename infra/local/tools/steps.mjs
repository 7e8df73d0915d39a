// Progress on the terminal: one line when a step is done, a heartbeat while it runs.

const heartbeatMs = 10_000;

/** @typedef {<Result>(what: string, work: () => Promise<Result>, say?: string | ((result: Result) => string)) => Promise<Result>} Step `say` by default prints the result */

/**
 * Prints `[ 12.3s] what … result` when a step ends and a heartbeat each 10 s before that; the error of a step passes through.
 *
 * @param {{ print: (line: string) => void, now: () => number, startedAtMs: number }} deps
 * @returns {Step}
 */
export function createStep(deps) {
	const stamp = () => `[${((deps.now() - deps.startedAtMs) / 1_000).toFixed(1).padStart(5)}s]`;
	return async (what, work, say = String) => {
		const beganMs = deps.now();
		const heartbeat = setInterval(() => {
			deps.print(`${stamp()} ${what} … still at it after ${Math.round((deps.now() - beganMs) / 1_000)} s`);
		}, heartbeatMs);
		try {
			const result = await work();
			deps.print(`${stamp()} ${what} … ${typeof say === "string" ? say : say(result)}`);
			return result;
		} catch (cause) {
			deps.print(`${stamp()} ${what} … failed`);
			throw cause;
		} finally {
			clearInterval(heartbeat);
		}
	};
}
