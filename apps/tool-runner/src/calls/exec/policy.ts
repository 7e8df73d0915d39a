import type { ExecutionState } from "@webhand/contracts/tools/executions";
import type { StopCause } from "../live.ts";

/** How the sandbox of a command ended; `code` and `signal` are those of bwrap, which passes on the code of its program. */
export type CommandEnd = { readonly isStarted: boolean; readonly code: number | null; readonly signal: string | null };

/** What a command's row says of its end. */
export type Ending = {
	readonly state: ExecutionState;
	readonly exitCode: number | null;
	readonly signal: string | null;
	readonly reason: string | null;
};

const signalNumbers: Readonly<Record<string, number>> = {
	SIGHUP: 1,
	SIGINT: 2,
	SIGQUIT: 3,
	SIGABRT: 6,
	SIGKILL: 9,
	SIGSEGV: 11,
	SIGTERM: 15,
};
const signalNames = new Map(Object.entries(signalNumbers).map(([name, number]) => [number, name]));
/** A shell and bwrap say so of a program that a signal ended. */
const signalBase = 128;

/**
 * What became of a command.
 *
 * @param cause why we ended it, undefined when it ended by itself
 * @throws never
 */
export function endingOf({ isStarted, code, signal }: CommandEnd, cause: StopCause | undefined): Ending {
	if (!isStarted) return { state: "failed", exitCode: null, signal: null, reason: "not_started" };
	const named = signal ?? (code !== null && code > signalBase ? (signalNames.get(code - signalBase) ?? null) : null);
	const exitCode = signal === null ? code : signalBase + (signalNumbers[signal] ?? 0);
	const reason = cause?.kind === "cancelled" ? cause.reason : null;
	return { state: cause?.kind ?? "exited", exitCode, signal: named, reason };
}

/** What the audit says of an end. @throws never */
export function auditOutcomeOf(state: ExecutionState): string {
	if (state === "exited") return "ok";
	if (state === "cancelled") return "cancelled";
	return state === "outcome_unknown" ? "unknown" : `error:${state}`;
}
