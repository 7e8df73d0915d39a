import type { ExecutionState } from "@webhand/contracts/tools/executions";
import { asSentence } from "../../../kit/words/as-sentence.ts";
import { terminalText } from "./words.ts";

/** How a command stands, for its colour. */
export type Outcome = "waiting" | "running" | "succeeded" | "failed" | "stopped";

type Ending = {
	readonly state: ExecutionState;
	readonly exitCode: number | null;
	readonly signal: string | null;
	readonly reason: string | null;
	readonly durationMs: number | null;
	readonly queuedMs: number | null;
};

const outcomes = {
	queued: "waiting",
	starting: "running",
	running: "running",
	cancelling: "running",
	exited: "failed",
	cancelled: "stopped",
	timed_out: "failed",
	output_limit: "failed",
	memory_limit: "failed",
	disk_limit: "failed",
	refused: "failed",
	expired_in_queue: "failed",
	failed: "failed",
	outcome_unknown: "failed",
} satisfies Record<ExecutionState, Outcome>;

/** Longer waits for its turn are told. */
const toldWaitMs = 1_000;

/** @throws never */
export function outcomeOf({ state, exitCode }: Pick<Ending, "state" | "exitCode">): Outcome {
	return state === "exited" && exitCode === 0 ? "succeeded" : outcomes[state];
}

/** True for a command that is over. @throws never */
export function isOver(state: ExecutionState): boolean {
	return !["waiting", "running"].includes(outcomes[state]);
}

/** How a command stands in one phrase: what became of it, exit code or signal. @throws never */
export function standingOf({ state, exitCode, signal }: Pick<Ending, "state" | "exitCode" | "signal">): string {
	const words =
		state !== "exited" ? terminalText.state[state] : exitCode === 0 ? terminalText.succeeded : terminalText.failedWith(exitCode ?? 1);
	return signal === null ? words : `${words} ${terminalText.bySignal(signal)}`;
}

/** The same with times and the reason that the server gives. @throws never */
export function endingOf(ending: Ending): string {
	const { durationMs, queuedMs, reason } = ending;
	const facts = [
		standingOf(ending),
		...(durationMs === null ? [] : [terminalText.took(durationMs)]),
		...(queuedMs === null || queuedMs < toldWaitMs ? [] : [terminalText.waited(queuedMs)]),
	];
	return reason === null ? facts.join(" · ") : `${facts.join(" · ")}. ${asSentence(reason)}`;
}
