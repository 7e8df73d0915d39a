import type { RunnerStatus } from "@webhand/contracts/authority/runner-order";

/** Seconds between an end of the browser and its next start, by how often it ended before without being up for `steadyMs`. */
const pauses = [1, 2, 5, 10, 30] as const;
const longestPause = 60;
const steadyMs = 300_000;

/** How often the browser ended early, one after the other. */
export type Restarts = { readonly early: number };

/**
 * What an end of the browser means for the next start.
 *
 * @param upMs how long it was there, milliseconds
 * @returns the count that goes on, and the pause before the next start, milliseconds
 * @throws never
 */
export function afterBrowserEnd({ early }: Restarts, upMs: number): { readonly restarts: Restarts; readonly pauseMs: number } {
	const before = upMs >= steadyMs ? 0 : early;
	return { restarts: { early: before + 1 }, pauseMs: 1_000 * (pauses[before] ?? longestPause) };
}

/** What follows from the first word of the extension after a start. `wrong`: only a person helps, so the process ends with that sentence. */
export type SignIn =
	| { readonly kind: "ready" }
	| { readonly kind: "enrol"; readonly code: string }
	| { readonly kind: "wrong"; readonly reason: string };

/**
 * Says whether a code is to be used. A profile that is signed in keeps its sign-in: the code of the first start still stands in the settings
 * of later ones.
 *
 * @throws never
 */
export function signInOf(
	{ serverUrl }: Pick<RunnerStatus, "serverUrl">,
	{ wanted, code }: { readonly wanted: string; readonly code: string | undefined },
): SignIn {
	if (serverUrl === wanted) return { kind: "ready" };
	if (code !== undefined) return { kind: "enrol", code };
	const now = serverUrl === null ? "is not signed in" : `is signed in at ${serverUrl}, not at ${wanted}`;
	return { kind: "wrong", reason: `This profile ${now}. Make a code for the runner in the console and start it once with --code.` };
}

/** What a draining runner does next: `wait` while rows end, `give_back` when their time is over, then `stop`. */
export type Drain = "wait" | "give_back" | "stop";

/** @param waitedMs since the request to stop @throws never */
export function drainOf({ running }: Pick<RunnerStatus, "running">, waitedMs: number, limitMs: number): Drain {
	if (running === 0) return "stop";
	return waitedMs >= limitMs ? "give_back" : "wait";
}

/** What is worth a line between two looks at the runner, in the order in which it happened. @throws never */
export function newsOf(before: RunnerStatus | null, now: RunnerStatus): readonly string[] {
	const isTaken = now.lastTakeAt !== null && now.lastTakeAt !== before?.lastTakeAt;
	const ended = isTaken ? 0 : (before?.running ?? 0) - now.running;
	const room = `${now.running} of ${now.capacity}`;
	return [
		...(isTaken ? [`Took a run: ${room} now.`] : []),
		...(ended > 0 ? [`${ended === 1 ? "A run" : `${ended} runs`} ended here: ${room} now.`] : []),
		...(now.problem !== null && now.problem !== before?.problem ? [`No work: ${now.problem}`] : []),
		...(now.problem === null && (before?.problem ?? null) !== null ? ["The server answers again."] : []),
	];
}
