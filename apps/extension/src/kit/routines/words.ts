import type { ErrorCode } from "@webhand/contracts/errors";
import type { RoutineRun, RowState } from "@webhand/contracts/routine/run";
import { formatCount, formatNumber, formatTime } from "../words/format.ts";
import { inLanguage } from "../words/language.ts";
import type { RunEnd } from "./run-counts.ts";
import { runEndOf } from "./run-counts.ts";
import * as german from "./words.de.ts";

/** What panel and console say of routines. */
export const routineText = inLanguage(german.routineText, {
	title: "Routines",
	search: "Search routines",
	steps: (n: number) => formatCount(n, "step", "steps"),
	inputs: (n: number) => (n === 0 ? "no input" : formatCount(n, "input", "inputs")),
	checks: { yes: "reads back what it saved", no: "reads nothing back" },
	does: "What it does",
	name: "Name",
	description: "What it is for",
	share: (tenant: string) => `Everybody in ${tenant} may run it`,
	unchecked: "It checks nothing: a run can say that its steps worked, not that the page saved them.",
	take: "Take this version",
	refuse: "Keep the old one",
});

/** What a refusal of a routine or a run means, by its code. */
export const routineRefusals = inLanguage(german.routineRefusals, {
	ROUTINE_NOT_FOUND: "This routine no longer exists, or is not shared with you.",
	RUN_NOT_FOUND: "This run no longer exists, or is not shared with you.",
	RUN_ENDED: "This run has ended already.",
	TASK_NOT_FOUND: "This task is no longer kept.",
	TASK_NOT_COMPLETED: "Only a task that has ended well can become a routine.",
	TASK_BUSY: "Another browser does this run.",
	PAYLOAD_TOO_LARGE: "It is too large for the server.",
} as const satisfies Partial<Record<ErrorCode, string>>);

/** What panel and console say of runs, their rows, and versions. */
export const runText = inLanguage(german.runText, {
	state: {
		waiting: "Not begun",
		running: "Running",
		paused: "Paused",
		stopped: "Stopped",
		all_done: "All done",
		some_done: "Some not done",
		none_done: "Nothing done",
		left_out: "Left out",
	} satisfies Record<RunEnd, string>,
	one: { all_done: "Done", none_done: "Not done" } as Partial<Record<RunEnd, string>>,
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
		done: "Read back and right.",
		done_unchecked: "Every step worked, and nothing was read back.",
		not_saved: "The page does not show what was meant.",
		unknown: "It broke off after a save: look before you repeat it.",
	} satisfies Partial<Record<RowState, string>>,
	forBrowser: (since: string) => `Waiting for a browser since ${since}`,
	pause: "Pause",
	pausing: "The row under way is done first.",
	resume: "Go on",
	stop: "Stop",
	stopTitle: "Stop this run?",
	stopText: "The row under way is stopped, too. Rows that are done stay done.",
	retry: (n: number) => `Run ${formatCount(n, "row", "rows")} again`,
	retryUnknown: (n: number, unsure: number) =>
		`Repeat ${formatCount(n, "row", "rows")}, ${unsure === n ? "maybe saved" : `${formatNumber(unsure)} maybe saved`}…`,
	retryTitle: "Repeat rows that may be saved?",
	retryText:
		"Of some rows nobody knows whether they were saved, or their record has other values. Look at the page first: what is there already would be saved twice.",
	repeat: "Repeat them",
	csv: "Results as CSV",
	csvName: (name: string) => `${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "") || "results"}.csv`,
	rows: "Rows",
	filter: "Show",
	allRows: (n: number) => `All rows (${formatNumber(n)})`,
	ofState: (word: string, n: number) => `${word} (${formatNumber(n)})`,
	noRows: "No row has this state.",
	healed: (n: number) => formatCount(n, "step was found another way", "steps were found another way"),
	evidence: "See each step",
	countOf: (word: string, n: number) => `${word}: ${formatNumber(n)}`,
	ends: "How the rows ended",
	heard: (state: string, percent: number) => `${state}, ${percent} %`,
	progress: (over: number, all: number) => `${formatNumber(over)} of ${formatNumber(all)}`,
	doneOf: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)} done`,
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
		unchanged: (n: number) => formatCount(n, "step stays as it is", "steps stay as they are"),
	},
});

/** How a run stands, or how its rows ended; one that no browser took yet says since when it waits. @throws never */
export function runStateWords(run: Pick<RoutineRun, "state" | "counts" | "rowCount" | "queue">): string {
	const { state, queue, rowCount } = run;
	if (state === "waiting" && queue !== undefined) return runText.forBrowser(formatTime(queue.dueAt));
	const end = runEndOf(run);
	return (rowCount === 1 ? runText.one[end] : undefined) ?? runText.state[end];
}
