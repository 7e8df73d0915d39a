import type { StartOutcome } from "@webhand/contracts/authority/schedule";
import { isRowOver } from "@webhand/contracts/routine/run";
import { runnerBeat } from "@webhand/contracts/routine/runner";
import type { Log } from "@webhand/service-kit/logs";
import type { Metrics } from "@webhand/service-kit/metrics";
import type { Repeated } from "@webhand/service-kit/repeat";
import { repeat } from "@webhand/service-kit/repeat";
import type { RunNews } from "../shared/run-news.ts";
import type { BeatStore } from "./runners/store.ts";

/** What is counted of runs of routines. */
export type RunMetrics = { readonly told: (news: Pick<RunNews, "run" | "row" | "isOver">) => void };

/** Counts rows and runs as they end. A transaction that is repeated counts twice. */
export function createRunMetrics(metrics: Metrics): RunMetrics {
	const rows = metrics.counter("webhand_routine_rows_total", "Rows of runs that ended or wait for a person, by state", ["state"]);
	const runs = metrics.counter("webhand_routine_runs_total", "Runs that ended, by state", ["state"]);
	return {
		told: ({ run, row, isOver }) => {
			if (run.isOnce === true) return;
			if (row !== undefined && (isRowOver(row.state) || row.state === "needs_person")) rows.inc({ state: row.state });
			if (isOver) runs.inc({ state: run.state === "stopped" ? "stopped" : "done" });
		},
	};
}

/** Schedules as the clock last saw them. `oldest`: since when a start waits. */
export type SchedulesSeen = { readonly going: number; readonly late: number; readonly oldest: Date | undefined };

/** What is counted of schedules. */
export type ScheduleMetrics = { readonly seen: (seen: SchedulesSeen) => void; readonly started: (outcome: StartOutcome) => void };

/** Opens the counts of schedules. Every process sees all of them: take the maximum. */
export function createScheduleMetrics(metrics: Metrics, now: () => Date): ScheduleMetrics {
	let last: SchedulesSeen = { going: 0, late: 0, oldest: undefined };
	const starts = metrics.counter("webhand_schedule_starts_total", "Starts by the clock, by outcome", ["outcome"]);
	metrics.gauge("webhand_schedules", "Schedules that start again", () => last.going);
	metrics.gauge("webhand_schedules_late", "Schedules whose start is due and has not begun, 200 at most", () => last.late);
	const lateSeconds = () => (last.oldest === undefined ? 0 : Math.max(0, (now().getTime() - last.oldest.getTime()) / 1_000));
	metrics.gauge("webhand_schedule_late_seconds", "How late the latest start is", lateSeconds);
	return {
		seen: (seen) => {
			last = seen;
		},
		started: (outcome) => starts.inc({ outcome }),
	};
}

const lookEveryMs = 15_000;

/** Counts runners by whether they let us hear of them; one that is gone for a day is forgotten. Every process sees all: take the maximum. */
export function watchRunners(deps: {
	readonly beats: Pick<BeatStore, "count">;
	readonly metrics: Metrics;
	readonly log: Log;
	readonly now: () => Date;
}): Repeated {
	let seen = { online: 0, silent: 0 };
	for (const state of ["online", "silent"] as const)
		deps.metrics.gauge("webhand_runners", "Runners by whether they are heard of", { labels: { state }, read: () => seen[state] });
	return repeat({ name: "runners", everyMs: lookEveryMs, log: deps.log }, async () => {
		seen = await deps.beats.count(new Date(deps.now().getTime() - runnerBeat.offlineAfterMs), deps.now());
	});
}
