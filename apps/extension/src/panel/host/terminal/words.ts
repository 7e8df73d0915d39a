import type { ExecutionState } from "@webhand/contracts/tools/executions";
import { formatBytes, formatMs, formatNumber } from "../../../kit/words/format.ts";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./words.de.ts";

/** What the panel says about a command that runs, or ran. */
export const terminalText = inLanguage(german.terminalText, {
	output: (command: string) => `Output of ${command}`,
	back: "Back",
	stop: "Stop",
	stopping: "Stopping…",
	again: "Use again",
	copy: "Copy the output",
	toEnd: "To the end",
	folder: (path: string) => (path === "" || path === "." ? "in the root of the workspace" : `in ${path}`),
	noOutput: "It printed nothing.",
	noOutputYet: "Nothing is printed yet.",
	lost: "The connection was lost. The output goes on when the server answers.",
	gap: (bytes: number) => `${formatBytes(bytes)} of output are missing here.`,
	dropped: (lines: number) => `The first ${formatNumber(lines)} lines are no longer shown.`,
	truncated: (bytes: number) => `${formatBytes(bytes)} of its output were not kept.`,
	errorLine: "error output",
	state: {
		queued: "Waits for its turn",
		starting: "Starting…",
		running: "Running",
		cancelling: "Stopping…",
		exited: "Finished",
		cancelled: "Stopped",
		timed_out: "Took too long and was ended",
		output_limit: "Printed too much and was ended",
		memory_limit: "Needed too much memory and was ended",
		disk_limit: "Wrote too much and was ended",
		refused: "Refused",
		expired_in_queue: "Waited too long and was not started",
		failed: "Could not be started",
		outcome_unknown: "Ended unseen: what it did is not known",
	} satisfies Record<ExecutionState, string>,
	succeeded: "Succeeded",
	failedWith: (code: number) => `Failed with exit code ${code}`,
	bySignal: (signal: string) => `by signal ${signal}`,
	took: (ms: number) => formatMs(ms),
	waited: (ms: number) => `waited ${formatMs(ms)}`,
});
