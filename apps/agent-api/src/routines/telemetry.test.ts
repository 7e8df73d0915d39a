import { createMetrics } from "@webhand/service-kit/metrics";
import { expect, test } from "vitest";
import { createRunMetrics, createScheduleMetrics } from "./telemetry.ts";

const counted = async (metrics: ReturnType<typeof createMetrics>) =>
	(await metrics.text()).body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

test("rows count as they end or wait for a person, runs once they are over, readings never", async () => {
	const metrics = createMetrics({ processDefaults: false });
	const { told } = createRunMetrics(metrics);
	const run = { state: "running" } as const;
	const news = (state: "running" | "needs_person" | "done" | "not_saved", isOver = false) =>
		told({ run, row: { index: 0, state }, isOver } as never);
	news("running");
	news("needs_person");
	news("done");
	news("not_saved", true);
	told({ run: { ...run, isOnce: true }, row: { index: 0, state: "done" }, isOver: true } as never);
	told({ run: { state: "stopped" }, isOver: true } as never);
	expect(await counted(metrics)).toEqual([
		'webhand_routine_rows_total{state="needs_person"} 1',
		'webhand_routine_rows_total{state="done"} 1',
		'webhand_routine_rows_total{state="not_saved"} 1',
		'webhand_routine_runs_total{state="done"} 1',
		'webhand_routine_runs_total{state="stopped"} 1',
	]);
});

test("a start that waits makes its schedule later and later, until none waits", async () => {
	const metrics = createMetrics({ processDefaults: false });
	let now = new Date(60_000);
	const { seen, started } = createScheduleMetrics(metrics, () => now);
	started("missed");
	seen({ going: 3, late: 1, oldest: new Date(30_000) });
	now = new Date(90_000);
	expect(await counted(metrics)).toEqual([
		'webhand_schedule_starts_total{outcome="missed"} 1',
		"webhand_schedules 3",
		"webhand_schedules_late 1",
		"webhand_schedule_late_seconds 60",
	]);
	seen({ going: 3, late: 0, oldest: undefined });
	expect((await counted(metrics)).at(-1)).toBe("webhand_schedule_late_seconds 0");
});
