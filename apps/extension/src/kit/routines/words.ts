import type { RowState, RunState } from "@webhand/contracts/routine/run";
import { formatNumber } from "../words/format.ts";

/** What panel and console say of runs, their rows, and versions. */
export const runText = {
	state: {
		waiting: "Not begun",
		running: "Running",
		paused: "Paused",
		done: "Ended",
		stopped: "Stopped",
	} satisfies Record<RunState, string>,
	row: {
		waiting: "Waiting",
		running: "Running",
		needs_person: "Needs you",
		done: "Done",
		done_unchecked: "Done, not checked",
		not_saved: "Not saved",
		failed: "Failed",
		unknown: "Unknown",
		skipped: "Left out",
		stopped: "Stopped",
	} satisfies Record<RowState, string>,
	hint: {
		done: "Read back and right",
		done_unchecked: "Every step worked, and nothing was read back",
		not_saved: "The page does not show what was meant",
		unknown: "It broke off after a save: look before you repeat it",
	} satisfies Partial<Record<RowState, string>>,
	progress: (over: number, all: number) => `${formatNumber(over)} of ${formatNumber(all)}`,
	minutesLeft: (n: number) => `about ${n} min left`,
	secondsLeft: (n: number) => `about ${n} s left`,
	expected: "meant",
	seen: "page says",
	nothing: "nothing",
	diff: {
		before: "Until now",
		after: "New",
		added: "New step",
		removed: "Left out",
		changed: "Changed",
		unchanged: (n: number) => (n === 1 ? "1 step stays as it is" : `${formatNumber(n)} steps stay as they are`),
	},
} as const;
