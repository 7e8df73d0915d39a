import { join } from "node:path";
import { failpointsIn } from "@webhand/testing/failpoints";
import { expect } from "vitest";
import { test } from "../stack.ts";
import { killedRows, killedStarts, killInRow, killInSchedule, killInStop } from "./crash.ts";

// A process starts in each of these tests, and a lease runs out. Every other place is in `faults/`.
const patience = { timeout: 120_000 } as const;
test.for(killedRows.filter(({ failpoint, at }) => failpoint === "step.after_commit" && at === "save"))(
	"a server is killed at $failpoint in the request “$at”: each row is done once",
	patience,
	async (kill, { stack, mongo }) => {
		await killInRow(stack, mongo.db, kill);
	},
);

test("a server that is killed while it stops a run leaves no row under way", patience, async ({ stack }) => {
	await killInStop(stack);
});

test("a server that is killed behind the run of a start by the clock begins no second one", patience, async ({ stack, mongo }) => {
	await killInSchedule(stack, mongo.db, "schedule.run_begun");
});

test("each failpoint of routines has a crash test", async () => {
	const names = await failpointsIn(join(import.meta.dirname, "../../src/routines"));
	expect(names.toSorted()).toEqual(["routine.row_claimed", "routine.rows_stored", "routine.stopped", ...killedStarts]);
});
