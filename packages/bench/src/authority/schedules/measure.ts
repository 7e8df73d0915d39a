import { setTimeout as pause } from "node:timers/promises";
import type { Row } from "../../report.ts";
import { quantile } from "../../stats.ts";
import type { ScheduleStage } from "./stage.ts";
import { openStage } from "./stage.ts";

const count = 1_000;
const quietCount = 100;
/** The time in which all starts have to be there, whatever happened. */
const patienceMs = 90_000;

/** Begins 1,000 runs of one minute while both servers are killed and Redis is flushed; before that 100 with nothing in the way. */
export async function measureSchedules(print: (line: string) => void): Promise<readonly Row[]> {
	const stage = await openStage();
	try {
		const quiet = await round(stage, quietCount, async () => undefined);
		print(`100 starts undisturbed: p50 ${quiet.p50} s, p95 ${quiet.p95} s, lost ${quiet.lost}, doubled ${quiet.doubled}`);
		const rough = await round(stage, count, async () => {
			await stage.flushRedis();
			await pause(300);
			await stage.restart(0);
			await pause(500);
			await stage.flushRedis();
			await stage.restart(1);
		});
		print(`1,000 starts with restarts: p50 ${rough.p50} s, p95 ${rough.p95} s, lost ${rough.lost}, doubled ${rough.doubled}`);
		const none = { peer: null, ratio: null, better: "lower", goal: 0, gate: 0, unit: "runs" } as const;
		const late = { peer: null, ratio: null, better: "lower", goal: 2, unit: "s" } as const;
		return [
			{ ...none, name: "100 starts of one minute: lost or doubled", ours: quiet.lost + quiet.doubled },
			{ ...late, name: "100 starts of one minute: late by, p95", ours: quiet.p95 },
			{ ...none, name: "1,000 starts, servers killed, Redis flushed: lost", ours: rough.lost },
			{ ...none, name: "1,000 starts, servers killed, Redis flushed: doubled", ours: rough.doubled },
			{ ...late, name: "1,000 starts, servers killed, Redis flushed: late by, p95", ours: rough.p95 },
		];
	} finally {
		await stage.close();
	}
}

type Outcome = { readonly lost: number; readonly doubled: number; readonly p50: number; readonly p95: number };

/** @param disturb happens when the starts are due */
async function round(stage: ScheduleStage, schedules: number, disturb: () => Promise<void>): Promise<Outcome> {
	const dueAt = await stage.schedule(schedules);
	await pause(dueAt - Date.now() + 200);
	await disturb();
	const end = dueAt + patienceMs;
	let runs = await stage.runs(dueAt);
	while (runs.length < schedules && Date.now() < end) {
		await pause(500);
		runs = await stage.runs(dueAt);
	}
	// A doubled one may follow.
	await pause(5_000);
	runs = await stage.runs(dueAt);
	const begun = new Set(runs.map(({ scheduleId }) => scheduleId));
	const late = runs.map(({ createdAt }) => (createdAt - dueAt) / 1_000);
	const rounded = (share: number) => (late.length === 0 ? Number.POSITIVE_INFINITY : Math.round(quantile(late, share) * 100) / 100);
	return { lost: schedules - begun.size, doubled: runs.length - begun.size, p50: rounded(0.5), p95: rounded(0.95) };
}
