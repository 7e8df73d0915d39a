import { expect, test } from "vitest";
import type { OpenQuestion } from "../shared/task.ts";
import { unattendedRun } from "./policy.ts";

const minute = 60_000;
const now = new Date("2026-11-30T12:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * minute);
const limits = { now, idleMs: 60 * minute, silentMs: minute };
const run = { createdAt: ago(90), progress: { counts: { waiting: 3, done: 5, running: 1 } } };
const working = (updatedAt: Date) => ({ status: "executing" as const, question: null, updatedAt });
const asking = (minutesLeft: number, more: Partial<OpenQuestion> = {}) => ({
	status: "needs_user_input" as const,
	question: { expiresAt: ago(-minutesLeft).toISOString(), ...more } as OpenQuestion,
	updatedAt: ago(20),
});

test.for<readonly [string, Parameters<typeof unattendedRun>, ReturnType<typeof unattendedRun>]>([
	["nobody took a row for more than a minute", [run, null, limits], { since: ago(89), rowsLeft: 4 }],
	["it was just started", [{ ...run, createdAt: now }, null, limits], null],
	["its browser gave up its lease long ago", [{ ...run, lease: { until: ago(10) } }, null, limits], { since: ago(10), rowsLeft: 4 }],
	["its browser takes steps of a long row", [{ ...run, lease: { until: ago(10) } }, working(now), limits], null],
	["its browser was closed in a row", [run, working(ago(15)), limits], { since: ago(14), rowsLeft: 4, endsAt: ago(-45) }],
	["the row under way is over", [run, working(ago(70)), limits], { since: ago(69), rowsLeft: 4 }],
	["its row asks: the answer is waited for", [run, asking(10), limits], null],
	["its row asked, and the time is over", [run, asking(-1), limits], { since: ago(19), rowsLeft: 4, endsAt: ago(-40) }],
	[
		"its row was answered, and nobody goes on",
		[run, asking(10, { given: { approved: true, at: now } }), limits],
		{ since: ago(19), rowsLeft: 4, endsAt: ago(-40) },
	],
	["no row is left", [{ ...run, progress: { counts: { done: 9 } } }, null, limits], null],
])("%s", ([, given, expected]) => {
	expect(unattendedRun(...given)).toEqual(expected);
});
